"""Scenes."""

from __future__ import annotations

import os
import warnings as _warnings
from collections.abc import Iterable, Mapping
from typing import Any

from . import _native, _values
from ._errors import SceneWarning, UsageError


class Scene:
    """A glTF scene that was read and checked. Several simulations can use it at once.

    file: a .gltf or .glb file, or the bytes of a GLB.
    set: keys of nodes without `pliant_`, by node or glob: `{"Flag*": {"bend_compliance": 0.1}}`.
    pin: vertices to pin, by node or glob: a selector such as "left" or "top,right", or vertex numbers.
    body: what nodes are, by node or glob: `{"Sheet": "cloth"}`.

    Everything that was ignored is a `SceneWarning`, and in `warnings`. A file that cannot be loaded raises `SceneError`, a key that does not
    exist `UsageError`.
    """

    def __init__(
        self,
        file: str | os.PathLike[str] | bytes,
        *,
        set: Mapping[str, Mapping[str, Any]] | None = None,
        pin: Mapping[str, str | Iterable[int]] | None = None,
        body: Mapping[str, str] | None = None,
    ) -> None:
        sets = [
            _values.key_value(node, key, value)
            for node, keys in (set or {}).items()
            for key, value in _mapping("set", node, keys).items()
        ]
        pins = [(node, _selector(pinned)) for node, pinned in (pin or {}).items()]
        bodies = [(node, str(kind)) for node, kind in (body or {}).items()]
        given = bytes(file) if isinstance(file, (bytes, bytearray, memoryview)) else os.fspath(file)
        content, path = (given, None) if isinstance(given, bytes) else (None, given)
        self._given = (given, set, pin, body)
        self._native = _native.Scene(path, content, (bodies, pins, sets))
        for text in self.warnings:
            _warnings.warn(text, SceneWarning, stacklevel=2)

    def with_keys(self, keys: Mapping[str, Mapping[str, Any]]) -> Scene:
        """The same scene with other keys, on top of those that it has: `{"Flag": {"bend_compliance": 0.1}}`."""
        file, sets, pin, body = self._given
        merged = {node: dict(values) for node, values in (sets or {}).items()}
        for node, values in keys.items():
            merged.setdefault(node, {}).update(_mapping("keys", node, values))
        with _warnings.catch_warnings():
            # Those of the file have been reported.
            _warnings.simplefilter("ignore", SceneWarning)
            return Scene(file, set=merged, pin=pin, body=body)

    @property
    def name(self) -> str:
        """The file's name, or "-" for bytes."""
        return self._native.name()

    @property
    def warnings(self) -> list[str]:
        """Everything that was ignored or is not understood, a line each."""
        return self._native.warnings()

    @property
    def nodes(self) -> dict[str, str]:
        """What each node is, by its name: "cloth", "rigid", "static", "none", …"""
        return dict(self._native.nodes())

    @property
    def cameras(self) -> list[str]:
        """Names of the cameras, for `Simulation.render`."""
        return self._native.cameras()

    def __reduce__(self) -> tuple[Any, ...]:
        return _load, self._given

    def __repr__(self) -> str:
        kinds: dict[str, int] = {}
        for kind in self.nodes.values():
            kinds[kind] = kinds.get(kind, 0) + 1
        listed = ", ".join(f"{n} {kind}" for kind, n in kinds.items() if kind != "none")
        count = len(self.warnings)
        noted = f", {count} warning{'s' if count > 1 else ''}" if count else ""
        return f"<pliant.Scene {self.name}: {listed or 'nothing to simulate'}{noted}>"


def _load(file: Any, set: Any, pin: Any, body: Any) -> Scene:
    with _warnings.catch_warnings():
        _warnings.simplefilter("ignore", SceneWarning)
        return Scene(file, set=set, pin=pin, body=body)


def _mapping(what: str, node: str, keys: Any) -> Mapping[str, Any]:
    if not isinstance(keys, Mapping):
        raise UsageError(f'{what}: "{node}": give a dict of keys, such as {{"density": 0.3}}')
    return keys


def _selector(pinned: str | Iterable[int]) -> str:
    if isinstance(pinned, str):
        return pinned
    return ",".join(str(_values.count("pin", vertex)) for vertex in pinned)
