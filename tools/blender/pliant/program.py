"""The program `pliant` as a child process: where it is, its arguments, its progress, its warnings and its failure."""

import atexit
import json
import os
import shutil
import subprocess
from pathlib import Path

# An error of a vertex as a fraction of its body's size: so small that nearly every frame is a key.
EXACT = "1e-7"
# How long the program may take to remove its temporary files after it was asked to end, s.
PATIENCE = 5

EXITS = {
    1: "internal error",
    2: "wrong usage",
    3: "the scene could not be loaded",
    4: "no usable device",
    5: "the simulation diverged",
    6: "a check failed",
    7: "an output could not be written",
    130: "interrupted",
}


class Failure(Exception):
    """What went wrong, in a line for the user."""


def find(path):
    """The program's file, given a name on the PATH or a path."""
    found = shutil.which(os.path.expanduser(path or "pliant"))
    if found is None:
        raise Failure(
            f"There is no program {path or 'pliant'!r}. Build it with tools/run, and choose target/release/pliant in"
            " Edit > Preferences > Add-ons > Pliant."
        )
    return found


def run_arguments(scene, folder, *, frames, fps, device="", surface=False):
    """The arguments of a run that writes the motion and, with `surface`, the surfaces of fluids."""
    folder = Path(folder)
    arguments = ["run", str(scene), "--frames", str(frames), "--fps", f"{fps:.10g}"]
    arguments += ["--output", str(folder / "motion.glb"), "--output-error", EXACT]
    arguments += ["--metrics", str(folder / "metrics.jsonl"), "--quiet"]
    if surface:
        arguments += ["--output", str(folder / "surface.usdc"), "--ply", "surface"]
    return arguments + (["--device", device] if device else [])


def view_arguments(scene, *, fps, device=""):
    """The arguments of the viewer."""
    return ["view", str(scene), "--fps", f"{fps:.10g}"] + (["--device", device] if device else [])


def show(path, arguments, folder):
    """Starts the viewer, which stays when Blender ends."""
    apart = {"start_new_session": True} if os.name == "posix" else {"creationflags": 0x00000208}
    log = open(Path(folder) / "viewer.log", "wb")
    with log:
        return subprocess.Popen([find(path), *arguments], stdin=subprocess.DEVNULL, stdout=log, stderr=log, **apart)


class Run:
    """A run of the program in a folder of its own. As a context it ends the program when the context ends."""

    def __init__(self, path, arguments, folder):
        self.folder = Path(folder)
        self.log = self.folder / "messages.txt"
        self.metrics = Metrics(self.folder / "metrics.jsonl")
        hidden = {} if os.name == "posix" else {"creationflags": 0x08000000}
        with open(self.log, "wb") as log:
            command = [find(path), *arguments]
            self.child = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log, **hidden
            )
        # Blender may end during a run.
        atexit.register(self.stop)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
        atexit.unregister(self.stop)
        self.metrics.close()

    def running(self):
        """Whether it still runs."""
        return self.child.poll() is None

    def stop(self):
        """Ends the program, so that it can remove its temporary files."""
        if not self.running():
            return
        self.child.terminate()
        try:
            self.child.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.child.kill()
            self.child.wait()

    def messages(self):
        """Its warnings, and the line of its failure or an empty text."""
        return messages(self.log.read_text(encoding="utf-8", errors="replace"))

    def check(self):
        """Raises the failure of a program that has ended; returns its warnings."""
        warnings, failure = self.messages()
        code = self.child.wait()
        if code:
            cause = EXITS.get(code, f"exit code {code}")
            raise Failure(failure or f"pliant ended without a message: {cause}.")
        return warnings


def messages(log):
    """The warnings in the log, and the last line of the program itself, which is its failure."""
    lines = [line.strip() for line in log.splitlines()]
    warnings = [line.removeprefix("WARN").strip() for line in lines if line.startswith("WARN ")]
    failures = [line.removeprefix("pliant:").strip() for line in lines if line.startswith("pliant: ")]
    return warnings, failures[-1] if failures else ""


class Metrics:
    """The file of metrics, which grows by a line for each frame: the progress of a run."""

    def __init__(self, file):
        self.file = file
        self.handle = None
        self.rest = b""
        self.kinds = {}
        self.frame = -1

    def close(self):
        """Releases the file."""
        if self.handle:
            self.handle.close()

    def read(self):
        """Reads new lines; returns the last frame, -1 before the first."""
        if self.handle is None:
            if not os.path.exists(self.file):
                return self.frame
            self.handle = open(self.file, "rb")
        *lines, self.rest = (self.rest + self.handle.read()).split(b"\n")
        for line in lines:
            self.line(json.loads(line))
        return self.frame

    def line(self, line):
        """The header has kinds of bodies, each other line a frame."""
        if "pliant" in line:
            self.kinds = {body["name"]: body["kind"] for body in line["bodies"]}
        self.frame = line.get("frame", self.frame)
