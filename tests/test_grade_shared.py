"""What one process of a run decided, and others recall."""

from __future__ import annotations

import pytest
from hence.checks.memory import Depends

from hence.grade.examine import Task, examine
from hence.grade.shared import HEAD, SharedMemory
from hence.grade.submissions import Submission

PAGE = r"""
Let $\beta \in (0, 1)$, $v_0 = 0$ and $v_t = \beta v_{t-1} + (1 - \beta) g_t$ for $t \ge 1$. Then
\[ v_t = (1 - \beta) \sum_{i=1}^{t} \beta^{t-i} g_i . \]
Let $X \in \mathbb{R}^{n \times d}$, $w \in \mathbb{R}^d$, $y \in \mathbb{R}^n$.
\begin{align*}
  \nabla_w \|X w - y\|^2 &= 2 X^\top (X w - y) \\
                         &= 2 X^\top X w - X^\top y .
\end{align*}
"""


@pytest.fixture
def memories(tmp_path):
    one, two = SharedMemory(tmp_path, 100), SharedMemory(tmp_path, 100)
    two.own = tmp_path / "another.kept"  # as if it were that of another process
    return one, two


def test_others_recall_what_one_process_decided(memories):
    task = Task(Submission((("a.tex", PAGE.encode()),)), "[]", 0)
    moved = Task(Submission((("a.tex", ("Some words.\n" + PAGE).encode()),)), "[]", 0)
    one, two = memories
    first, alone = examine(task, one), examine(moved, SharedMemory(one.folder / "nowhere", 100))
    assert examine(task, two) == first
    assert two.recalled == len(first["pages"][0]["steps"]) == 3
    assert not two.own.exists()  # nothing was decided, the hint neither
    assert examine(moved, two) == alone


def test_what_cannot_be_read_is_decided_again(memories):
    one, two = memories
    key, other, third = ("a" * 64, "b" * 64, "c" * 64)
    one.keep(Depends(key, ()), "fine")
    with one.own.open("ab") as file:
        file.write(HEAD.pack(other.encode(), 5) + b"wrong" + HEAD.pack(third.encode(), 1000) + b"half")
    assert two.recall(Depends(key, ())) == "fine"
    assert two.recall(Depends(other, ())) is None
    assert two.recall(Depends(third, ())) is None
    two.keep(Depends(third, ()), "new")
    assert one.recall(Depends(third, ())) == "new"


def test_a_folder_that_is_gone_does_no_harm(tmp_path):
    alone = SharedMemory(tmp_path / "gone", 100)
    alone.keep(Depends("a" * 64, ()), "kept")
    assert alone.recall(Depends("a" * 64, ())) == "kept"
    assert alone.recall(Depends("b" * 64, ())) is None
