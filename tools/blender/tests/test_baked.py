"""The motion in a `.glb`: needs numpy, which Blender has."""

import struct
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

try:
    import numpy

    from pliant import axes, baked, glb, times
except ImportError as error:
    raise unittest.SkipTest(f"{error}") from error


class File:
    """A GLB that grows by arrays."""

    def __init__(self):
        self.data = b""
        self.json = {"asset": {"version": "2.0"}, "buffers": [{}], "bufferViews": [], "accessors": []}

    def view(self, form, *numbers):
        block = struct.pack(f"<{len(numbers)}{form}", *numbers)
        self.json["bufferViews"].append({"buffer": 0, "byteOffset": len(self.data), "byteLength": len(block)})
        self.data += block + b"\0" * (-len(block) % 4)
        return len(self.json["bufferViews"]) - 1

    def floats(self, kind, *numbers):
        count = len(numbers) // glb.WIDTHS[kind]
        accessor = {"bufferView": self.view("f", *numbers), "componentType": 5126, "type": kind, "count": count}
        return self.accessor(accessor)

    def accessor(self, accessor):
        self.json["accessors"].append(accessor)
        return len(self.json["accessors"]) - 1

    def opened(self, case):
        folder = tempfile.TemporaryDirectory()
        file = Path(folder.name) / "a.glb"
        self.json["buffers"][0]["byteLength"] = len(self.data)
        file.write_bytes(glb.pack(self.json, self.data))
        found = glb.Glb(file)
        case.addCleanup(folder.cleanup)
        case.addCleanup(found.close)
        return found


class Arrays(unittest.TestCase):
    """Arrays of a file."""

    def test_sparse_arrays(self):
        file = File()
        places = {"bufferView": file.view("H", 1, 3), "componentType": 5123}
        values = {"bufferView": file.view("f", 1, 2, 3, 4, 5, 6)}
        sparse = {"count": 2, "indices": places, "values": values}
        index = file.accessor({"componentType": 5126, "type": "VEC3", "count": 4, "sparse": sparse})
        self.assertEqual(file.opened(self).array(index).tolist(), [[0, 0, 0], [1, 2, 3], [0, 0, 0], [4, 5, 6]])

    def test_interleaved_arrays(self):
        file = File()
        view = file.view("f", *range(12))
        file.json["bufferViews"][view]["byteStride"] = 24
        index = file.accessor({"bufferView": view, "byteOffset": 12, "componentType": 5126, "type": "VEC3", "count": 2})
        self.assertEqual(file.opened(self).array(index).tolist(), [[3, 4, 5], [9, 10, 11]])

    def test_numbers_are_added(self):
        file = File()
        file.view("B", 7)
        found = file.opened(self)
        index = found.add_scalars([0.5, 1.0])
        with tempfile.TemporaryDirectory() as folder:
            found.save(Path(folder) / "b.glb")
            again = glb.Glb(Path(folder) / "b.glb")
            self.assertEqual(again.array(index).ravel().tolist(), [0.5, 1.0])
            again.close()


class Motion(unittest.TestCase):
    """Positions and poses."""

    def motion(self):
        """A body with two nodes, and a rigid body: at 10 frames a second."""
        file = File()
        base = file.floats("VEC3", 0, 0, 0, 1, 0, 0)
        targets = [file.floats("VEC3", 0, y, 0, 0, y, 0) for y in (2, 4)]
        later = file.floats("VEC3", 0, 4, 0, 1, 4, 0)
        file.json["meshes"] = [
            {"primitives": [{"attributes": {"POSITION": base}, "targets": [{"POSITION": t} for t in targets]}]},
            {"primitives": [{"attributes": {"POSITION": later}, "targets": [{"POSITION": targets[0]}]}]},
        ]
        mark = {"extras": {baked.MARK: "Flag"}}
        file.json["nodes"] = [
            {"name": "Flag", "mesh": 0, **mark},
            {"name": "Flag.2", "mesh": 1},
            {"name": "Flag.3", "mesh": 1, "extras": {baked.MARK: "Flag.3"}},
            {"name": "Flag.frame", **mark},
            {"name": "Crate", "mesh": 1, "extras": {baked.MARK: "Crate"}, "translation": [1, 2, 3]},
        ]
        half = 0.5**0.5
        tracks = [
            (0, "weights", (0, 0.2, 0.4), "SCALAR", (0, 0, 1, 0, 0, 1)),
            (1, "weights", (0.4, 0.6), "SCALAR", (0, 1)),
            (4, "rotation", (0, 0.2), "VEC4", (0, 0, 0, 1, 0, 0, -half, -half)),
        ]
        samplers, channels = [], []
        for node, path, times, kind, values in tracks:
            samplers.append({"input": file.floats("SCALAR", *times), "output": file.floats(kind, *values)})
            channels.append({"sampler": len(samplers) - 1, "target": {"node": node, "path": path}})
        file.json["animations"] = [{"samplers": samplers, "channels": channels}]
        return baked.Baked(file.opened(self), 10)

    def test_positions_between_and_at_keys(self):
        body = self.motion().body("Flag")
        self.assertEqual(len(body.segments), 2)
        heights = [body.positions(frame)[1, 1] for frame in range(8)]
        numpy.testing.assert_allclose(heights, [0, 1, 2, 3, 4, 5, 6, 6], atol=1e-6)
        self.assertEqual(body.positions(3)[:, 0].tolist(), [0, 1])

    def test_a_rotation_takes_the_short_way(self):
        pose = self.motion().pose("Crate")
        self.assertTrue(pose.moves)
        self.assertEqual(pose.at("translation", 1).tolist(), [1, 2, 3])
        numpy.testing.assert_allclose(pose.at("rotation", 1), [0, 0, numpy.sin(numpy.pi / 8), numpy.cos(numpy.pi / 8)], atol=1e-6)
        self.assertIsNone(self.motion().pose("Nothing"))

    def test_points_change_axes(self):
        points = numpy.array([[1.0, 3.0, -2.0]])
        self.assertEqual(axes.points_to_blender(points).tolist(), [[1, 2, 3]])
        self.assertEqual(axes.points_to_gltf(points).tolist(), [[1, 3, -2]])

    def test_times_are_stretched(self):
        motion = self.motion()
        self.assertAlmostEqual(times.last_time(motion.glb), 0.6)
        times.stretch(motion.glb, 2)
        with tempfile.TemporaryDirectory() as folder:
            motion.glb.save(Path(folder) / "b.glb")
            again = glb.Glb(Path(folder) / "b.glb")
            self.assertAlmostEqual(times.last_time(again), 1.2, places=6)
            again.close()


if __name__ == "__main__":
    unittest.main()
