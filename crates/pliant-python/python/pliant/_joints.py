"""Joints, triggers and contacts of a simulation."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _values
from ._body import Core, Doubles, Floats
from ._errors import UsageError


class Contacts(NamedTuple):
    """k contacts: arrays of the same length."""

    body: npt.NDArray[np.uint32]
    """Index of the body in `Simulation.bodies`: (k,)."""
    node: npt.NDArray[Any]
    """Name of what it touches, a collider's node or a rigid body: (k,) of str."""
    position: Floats
    """World position: (k, 3), m."""
    normal: Floats
    """Unit normal, towards the body: (k, 3)."""
    force: Floats
    """Force on the body in the last substep, friction included: (k, 3), N."""


class Joint:
    """A joint between two bodies."""

    def __init__(self, core: Core, index: int, name: str) -> None:
        self._core = core
        self._index = index
        self.name = name
        """Name of its node."""

    @property
    def targets(self) -> Floats:
        """Target of each drive: (d, 2), position (m or rad) and velocity (m/s or rad/s). Assign to change them for the next steps."""
        return np.array(self._core.native.drives_of(self._index), np.float32).reshape(-1, 2)

    @targets.setter
    def targets(self, value: npt.ArrayLike) -> None:
        drives = len(self._core.native.drives_of(self._index))
        if drives == 0:
            raise UsageError(f'"{self.name}".targets: the joint has no drive')
        given = _values.array(f'"{self.name}".targets', value, (drives, 2))
        self._core.native.set_drives_of(self._index, given.tolist())

    def _metrics(self) -> dict[str, Any]:
        all_joints = self._core.metrics().get("joints", [])
        found: dict[str, Any] = all_joints[self._index] if all_joints else {}
        return found

    @property
    def force(self) -> Doubles:
        """Force of its node on the connected one, mean over the last frame: (3,), N; zero in frame 0."""
        return np.array(self._metrics().get("force", [0.0] * 3))

    @property
    def torque(self) -> Doubles:
        """The same for the torque: (3,), N·m."""
        return np.array(self._metrics().get("torque", [0.0] * 3))

    @property
    def broken(self) -> bool:
        """Whether it is broken."""
        return bool(self._metrics().get("broken", False))

    def __repr__(self) -> str:
        return f'<joint "{self.name}": {len(self.targets)} drives>'


class Trigger:
    """A volume that reports what is in it."""

    def __init__(self, core: Core, index: int, name: str) -> None:
        self._core = core
        self._index = index
        self.name = name
        """Name of its node."""

    @property
    def metrics(self) -> dict[str, Any]:
        """Its entry in `Simulation.metrics`: inside, bodies, entered, left, particles."""
        found: dict[str, Any] = self._core.metrics()["triggers"][self._index]
        return found

    @property
    def bodies(self) -> list[str]:
        """Names of the bodies and colliders that are at least partly in it."""
        names: list[str] = self.metrics["bodies"]
        return names

    def __repr__(self) -> str:
        return f'<trigger "{self.name}">'
