"""IFT6135 (winter 2022): recurrent networks, momentum, attention, weight decay."""

from derivations.ift6135_h2022 import q1_rnn, q2_momentum, q3_attention

ENTRIES = (*q1_rnn.ENTRIES, *q2_momentum.ENTRIES, *q3_attention.ENTRIES)
