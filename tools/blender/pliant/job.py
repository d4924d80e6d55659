"""A simulation from export to result, as steps: the window runs one step a tick, a script runs all of them at once."""

import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import bpy

from . import bring_back, export, program

# How much of the progress bar belongs to the program; the rest is for bringing the result back.
SIMULATED = 0.9
# Pause between two looks at the program where nothing else is to do, s.
PAUSE = 0.05


@dataclass
class Job:
    """A running simulation."""

    scene: bpy.types.Scene
    path: str
    fraction: float = 0.0
    text: str = "Exporting"
    warnings: list = field(default_factory=list)

    def __post_init__(self):
        self.steps = self.run(bpy.context.view_layer)

    def step(self):
        """Does a little; returns whether there is more to do. A failure is raised."""
        try:
            self.fraction, self.text = next(self.steps)
            return True
        except StopIteration:
            return False
        except OSError as error:
            where = f" ({error.filename})" if error.filename else ""
            raise program.Failure(f"A file could not be written or read: {error.strerror or error}{where}") from error

    def wait(self):
        """Does everything."""
        while self.step():
            if self.fraction < SIMULATED:
                time.sleep(PAUSE)

    def cancel(self):
        """Ends the program, and removes what is half done. An earlier result stays while the new one is not read."""
        self.steps.close()

    def run(self, view_layer):
        """All steps; yields fraction and text of the progress."""
        settings = self.scene.pliant
        program.find(self.path)
        with tempfile.TemporaryDirectory(prefix="pliant_", ignore_cleanup_errors=True) as folder:
            file = Path(folder) / "scene.glb"
            exported = export.write(self.scene, view_layer, file)
            self.warnings += exported.warnings
            surface = exported.has_fluid and settings.fluids == "SURFACE"
            arguments = program.run_arguments(
                file, folder, frames=exported.frames, fps=exported.fps, device=settings.device, surface=surface
            )
            with program.Run(self.path, arguments, folder) as run:
                yield from self.simulated(run, exported.frames)
                self.warnings += run.check()
                kinds = run.metrics.kinds
            steps = bring_back.bring_back(self.scene, view_layer, folder, exported, kinds)
            self.warnings += yield from self.read(steps)

    def simulated(self, run, frames):
        """Waits for the program."""
        yield 0.0, "Starting"
        while run.running():
            frame = run.metrics.read()
            yield SIMULATED * max(frame, 0) / max(frames, 1), f"Frame {max(frame, 0)} of {frames}"
        run.metrics.read()

    def read(self, steps):
        """Passes the progress of reading on; returns its warnings. If this generator is closed, so is the other one."""
        try:
            while True:
                fraction = next(steps)
                yield SIMULATED + (1 - SIMULATED) * fraction, "Reading the result"
        except StopIteration as end:
            return end.value
        finally:
            steps.close()
