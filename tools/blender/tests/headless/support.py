"""Scenes for the tests in Blender, and what they look at."""

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

import bpy

import bmesh  # after bpy, which brings it
import numpy

ADD_ON = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ADD_ON))

import pliant  # noqa: E402
from pliant import axes, export, preferences, result, status  # noqa: E402

PROGRAM = os.environ["PLIANT_PROGRAM"]
# Between two steps of a simulation, s: a loop without a pause takes a core from the program.
PAUSE = 0.01
PARTICLE = numpy.dtype([("position", "<f4", 3), ("velocity", "<f4", 3), ("body", "<u4"), ("id", "<u4")])


class Case(unittest.TestCase):
    """A test with an empty scene, the add-on, and a folder of its own."""

    frames = (1, 13)
    registered = False

    def setUp(self):
        bpy.ops.wm.read_factory_settings(use_empty=True)
        if not Case.registered:
            pliant.register()
            Case.registered = True
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        # Before the folder is removed, the scene that reads its caches is.
        self.addCleanup(bpy.ops.wm.read_factory_settings, use_empty=True)
        self.program = PROGRAM
        found = unittest.mock.patch.object(preferences, "program", lambda: self.program)
        found.start()
        self.addCleanup(found.stop)
        self.scene = bpy.context.scene
        self.scene.frame_start, self.scene.frame_end = self.frames
        self.scene["pliant_substeps"] = 4
        self.scene.pliant.device = "cpu"
        self.scene.pliant.cache_folder = str(self.folder / "cache")

    def simulate(self):
        """The button, and that it succeeded."""
        with quiet():
            self.assertEqual(bpy.ops.pliant.simulate(), {"FINISHED"})

    def failure(self, words):
        """The button fails, with these words in the message."""
        with quiet(), self.assertRaises(RuntimeError) as caught:
            bpy.ops.pliant.simulate()
        self.assertIn(words, str(caught.exception))
        self.assertIn(words, status.failure)
        self.assertIsNone(status.running)

    def particles(self, frames, *options):
        """Particles and metrics of the same scene, from the program itself."""
        file = self.folder / "same.glb"
        with quiet():
            exported = export.write(self.scene, bpy.context.view_layer, file)
        output = ["--output", str(self.folder / "{frame}.ply"), "--metrics", str(self.folder / "same.jsonl")]
        subprocess.run(
            [PROGRAM, "run", file, "--device", "cpu", "--frames", str(exported.frames), "--fps", str(exported.fps)]
            + [*output, *options],
            check=True,
            capture_output=True,
        )
        lines = [json.loads(line) for line in (self.folder / "same.jsonl").read_text().splitlines()]
        names = [body["name"] for body in lines[0]["bodies"]]
        return {frame: read_ply(self.folder / f"{frame}.ply", names) for frame in frames}, lines

    def assert_same_particles(self, item, frames, tolerance=1e-4):
        """Every vertex of an object is, in each frame, where the particle is that began at its position."""
        found, _ = self.particles(frames)
        self.simulate()
        first = found[0][item.name] if 0 in found else None
        self.assertIsNotNone(first, "frame 0 decides which vertex is which particle")
        start = self.at(0, item)
        which = [int(numpy.linalg.norm(first - point, axis=1).argmin()) for point in start]
        for frame, bodies in found.items():
            error = numpy.abs(self.at(frame, item) - bodies[item.name][which]).max()
            self.assertLess(error, tolerance, f"{item.name}, frame {frame}")

    def at(self, frame, item):
        """Positions of an object's vertices in the world, counted from the first frame of the scene."""
        self.scene.frame_set(self.scene.frame_start + frame)
        owner = item.evaluated_get(bpy.context.evaluated_depsgraph_get())
        mesh = owner.to_mesh()
        points = numpy.array([owner.matrix_world @ vertex.co for vertex in mesh.vertices])
        owner.to_mesh_clear()
        return points

    def matrix(self, frame, item):
        """An object's matrix."""
        self.scene.frame_set(self.scene.frame_start + frame)
        return numpy.array(item.evaluated_get(bpy.context.evaluated_depsgraph_get()).matrix_world)


def read_ply(file, names):
    """Positions of each body in Blender's axes."""
    content = file.read_bytes()
    start = content.index(b"end_header\n") + len(b"end_header\n")
    count = next(line for line in content[:start].decode().splitlines() if line.startswith("element vertex")).split()[-1]
    rows = numpy.frombuffer(content, PARTICLE, int(count), start)
    points = axes.points_to_blender(rows["position"].copy())
    return {name: points[rows["body"] == body] for body, name in enumerate(names)}


@contextlib.contextmanager
def quiet():
    """Blender's export prints a line for each step; they are shown only where a test fails."""
    sys.stdout.flush()
    kept = os.dup(1)
    with tempfile.TemporaryFile() as log:
        os.dup2(log.fileno(), 1)
        try:
            yield
        finally:
            sys.stdout.flush()
            os.dup2(kept, 1)
            os.close(kept)


def add(name, mesh, at=(0, 0, 0), **keys):
    """An object with keys."""
    item = bpy.data.objects.new(name, mesh)
    item.location = at
    for key, value in keys.items():
        item["pliant_" + key] = value
    bpy.context.scene.collection.objects.link(item)
    return item


def made(name, make):
    """A mesh that `make` fills."""
    mesh, work = bpy.data.meshes.new(name), bmesh.new()
    make(work)
    work.to_mesh(mesh)
    work.free()
    return mesh


def sheet(name="Sheet", n=8, half=0.5):
    """A square in the plane of the ground."""
    return made(name, lambda work: bmesh.ops.create_grid(work, x_segments=n, y_segments=n, size=half))


def box(name="Box", edge=0.4):
    """A cube."""
    return made(name, lambda work: bmesh.ops.create_cube(work, size=edge))


def ball(name="Ball", radius=0.2):
    """A sphere of triangles."""
    return made(name, lambda work: bmesh.ops.create_icosphere(work, subdivisions=2, radius=radius))


def line(name="Line", n=11, step=0.1):
    """A chain of edges."""

    def make(work):
        points = [work.verts.new((step * i, 0, 0)) for i in range(n)]
        for pair in zip(points, points[1:]):
            work.edges.new(pair)

    return made(name, make)


def state(scene):
    """Everything of the objects that a simulation may change, for a comparison before and after."""

    def of(item):
        data = item.animation_data
        plain = [tuple(getattr(item, name)) for name in result.POSE]
        curves = data.action.name if data and data.action else None
        return (
            item.name,
            [tuple(row) for row in item.matrix_basis],
            plain,
            item.rotation_mode,
            curves,
            data is None,
            [(m.name, m.type, m.show_viewport, m.show_render) for m in item.modifiers],
            item.hide_viewport,
            item.hide_render,
            item.select_get(),
            {key: repr(item[key]) for key in item.keys() if key.startswith("pliant_")},
        )

    counts = [len(list(kind)) for kind in (bpy.data.objects, bpy.data.meshes, bpy.data.actions, bpy.data.collections)]
    counts += [len(bpy.data.node_groups), len(bpy.data.cache_files)]
    return sorted((of(item) for item in scene.objects), key=lambda row: row[0]), counts, scene.frame_current
