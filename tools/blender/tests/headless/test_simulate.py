"""Simulate, in the blocking form of the steps that the window runs."""

import json
import os
import sys
import time
from pathlib import Path

import bpy
import numpy
from support import PAUSE, Case, add, ball, box, line, quiet, sheet, state

from pliant import job, program, result, status

TOLERANCE = 1e-4
FRAMES = (0, 6, 12)


class EveryKind(Case):
    """A scene with every kind of body."""

    frames = (5, 17)

    def setUp(self):
        super().setUp()
        add("Ground", sheet("Ground", 1, 4), body="static")
        add("Cloth", sheet("Cloth"), (-2, 0, 1.5), body="cloth", pin="left")
        add("Rope", line("Rope"), (-1, 2.5, 1.5), body="rope", pin="left")
        add("Jelly", ball("Jelly"), (0, 1.5, 0.3), body="soft", spacing=0.15)
        add("Balloon", ball("Balloon"), (1, 1.5, 0.3), body="balloon", density=0.1)
        self.crate = add("Crate", box("Crate"), (0, 0, 0.8), body="rigid", collider="box", angular_velocity=[3, 1, 2])
        add("Water", box("Water", 0.3), (2, 0, 0.3), body="fluid", spacing=0.075)
        self.lift = add("Lift", box("Lift", 0.3), (0, -1.5, 0.2), body="kinematic")
        for frame, height in ((5, 0.2), (17, 0.5)):
            self.lift.location.z = height
            self.lift.keyframe_insert("location", frame=frame)
        self.scene.frame_set(9)

    def test_particles_come_back(self):
        for name in ("Cloth", "Rope", "Balloon"):
            with self.subTest(name):
                self.assert_same_particles(bpy.data.objects[name], FRAMES)

    def test_rigid_bodies_come_back(self):
        _, lines = self.particles(FRAMES)
        self.simulate()
        for frame in FRAMES:
            body = next(b for b in lines[1 + frame]["bodies"] if b["name"] == "Crate")
            matrix = self.matrix(frame, self.crate)
            x, y, z = body["com"]
            self.assertLess(numpy.abs(matrix[:3, 3] - (x, -z, y)).max(), TOLERANCE)
            self.assertLess(numpy.abs(matrix[:3, :3] - turned(body["rotation"])).max(), TOLERANCE)

    def test_fluids_come_back(self):
        found, _ = self.particles(FRAMES)
        self.simulate()
        water = bpy.data.objects["Water Pliant"]
        water.modifiers["Pliant Particles"].show_viewport = False
        for frame in FRAMES:
            self.assertLess(numpy.abs(self.at(frame, water) - found[frame]["Water"]).max(), TOLERANCE)

    def test_soft_bodies_come_back(self):
        jelly = bpy.data.objects["Jelly"]
        self.particles(FRAMES, "--output", str(self.folder / "same.usdc"))
        self.simulate()
        found = {frame: self.at(frame, jelly) for frame in FRAMES}
        with quiet():
            bpy.ops.wm.usd_import(filepath=str(self.folder / "same.usdc"), set_frame_range=False)
        same = bpy.data.objects["Jelly.001"]
        # Frame 0 of the layer is the first frame of the other import, 0.
        shifted = {frame: self.at(frame - self.scene.frame_start, same) for frame in FRAMES}
        self.assertGreater(numpy.abs(found[12] - found[0]).max(), 0.05)
        for frame in FRAMES:
            pairs = numpy.linalg.norm(shifted[0][:, None] - found[0][None], axis=2).argmin(1)
            self.assertLess(numpy.abs(shifted[frame] - found[frame][pairs]).max(), TOLERANCE)

    def test_surfaces_of_fluids_come_back(self):
        before = state(self.scene)
        self.scene.pliant.fluids = "SURFACE"
        self.simulate()
        water = bpy.data.objects["Water Pliant"]
        found = {frame: self.at(frame, water) for frame in FRAMES}
        self.assertGreater(len(found[0]), 100)
        drop = found[0][:, 2].mean() - found[12][:, 2].mean()
        self.assertGreater(drop, 0.1)
        self.assertLess(abs(found[0][:, 2].mean() - 0.3), 0.02)
        self.scene.frame_set(9)
        bpy.ops.pliant.clear()
        self.assertEqual(before, state(self.scene))

    def test_a_second_simulation_replaces_the_first_and_clear_restores(self):
        before = state(self.scene)
        self.simulate()
        first = state(self.scene)
        self.assertNotEqual(before, first)
        self.assertEqual(self.scene.frame_current, 9)
        self.simulate()
        self.assertEqual(first, state(self.scene))
        folder = Path(self.scene.pliant.cached)
        self.assertEqual(len(list(folder.iterdir())), 5)
        bpy.ops.pliant.clear()
        self.assertEqual(before, state(self.scene))
        self.assertFalse((self.folder / "cache").exists())

    def test_what_is_animated_keeps_its_animation(self):
        self.simulate()
        self.assertEqual(self.lift.pliant.result.role, "NONE")
        self.assertAlmostEqual(self.matrix(12, self.lift)[2, 3], 0.5, places=5)

    def test_an_export_has_no_trace_of_a_result(self):
        files = []
        for _ in range(2):
            self.particles((0,))
            files.append((self.folder / "same.glb").read_bytes())
            self.simulate()
        self.assertEqual(*files)


class Setting(Case):
    """The user works on while the program runs."""

    def test_fluids_come_back_as_they_were_asked_for(self):
        add("Water", box("Water", 0.3), body="fluid", spacing=0.1)
        for asked, later, modifier in (("SURFACE", "POINTS", "MESH_SEQUENCE_CACHE"), ("POINTS", "SURFACE", "MESH_CACHE")):
            self.scene.pliant.fluids = asked
            with quiet():
                running = job.Job(self.scene, self.program)
                running.step()
                self.scene.pliant.fluids = later
                running.wait()
            self.assertEqual(bpy.data.objects["Water Pliant"].modifiers[0].type, modifier)


class Cancelled(Case):
    """What is left after a simulation that did not end."""

    # So many that the program is still busy when it is cancelled.
    frames = (1, 4000)

    def setUp(self):
        super().setUp()
        self.crate = add("Crate", box(), (0, 0, 3), body="rigid")
        add("Cloth", sheet(), body="cloth", pin="left")
        add("Water", box("Water", 0.3), (2, 0, 0.3), body="fluid", spacing=0.05)

    def test_a_cancelled_program_is_gone(self):
        before = state(self.scene)
        running, child = self.started()
        running.cancel()
        self.assertIsNotNone(child.poll())
        self.assertEqual(before, state(self.scene))
        self.assertFalse((self.folder / "cache").exists())

    def test_a_result_that_is_half_read_is_removed(self):
        self.scene.frame_end = 50
        before = state(self.scene)
        with quiet():
            running = job.Job(self.scene, self.program)
            while running.fraction < 0.95:
                time.sleep(PAUSE)
                running.step()
        self.assertTrue(list((self.folder / "cache").rglob("*.partial")))
        running.cancel()
        self.assertEqual(before, state(self.scene))
        self.assertFalse((self.folder / "cache").exists())

    def test_a_cancelled_run_keeps_the_earlier_result(self):
        self.scene.frame_end = 5
        self.simulate()
        first = state(self.scene)
        self.scene.frame_end = 4000
        running, _ = self.started()
        running.cancel()
        self.assertEqual(first, state(self.scene))
        self.assertEqual(self.crate.pliant.result.role, "KEYS")

    def started(self):
        """A simulation whose program has simulated a frame."""
        children = []
        start = program.subprocess.Popen

        def popen(*arguments, **options):
            children.append(start(*arguments, **options))
            return children[-1]

        program.subprocess.Popen = popen
        try:
            with quiet():
                running = job.Job(self.scene, self.program)
                while running.fraction == 0 and running.step():
                    time.sleep(PAUSE)
        finally:
            program.subprocess.Popen = start
        self.assertIsNone(children[0].poll())
        return running, children[0]


class Failing(Case):
    """Messages."""

    def test_a_missing_program_is_named(self):
        add("Cloth", sheet(), body="cloth")
        self.program = "no_such_pliant"
        self.failure("There is no program 'no_such_pliant'")

    def test_a_single_frame_is_refused(self):
        add("Cloth", sheet(), body="cloth")
        self.scene.frame_end = 1
        self.failure("The scene has a single frame")

    def test_a_scene_without_bodies_says_what_to_do(self):
        add("Cloth", sheet())
        self.failure("No object of the scene is a body")

    def test_the_message_of_the_program_is_shown(self):
        add("Jelly", sheet(), body="soft")
        self.failure("Jelly")

    def test_warnings_of_the_program_are_shown(self):
        add("Cloth", sheet(), body="cloth", densty=2.0)
        self.simulate()
        self.assertTrue(any("pliant_densty" in warning for warning in status.warnings), status.warnings)

    def test_a_diverged_simulation_leaves_no_result(self):
        before = state(self.scene)
        self.program = str(self.folder / "failing")
        Path(self.program).write_text(f"#!{sys.executable}\nimport sys\nsys.exit('pliant: body Cloth diverged')\n")
        os.chmod(self.program, 0o755)
        add("Cloth", sheet(), body="cloth")
        self.failure("body Cloth diverged")
        self.assertFalse(result.exists(self.scene))
        self.assertEqual(before[1][2:], state(self.scene)[1][2:])

    def test_a_curve_is_refused_by_name(self):
        curve = bpy.data.curves.new("Curve", "CURVE")
        add("String", curve, body="rope")
        self.failure("String: a curve cannot be rope. Convert it")

    def test_a_rigid_body_below_a_bone_is_refused(self):
        rig = add("Rig", bpy.data.armatures.new("Rig"))
        crate = add("Crate", box(), body="rigid")
        crate.parent, crate.parent_type = rig, "BONE"
        self.failure("Crate: a rigid body cannot follow a bone of Rig")

    def test_an_object_without_extent_is_refused(self):
        add("Crate", box(), body="rigid").scale.x = 0
        bpy.context.view_layer.update()
        self.failure("Crate: a scale of 0")

    def test_bodies_in_collection_instances_are_reported(self):
        add("Cloth", sheet(), body="cloth")
        inner = bpy.data.collections.new("Inner")
        hidden = bpy.data.objects.new("Hidden", sheet("Hidden"))
        hidden["pliant_body"] = "cloth"
        inner.objects.link(hidden)
        instance = add("Instance", None, (3, 0, 0))
        instance.instance_type, instance.instance_collection = "COLLECTION", inner
        self.simulate()
        self.assertTrue(any("Hidden in a collection instance" in w for w in status.warnings), status.warnings)
        self.assertFalse(hidden.modifiers)


    def test_a_folder_that_cannot_be_made_is_named(self):
        add("Cloth", sheet(), body="cloth")
        (self.folder / "cache").write_text("a file")
        self.failure("A file could not be written or read")
        self.assertFalse(result.exists(self.scene))


class Files(Case):
    """Caches and other files."""

    def simulated(self):
        """A saved file with a result whose cache is beside it."""
        cloth = add("Cloth", sheet(), body="cloth")
        self.scene.pliant.cache_folder = "//pliant_cache"
        bpy.ops.wm.save_as_mainfile(filepath=str(self.folder / "a.blend"))
        self.simulate()
        return cloth

    def test_the_cache_moves_with_the_file(self):
        cloth = self.simulated()
        self.assertTrue(cloth.modifiers[0].filepath.startswith("//pliant_cache/a_Scene/"))
        lowest = self.at(12, cloth)[:, 2].min()
        bpy.ops.wm.save_mainfile()
        (self.folder / "b").mkdir()
        for name in ("a.blend", "pliant_cache"):
            (self.folder / name).rename(self.folder / "b" / name)
        bpy.ops.wm.open_mainfile(filepath=str(self.folder / "b" / "a.blend"))
        self.scene = bpy.context.scene
        self.assertEqual(self.at(12, bpy.data.objects["Cloth"])[:, 2].min(), lowest)

    def test_another_file_keeps_its_cache(self):
        self.simulated()
        bpy.ops.wm.save_mainfile()
        bpy.ops.wm.save_as_mainfile(filepath=str(self.folder / "b.blend"))
        bpy.ops.pliant.clear()
        self.assertTrue(list((self.folder / "pliant_cache" / "a_Scene").iterdir()))

    def test_an_object_of_another_file_is_refused(self):
        cloth = add("Cloth", sheet(), body="cloth")
        bpy.data.libraries.write(str(self.folder / "library.blend"), {cloth})
        bpy.data.objects.remove(cloth)
        with bpy.data.libraries.load(str(self.folder / "library.blend"), link=True) as (_, linked):
            linked.objects = ["Cloth"]
        self.scene.collection.objects.link(linked.objects[0])
        self.failure("Cloth: an object that is linked from another file cannot change")


class Hidden(Case):
    """Objects that Blender does not evaluate take no part."""

    def test_disabled_and_excluded_objects_take_no_part(self):
        cloth = add("Cloth", sheet(), (0, 0, 1), body="cloth")
        ground = add("Ground", sheet("Ground", 1, 4), body="static")
        shelf = add("Shelf", sheet("Shelf", 1, 4), (0, 0, 0.9), body="static")
        off = bpy.data.collections.new("Off")
        self.scene.collection.children.link(off)
        self.scene.collection.objects.unlink(shelf)
        off.objects.link(shelf)
        bpy.context.view_layer.layer_collection.children["Off"].exclude = True
        step = add("Step", sheet("Step", 1, 4), (0, 0, 0.8), body="static")
        step.hide_viewport = True
        ground.hide_set(True)
        self.simulate()
        self.assertLess(self.at(12, cloth)[:, 2].min(), 0.7)
        self.scene.frame_end = 40
        self.simulate()
        self.assertGreater(self.at(39, cloth)[:, 2].min(), 0.0)


class Viewer(Case):
    """Show in Pliant."""

    def test_the_viewer_gets_the_exported_scene(self):
        add("Cloth", sheet(), body="cloth")
        record = self.folder / "arguments.json"
        viewer = self.folder / "viewer"
        script = "import json, os, sys, time\nwith open({0!r}, 'w') as f: json.dump(sys.argv[1:], f)\n"
        script += "while not os.path.exists({0!r} + '.close'): time.sleep(0.02)\n"
        viewer.write_text(f"#!{sys.executable}\n" + script.format(str(record)))
        viewer.chmod(0o755)
        self.program = str(viewer)
        children = []
        start = program.subprocess.Popen

        def popen(*arguments, **options):
            children.append(start(*arguments, **options))
            return children[-1]

        program.subprocess.Popen = popen
        try:
            for presses, windows in ((1, 1), (2, 1)):
                with quiet():
                    self.assertEqual(bpy.ops.pliant.show(), {"FINISHED"})
                self.assertEqual(len(children), windows, presses)
            (self.folder / "arguments.json.close").touch()
            children[0].wait(20)
            with quiet():
                bpy.ops.pliant.show()
            children[1].wait(20)
            self.assertEqual(len(children), 2)
        finally:
            program.subprocess.Popen = start
        command, file, *options = json.loads(record.read_text())
        self.assertEqual([command, *options], ["view", "--fps", "24", "--device", "cpu"])
        self.assertTrue(Path(file).read_bytes().startswith(b"glTF"))


def turned(quaternion):
    """The matrix of a rotation of the metrics in Blender's axes."""
    from mathutils import Quaternion

    x, y, z, w = quaternion
    return numpy.array(Quaternion((w, x, -z, y)).to_matrix())
