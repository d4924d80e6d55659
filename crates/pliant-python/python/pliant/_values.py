"""Checks of values that users give."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ._errors import UsageError

Floats = npt.NDArray[np.float32]


def array(what: str, value: npt.ArrayLike, shape: tuple[int, ...]) -> Floats:
    """A value as a finite float32 array of this shape; a value of fewer dimensions is repeated."""
    try:
        with np.errstate(over="ignore"):
            given = np.asarray(value, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise UsageError(f"{what}: give numbers of the shape {shape} ({error})") from None
    try:
        full = np.broadcast_to(given, shape)
    except ValueError:
        raise UsageError(f"{what}: the shape is {given.shape}, but must be {shape}") from None
    if not np.isfinite(full).all():
        raise UsageError(f"{what}: a value is not finite")
    return np.ascontiguousarray(full)


def vector(what: str, value: npt.ArrayLike, length: int = 3) -> list[float]:
    """A value as finite numbers."""
    try:
        numbers = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise UsageError(f"{what}: give {length} numbers ({error})") from None
    if numbers.shape != (length,):
        raise UsageError(f"{what}: the shape is {numbers.shape}, but must be ({length},)")
    if not all(map(math.isfinite, numbers.tolist())):
        raise UsageError(f"{what}: a value is not finite")
    result: list[float] = numbers.tolist()
    return result


def count(what: str, value: object, least: int = 0) -> int:
    """A value as a whole number."""
    try:
        number = value.__index__()  # type: ignore[attr-defined]
    except AttributeError:
        raise UsageError(f"{what}: give a whole number, not {value!r}") from None
    if not least <= number < 2**53:
        raise UsageError(f"{what}: give a whole number from {least}, not {value!r}")
    return int(number)


def plain(value: Any) -> Any:
    """A value of a key without types of numpy."""
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    if isinstance(value, Mapping):
        return {str(k): plain(v) for k, v in value.items()}
    return value


def key_value(node: str, key: str, value: Any) -> tuple[str, str, str]:
    """Node, key and value, as `--set` takes them."""
    try:
        text = json.dumps(plain(value), allow_nan=False)
    except (TypeError, ValueError) as error:
        raise UsageError(f'"{node}": {key}: {error}') from None
    return node, key, text


def option(name: str, value: object) -> list[str]:
    """An option of the command line: nothing for None and False, the option alone for True, several for a list."""
    flag = "--" + name.replace("_", "-")
    value = plain(value)
    if value is None or value is False:
        return []
    if value is True:
        return [flag]
    if name in ("gravity", "wind") and isinstance(value, Sequence) and not isinstance(value, str):
        return [f"{flag}={','.join(repr(float(v)) for v in value)}"]
    if name == "size" and isinstance(value, Sequence) and not isinstance(value, str):
        return [f"{flag}={'x'.join(str(v) for v in value)}"]
    if isinstance(value, (list, tuple)):
        return [f"{flag}={os.fspath(v) if isinstance(v, os.PathLike) else v}" for v in value]
    return [f"{flag}={os.fspath(value) if isinstance(value, os.PathLike) else value}"]
