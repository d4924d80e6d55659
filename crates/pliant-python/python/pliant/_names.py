"""Objects of a simulation by their names, or by globs of names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from typing import Any, Generic, Protocol, TypeVar

from ._errors import UnknownName


class _HasName(Protocol):
    @property
    def name(self) -> str: ...


T = TypeVar("T", bound=_HasName)

_SHOWN = 20


class Named(Generic[T]):
    """Objects in the order of the metrics, by name or index.

    `all["Flag"]` is the object of that name. `all["Fl*"]` is the list of those whose names fit, as `all.glob("Fl*")` is, where the text
    has one of `*?[` and is no name itself.
    """

    def __init__(self, what: str, objects: Sequence[T]) -> None:
        self._what = what
        self._all = list(objects)
        self._by_name = {o.name: o for o in self._all}

    def __getitem__(self, key: str | int) -> Any:
        if isinstance(key, int):
            return self._all[key]
        found = self._by_name.get(key)
        if found is None and any(c in key for c in "*?["):
            return self.glob(key)
        if found is None:
            raise UnknownName(f'no {self._what} is called "{key}"; {self._known()}')
        return found

    def glob(self, pattern: str) -> list[T]:
        """The objects whose names fit a glob: `*`, `?` and `[…]` as in a shell. An error where none does."""
        found = [o for o in self._all if fnmatchcase(o.name, pattern)]
        if not found:
            raise UnknownName(f'no {self._what} fits "{pattern}"; {self._known()}')
        return found

    def _known(self) -> str:
        names = [f'"{name}"' for name in self._by_name]
        more = "" if len(names) <= _SHOWN else f" and {len(names) - _SHOWN} more"
        return f"there are {', '.join(names[:_SHOWN])}{more}" if names else "there are none"

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def __iter__(self) -> Iterator[T]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    @property
    def names(self) -> list[str]:
        """All names."""
        return list(self._by_name)

    def keys(self) -> list[str]:
        """All names."""
        return self.names

    def values(self) -> list[T]:
        """All objects."""
        return list(self._all)

    def items(self) -> list[tuple[str, T]]:
        """Names and objects."""
        return list(self._by_name.items())

    def __repr__(self) -> str:
        inside = "\n".join(f"  {o!r}" for o in self._all[:_SHOWN])
        more = len(self._all) - _SHOWN
        tail = f"\n  and {more} more" if more > 0 else ""
        plural = self._what[:-1] + "ies" if self._what.endswith("y") else self._what + "s"
        return f"{len(self._all)} {plural}\n{inside}{tail}".rstrip()
