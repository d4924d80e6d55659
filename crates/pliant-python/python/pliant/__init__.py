"""Pliant: position-based physics of glTF scenes.

Cloth, ropes, soft bodies, balloons, fluids and rigid bodies, on the cores of the processor or on a Vulkan device. Quantities are in SI
units, the world is right-handed with +Y up. Arrays are numpy arrays of float32 unless stated otherwise.

    import pliant

    sim = pliant.Simulation(pliant.Scene("flag.glb", pin={"Flag": "left"}))
    sim.step(120)
    sim.bodies["Flag"].positions        # (n, 3), m
"""

from ._batch import Batch
from ._body import Body, DeformableBody, RigidBody
from ._errors import (
    CheckError,
    DeviceError,
    Diverged,
    Error,
    OutputError,
    RebuildRequired,
    SceneError,
    SceneWarning,
    UnknownName,
    UsageError,
)
from ._joints import Contacts, Joint, Trigger
from ._names import Named
from ._native import __version__, listen_to_signals
from ._run import devices, run
from ._scene import Scene
from ._simulation import Simulation

listen_to_signals()
del listen_to_signals

__all__ = [
    "Batch",
    "Body",
    "CheckError",
    "Contacts",
    "DeformableBody",
    "DeviceError",
    "Diverged",
    "Error",
    "Joint",
    "Named",
    "OutputError",
    "RebuildRequired",
    "RigidBody",
    "Scene",
    "SceneError",
    "SceneWarning",
    "Simulation",
    "Trigger",
    "UnknownName",
    "UsageError",
    "__version__",
    "devices",
    "run",
]
