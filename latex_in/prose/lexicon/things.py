"""Words of the field: what a symbol may be called, and what is said of functions, matrices, chance, optima and costs."""

TABLE = """
# Kinds ------------------------------------------------------------------------------------------------------------
matri{x;ces}          | noun | matrix | free bearer
vector{;s}            | noun | vector | free bearer counted
eigenvector{;s}       | noun | eigenvector | free bearer measure-noun may-be-one
eigenvalue{;s}        | noun | eigenvalue | free measure-noun may-be-one telling spectrum
scalar{;s}            | noun | scalar | free bearer
number{;s}            | noun | number-noun | free bearer
real                  | adjective | real | free says-nothing
reals                 | noun | reals
row{;s}               | noun | row | part-noun free counted measure
column{;s}            | noun | column | part-noun free counted measure
dimensional           | adjective | dimensional
size{;s}, shape{;s}, dimension{;s}, length{;s}, order | noun | size-noun
size{;s}, dimension{;s}, length{;s} | noun | size-noun | free
order                 | noun | order
width                 | noun | width | free size-noun
integer{;s}, integer-valued | noun | integer | free
function{;s}, functional{;s}, map{;s} | noun | function | bearer free
function{;s}          | noun | function-word | leads-away
variable{;s}          | noun | variable | bearer free counted
label{;s}, quantit{y;ies}, constant{;s}, target{;s}, gradient{;s}, process{;es}, sequence{;s}, noise, basis, weight{;s}, sample{;s} | noun | * | bearer
constant{;s}, parameter, modulus | noun | constant
element{;s}, component{;s}, comp{;s}, coordinate{;s}, entr{y;ies} | noun | entries | part-noun free counted
element{;s}           | noun | element
interval, point{;s}   | noun | *
point{;s}             | noun | point | point-noun free counted
system, family, sets  | noun | system
basis, eigenbas{is;es} | noun | basis | free
value{;s}             | noun | value | free
draw{;s;n;ing}, sampl{e;es;ing} | verb | draws

# Kinds for which the rules of real numbers need not hold ----------------------------------------------------------
complex, complex-valued, imaginary, quaternion{;s}, octonion{;s}, hermitian, unitary, matrix-valued, operator-valued | adjective | other-kind
operator{;s}, endomorphism{;s}, automorphism{;s}, generator{;s}, spinor{;s}, tensor{;s}, differential form{;s}, dual number{;s} | noun | other-kind
set, collection, sample, list, tuple | noun | collection-noun
set, sets, subset{;s}, event{;s}, string{;s}, graph{;s}, tree{;s}, list{;s}, tuple{;s}, multiset{;s}, proposition{;s}, predicate{;s}, boolean{;s}, truth value{;s} | noun | other-kind
ordinal{;s}, cardinal{;s}, residue{;s}, residue class{;es}, indeterminate{;s}, symbol{;s}, language{;s}, interval{;s} | noun | other-kind
group{;s}, ring{;s}, monoid{;s}, semigroup{;s}, semiring{;s}, algebra{;s}, division ring, finite field{;s}, lattice{;s}, boolean algebra, complex numbers, complex plane, quaternions, integers modulo, integers mod | noun | structure
modulo, mod, characteristic two, characteristic 2, boolean algebra, field with two elements, field of two elements, finite field{;s}, binary notation, in binary, hexadecimal, octal, cyclically, cyclic indices, wrap around, wraps around, periodically extended | word | calculus-word
numbered from zero, counted from zero, zero based, zero indexed, counting starts, numbering starts, indices start, indexing starts | word | from-zero
base two, base 2, base ten, base 10, in degrees, take degrees, noncommutative, non commutative, anticommute{;s}, anticommuting, anti commute, anti commuting, concatenation, juxtaposition, tropical | word | calculus-word
bars mean, bars denote, bars stand for, bars are, integer division, floor division, truth value{;s}, quaternion{;s}, imaginary unit, clock, clocks, rounded result{;s}, are rounded, nearest integer, machine arithmetic, max plus, min plus, rounded values | word | calculus-word
slash, slashes, superscript{;s}, prime, primes, primed, asterisk{;s}, equality sign, equals sign, equal sign, plus sign, minus sign, exponent{;s}, overbar, hat symbol, dot above, braces, curly braces, square brackets, vertical bars, notation{;s} | noun | sign-noun
example{;s}, toy example{;s}, counterexample{;s}, numerical check, numeric check, number check, sanity check | noun | * | instance-noun
prime, primes        | noun | prime | prime-noun
transpose{;s}, transposition{;s}, transposed matrix, transposed matrices | noun | transpose | transpose-noun
commute{;s}          | verb | commute
count{;s}             | verb | count-verb
failure{;s}           | noun | failures-word
composition           | noun | composition
complex               | adjective | complex
complex numbers, complex plane | noun | complex-numbers
phasor{;s}, amplitude{;s}, array{;s}, number of the form | noun | other-kind
number{;s}, scalar{;s}, vector{;s}, matri{x;ces}, integer{;s}, real{;s}, variable{;s} | noun | known-kind
set of parameters, set of weights, set of coefficients, set of data, set of measured data, set of measurements, set of observations, set of observed data | noun | known-kind
depend{;s;ing}, dependent | verb | depends
letter{;s}, symbol{;s}, variable{;s}, quantit{y;ies}, number{;s}, coefficient{;s}, product{;s}, entries, arithmetic, voltage{;s}, current{;s} | noun | generic-noun
output{;s}, prediction{;s}, activation{;s}, response{;s}, logit{;s}, score{;s}, reconstruction{;s} | noun | output-noun
over an alphabet, over the alphabet, over some alphabet, over a finite alphabet, letter{;s} of an alphabet, letter{;s} of the alphabet, fix an alphabet | noun | calculus-word
correlation{;s}, autocorrelation, skewness, kurtosis, condition number{;s}, degrees of freedom, sparsity, coherence | noun | passed-over
example{;s}, data, values, numbers, setup, toy example, numbers: | noun | example-word
itself, themselves    | pronoun | itself
var{y;ies} with       | verb | varies-with

# Adjectives of matrices and vectors -------------------------------------------------------------------------------
orthonormal           | adjective | orthonormal | free
orthogonal, unitary   | adjective | orthogonal | free
projection{;s}, projector{;s} | noun | projection | measure-noun free
projector{;s}         | noun | projector
operator{;s}          | noun | operator
permutation{;s}       | noun | permutation | free
invariant, invariance, equivariant, equivariance | adjective | invariant
skew symmetric, skewsymmetric, antisymmetric, anti symmetric | adjective | skew-symmetric | free
idempotent, involutory, nilpotent, toeplitz, circulant, hankel, indefinite, triangular, stochastic, diagonal | adjective | * | free
involution{;s}        | noun | involutory
rank one, low rank    | adjective | *
rank one              | adjective | rank-one
rank                  | noun | rank
low rank              | adjective | low-rank
toeplitz, circulant, low rank, diagonal, permutation, sparse, banded, triangular, fft, fourier, strassen | adjective | special-cost
doubly stochastic, bistochastic | adjective | doubly-stochastic
right, strictly, upper, lower, strict | adjective | *
upper, lower          | adjective | * | free
probability, probabilities | noun | probability | free measure
class, category, mixture, mixing | noun | mixture
probabilities, proportions, weights | noun | weights
negative definite, negative semidefinite, negative semi definite | adjective | negative-definite
positive definite, spd | adjective | positive-definite | free
positive semidefinite, positive semi definite, psd | adjective | positive-semidefinite | free
definite, semidefinite | adjective | * | free
all ones              | adjective | all-ones
covariance{;s}        | noun | covariance | moment measure
covariance            | noun | covariance | measure-noun
gram, kernel, hessian, jacobian | noun | *
kernel                | noun | kernel | free
hessian, jacobian     | noun | * | measure-noun
hessian               | noun | hessian | free
symmetric, symmetrically | adjective | symmetric | free
invertible, nonsingular | adjective | invertible | free
svd, singular value decomposition | noun | singular-values-of | plain
eigendecomposition, eigen decomposition, eigenvalue decomposition, spectral decomposition, eigendecompositions, diagonalisation, diagonalization | noun | eigendecomposition | plain
qr decomposition, qr factorisation, qr factorization | noun | qr-decomposition | plain
cholesky, cholesky factor{;s}, cholesky decomposition, cholesky factorisation, cholesky factorization | noun | cholesky | plain
full rank, full rank matrix | adjective | full-rank | free
full column rank | adjective | full-column-rank | free
full row rank | adjective | full-row-rank | free
one hot               | adjective | one-hot | free
random                | adjective | random | free
norm, length          | noun | norm
norm                  | noun | norm | measure-noun free measure
standard              | adjective | standard | free
canonical             | adjective | natural
standard basis, canonical basis, natural basis | noun | standard-basis | free basis
nonnegative           | adjective | nonnegative | free signed
nonpositive           | adjective | nonpositive | signed
negative              | adjective | negative | free signed
positive              | adjective | positive | free signed
nonzero               | adjective | nonzero | free partial
odd                   | adjective | odd | partial
class{;es}, example{;s}, sample{;s}, pair{;s} | noun | class-noun
binary, discrete      | adjective | * | free
iid                   | adjective | iid | free
independent, indep    | adjective | independent | free
independently         | adverb | independently
identically           | adverb | identically | free
identically distributed | adjective | identically-distributed
stationary            | adjective | stationary | free
uncorrelated          | adjective | uncorrelated
linearly independent  | adjective | linearly-independent | free
conditionally independent | adjective | conditionally-independent
pairwise, mutually, jointly, statistically | adverb | independence-how
pairwise, mutually, mutual, jointly | adverb | *
independence          | noun | independence
inner                 | adjective | inner
commut{e;es}          | verb | commutes
commuting             | verb | commuting
sum{;s}, summing, adds up, add up, adding up, adds, add | verb | sums
product, sum          | noun | * | leads-away
product{;s}           | noun | product | free measure-noun multiplying-noun
corresponding, associated, respective, belonging | adjective | corresponding
spectrum, spectral radius | noun | spectrum | telling
spectral radius       | noun | spectral-radius
negative, nonnegative, perpendicular, indicator, differ{;s}, exceed{;s}, parity, odd, coincide{;s} | word | telling
neither, nor          | conjunction | telling
spectral, singular values, singular value, condition number, sparse, bounded, lipschitz, smooth, strongly | word | * | telling
less, smaller         | adjective | less
absolute value, modulus, magnitude | noun | absolute-value
circle, disc, disk    | noun | circle
distinct, ordered     | adjective | *
contain{;s}, stack{;s}, hold{;s} | verb | contains
contain{;s}           | verb | contains | describing
contains              | verb | contains | singular
represent{;s}, stand{;s} for | verb | stands-for | describing
remain{;s}            | verb | remains | describing
follow{;s}            | verb | follows | describing
follows, represents   | verb | * | singular
elementwise, entrywise, componentwise, coordinatewise, element wise | adverb | elementwise
elementwise           | adverb | elementwise

# Functions --------------------------------------------------------------------------------------------------------
quasiconvex, pseudoconvex, logconvex, logconcave, quasiconcave, pseudoconcave, log concave, log convex, quasi convex, quasi concave | adjective | quasi-convex
strongly convex       | adjective | strongly-convex
strongly concave      | adjective | strongly-concave
strictly convex       | adjective | strictly-convex
strictly concave      | adjective | strictly-concave
strongly              | adverb | strongly
nonconvex             | adjective | nonconvex
convex, concave, smooth, affine, linear, bounded, continuous | adjective | * | free of-function
differentiable        | adjective | continuous | free of-function
lipschitz             | adjective | lipschitz | of-function
increasing, decreasing, nonincreasing, nondecreasing, monotone, monotonic, monotonous, monotonically increasing, monotonically decreasing | adjective | monotone | of-function
increasing, decreasing | adjective | * | free
contraction{;s}, contractive | noun | contraction
periodic, additive, subadditive, homogeneous, coercive, injective | adjective | *
periodic, even, odd   | adjective | * | of-function
set{;s}, subset{;s}, combination{;s}, hull{;s}, cone{;s}, body, bodies, polytope{;s}, optimi{s;z}ation, problem{;s}, region{;s} | noun | set-noun
convexity, concavity  | noun | * | convexity-noun
defined, denoted      | verb | defined | defined-as
activation{;s}        | noun | activation | free
nonlinearit{y;ies}    | noun | nonlinearity | free
applied               | verb | applied
sigmoid, sigmoidal, logistic sigmoid | noun | sigmoid | free
logistic              | adjective | logistic | free
relu, rectified linear unit, rectified linear, rectifier | noun | relu | free
softplus, swish, silu, sign, signum, cdf, cumulative | noun | *
silu                  | noun | swish
pdf, pmf              | noun | density
cdf                   | noun | cdf
gamma, digamma        | noun | named-function
digamma               | noun | digamma
euler, euler's, euler's number, natural log | noun | euler

# Optima -----------------------------------------------------------------------------------------------------------
minimi{s;z}e          | verb | minimise | force-define author-verb
maximi{s;z}e          | verb | maximise | force-define author-verb
minimi{s;z}ing, maximi{s;z}ing | verb | minimising | force-define
minimi{s;z}es         | verb | minimises
maximi{s;z}es         | verb | maximises
minimi{s;z}ed         | verb | minimised
maximi{s;z}ed         | verb | maximised
minimi{s;z}er{;s}     | noun | minimizer | minimiser may-be-one free
maximi{s;z}er{;s}     | noun | maximizer | maximiser may-be-one free
minimi{s;z}er         | noun | minimizer | optimum-noun
maximi{s;z}er         | noun | maximizer | optimum-noun
argmin, argmax        | noun | * | optimum-noun
argmin                | noun | minimizer
argmax                | noun | maximizer
minim{um;a}           | noun | minimum | free
maxim{um;a}           | noun | maximum | free
minimum, maximum      | noun | * | optimum-noun
minimal               | adjective | minimal
maximal               | adjective | maximal
smallest, least, lowest | adjective | least
smallest, largest     | adjective | * | free
largest, greatest, highest | adjective | greatest
optimi{s;z}er         | noun | optimizer | optimum-noun
optimum               | noun | optimum | optimum-noun free
solution{;s}          | noun | solution | may-be-one root-noun
solution              | noun | solution | optimum-noun
fixed point, fixed points | noun | fixed-point | may-be-one special-point
stationary point, stationary points, critical point, critical points | noun | stationary-point | may-be-one special-point
fixed point           | noun | fixed-point | optimum-noun
stationary point      | noun | stationary-point | optimum-noun
critical              | adjective | stationary
given point           | noun | given-point
root{;s}              | noun | root | may-be-one root-noun free
root                  | noun | root | optimum-noun
zeros                 | noun | zeros | root-noun
local, locally        | adjective | local
local minim{um;a}, local minimi{s;z}er{;s}, strict local minim{um;a}, isolated local minim{um;a} | noun | local-minimum | local-extremum
local maxim{um;a}, local maximi{s;z}er{;s}, strict local maxim{um;a} | noun | local-maximum | local-extremum
saddle point, saddle points | noun | saddle-point
isolated, strict      | adjective | *
unique, uniquely      | adjective | unique
single, one, only     | adjective | unique
global, globally, absolute, overall | adjective | global
optimal               | adjective | optimal
attained, reached, achieved, taken | verb | attained
attain{;s}, has, takes, achieve{;s}, reaches, assumes | verb | attains
occur{;s}             | verb | occurs
located, found        | verb | located
lies                  | verb | lies
found                 | verb | found
compute               | verb | compute
problem{;s} | noun | problem
estimate{;s}, estimator{;s}, mle, mode, median | noun | estimate
answer                | noun | answer
loss, objective, cost, expression, quantity, entropy, error | noun | function-noun
loss, objective, cost | noun | * | loss-noun
function              | noun | function-noun
average, mean, median, mode, variance, sum, product, total, inverse, pseudoinverse, determinant, trace, rank, expectation, limit, transpose, supremum, infimum | noun | * | measure-noun
normali{z;s}er, estimator, gradient{;s}, derivative{;s} | noun | * | measure-noun
inverse               | noun | inverse | may-be-one inverse-noun free
normali{z;s}ing constant, normali{z;s}ation constant | noun | normalizing-constant | measure-noun
partition function    | noun | partition-function | measure-noun
singular value{;s}    | noun | singular-value | measure-noun
singular vector{;s}   | noun | singular-vector | measure-noun
expected value{;s}    | noun | expected-value | measure-noun mean-noun moment
standard deviation{;s}, std | noun | standard-deviation | measure-noun variance-noun moment
class{;es}, label{;s}, index, indices, position, token, coordinate, component | noun | one-of
class, label, token, index | noun | class-or-label
correct, true, target | adjective | true-label
fixed                 | adjective | fixed | free
constant{;s}          | noun | fixed
exist{;s}             | verb | exist

# Chance -----------------------------------------------------------------------------------------------------------
mean{;s}, expectation{;s}, expected value{;s} | noun | mean-noun | moment measure
mean{;s}, expectation | noun | mean
var                   | noun | variance | variance-noun moment
variance{;s}          | noun | variance | variance-noun moment measure
deviation{;s}         | noun | deviation | moment measure
second moment{;s}     | noun | second-moment
cent{er;re}d          | adjective | centred
finite, common, equal, known, standard | adjective | *
finite                | adjective | finite | free
empirical             | adjective | empirical
sample                | noun | sample
bounded below by, bounded from below by | adjective | bounded-below
bounded by, bounded above by, bounded from above by, at most, no larger than, no greater than, no more than, not larger than, not greater than, not more than | adjective | at-most
bernoulli, uniform, uniformly, poisson, binomial, laplace, rademacher, exponential, exponentially, gamma, beta, dirichlet, categorical, multinomial, geometric, geometrically | law | *
bernoulli             | law | law-bernoulli | free
uniform, uniformly    | law | law-uniform | free
poisson               | law | law-poisson | free
binomial              | law | law-binomial
laplace               | law | law-laplace
rademacher            | law | law-rademacher
exponential, exponentially | law | law-exponential | free
gamma                 | law | law-gamma
beta                  | law | law-beta
dirichlet             | law | law-dirichlet
categorical           | law | law-categorical | free
multinomial           | law | law-multinomial | free
normal, gaussian, normally | law | law-normal | normal free
geometric, geometrically | law | law-geometric
distributed, distribution{;s} | noun | distributed | free chance-noun
distributions         | noun | distributions
distribution{;s}      | noun | distribution | chance-word
law                   | noun | law-noun | free chance-noun
policy                | noun | policy | free chance-noun chance-word
density               | noun | density | measure free chance-word
densities             | noun | densities | density free chance-word
posterior, prior      | noun | posterior
mass                  | noun | mass | density
probabilit{y;ies}, random | word | chance-word
probability           | noun | probability
entrop{y;ies}, mutual information, kullback leibler, kl divergence, kl | noun | entropy-word
mean{;s}, average{;s}, sample mean{;s}, sample average{;s}, empirical mean{;s}, arithmetic mean{;s} | noun | sample-mean
moment generating function{;s}, moment-generating function{;s}, mgf{;s} | noun | generating-function
random, variable{;s}, noise, sample{;s}, draw{;s} | noun | chance-noun
noise, sample{;s}     | noun | *
rate{;s}, intensit{y;ies}, parameter{;s} | noun | rate-noun
rate{;s}, intensity, parameter{;s}, success, probability, probabilities, location, scale, shape, mean | noun | parameter
scale{;s}             | noun | scale
success               | noun | success
probabilit{y;ies}, probability of success, bias | noun | success-noun
according to          | preposition | according-to
distributed as        | verb | distributed-as
due to, because of, thanks to, in view of, on account of, by virtue of | preposition | due-to
entries, elements, components, coordinates, rows, columns, samples, draws, copies, observations, points, examples, terms, steps, features, reali{s;z}ations, variables, vectors | noun | counted
tak{e;es;ing}, assum{e;es;ing}, equal{;s} | verb | takes-value
index                 | noun | index-noun

# Extents ----------------------------------------------------------------------------------------------------------
even, odd, large, small, sufficiently, feasible, admissible, nonzero, prime, other, remaining, earlier, later, smaller, larger, sparse, bounded, certain, many, most, almost | adjective | partial
inside, outside, near, within, close, between, far, away, excluding, besides | preposition | near
off, above, below, off diagonal | preposition | off
diagonal              | adjective | diagonal
first, last           | adjective | * | free
other than            | preposition | other-than
different             | adjective | different
positive, negative, correct, incorrect, true, wrong | adjective | right-or-wrong
correct, true         | adjective | right
class{;es}, label{;s}, example{;s}, sample{;s}, case{;s}, token{;s}, entr{y;ies}, coordinate{;s}, one{;s} | noun | sample
large, small, sufficiently, enough, big, close, near, most, certain, suitable, appropriate, generic, typical | adjective | vague
arbitrary, fixed, every, when, all | word | says-nothing
construction          | noun | construction

# Limits -----------------------------------------------------------------------------------------------------------
limit, taking, sending, while | word | * | tending
limit                 | noun | limit | free
in the limit          | preposition | in-the-limit | tending-behind tending
while, whereas        | conjunction | while
while                 | conjunction | while | phrase-end

# Derivatives ------------------------------------------------------------------------------------------------------
derivative{;s}, gradient{;s} | noun | derivative | derivative-noun free
derivatives, gradient{;s} | noun | several-derivatives
differentiat{e;es;ing} | verb | differentiates
partial               | adjective | partial-derivative
equat{e;ing}          | verb | equating
with respect to, wrt  | preposition | with-respect-to

# Costs ------------------------------------------------------------------------------------------------------------
comput{e;es;ed;ing}, evaluat{e;es;ed;ing}, form{;s;ed;ing}, calculat{e;es;ed;ing}, multipl{y;ies;ied;ying}, materiali{s;z}{e;es;ed;ing} | verb | computes
computation{;s}, computational | noun | computes
stor{e;es;ed;ing}, keep{;s;ing} | verb | stores
time, space, memory, storage, computational, computation, arithmetic, running time, runtime, run time | noun | cost-noun
complexity, cost{;s}, requirement{;s}, footprint, usage, consumption | noun | cost-of
tak{e;es}, cost{;s}, require{;s}, need{;s}, use{;s}, has, have, having, consume{;s}, occup{y;ies}, involve{;s} | verb | costs
run{;s}               | verb | runs
needed for, required for, required to | preposition | needed-for
scales as, scales like, scale as, grows as, grows like, grow as | verb | scales
memory, space, storage | noun | memory-noun
multiply add{;s}, fused | noun | multiply-add
multiplication{;s}, mult{;s} | noun | multiplications
time, operation{;s}, ops, flop{;s}, steps, work | noun | time-noun
layer, model, algorithm, memory of | noun | elsewhere-noun
backprop, backpropagation, backward, training, train, intermediate, all activations | noun | backward
additional, extra, more, further, parameter{;s}, weights, output | adjective | extra
structured, parallel, amorti{s;z}ed, expected, sequential, cached, recompute, recomputing, flash, tiling, checkpointing, checkpoint, approximate, approximation, incremental, best, fast, faster | adjective | special-cost
multiplying, multiplication of | verb | multiplying
dense, linear         | adjective | *
invert{;s;ing}        | verb | inverting
inverse, inversion    | noun | inverse-noun
held, kept, treated, considered | verb | taken
factor                | noun | factor | free

# Nouns that leave a symbol free to be anything of its kind --------------------------------------------------------
tanh, softmax, field, transpose, natural, symbol, letter, parameter{;s}, sets, square, smooth, unknown, known, single, other, same, next, previous, new, old, current, infinite | noun | * | free
four, bias{;es}, input{;s}, output{;s}, data, datum, design, feature{;s}, target{;s}, label{;s}, hidden, state{;s}, layer{;s}, query, queries, key{;s}, token{;s}, embedding{;s} | noun | * | free
weight{;s}, observation{;s}, response, sample{;s}, example{;s}, instance, draw{;s}, noise, error{;s}, signal, batch, step, rate, learning, depth, height, rank, count{;s}, ind{ex;ices} | noun | * | free
term{;s}, summand{;s}, case{;s}, component{;s}, coefficient{;s}, entr{y;ies}, layer{;s}, step{;s}, iteration{;s}, mode{;s} | noun | * | part-noun
term{;s}, coefficient{;s}, slope, intercept, offset, shift, scale, temperature, threshold, margin, radius, angle, frequency, position, time, iteration, iterate{;s}, sequence | noun | * | free
recurrence, start, initial, stepsize, step-size, learning-rate, fixed-point, column-vector, row-vector, loss, objective, cost, energy, score{;s}, logit{;s}, network, model{;s}, predictor, prediction{;s}, regulari{s;z}er, regulari{s;z}ation | noun | * | free
penalty, decay, momentum, discount, probabilit{y;ies}, mean, expectation, variance, deviation, quantit{y;ies}, expression, formula, identity, inequality, claim, statement | noun | * | free
side{;s}, sum, power, distance, difference, ratio, fraction, polynomial, quadratic, form, update{;s}, rule, direction, user, item{;s}, player{;s}, game, strategy, source, head{;s} | noun | * | free
attention, class{;es}, category, document, word{;s}, image, pixel, filter, stride, padding, channel{;s}, total, mass, reward, rotation, reflection, singular, average, saddle | noun | * | free
scalar-valued, vector-valued, real-valued, constant{;s}, concept, loss | noun | * | free
bias, weight{;s}, rate, size, dimension, parameter{;s}, constant, norm, radius, entries, labels, noise, step, loss | noun | * | measure
"""
