"""Whole runs, as the command line has them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from . import _native, _values


def run(
    scene: str | os.PathLike[str],
    *,
    frames: int | None = None,
    output: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] = (),
    metrics: str | os.PathLike[str] | None = None,
    set: Mapping[str, Mapping[str, Any]] | None = None,
    pin: Mapping[str, str | Iterable[int]] | None = None,
    body: Mapping[str, str] | None = None,
    **options: Any,
) -> None:
    """Simulates a scene and writes outputs, as `pliant run` does.

    frames: number of frames (120).
    output: files to write; "{frame:4}" in a name is the number of the frame.
    metrics: a file for a JSON line for each frame.
    set, pin, body: as for `Scene`.
    options: every other option of `pliant run`, with _ for -: `until=2.5`, `every=10`, `size=(640, 360)`, `check=True`.

    Raises `UsageError`, `SceneError`, `DeviceError`, `Diverged`, `CheckError` or `OutputError`.
    """
    arguments = ["run", os.fspath(scene), "--quiet", "--verbose=warn"]
    one = isinstance(output, (str, os.PathLike))
    outputs = [output] if one else list(output)  # type: ignore[arg-type]
    arguments += _values.option("output", outputs)
    arguments += _values.option("frames", frames) + _values.option("metrics", metrics)
    for node, keys in (set or {}).items():
        for key, value in keys.items():
            _, _, text = _values.key_value(node, key, value)
            arguments.append(f"--set={node}:{key}={text}")
    for node, pinned in (pin or {}).items():
        selector = pinned if isinstance(pinned, str) else ",".join(map(str, pinned))
        arguments.append(f"--pin={node}:{selector}")
    for node, kind in (body or {}).items():
        arguments.append(f"--body={node}={kind}")
    for name, value in options.items():
        arguments += _values.option(name, value)
    _native.run_command(arguments)


def devices() -> dict[str, str | None]:
    """Every device by its name, for `device=`: None where it can be used, else why it cannot. The last one is "cpu"."""
    return dict(_native.devices())
