"""Bodies of a simulation."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _native, _values
from ._errors import UsageError

Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]

POSITIONS, VELOCITIES = 0, 1


class Core:
    """What a simulation shares with its bodies, so that neither refers to the other in a circle."""

    def __init__(self, native: _native.Simulation, deformables: int) -> None:
        self.native = native
        self.deformables = deformables
        self.forces: dict[int, Floats] = {}
        """External forces on the particles of deformable bodies."""
        self.loads: dict[int, tuple[Doubles, Doubles]] = {}
        """External force and torque on rigid bodies, which count from 0."""
        self.pushed: set[tuple[str, int]] = set()
        """What had forces in the last step, which the device still has."""

    def push(self) -> None:
        """Gives the device the external forces of the next step."""
        for index, forces in self.forces.items():
            if self._changes(("forces", index), forces):
                if len(forces) != self.native.particles_of(index):
                    raise UsageError("forces: the body has torn since; give forces for its new particles")
                self.native.set_forces_of(index, forces)
        for rigid, (force, torque) in self.loads.items():
            if self._changes(("load", rigid), force, torque):
                self.native.set_load(rigid, force.tolist(), torque.tolist())

    def _changes(self, key: tuple[str, int], *arrays: npt.NDArray[Any]) -> bool:
        """Whether these forces differ from those that the device has: zero ones, unless it has others."""
        pushes = any(array.any() for array in arrays)
        if pushes and not all(np.isfinite(array).all() for array in arrays):
            raise UsageError(f"{key[0]}: a value is not finite")
        if not pushes and key not in self.pushed:
            return False
        self.pushed = self.pushed | {key} if pushes else self.pushed - {key}
        return True

    def release(self) -> None:
        """After a step: forces are zero again."""
        for forces in self.forces.values():
            forces[...] = 0
        for force, torque in self.loads.values():
            force[:] = torque[:] = 0

    def metrics(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.native.metrics())
        return found

    def set(self, node: str, keys: dict[str, Any]) -> None:
        self.native.set([_values.key_value(node, key, value) for key, value in keys.items()])


class Body:
    """What all bodies have: a `name`, a `kind`, and the metrics of the current frame."""

    def __init__(self, core: Core, index: int, name: str, kind: str) -> None:
        self._core = core
        self._native = core.native
        self._index = index
        self.name = name
        """Name of its node."""
        self.kind = kind
        """"cloth", "rope", "soft", "balloon", "fluid" or "rigid"."""

    @property
    def metrics(self) -> dict[str, Any]:
        """Its entry in `Simulation.metrics`. Measuring takes a moment; `Simulation.metrics` measures all bodies at once."""
        found: dict[str, Any] = self._core.metrics()["bodies"][self._index]
        return found

    def set(self, **keys: Any) -> None:
        """Changes keys between frames: `flag.set(stretch_compliance=1e-4)`. See `Simulation.set`."""
        self._core.set(self.name, keys)


class DeformableBody(Body):
    """A cloth, rope, soft body, balloon or fluid: n particles.

    `positions` and `velocities` are copies: they stay what they are when the simulation goes on. Assigning writes them back as a whole:
    `flag.velocities += [0, 0, 1]`, `flag.positions = x`.
    """

    def __len__(self) -> int:
        """Number of particles; tearing adds some."""
        return self._native.particles_of(self._index)

    @property
    def positions(self) -> Floats:
        """World position of each particle: (n, 3), m. Assigning moves the particles; pinned ones, too."""
        return self._native.vectors_of(self._index, POSITIONS)

    @positions.setter
    def positions(self, value: npt.ArrayLike) -> None:
        given = _values.array(f'"{self.name}".positions', value, (len(self), 3))
        self._native.set_vectors_of(self._index, POSITIONS, given)

    @property
    def velocities(self) -> Floats:
        """Velocity of each particle: (n, 3), m/s. Those of pinned particles follow from their motion."""
        return self._native.vectors_of(self._index, VELOCITIES)

    @velocities.setter
    def velocities(self, value: npt.ArrayLike) -> None:
        given = _values.array(f'"{self.name}".velocities', value, (len(self), 3))
        self._native.set_vectors_of(self._index, VELOCITIES, given)

    @property
    def mass(self) -> Floats:
        """Mass of each particle: (n,), kg."""
        return self._native.masses_of(self._index)

    @property
    def rest_positions(self) -> Floats:
        """World rest position of each particle, from which strain is measured: (n, 3), m."""
        return self._native.rest_positions_of(self._index)

    @property
    def indices(self) -> npt.NDArray[np.uint32]:
        """Triangles, (m, 3), or a rope's segments, (m, 2), as rows of `positions`. Empty for fluids and soft bodies."""
        return self._native.elements_of(self._index)

    @property
    def forces(self) -> Floats:
        """External force on each particle in the next step: (n, 3), N. Write into it, or assign; a step uses it and makes it zero again.

        The force is constant during the frame. Pinned particles do not feel it.
        """
        count = len(self)
        forces = self._core.forces.get(self._index)
        if forces is None or len(forces) != count:
            forces = self._core.forces[self._index] = np.zeros((count, 3), np.float32)
        return forces

    @forces.setter
    def forces(self, value: npt.ArrayLike) -> None:
        given = _values.array(f'"{self.name}".forces', value, (len(self), 3))
        self.forces[...] = given

    @property
    def pins(self) -> npt.NDArray[np.uint32]:
        """The pinned particles, ascending."""
        return np.array(self._native.pins_of(self._index), np.uint32)

    def pin(self, indices: Iterable[int] | npt.ArrayLike) -> None:
        """Pins these particles where they are, instead of those that are pinned; none releases all. `move_pins` moves them.

        The simulation is built again and continues from its positions and velocities, which takes as long as making a new one. States of
        `Simulation.save` belong to the pins that they were saved with.
        """
        count = len(self)
        given = np.asarray(indices if isinstance(indices, np.ndarray) else list(indices))  # type: ignore[arg-type]
        if given.size and given.dtype.kind not in "iu":
            raise UsageError(f'"{self.name}".pin: give whole numbers, the rows of positions')
        if given.size and not (0 <= given.min() and given.max() < count):
            raise UsageError(f'"{self.name}".pin: there are the particles 0 to {count - 1}')
        self._native.pin(self._index, np.unique(given).astype(int).tolist())

    def move_pins(self, positions: npt.ArrayLike) -> None:
        """Moves the particles of `pin` to these positions, (k, 3), m, in the order of `pins`: they arrive at the end of the next step.

        Without a new call they stay there.
        """
        held = len(self._native.held_pins_of(self._index))
        if held == 0:
            raise UsageError(f'"{self.name}".move_pins: nothing is pinned by pin()')
        given = _values.array(f'"{self.name}".move_pins', positions, (held, 3))
        self._native.move_pins(self._index, given)

    def __repr__(self) -> str:
        return f'<{self.kind} "{self.name}": {len(self)} particles>'


class RigidBody(Body):
    """A rigid body, also one that an animation moves.

    pose: position (3,), m, and rotation (4,) as a quaternion x, y, z, w, of its node.
    """

    def __init__(self, core: Core, index: int, name: str, kind: str, mass: float) -> None:
        super().__init__(core, index, name, kind)
        self._rigid = index - core.deformables
        self.mass = mass
        """Mass, kg; 0 where forces do not move it."""

    @property
    def pose(self) -> tuple[Doubles, Doubles]:
        """World position (3,), m, and rotation (4,), quaternion x, y, z, w, of its node. Assigning puts it there; velocities stay."""
        position, rotation, _, _ = self._native.rigid_motion(self._rigid)
        return np.array(position), np.array(rotation)

    @pose.setter
    def pose(self, value: tuple[npt.ArrayLike, npt.ArrayLike]) -> None:
        try:
            place, turn = value
        except (TypeError, ValueError):
            raise UsageError(f'"{self.name}".pose: give (position, quaternion)') from None
        position = _values.vector(f'"{self.name}".pose, position', place)
        rotation = _values.vector(f'"{self.name}".pose, quaternion', turn, 4)
        if not any(rotation):
            raise UsageError(f'"{self.name}".pose: the quaternion is zero')
        self._native.set_rigid_pose(self._rigid, position, rotation)

    @property
    def velocity(self) -> Doubles:
        """Velocity of its centre of mass: (3,), m/s. Assign to change it."""
        return np.array(self._native.rigid_motion(self._rigid)[2])

    @velocity.setter
    def velocity(self, value: npt.ArrayLike) -> None:
        given = _values.vector(f'"{self.name}".velocity', value)
        spin = self._native.rigid_motion(self._rigid)[3]
        self._native.set_rigid_velocity(self._rigid, given, spin)

    @property
    def angular_velocity(self) -> Doubles:
        """Angular velocity: (3,), rad/s, world axes. Assign to change it."""
        return np.array(self._native.rigid_motion(self._rigid)[3])

    @angular_velocity.setter
    def angular_velocity(self, value: npt.ArrayLike) -> None:
        given = _values.vector(f'"{self.name}".angular_velocity', value)
        velocity = self._native.rigid_motion(self._rigid)[2]
        self._native.set_rigid_velocity(self._rigid, velocity, given)

    @property
    def _load(self) -> tuple[Doubles, Doubles]:
        return self._core.loads.setdefault(self._rigid, (np.zeros(3), np.zeros(3)))

    @property
    def force(self) -> Doubles:
        """External force on its centre of mass in the next step: (3,), N. Write into it, or assign; a step uses it and makes it zero."""
        return self._load[0]

    @force.setter
    def force(self, value: npt.ArrayLike) -> None:
        self.force[:] = _values.vector(f'"{self.name}".force', value)

    @property
    def torque(self) -> Doubles:
        """External torque in the next step: (3,), N·m, world axes. As `force`."""
        return self._load[1]

    @torque.setter
    def torque(self, value: npt.ArrayLike) -> None:
        self.torque[:] = _values.vector(f'"{self.name}".torque', value)

    def __repr__(self) -> str:
        return f'<rigid "{self.name}": {self.mass:g} kg>'
