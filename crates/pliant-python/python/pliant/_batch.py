"""Many simulations of one scene."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _native, _values
from ._body import Body, DeformableBody, RigidBody
from ._errors import UsageError
from ._names import Named
from ._scene import Scene
from ._simulation import Simulation


class Batch:
    """Variants of a scene that are simulated at once, one thread each, over all cores.

    scene: a `Scene`, or a file.
    count: how many; by default as many as `vary` has.
    vary: keys of each variant: `[{"Flag": {"bend_compliance": 0.1}}, …]`.
    threads: how many are simulated at the same time; by default one for each core.
    options: those of `Simulation`, the same for all. `device` is "cpu" by default.

    `batch.bodies["Flag"].positions` has the shape (count, n, 3). `batch[3]` is one of the simulations.
    """

    def __init__(
        self,
        scene: Scene | str | os.PathLike[str],
        count: int | None = None,
        *,
        vary: Sequence[Mapping[str, Mapping[str, Any]]] | None = None,
        threads: int | None = None,
        device: str | int | None = "cpu",
        **options: Any,
    ) -> None:
        self.scene = scene if isinstance(scene, Scene) else Scene(scene)
        """The scene without the changes of `vary`."""
        number = _values.count("count", len(vary or ()) if count is None else count, 1)
        if vary is not None and len(vary) != number:
            raise UsageError(f"vary: {len(vary)} variants, but count is {number}")
        variants = [self.scene.with_keys(keys) for keys in vary] if vary else [self.scene] * number
        if str(device).lower() == "cpu":
            options["threads"] = 1
        self._threads = _cores() if threads is None else _values.count("threads", threads, 1)
        self.simulations = [Simulation(s, device=device, **options) for s in variants]
        """The simulations."""
        first = self.simulations[0]
        self.dt = first.dt
        """Length of a frame, s."""
        if any(sim.bodies.names != first.bodies.names for sim in self.simulations):
            raise UsageError("vary: all variants need the same bodies")
        self.bodies: Named[BatchBody] = Named("body", [BatchBody(self, i) for i in range(len(first.bodies))])
        """Its bodies; their arrays have a leading axis for the simulations."""

    def step(self, frames: int = 1) -> None:
        """Simulates frames of all simulations.

        If one diverges, the others go on, and then `Diverged` says which. After Ctrl-C each simulation is at some whole frame.
        """
        frames = _values.count("step", frames)
        for sim in self.simulations:
            sim._core.push()
        _native.step_all([sim._native for sim in self.simulations], frames, self._threads)
        for sim in self.simulations:
            sim._core.release()

    def reset(self, mask: npt.ArrayLike | None = None) -> None:
        """Puts simulations back to frame 0: all, or those where a mask (count,) of bool is true."""
        if mask is None:
            chosen = np.ones(len(self), bool)
        else:
            chosen = np.asarray(mask)
            if chosen.dtype != bool or chosen.shape != (len(self),):
                raise UsageError(f"mask: give {len(self)} values of bool")
        for sim, reset in zip(self.simulations, chosen, strict=True):
            if reset:
                sim.reset()

    @property
    def frame(self) -> npt.NDArray[np.int64]:
        """Number of the frame of each simulation: (count,)."""
        return np.array([sim.frame for sim in self.simulations], np.int64)

    def metrics(self) -> list[dict[str, Any]]:
        """The metrics of each simulation."""
        return [sim.metrics() for sim in self.simulations]

    def __len__(self) -> int:
        return len(self.simulations)

    def __getitem__(self, index: int) -> Simulation:
        return self.simulations[index]

    def __iter__(self) -> Iterator[Simulation]:
        return iter(self.simulations)

    def __repr__(self) -> str:
        return f"<pliant.Batch of {len(self)} simulations of {self.scene.name}, {self._threads} at a time>"


class BatchBody:
    """A body in all simulations of a batch: its arrays have a leading axis for the simulations."""

    def __init__(self, batch: Batch, index: int) -> None:
        self._all = [sim.bodies[index] for sim in batch.simulations]
        self.name: str = self._all[0].name
        """Name of its node."""
        self.kind: str = self._all[0].kind
        """What it is."""

    def _stack(self, kind: type[Body], get: Callable[[Any], Any]) -> npt.NDArray[Any]:
        if not isinstance(self._all[0], kind):
            what = "a rigid body" if isinstance(self._all[0], RigidBody) else "deformable"
            raise AttributeError(f'"{self.name}" is {what}')
        arrays = [get(body) for body in self._all]
        if any(np.shape(a) != np.shape(arrays[0]) for a in arrays):
            raise UsageError(f'"{self.name}" has other numbers of particles in some simulations, since some have torn')
        return np.stack(arrays)

    def _each(self, what: str, value: npt.ArrayLike, shape: tuple[int, ...]) -> Iterator[tuple[Any, Any]]:
        given = _values.array(f'"{self.name}".{what}', value, (len(self._all), *shape))
        return zip(self._all, given, strict=True)

    @property
    def positions(self) -> npt.NDArray[np.float32]:
        """World positions: (count, n, 3), m. Assign to change them."""
        return self._stack(DeformableBody, lambda body: body.positions)

    @positions.setter
    def positions(self, value: npt.ArrayLike) -> None:
        for body, own in self._each("positions", value, self.positions.shape[1:]):
            body.positions = own

    @property
    def velocities(self) -> npt.NDArray[np.float32]:
        """Velocities: (count, n, 3), m/s. Assign to change them."""
        return self._stack(DeformableBody, lambda body: body.velocities)

    @velocities.setter
    def velocities(self, value: npt.ArrayLike) -> None:
        for body, own in self._each("velocities", value, self.velocities.shape[1:]):
            body.velocities = own

    @property
    def mass(self) -> npt.NDArray[np.float32]:
        """Masses of the particles, (count, n), or of the rigid bodies, (count,), kg."""
        return self._stack(Body, lambda body: body.mass)

    def push(self, forces: npt.ArrayLike) -> None:
        """External forces in the next step: (count, n, 3) on particles, (count, 3) on rigid bodies, N; fewer axes are repeated."""
        if isinstance(self._all[0], RigidBody):
            for body, own in self._each("push", forces, (3,)):
                body.force = own
        else:
            for body, own in self._each("push", forces, (len(self._all[0]), 3)):
                body.forces = own

    @property
    def pose(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Poses of the rigid bodies' nodes: positions (count, 3), m, and quaternions x, y, z, w (count, 4)."""
        return self._stack(RigidBody, lambda b: b.pose[0]), self._stack(RigidBody, lambda b: b.pose[1])

    @property
    def velocity(self) -> npt.NDArray[np.float64]:
        """Velocities of the rigid bodies: (count, 3), m/s. Assign to change them."""
        return self._stack(RigidBody, lambda body: body.velocity)

    @velocity.setter
    def velocity(self, value: npt.ArrayLike) -> None:
        for body, own in self._each("velocity", value, (3,)):
            body.velocity = own

    def __repr__(self) -> str:
        return f"<{len(self._all)} times {self._all[0]!r}>"


def _cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
