"""Ordinary words of derivations: they say nothing of a symbol, and make what stands beside them no less a claim.

A claim is refuted only where the words around it have a row: words that nobody here knows may say that it is somebody
else's, or where it holds.
"""

TABLE = """
# What one does ----------------------------------------------------------------------------------------------------
add{;s;ed;ing}, subtract{;s;ed;ing}, multipl{ied;ication}, divid{e;es;ed;ing}, insert{;s;ed;ing}, substitut{e;es;ed;ing;ion} | verb | plain
plug{;s;ged;ging}, expand{;s;ed;ing}, simplif{y;ies;ied;ying}, rearrang{e;es;ed;ing}, collect{;s;ed;ing}, factor{ed;ing}, factori{s;z}{e;es;ed;ing} | verb | plain
rewrit{e;es;ten;ing}, written, express{;es;ed;ing}, deriv{e;es;ed;ing;ation}, differentiat{e;es;ed;ing;ion}, integrat{e;es;ed;ing;ion} | verb | plain
comput{ation;ations}, calculat{ion;ions}, evaluation, expansion{;s}, substitution{;s}, manipulation, algebra, arithmetic, calculus | noun | plain
cancel{;s;ed;led;ing;ling}, reduc{e;es;ed;ing}, combin{e;es;ed;ing}, group{ed;ing}, split{;s;ting}, separat{e;es;ed;ing}, isolat{e;es;ed;ing} | verb | plain
tak{e;ing;es}, appl{y;ies;ied;ying}, us{e;es;ed}, using, leav{e;es;ing}, leads, lead{;ing}, arriv{e;es;ing}, reach{;es;ed}, turn{;s}, ends up, end{;s;ed} | verb | plain
solv{ed;able}, invert{ed}, transpos{e;es;ed;ing}, squar{ed;es;ing}, exponentiat{e;es;ed;ing}, logarithm{;s}, log, logs, root{ed} | verb | plain
conclud{e;es;ed;ing}, deduc{e;es;ed;ing}, infer{;s;red}, observ{e;es;ing}, notic{e;es;ing}, remember, recogni{s;z}{e;es;ed;ing}, recall{;s;ed;ing} | verb | plain
see{;n;ing}, sees, noted, noting, stat{e;es;ed;ing}, establish{ed;ing}, complet{e;es;ed;ing}, finish{;es;ed;ing}, proceed{;s}, continu{e;es;ed;ing} | verb | plain
sum{;s;med;ming}, averag{e;es;ed;ing}, count{;s;ed;ing}, bound{;s;ed;ing}, estimat{ed;ing}, approximat{ed} | verb | plain
vanish{;es}, appear{;s}, remain{;s}, change{;s}, grow{;s;n;ing}, decreas{e;es;ed;ing}, increas{e;es;ed;ing}, depend{;s;ing}, contribut{e;es;ed;ing} | verb | plain
contain{;s;ing}, consist{;s;ing}, includ{e;es;ing}, involv{e;es;ing}, follow{;s;ed;ing}, imply, implied, implying, giv{es;ing;en}, obtained, derived, yielding | verb | plain
minimi{s;z}ation, maximi{s;z}ation, optimi{s;z}{e;es;ed;ing}, train{;s;ed;ing}, learn{;s;ed;ing;t}, updat{e;es;ed;ing}, predict{;s;ed;ing}, comparing, compare{;s;d} | verb | plain
propagat{e;es;ed;ing}, backpropagat{e;es;ed;ing;ion}, unroll{;s;ed;ing}, iterat{e;es;ed;ing;ion}, repeat{;s;ed;ing;edly}, start{;s;ed;ing} | verb | plain
normali{s;z}{e;es;ed;ing;ation}, standardi{s;z}{e;ed;ing}, cent{er;re}{;s;ing}, scal{ed;ing}, rescal{e;ed;ing}, shift{ed;ing}, weight{ed;ing} | verb | plain
marginali{s;z}{e;es;ed;ing;ation}, condition{ed;ing}, factori{s;z}{es;ation;ations}, decompos{e;es;ed;ing;ition}, diagonali{s;z}{e;es;ed;ing} | verb | plain
pull{;s;ed;ing}, mov{e;es;ed;ing}, bring{;s;ing}, put, putting, go{;es;ing}, com{e;es;ing}, get{ting}, got, make{;s}, making, made, do, doing, done, does | verb | plain
works out, work{;ed;ing}, carry, carries, carried, carrying, look{;s;ed;ing}, need{;ed;ing}, want{;ed}, try, tried, help{;s}, allow{;s}, enable{;s} | verb | plain
been, being, am, did, had | verb | plain

# What one speaks of -----------------------------------------------------------------------------------------------
theorem{;s}, lemma{;s}, proposition{;s}, corollar{y;ies}, propert{y;ies}, fact{;s}, result{;s}, rule{;s}, law{;s}, principle, trick, technique, method{;s} | noun | plain
chain rule, product rule, quotient rule, chain, linearity, symmetry, definition{;s}, definitions, notation{;s}, equality, equalities, relation{;s} | noun | plain
likelihood{;s}, log likelihood, loglikelihood, log-likelihood, posterior{;s}, prior{;s}, evidence, marginal{;s}, conditional{;s}, joint, predictive, information | noun | plain
regression, classification, classifier{;s}, estimation, inference, optimi{s;z}ation, model{;led;ing}, dataset{;s}, data set{;s}, batch{;es}, mini batch, minibatch{;es} | noun | plain
perceptron{;s}, neuron{;s}, unit{;s}, node{;s}, network{;s}, net{;s}, layer{;s}, encoder{;s}, decoder{;s}, autoencoder{;s}, discriminator, transformer{;s}, convolution{;s} | noun | plain
logit{;s}, sigmoid, softmax, cross entropy, cross-entropy, crossentropy, divergence{;s}, kullback leibler, kl, elbo, free energy, vae, gan, rnn, lstm, cnn, mlp, mle, map | noun | plain
gradient{;s}, descent, ascent, backward, forward, pass, passes, derivative{;s}, jacobian{;s}, hessian{;s}, lagrangian{;s}, multiplier{;s}, dual, primal | noun | plain
numerator{;s}, denominator{;s}, exponent{;s}, logarithm{;s}, integral{;s}, integrand{;s}, summand{;s}, factor{;s}, bracket{;s}, parenthes{is;es} | noun | plain
hand, left hand, right hand, lefthand, righthand, line{;s}, equation{;s}, eq, eqn, identity, identities, formula{;s;e}, part{;s}, piece{;s}, half | noun | plain
step{;s}, stage, case{;s}, way{;s}, form{;s}, closed, closed-form, point{;s}, place{;s}, order, power{;s}, degree{;s}, level{;s}, kind{;s}, type{;s} | noun | plain
expectation{;s}, variance{;s}, covariance{;s}, correlation{;s}, moment{;s}, cumulant{;s}, residual{;s}, statistic{;s}, precision, mode, median | noun | plain
hypothes{is;es}, exercise{;s}, question{;s}, problem{;s}, part, parts, solution{;s}, derivation{;s}, argument{;s}, proof{;s}, calculation, claim, goal | noun | plain
feature{;s}, embedding{;s}, kernel{;s}, window, filter{;s}, image{;s}, token{;s}, sequence{;s}, length{;s}, timestep{;s}, epoch{;s}, iteration{;s} | noun | plain
optimum, optima, extremum, stationary, stationarity, first-order, second-order, first order, second order, necessary condition, optimality | noun | plain
distribution{;s}, densit{y;ies}, mass, support, quantile{;s}, sample{;s}, observation{;s}, outcome{;s}, draw{;s}, realisation{;s} | noun | plain
geometric, arithmetic, harmonic, telescoping, series, sum, product{;s}, binomial theorem, taylor, maclaurin, cauchy, schwarz, jensen, jensen's, bayes, bayes', gauss, euler | noun | plain
decomposition{;s}, pca, spectrum, basis, bases, subspace{;s}, span, nullspace, range, trace, determinant{;s}, inverse{;s}, transpose{;s} | noun | plain

# How and which ----------------------------------------------------------------------------------------------------
explicit, implicit, equivalent, direct, straightforward, immediate, obvious, easy, simple, simpler, simplest, compact, short, shorter, nice, useful, important, final, desired, required, whole, entire, full, total, overall | adjective | plain
quadratic, cubic, affine, linear, nonlinear, constant, independent, identical, same, similar, analogous, corresponding, respective, remaining, previous, former, latter, above, below | adjective | plain
multivariate, univariate, bivariate, bayesian, gaussian, empirical, marginal, statistical, probabilistic, generative, variational, latent, hidden, neural, deep, multiple, ordinary, squared, weighted, unbiased, biased, conditional, differential | adjective | plain
left, right, upper, lower, inner, outer, middle, top, bottom, main, own, both, each, every, either, another, other, others, several, few, more, most, less, least, much, many, enough | adjective | plain
at the same time, at first, at first sight, at first glance, at this point, at the end, in fact, of course, in other words, in total, in turn, at last, as well, as desired, as claimed, as required, as follows, as before, as above, one by one, term by term, step by step | adverb | plain
together, already, again, back, down, up, out, off, away, along, apart, alone, once, twice, too, quite, rather, just, even, ever, always, indeed, still, yet, after, before, until, during, within, across, toward{;s}, against, along | adverb | plain
because, whereas, although, though, while, hence, thereby, thereof, whence, wherever, whatever, anyway, besides, namely | conjunction | plain
have, has, having, it, its, itself, this, these, those, them, their, they, who, whom, what, when, how, your, you, my, our, ours, us, me, one's, let's | pronoun | plain
owing, thanks, regarding, concerning, given that, view, light, account, virtue, means, reason, consequence{;s}, upshot, conclusion{;s}, summary, essence, short, words, mind, sight, glance | noun | plain
lecture{;s}, class, course, textbook, book, notes, script, appendix, chapter{;s}, section{;s}, figure{;s}, table{;s}, reference{;s}, slide{;s}, paper, literature, axiom{;s}, structure{;s}, object{;s} | noun | plain
tell{;s}, told, teach{;es}, taught, assert{;s;ed}, verif{y;ies;ied}, check{;s;ed}, prove{;s;d;n}, know{;s;n}, keep{;s}, bear{;s}, boil{;s}, summari{s;z}{e;es;ed;ing}, matter{;s}, demonstrat{e;es;ed} | verb | plain
associative, commutative, distributive, monotonic, crucial, key, worth, worthwhile, hard, difficult, routine, quick, elementary, basic, standard, classical, famous, celebrated, known, interesting, remarkable, helpful, handy, tedious, lengthy, careful, closer, second, third, last, next, first | adjective | plain
everyone, everybody, anyone, someone, reader{;s}, nevertheless, nonetheless, otherwise, earlier, later, bit, little, lot, thing{;s}, doubt, truth, sake, simplification{;s}, triangle, inequality, inequalities, pythagoras | word | plain
qed, done, ok, okay, voila, yes, remark, answer, hint, note{;s}, nb, ps | word | plain
"""
