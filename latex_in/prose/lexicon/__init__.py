"""The lexicon: one row a word or a fixed phrase. All the English that the reader knows is here.

A row is `forms | category | lemma | classes`. Forms stand between commas; `minimi{s;z}e{;s}` is four of them; a lemma `*` is the
first form itself. Category, lemma and classes are the names by which the rules of the grammar speak of a word: no rule names
a word. A class `force-...` says what the word does with a formula behind it (`clause.Force`). A form `-ly` is an ending: words
that have no row take the classes of their ending, words that have one take them over. See docs/adding-a-phrase.md.
"""

from hence.latex_in.prose.lexicon.laws import table as _laws
from hence.latex_in.prose.lexicon.plain import TABLE as _PLAIN
from hence.latex_in.prose.lexicon.sentences import TABLE as _SENTENCES
from hence.latex_in.prose.lexicon.things import TABLE as _THINGS

TABLE = _SENTENCES + _THINGS + _laws() + _PLAIN
