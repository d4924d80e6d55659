"""Simulations."""

from __future__ import annotations

import json
import os
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _native, _values
from ._body import Body, Core, DeformableBody, RigidBody
from ._errors import UsageError
from ._joints import Contacts, Joint, Trigger
from ._names import Named
from ._scene import Scene


class Simulation:
    """A simulation of a scene, at frame 0.

    scene: a `Scene`, or a file.
    device: "cpu", the index or a part of the name of a device of `devices()`; by default the best GPU, else "cpu".
    threads: threads of "cpu"; results do not depend on it. By default all cores.
    fps, substeps, iterations, solver, gravity, wind: as on the command line; by default those of the scene.
    loop: animations repeat.
    probe: vertices to follow in the metrics, such as `["Flag:12"]`.
    measure: `metrics` has residuals and forces of contacts, too, which makes steps slower.
    validate: as on the command line.

    One thread at a time can use a simulation. A process that was forked needs simulations of its own.
    """

    def __init__(
        self,
        scene: Scene | str | os.PathLike[str],
        *,
        device: str | int | None = None,
        threads: int | None = None,
        fps: float | None = None,
        substeps: int | None = None,
        iterations: int | None = None,
        solver: str | None = None,
        gravity: npt.ArrayLike | None = None,
        wind: npt.ArrayLike | None = None,
        loop: bool = False,
        probe: list[str] | None = None,
        measure: bool = False,
        validate: bool = False,
    ) -> None:
        self.scene = scene if isinstance(scene, Scene) else Scene(scene)
        """The scene."""
        options = {
            "device": device,
            "threads": threads,
            "fps": fps,
            "substeps": substeps,
            "iterations": iterations,
            "solver": solver,
            "gravity": gravity,
            "wind": wind,
            "loop": loop,
            "probe": probe,
            "metrics": "-" if measure else None,
            "validate": validate,
        }
        arguments = [text for name, value in options.items() for text in _values.option(name, value)]
        self._native = _native.Simulation(self.scene._native, arguments)
        self._core = Core(self._native, self._native.deformables())
        header = self.header
        self.dt: float = header["dt"]
        """Length of a frame, s."""
        self.bodies: Named[Body] = Named("body", [self._body(i, b) for i, b in enumerate(header["bodies"])])
        """Its bodies, in the order of the metrics: `sim.bodies["Flag"]`, `sim.bodies["Fl*"]`."""
        joints = [Joint(self._core, i, name) for i, name in enumerate(self._native.joints())]
        self.joints: Named[Joint] = Named("joint", joints)
        """Its joints, by the names of their nodes."""
        triggers = [Trigger(self._core, i, name) for i, name in enumerate(_trigger_names(self._core))]
        self.triggers: Named[Trigger] = Named("trigger", triggers)
        """Its triggers, by the names of their nodes."""

    def _body(self, index: int, body: dict[str, Any]) -> Body:
        if index < self._core.deformables:
            return DeformableBody(self._core, index, body["name"], body["kind"])
        return RigidBody(self._core, index, body["name"], body["kind"], body["mass"])

    def step(self, frames: int = 1) -> None:
        """Simulates frames of `dt` seconds each.

        Other threads of Python run meanwhile, and Ctrl-C works within a frame: the state is then that of the last whole frame. `Diverged`
        says that a value is no longer finite; after that, `reset` or `load` is necessary.
        """
        frames = _values.count("step", frames)
        self._core.push()
        self._native.step(frames)
        self._core.release()

    def reset(self) -> None:
        """Goes back to frame 0. Changed keys and pins stay."""
        self._native.reset()

    @property
    def frame(self) -> int:
        """Number of the current frame; 0 at the start."""
        return self._native.time()[0]

    @property
    def time(self) -> float:
        """Simulated time, s."""
        return self._native.time()[1]

    @property
    def header(self) -> dict[str, Any]:
        """The first line of the metrics: device, settings and bodies."""
        found: dict[str, Any] = json.loads(self._native.header())
        return found

    def metrics(self) -> dict[str, Any]:
        """Measures the current frame: energies, momenta, strains, contacts, … of docs/metrics.md."""
        return self._core.metrics()

    def contacts(self) -> Contacts:
        """Contacts that push at the frame's end: those of particles with colliders, and of rigid bodies.

        Contacts between deformable surfaces are only counted: `metrics()["contacts_by_kind"]`.
        """
        names, bodies, others, vectors = self._native.contacts()
        nodes = np.array(names, dtype=object)[others] if len(others) else np.array([], dtype=object)
        return Contacts(bodies, nodes, vectors[:, 0:3], vectors[:, 3:6], vectors[:, 6:9])

    def state_hash(self) -> int:
        """A hash of the exact bits of all positions and velocities: equal for equal states."""
        return self._native.state_hash()

    def save(self) -> bytes:
        """The whole state, for `load` and for `pliant run --load-state`."""
        return self._native.save()

    def load(self, state: bytes) -> None:
        """Continues from a state of `save`, or from the bytes of a file of `--save-state`; bit for bit on the same device.

        Scene, keys, pins and settings must be those of the state, else `SceneError`.
        """
        if not isinstance(state, (bytes, bytearray, memoryview)):
            raise UsageError(f"load: give the bytes of a state, not {type(state).__name__}")
        self._native.load(bytes(state))

    def set(self, node: str, /, **keys: Any) -> None:
        """Changes keys of a node, or of those that fit a glob, between frames: `sim.set("Flag", stretch_compliance=1e-4)`.

        Compliances, stiffness, damping and drag of deformable bodies can change. For every other key: `RebuildRequired`.
        """
        self._core.set(node, keys)

    def render(
        self,
        width: int = 1280,
        height: int = 720,
        *,
        camera: str | None = None,
        fluids: str = "surface",
    ) -> npt.NDArray[np.uint8]:
        """A picture of the current frame: (height, width, 4), RGBA. It needs a Vulkan device, which may be a software driver.

        camera: the name of one of `scene.cameras`; by default the scene is framed.
        fluids: "surface" or "balls".
        """
        size = [_values.count("width", width, 1), _values.count("height", height, 1)]
        if max(size) > 16384:
            raise UsageError("width and height: at most 16384 pixels")
        if fluids not in ("surface", "balls"):
            raise UsageError(f'fluids: give "surface" or "balls", not {fluids!r}')
        return self._native.render(size, camera, fluids == "balls")

    def _repr_png_(self) -> bytes | None:
        """The picture that a notebook shows; None where nothing can draw."""
        from ._png import png

        try:
            return png(self.render(640, 360))
        except Exception:
            return None

    def __repr__(self) -> str:
        header = self.header
        bodies = len(self.bodies)
        return (
            f"<pliant.Simulation of {self.scene.name} on {header['device']}: frame {self.frame}, {self.time:.3f} s, "
            f"{bodies} bod{'y' if bodies == 1 else 'ies'}, {header['substeps']} substeps>"
        )


def _trigger_names(core: Core) -> list[str]:
    return [trigger["name"] for trigger in core.metrics().get("triggers", [])]
