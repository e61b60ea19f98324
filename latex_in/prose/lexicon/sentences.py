"""Words that make sentences: what gives, concludes, denies, supposes, and the small words between them."""

TABLE = """
# Endings
-ly       | suffix | adverb-like     | manner free
-ing      | suffix | participle-like | continuing
-s        | suffix | plural-like     | plural

# What gives: words that make a formula a definition, a hypothesis, a condition ------------------------------------
let, letting, let's   | verb | let      | force-let breaks phrase-end edge statement author tending row-separating
define                | verb | define   | force-define author-verb breaks defined defined-as
consider              | verb | consider | force-define author-verb breaks statement takes treats
set                   | verb | set      | force-define author-verb statement also-noun free takes set-noun
put                   | verb | put      | force-define author-verb also-noun
denote                | verb | denote   | force-denote author-verb breaks defined defined-as denotes describing
denotes, denoting     | verb | denotes  | force-denote defined defined-as describing singular stands-for
denoted               | verb | denoted  | defined defined-as
write                 | verb | write    | force-denote author-verb breaks denotes denote
call                  | verb | call     | force-call author-verb breaks called naming
called, named         | verb | called   | naming
say                   | verb | say      | naming held says force-say
said                  | verb | say      | naming held says
writing               | verb | writing  | force-say
take                  | verb | take     | force-take author-verb statement also-noun
take{;s}              | verb | take     | takes takes-value costs attains
choose, pick, use     | verb | choose   | statement takes
choose, fix           | verb | choose   | force-take author-verb
fix{;ed;ing}          | verb | fix      | fixes
fixing                | verb | fixing   | force-take
taking, choosing, picking | verb | taking | force-suppose
where, wherein        | conjunction | where | force-where breaks leads-away after-noun noun-end phrase-end edge explaining row-separating tending
with                  | preposition | with  | no-reason force-with breaks after-noun noun-end edge having describing explaining restricting row-condition row-separating tending says-nothing
such that             | conjunction | such-that | force-with
for which             | conjunction | for-which | force-with
satisfying            | verb | satisfying | force-with
satisfy, satisfies    | verb | satisfies | force-with copula verb-copula describing subject-verb
satisfies             | verb | satisfies | singular
such                  | determiner | such | force-with breaks leads-away after-noun noun-end continuing-in this-case
given                 | verb | given    | force-given gives-that breaks edge defined held given-point restricting row-condition says-nothing free
given by | verb | said-to-be
given by, defined by, denoted by, described by, specified by | verb | given-by | force-define
denoted by            | verb | denoted
assume                | verb | assume   | force-assume gives-that
we are given, you are given, I am given, one is given, we have been given | verb | let | force-let gives-that statement held free
assuming              | verb | assuming | force-suppose gives-that
assume                | verb | assume   | author-verb breaks phrase-end edge statement held
assuming              | verb | assuming | edge restricting row-condition assume
assumed               | verb | assumed  | force-assume held author-verb
suppose, supposing, imagine, pretend | verb | suppose | force-suppose gives-that
suppose, imagine, pretend | verb | suppose | author-verb
suppose               | verb | suppose  | breaks phrase-end edge statement held
granted               | verb | granted  | force-if gives-that restricting row-condition
if, as long as, so long as, as soon as, in case | conjunction | if | force-if
if, as long as, so long as, as soon as, in case | conjunction | if | breaks leads-away after-noun edge author ranging restricting row-condition says-nothing tending tending-behind
when, whenever        | conjunction | when | force-when edge ranging restricting row-condition says-nothing tending tending-behind
when                  | conjunction | when | breaks leads-away after-noun author
whenever              | conjunction | whenever
once                  | conjunction | once | force-when tending tending-behind
once more, once again | adverb | again | author passing continuing
provided              | conjunction | provided | force-when gives-that ranging restricting row-condition
unless                | conjunction | unless | force-when restricting row-condition
iff, if and only if   | conjunction | iff | force-when restricting row-condition
under                 | preposition | under | force-if breaks continuing treats-under restricting row-condition says-nothing
since, because        | conjunction | since | force-reason reason edge continuing row-condition
because               | conjunction | because
using, via            | preposition | using | force-reason breaks row-condition
using                 | preposition | using | edge
by                    | preposition | by | force-reason breaks leads-away noun-end edge continuing row-condition tending
from                  | preposition | from | force-reason breaks leads-away after-noun noun-end continuing row-condition
as                    | conjunction | as | reason breaks leads-away after-noun noun-end edge continuing row-condition tending tending-behind
for                   | preposition | for | no-reason force-for breaks leads-away after-noun noun-end edge passing ranging restricting row-condition says-nothing tending tending-behind
at                    | preposition | at | force-at breaks noun-end
on                    | preposition | on | force-for breaks leads-away after-noun noun-end treats restricting row-condition says-nothing
over                  | preposition | over | force-over breaks after-noun noun-end restricting row-condition says-nothing
case, example, toy example, special case, centred case, centered case | noun | * | posing-noun
case                  | noun | case | force-case gives-that held truth free
cases                 | noun | case | held truth free
setting, putting      | verb | setting | force-impose
subject to, st, maximi{s;z}e under, minimi{s;z}e under | preposition | subject-to | force-subject
solve{;s}, solving    | verb | solves | force-mention
system{;s}, equations, two equations | noun | several-equations
that                  | conjunction | that | breaks leads-away after-noun noun-end continuing continuing-in this-case
assumption{;s}, hypothes{is;es}, condition{;s}, constraint{;s}, supposition{;s}, restriction{;s} | noun | assumption | gives-that
condition{;s}         | noun | condition | condition-noun
constraint{;s}        | noun | constraint

# What concludes ---------------------------------------------------------------------------------------------------
so, hence, then, therefore, thus | adverb | conclusion | force-claim author edge continuing row-separating
so                    | adverb | so | breaks after-noun
then                  | adverb | then | breaks phrase-end after-noun passing
hence                 | adverb | hence | phrase-end
consequently          | adverb | consequently | force-claim continuing
accordingly           | adverb | accordingly | continuing
get{;s}, obtain{;s;ing}, giv{e;es;ing}, yield{;s;ing}, becomes | verb | * | force-claim claim-verb
find{;s}              | verb | find | force-claim claim-verb
implies, means, conclude, follows, show{;s}, prove{;s}, verify, equals | verb | * | force-claim
have, has             | verb | have | force-claim possessing copula verb-copula has describing
hold{;s}              | verb | hold | copula verb-copula
holds                 | verb | holds | force-claim possessing
have                  | verb | have | breaks
has                   | verb | has  | breaks singular subject-verb
having                | verb | having | has after-noun describing
ie, i.e.              | adverb | that-is | explains row-separating continuing
namely                | adverb | namely | force-claim explains continuing
ie, i.e., eg, cf, resp, vs, wlog, eq, fig, iid, wrt, st, i, e | abbreviation | *
means                 | verb | means | explains
equal{;s}             | verb | equals | copula verb-copula takes-value
equal                 | adjective | equal
becom{e;es}           | verb | becomes
giv{e;es;ing}, yield{;s} | verb | gives
corresponds           | verb | corresponds
read{;s}              | verb | reads
so that               | conjunction | so-that | phrase-end
it follows            | verb | it-follows | force-claim

zero, mean, unit, standard, row, column, right, lipschitz, anti, skew, semi | prefix | compounding

# Small words ------------------------------------------------------------------------------------------------------
and                   | conjunction | and | coordinating author row-separating joining after-noun noun-end continuing
but                   | conjunction | but | coordinating author edge phrase-end
or                    | conjunction | or | coordinating row-separating after-noun noun-end
the                   | determiner | the | passing article determiner copula breaks says-nothing
a, an                 | determiner | a | passing article determiner copula breaks says-nothing
some                  | determiner | some | article determiner breaks says-nothing
its                   | determiner | its | article determiner breaks
our, their            | determiner | our | article determiner breaks
our                   | determiner | our | leads-away
their                 | determiner | their
this                  | determiner | this | determiner breaks continuing continuing-in this-case
these                 | determiner | these | determiner breaks continuing such-these
those                 | determiner | those | selecting
each                  | determiner | each | every determiner breaks selecting says-nothing
every                 | determiner | every | each determiner breaks selecting says-nothing
per                   | preposition | per | each leads-away
all                   | determiner | all | determiner breaks selecting says-nothing
both                  | determiner | both | determiner breaks
any                   | determiner | any | determiner breaks this-case says-nothing free
two                   | number-word | two | determiner breaks free
three                 | number-word | three | breaks free
no                    | determiner | no | determiner
one                   | number-word | one | author
1                     | number-word | one
0                     | number-word | zero
zero                  | number-word | zero
unit                  | adjective | one | unit free
one                   | number-word | one-word
to                    | preposition | to | author copula breaks leads-away after-noun noun-end passing
of                    | preposition | of | copula breaks leads-away after-noun noun-end
in                    | preposition | in | breaks leads-away after-noun noun-end no-reason treats passing
into                  | preposition | into | leads-away
between, among        | preposition | between | leads-away noun-end
between               | preposition | between | breaks
among                 | preposition | among
about, around         | preposition | about
about                 | preposition | about | leads-away force-mention
than, like            | conjunction | than | leads-away
onto, through, up, via | preposition | *
into, onto, through, via, up, about, around, under, without, near, per | preposition | * | noun-end
near                  | preposition | near
be, being, is, are    | verb | be | copula verb-copula describing
be                    | verb | be | breaks after-noun noun-be
is, are, be           | verb | to-be
is, are               | verb | to-be | breaks after-noun noun-end
are                   | verb | are
is                    | verb | is | singular asking
is, are, was, were, makes, becomes, equals | verb | finite
being                 | verb | being
happens to be, happen to be, turns out to be, turn out to be | verb | be | to-be is are describing copula verb-copula
happens to have, happen to have, turns out to have | verb | have | has describing
was, were             | verb | was | copula verb-copula describing be
was                   | verb | was | singular
were                  | verb | were | imagined
do, does              | verb | do
does                  | verb | does
we                    | pronoun | we | author breaks statement after-noun noun-end row-separating
us, you, i            | pronoun | * | author
it, them, they, he, she, my, me | pronoun | *
there, there's        | pronoun | there
here                  | adverb | here | author passing continuing explaining
which, whose, who     | pronoun | *
which                 | pronoun | which | leads-away after-noun noun-end continuing continuing-in this-case row-separating
in which              | conjunction | in-which
whose                 | pronoun | whose | breaks leads-away after-noun noun-end having
what, why             | pronoun | *
th                    | suffix-word | th
not, never, cannot, hardly, no longer, far from, anything but, by no means, in no way, nowhere near | adverb | not
not, never            | adverb | not | leads-away
no longer, any more, anymore, any longer | adverb | no-longer
non                   | adverb | non
neither, nor          | conjunction | neither | leads-away
whether               | conjunction | whether | asking leads-away
nothing               | pronoun | nothing
without               | preposition | without
can, may, could, might | auxiliary | possibly
might                 | auxiliary | might | doubt
could                 | auxiliary | could | imagined
had, knew             | verb | imagined | imagined
had                   | verb | had
stay{;s}, remain{;s}  | verb | stays
can, may, shall, will, must, should, please | auxiliary | * | author
'll                   | auxiliary | will | author
'd, would             | auxiliary | would | doubt
would be              | auxiliary | would-be | would doubt
will be               | auxiliary | will-be
must                  | auxiliary | must
'd like, would like   | verb | want | wanting wishing doubt
would mean            | verb | would-mean | doubt
left                  | adjective | left
how, than, too        | adverb | *
following, apply      | word | * | breaks
following, obeying    | word | * | free after-noun

# Adverbs ----------------------------------------------------------------------------------------------------------
now, further, also, moreover, additionally, again, first, instead, simply, furthermore, only | adverb | * | author passing
henceforth, throughout, conversely, simplicity, in addition, moment, contradiction, temporarily, contrary | adverb | * | passing
next, just, similarly, finally, wlog, generality, simplicity, likewise, still | adverb | * | author
further, also, moreover, furthermore, additionally, similarly, likewise, equivalently, again, indeed | adverb | * | continuing
also, moreover, further, furthermore, in addition, additionally | adverb | added
particular, addition, particularly | noun | particular | continuing-in
exactly, precisely    | adverb | exactly
well                  | adverb | well
very, even, too, full, fully, then | adverb | *
even                  | adjective | even | partial
clearly, evidently    | adverb | clearly
always                | adverb | always
throughout            | adverb | always
only                  | adverb | only | breaks leads-away row-condition restricting
uniformly             | adverb | uniformly
simply                | adverb | simply
usual, above, before  | adjective | * | no-reason
above                 | adjective | above | free
before                | adverb | before
long                  | adjective | long
recall                | verb | recall | edge row-condition
definition, note, applying, else | word | * | row-condition
otherwise, else, elsewhere | adverb | otherwise
otherwise             | adverb | otherwise | row-condition
elsewhere             | adverb | elsewhere
except, excepting, barring, apart from | preposition | except
except                | preposition | except | restricting row-condition looks-at
here                  | adverb | here
respectively          | adverb | respectively
for example, for instance, as an example, as an illustration, eg | adverb | for-example | doubt
indeed                | adverb | indeed
however               | adverb | however | edge

# Who starts, looks, asks, selects ---------------------------------------------------------------------------------
start{;s;ed;ing}, begin{;s;ning}, began, initiali{s;z}e{;s;d}, initiali{s;z}ing | verb | starts
initiali{s;z}ed       | verb | initialised
arrive{;s;d}, look{;ing}, aim | verb | looks-at
at least, at most     | adverb | superlative
least, most           | adverb | superlative
indices, index, smallest, largest, first, last, entries, units, number, exists, exist, set | word | * | selecting
unclear, out, know{;s}, ask{;s}, see, stud{y;ies}, check{;s}, wonder, decide, determine, test{;s} | word | * | asking
either, latter, former | determiner | * | this-case
either                | determiner | either
special               | adjective | special
consider, treat, handle, to | verb | * | treats
consider, revisit, reconsider, study, examine, tackle | verb | * | resumes
need{;s}              | verb | need | needs

# Denial, doubt and aims: the one table ----------------------------------------------------------------------------
true, obvious, evident, certain, sure, correct, require, required, know, known, clear, claim, claimed, imply, mean, believe, expect, follow, necessarily, need | word | * | held
supposed, supposing, assuming, given, requires | word | * | held
true, correct, possible, satisfied, assumed, required, given, needed, necessary, false, wrong | word | * | truth
false, untrue, wrong, incorrect, impossible, undefined, violated, singular, meaningless | adjective | wrong
reason, need, guarantee | noun | reason
reason                | noun | reason-noun
forces, says, implies, guarantees, ensures | verb | forces
contradict{;s;ing}, violat{es;ing}, contrary to | verb | contradicts
contradict{;s;ed;ing;ion;ions;ory}, absurd, absurdity, impossible | word | absurd
claim{;s}, think{;s}, believe{;s} | verb | believes
euclidean, standard, usual, frobenius, spectral, natural, absolute, ordinary, operator norm, norm, two norm, inner product, dot product, scalar product, logarithm, modulus, magnitude, length, size, cardinality, determinant, hadamard, entrywise, elementwise, kronecker, vectori{s;z}ation, trace, transpose | word | usual-meaning
maximum norm, max norm, supremum norm, taxicab, manhattan, absolute values of, to the base, fractional part{;s} | word | other-meaning
operation{;s}, binary operation{;s} | noun | operation-noun
twice, thrice, half, double, squared, the square of, minus | adverb | multiple
short for, shorthand for, an abbreviation for, reserved for | verb | stands-for
told                  | verb | says
letter, symbol        | noun | letter-noun
equality              | noun | equality-noun
claim{;s;ed}, think{;s}, thought, believe{;s;d}, write{;s}, wrote, says | verb | says
happen{;s}            | verb | happen
fail{;s}, breaks down, break down | verb | fails
defined, valid, work{;s}, hold{;s}, true | word | valid
works                 | verb | works
exclud{e;es;ing}, ignor{e;ing}, disregard{;ing}, rul{e;es;ing} out, leav{e;ing} aside | verb | excludes
excluded, ruled out, false, wrong, impossible, necessary, sufficient | adjective | excluded
sufficient, necessary | adjective | sufficient
possibility, origin   | noun | *
counterexample{;s}     | noun | counterexample
equality              | noun | equality
unlike, in contrast to, in contrast with, as opposed to, instead of, rather than, other than | preposition | unlike
unlike                | preposition | unlike | doubt
imply, mean, give, yield, require, contradict, lead, force, follow, hold | verb | undoes
want{;s}, wish, hope, aim{;s}, try, trying, seek, remains, suffices, enough, goal, task, left | verb | wanting
want{;s}, wish, hope  | verb | wishing
want{;s}              | verb | want
goal, aim, hope, claim, conjecture | noun | aim
show, prove, see, verify, establish, check, demonstrate, conclude, deduce, have, get, obtain, ensure, guarantee, know | verb | show
show, prove, verify, establish, demonstrate, check | verb | to-prove
show, prove, verify, establish, demonstrate, check, derive, conclude, deduce, see | verb | shows-verb
shown, showed         | verb | shown
shows, proves         | verb | shows
often, usually, typically, sometimes, normally, frequently, rarely, seldom, perhaps, maybe, possibly, hopefully, ideally | adverb | often | doubt
often                 | adverb | often
in most, in many, in some, in rare, in practice, in applications | adverb | sometimes | doubt
in the work of, in the paper of, in the paper by, in the article of, in the book of, in the book by, in the thesis of, in earlier work, in previous work, in prior work, in their work, in their paper | adverb | elsewhere-said | doubt
pair{;s}              | noun | pair-word
null hypothesis, alternative hypothesis | noun | assumption | doubt gives-that
conjecture{;d}, guess{;es;ed}, approximately, roughly, hope{;s;d}, wish{;es}, wonder, contrary | word | doubtful | doubt
suspect{;s;ed}, claims that, looks like, look like, resemble{;s}, situation, pretends | word | doubtful | doubt
at least one of, at most one of, exactly one of, only one of | word | one-of-them | doubt
nearly, almost        | adverb | nearly | doubt
midpoint, piecewise, weakly, semi, nearly, almost | adverb | nearly
jointly, continuously, twice | adverb | wholly
author{;s}, people, text{;s}, book{;s}, paper{;s}, student{;s}, software | noun | people
some authors, some people, some texts, some books, some papers, some students, some software | noun | people | doubt
student{;s}, colleague{;s}, reader{;s}, friend{;s}, author{;s}, classmate{;s}, somebody, someone, nobody, people, he, she, they, group{;s} | noun | person
many, most            | determiner | *
common, popular, typical, usual, possible, natural, frequent | adjective | usual
easy                  | adjective | easy
possible, natural     | adjective | *
choice, example, assumption, case | noun | *
partner{;s}, teammate{;s}, instructor{;s}, professor{;s}, lecturer{;s}, teacher{;s}, tutor{;s}, grader{;s}, roommate{;s}, edition{;s}, wikipedia, chatbot{;s}, calculator{;s}, newspaper{;s}, referee{;s}, engineer{;s}, physicist{;s}, statistician{;s}, economist{;s}, program{;s} | noun | person
prints, printed, print, stated, reported, reports, announced, asserts, asserted, guesses, guessed, insists, insisted, suggests, suggested, proposed, proposes, remembers, remembered | verb | says
mistake{;s}, error{;s}, fallacy, slip, confusion | noun | mistake
slip, pitfall, misconception, blunder, fallacy, tempted, tempting, naively, wrongly, incorrectly, misleading, misprint | word | mistaken
uncertain             | adjective | uncertain
trivial, easy, special, degenerate, excluded, treated, left, interesting, possible, similar, simple, simpler, known, well known | adjective | trivial
uninteresting, clear, boring, solution, counterexample, approximation, plausible, misleading, called, due, classical | adjective | trivial
good, bad             | adjective | *
other, another, others, rest, same | determiner | *
other, others, rest, same | determiner | other
of, function{;s}, matri{x;ces}, vector{;s}, loss, cost, map, objective, model, estimator, update, rule, variable{;s}, quantity, constant, kernel, series, sequence | noun | named-before
can, converge{;s}, attain{;s}, admit{;s}, take{;s}, minimi{s;z}e{;s}, maximi{s;z}e{;s}, define{;s}, grow{;s}, depend{;s}, lies, belong{;s}, vanishes, does, has, have | verb | subject-verb
hold, follow          | verb | *
true                  | adjective | truth

# Contexts ---------------------------------------------------------------------------------------------------------
in general, in full general, more generally, generally | adverb | generally
general, arbitrary, generic, unspecified, unrestricted, undetermined, unconstrained, unrelated | adjective | general | free
arbitrary             | adjective | arbitrary
any                   | determiner | any
otherwise, conversely, regardless, irrespective, unconditionally, always, whether, no matter | adverb | regardless
such, these           | determiner | this
that                  | determiner | this
so much for, enough of, this was only, that was only, more generally, in full generality, back to, undoing, restoring | phrase | supposition-over
put aside, laid aside, cast aside, left aside, leaving aside | phrase | supposition-over
give that up, give this up, give it up, gave that up, gave this up, gave it up | phrase | supposition-over
behind us, over and done, done with that, done with this | phrase | supposition-over
nothing is known of, nothing is known about, nothing is said of, nothing is said about, nothing is assumed of, nothing is assumed about | phrase | nothing-said
until, during, formerly, previously, so far, up to now, earlier, in earlier, in former, in the past, last week, last year, yesterday, in the old, in the previous | adverb | at-other-times
var{y;ies;ied;ying}, chang{e;es;ed;ing}, grow{;s}, decreas{e;es;ed;ing}, increas{e;es;ed;ing}, learned, learnt, learnable, tun{e;es;ed;ing}, drawn, differ{;s}, different, larger, smaller, doubled, halved, decay{;s;ed}, nontrivial, arbitrary, general, estimated, free, replaced, treat, true, other, another, rescaled | word | changing
nothing need be known of, nothing need be known about, nothing was said of, nothing was said about, no assumption on, no assumptions on, no assumption about, no assumptions about | phrase | nothing-said
allow{;s;ed;ing}, permit{;s;ted;ting} | verb | allows
enough                | adverb | enough-word
swap{;s;ped;ping}, exchang{e;es;ed;ing}, interchang{e;es;ed;ing}, overwrit{e;es;ten;ing}, increment{;s;ed;ing}, decrement{;s;ed;ing}, reassign{;s;ed;ing}, doubled in place, reset{;s;ting} | verb | overwrites
regardless of, irrespective of, whatever the value of, whatever, no matter what, no matter which, no matter how, for whatever | preposition | whatever-value
not needed, not necessary, not required, not used, not essential, unnecessary, superfluous, redundant, needless, dispensable, inessential, irrelevant | adjective | not-needed | not
normali{s;z}ation, normali{s;z}ations, simplification{;s}, special case, special cases, centred case, centered case | noun | supposition-noun
undo{;es;ne}, restor{e;es;ed}, dispens{e;es;ed;ing}, waiv{e;es;ed;ing}, revok{e;es;ed;ing}, get rid, getting rid, let go, give up | verb | drops
restrict{;s;ed;ing;ion;ions} | verb | telling
unrestricted, unconstrained, free again | adjective | general
stands for, stand for, rang{e;es;ing} over, refers to, refer to | verb | stands-for | describing denotes
henceforth, from now on, from here on, in what follows, in the following, in the sequel | adverb | from-now-on | author passing
replac{e;es;ing}      | verb | replace
recycl{e;es;ed;ing}, reus{e;es;ed;ing}, repurpos{e;es;ed;ing}, redefin{e;es;ed;ing}, same name, same letter, same symbol, in reality, in truth, in actual fact, erratum, errata | word | other-thing
replaced by, replace it by, replaced with, changed to, redefined as, redefine | verb | given-by | force-define
for the time being, for the moment, for a moment, for now, for the present, to start with, to keep things simple, for definiteness | adverb | for-now | passing author
normali{s;z}e so that, normali{s;z}ed so that, scale so that, scaled so that, units so that | verb | normalising | force-suppose
without loss of generality, wlog | adverb | wlog | force-suppose author passing
in this part, in this section, in this exercise, in this problem, in this example, in this subsection, in this paragraph, in this question | preposition | in-this-part | force-suppose author passing
the following are equivalent, following statements are equivalent, following conditions are equivalent, tfae | phrase | equivalent-statements
drop{;s;ped;ping}, remov{e;es;ed;ing}, relax{;es;ed;ing}, lift{;s;ed;ing}, discard{;s;ed;ing}, abandon{;s;ed;ing}, forget{;s;ting}, forgot | verb | drops
independence, symmetry, normality, convexity | noun | * | assumption-like
return{;s;ing}, back, com{e;es;ing}, turn{;s;ing} | verb | returns
on the other hand     | adverb | on-the-other-hand
inductive, induction  | adjective | inductive
step                  | noun | step
second, third, fourth | adjective | second
second                | adjective | second | free
third, fourth, remaining, last | adjective | * | free
case, cases, subcase  | noun | case
sub                   | prefix | sub
finally, instead      | adverb | *
proof, solution, beweis | noun | proof
theorem, lemma, proposition, corollary, satz | noun | theorem
inside, within        | preposition | inside
outside               | preposition | outside
region, regime        | noun | region

# Conditions in front of a display ---------------------------------------------------------------------------------
need{;s}, require{;s}, impose{;s}, demand{;s}, enforce{;s} | verb | needs
require{;s}, requirement{;s} | verb | requires
equation{;s}, boundary, boundaries, hyperplane, requirement{;s} | noun | condition-noun
equation{;s}          | noun | equation | free
impos{e;ing}          | verb | imposes
should                | auxiliary | should
chosen                | verb | chosen
needed                | verb | needed
explaining            | word | explaining-word

# What a list of notations is headed by ----------------------------------------------------------------------------
standing, model, setup, set-up, setting, assumption{;s}, hypotheses, framework | noun | * | setting-head
notation{;s}, model, setup, set-up, setting, definition{;s}, data, network, architecture, forward pass, update rule{;s}, update{;s}, recursion, recurrence{;s}, dynamics, quantities, convention{;s}, parameters, layer{;s}, cell | noun | notation-head
"""
