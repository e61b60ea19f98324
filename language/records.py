"""Dataclasses whose methods are written when the first value of their kind is made, not when their module is loaded.

`dataclasses` writes and compiles up to eight methods of a class at once. We have hundreds of small classes, and a page
needs a part of them: writing all methods took a fifth of the time of a short check.

What is frozen must not be changed: mypy sees to that, and under pytest so do the classes themselves. Elsewhere they do
not, since a guarded value takes three times as long to make. Apart from that nothing differs.
"""

from __future__ import annotations

import dataclasses
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import RLock
from typing import TYPE_CHECKING, Any, Generic, TypeVar

# a class with one of these does something of its own, which must be known at once
ITS_OWN = frozenset(("__init__", "__setstate__", "__slots__"))
NO_FIELD = ("InitVar", "KW_ONLY")
GUARDED = "pytest" in sys.modules
MANY = 12  # fields; values of larger classes are few, and need not share the names of their fields
# by which a budget, an editor or a person ends what is done; to name all there are took longer than to write a class
INTERRUPTING = tuple(
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGALRM", "SIGVTALRM", "SIGPROF", "SIGUSR1", "SIGUSR2")
    if hasattr(signal, name)
)
_writing = RLock()
Value = TypeVar("Value")

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass  # noqa: PLC0414 (under this name for others)
else:

    def dataclass(cls: type | None = None, /, **options: bool) -> Any:  # noqa: ANN401 (as in `dataclasses`)
        """`dataclasses.dataclass`, later. Takes its options except `init`, `slots` and `kw_only`."""
        return _Later(cls, options).stand_in() if cls else lambda given: dataclass(given, **options)


class lazy(Generic[Value]):  # noqa: N801 - used as a decorator
    """A property that is computed once. Unlike `functools.cached_property` of Python 3.11 it takes no lock."""

    def __init__(self, compute: Callable[[Any], Value]) -> None:
        self.compute, self.name, self.__doc__ = compute, compute.__name__, compute.__doc__

    def __get__(self, owner: object, _kind: type | None = None) -> Value:
        value = owner.__dict__[self.name] = self.compute(owner)
        return value


class _Later:
    """A class whose methods are not written yet. In its place it is what `dataclasses.fields` asks for."""

    def __init__(self, cls: Any, options: dict[str, bool]) -> None:  # noqa: ANN401 (a class that is changed)
        self.cls, self.pending = cls, True
        self.options = options if GUARDED else _unguarded(cls, options)

    def stand_in(self) -> type:
        """The class, where what makes a value, or takes one from a pickle, writes the methods first."""
        cls: Any = self.cls
        kinds = [str(kind) for kind in vars(cls).get("__annotations__", {}).values()]
        if not kinds or any(word in kind for kind in kinds for word in NO_FIELD) or ITS_OWN & vars(cls).keys():
            made: type = dataclasses.dataclass(**self.options)(cls)
            return made

        def init(value: object, *given: object, **named: object) -> None:
            self.write()
            cls.__init__(value, *given, **named)

        def set_state(value: object, state: dict[str, object]) -> None:
            self.write()
            value.__dict__.update(state)

        cls.__init__, cls.__setstate__, cls.__dataclass_fields__ = init, set_state, self
        return self.cls  # type: ignore[no-any-return]

    def __get__(self, instance: object, owner: type) -> object:
        self.write()
        return self.cls.__dataclass_fields__

    def write(self) -> None:
        """Write the methods, once. `__init__` comes last: until then other threads wait in its stand-in."""
        with _writing, _uninterrupted():
            if not self.pending:
                return
            dataclasses.dataclass(init=False, **self.options)(self.cls)
            real = _init(self.cls, self.options.get("frozen", False))
            self.pending = False
            del self.cls.__setstate__
            self.cls.__init__ = real


def _unguarded(cls: type, options: dict[str, bool]) -> dict[str, bool]:
    """The options of a class that is equal and hashed like a frozen one, and does not look after itself."""
    if not options.get("frozen", False):
        return options
    hashed = options.get("eq", True) and "__hash__" not in vars(cls)
    return {**options, "frozen": False, "unsafe_hash": hashed or options.get("unsafe_hash", False)}


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """A class must not be left half written where a budget or a request to stop ends what is done: signals wait."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTING)
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _init(cls: Any, frozen: bool) -> Callable[..., None]:  # noqa: ANN401 (a dataclass)
    """`__init__` of a dataclass whose fields are all given by position or name."""
    known: dict[str, Any] = {"_put": object.__setattr__, "_missing": dataclasses.MISSING}
    head, values = ["self"], dict[str, str]()
    for field in dataclasses.fields(cls):
        name, made = field.name, field.default_factory is not dataclasses.MISSING
        known |= {f"_make_{name}": field.default_factory, f"_default_{name}": field.default}
        if field.init:
            needed = field.default is dataclasses.MISSING and not made
            head.append(name if needed else f"{name}=_default_{name}")
        elif not made:
            continue
        fresh = f"_make_{name}() if {name} is _missing else {name}" if field.init else f"_make_{name}()"
        values[name] = fresh if made else name
    if frozen and len(values) >= MANY:  # all at once, which is faster
        body = [f"_put(self, '__dict__', {{{', '.join(f'{name!r}: {value}' for name, value in values.items())}}})"]
    else:
        body = [f"_put(self, {n!r}, {v})" if frozen else f"self.{n} = {v}" for n, v in values.items()]
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    # as `dataclasses` does it; what is put in are names of fields
    exec(f"def __init__({', '.join(head)}):\n " + "\n ".join(body or ["pass"]), known)  # noqa: S102
    made_init: Callable[..., None] = known["__init__"]
    made_init.__qualname__ = f"{cls.__qualname__}.__init__"
    return made_init
