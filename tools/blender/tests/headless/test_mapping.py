"""The motion finds the right vertices and the right object, whatever the object looks like."""

import math

import bpy
import numpy
from mathutils import Matrix
from support import Case, add, box, line, quiet, sheet, state

from pliant import export, rigid, status
from pliant.glb import Glb

FRAMES = (0, 6, 12)
TOLERANCE = 1e-4


class Cloths(Case):
    """Meshes, transforms and modifiers."""

    def test_seams_and_sharp_edges(self):
        mesh = sheet(n=6)
        layer = mesh.uv_layers.new()
        for face in mesh.polygons:
            face.use_smooth = False
            for corner in face.loop_indices:
                # Each face has its own part of the picture, so that every edge is a seam.
                layer.data[corner].uv = (face.index + corner / 100, corner / 7)
        mesh.materials.append(bpy.data.materials.new("A"))
        mesh.materials.append(bpy.data.materials.new("B"))
        for face in mesh.polygons:
            face.material_index = face.index % 2
        cloth = add("Cloth", mesh, body="cloth", pin="left")
        self.assertGreater(self.vertices_in_file("Cloth"), 2 * len(mesh.vertices))
        self.assert_same_particles(cloth, FRAMES)

    def test_a_parent_and_scales(self):
        parent = add("Parent", None, (1, 2, 3))
        parent.rotation_euler, parent.scale = (0.3, 0.2, 0.9), (2, 2, 2)
        parent.keyframe_insert("location", frame=1)
        parent.location.x = 1.5
        parent.keyframe_insert("location", frame=13)
        cloth = add("Cloth", sheet(), (0.1, 0.2, 0.3), body="cloth", pin="left")
        cloth.parent, cloth.matrix_parent_inverse = parent, Matrix.Rotation(0.4, 4, "Y")
        cloth.rotation_euler, cloth.scale = (0.5, 0.1, 0.2), (0.5, -0.7, 0.3)
        self.assert_same_particles(cloth, FRAMES)

    def test_linked_objects_have_results_of_their_own(self):
        mesh = sheet()
        first = add("First", mesh, body="cloth", pin="left")
        second = add("Second", mesh, (3, 0, 0), body="cloth", pin="right")
        self.assert_same_particles(first, FRAMES)
        self.assert_same_particles(second, FRAMES)
        self.assertGreater(numpy.abs(self.at(12, first) + (3, 0, 0) - self.at(12, second)).max(), 0.1)

    def test_modifiers_are_simulated(self):
        cloth = add("Cloth", sheet(n=3), body="cloth", pin="left")
        cloth.modifiers.new("Subdivision", "SUBSURF").levels = 2
        self.assert_same_particles(cloth, FRAMES)
        self.assertEqual(len(self.at(0, cloth)), 169)
        self.assertEqual([m.name for m in cloth.modifiers], ["Subdivision", "Pliant"])
        self.assertEqual(status.warnings, [])
        cloth.modifiers["Subdivision"].render_levels = 3
        self.simulate()
        self.assertIn("Cloth: Subdivision differs between viewport and render", status.warnings[0])

    def test_later_modifiers_act_on_the_result(self):
        cloth = add("Cloth", sheet(n=3), body="cloth", pin="left")
        cloth.modifiers.new("Subdivision", "SUBSURF").levels = 1
        solid = cloth.modifiers.new("Solidify", "SOLIDIFY")
        cloth.pliant.last_modifier = "Subdivision"
        before = state(self.scene)
        self.simulate()
        self.assertEqual([m.name for m in cloth.modifiers], ["Subdivision", "Pliant", "Solidify"])
        self.assertTrue(solid.show_viewport)
        self.assertEqual(len(self.at(12, cloth)), 2 * 49)
        cloth.pliant.last_modifier = "Gone"
        self.failure("Cloth: there is no modifier 'Gone'")
        bpy.ops.pliant.clear()
        self.scene.frame_set(1)
        self.assertEqual(before, state(self.scene))

    def test_vertices_of_no_face_stay(self):
        mesh = sheet(n=3)
        mesh.vertices.add(1)
        mesh.vertices[-1].co = (0, 0, 2)
        cloth = add("Cloth", mesh, body="cloth")
        self.simulate()
        self.assertLess(numpy.abs(self.at(12, cloth)[-1] - (0, 0, 2)).max(), 1e-6)
        self.assertGreater(numpy.abs(self.at(12, cloth)[0] - self.at(0, cloth)[0]).max(), 0.1)

    def test_a_skinned_cloth(self):
        rig = add("Rig", bpy.data.armatures.new("Rig"))
        bpy.context.view_layer.objects.active = rig
        bpy.ops.object.mode_set(mode="EDIT")
        bone = rig.data.edit_bones.new("Bone")
        bone.tail = (0, 0, 1)
        bpy.ops.object.mode_set(mode="OBJECT")
        cloth = add("Cloth", sheet(), body="cloth")
        cloth.parent = rig
        cloth.modifiers.new("Armature", "ARMATURE").object = rig
        group = cloth.vertex_groups.new(name="Bone")
        group.add(range(len(cloth.data.vertices)), 1, "ADD")
        collar = cloth.vertex_groups.new(name="Collar")
        collar.add([v.index for v in cloth.data.vertices if v.co.x > 0.49], 1, "ADD")
        cloth.pliant.pin_group = "Collar"
        pose = rig.pose.bones["Bone"]
        pose.rotation_mode = "XYZ"
        for frame, angle in ((1, 0.3), (13, 0.8)):
            pose.rotation_euler.x = angle
            pose.keyframe_insert("rotation_euler", frame=frame)
        self.assert_same_particles(cloth, FRAMES)
        moved = numpy.linalg.norm(self.at(12, cloth) - self.at(0, cloth), axis=1)
        pinned = [v.index for v in cloth.data.vertices if v.co.x > 0.49]
        self.scene.frame_set(13)
        whole = rig.matrix_world @ pose.matrix @ pose.bone.matrix_local.inverted()
        posed = numpy.array([whole @ cloth.data.vertices[i].co for i in pinned])
        self.assertLess(numpy.abs(self.at(12, cloth)[pinned] - posed).max(), TOLERANCE)
        self.assertGreater(moved.max(), 0.1)

    def test_the_frame_rate_has_a_base(self):
        self.scene.render.fps, self.scene.render.fps_base = 30, 1.25
        cloth = add("Cloth", sheet(), body="cloth", pin="left")
        for frame, height in ((1, 0.0), (13, 1.2)):
            cloth.location.z = height
            cloth.keyframe_insert("location", frame=frame)
        for curve in curves(cloth):
            for point in curve.keyframe_points:
                point.interpolation = "LINEAR"
        found, lines = self.particles(FRAMES)
        self.assertAlmostEqual(lines[0]["dt"], 1.25 / 30)
        heights = [found[frame]["Cloth"][:, 2].max() for frame in FRAMES]
        self.assertLess(numpy.abs(numpy.array(heights) - (0, 0.6, 1.2)).max(), TOLERANCE)
        self.assert_same_particles(cloth, FRAMES)

    def test_edit_mode_is_kept(self):
        cloth = add("Cloth", sheet(), body="cloth", pin="left")
        bpy.context.view_layer.objects.active = cloth
        bpy.ops.object.mode_set(mode="EDIT")
        self.simulate()
        self.assertEqual(cloth.mode, "EDIT")
        bpy.ops.object.mode_set(mode="OBJECT")

    def vertices_in_file(self, name):
        """Number of vertices of an object in the export."""
        file = self.folder / "count.glb"
        with quiet():
            export.write(self.scene, bpy.context.view_layer, file)
        glb = Glb(file)
        node = next(node for node in glb.json["nodes"] if node["name"] == name)
        count = len(glb.positions(node["mesh"]))
        glb.close()
        return count


class Groups(Case):
    """Pins and attachments by vertex groups."""

    def grouped(self, item, chosen, name="Held"):
        """A vertex group with the vertices that fit."""
        found = [v.index for v in item.data.vertices if chosen(v.co)]
        item.vertex_groups.new(name=name).add(found, 1, "ADD")
        return found

    def test_pins_by_vertex_group(self):
        mesh = sheet()
        cloth = add("Cloth", mesh, body="cloth")
        other = add("Other", mesh, (3, 0, 0), body="cloth")
        rope = add("Rope", line(), (0, 3, 0), body="rope")
        held = {
            cloth: self.grouped(cloth, lambda co: co.x > 0.4),
            rope: self.grouped(rope, lambda co: co.x > 0.85),
        }
        before = state(self.scene)
        for item in held:
            item.pliant.pin_group = "Held"
        self.simulate()
        for item, vertices in held.items():
            moved = numpy.linalg.norm(self.at(12, item) - self.at(0, item), axis=1)
            self.assertLess(moved[vertices].max(), 1e-6)
            self.assertGreater(numpy.delete(moved, vertices).min(), 1e-5)
        self.assertGreater(numpy.linalg.norm(self.at(12, other) - self.at(0, other), axis=1).min(), 0.1)
        self.assertNotIn("_PIN", cloth.data.attributes)
        bpy.ops.pliant.clear()
        self.scene.frame_set(before[2])
        self.assertEqual(before, state(self.scene))

    def test_a_missing_group_is_named(self):
        add("Cloth", sheet(), body="cloth").pliant.pin_group = "Hem"
        self.failure("Cloth: there is no vertex group 'Hem'")

    def test_attachments_by_vertex_group_and_side(self):
        lift = add("Lift", box("Lift", 0.1), (2, 0, 0), body="kinematic")
        for frame, height in ((1, 0.0), (13, 0.5)):
            lift.location.z = height
            lift.keyframe_insert("location", frame=frame)
        pole = add("Pole", box("Pole", 0.1), (-2, 0, 0), body="static")
        cloth = add("Cloth", sheet(), body="cloth", stretch_compliance=0.01)
        held = self.grouped(cloth, lambda co: co.x > 0.49)
        for side, group, target in (("GROUP", "Held", lift), ("LEFT", "", pole)):
            row = cloth.pliant.attachments.add()
            row.side, row.group, row.target = side, group, target
        self.simulate()
        moved = self.at(12, cloth) - self.at(0, cloth)
        self.assertLess(numpy.abs(moved[held] - (0, 0, 0.5)).max(), 1e-3)
        left = [v.index for v in cloth.data.vertices if v.co.x < -0.49]
        self.assertLess(numpy.abs(moved[left]).max(), 1e-3)
        cloth.pliant.attachments[1].target = None
        self.failure("Cloth: an attachment has no object")


class Rigid(Case):
    """Rigid bodies with parents, deltas and rotation modes."""

    def falling(self, name, at, **keys):
        return add(name, box(name), at, body="rigid", angular_velocity=[1, 2, 3], **keys)

    def assert_falls(self, item, tolerance=1e-4):
        """Its matrix is that of the program's metrics."""
        before = state(self.scene)
        _, lines = self.particles(FRAMES)
        self.simulate()
        start = self.matrix(0, item)
        for frame in FRAMES:
            body = next(b for b in lines[1 + frame]["bodies"] if b["name"] == item.name)
            x, y, z = body["com"]
            matrix = self.matrix(frame, item)
            self.assertLess(numpy.abs(matrix[:3, 3] - (x, -z, y)).max(), tolerance)
            whole = turned(body["rotation"]) @ numpy.diag(scale_of(start, lines, item.name))
            self.assertLess(numpy.abs(matrix[:3, :3] - whole).max(), tolerance)
        bpy.ops.pliant.clear()
        self.scene.frame_set(before[2])
        self.assertEqual(before, state(self.scene))

    def test_rotation_modes(self):
        for mode in ("QUATERNION", "XYZ", "ZYX", "AXIS_ANGLE"):
            with self.subTest(mode):
                self.setUp()
                crate = self.falling("Crate", (0, 0, 1))
                crate.rotation_mode = mode
                crate.scale = (1, 2, 0.5)
                self.assert_falls(crate)

    def test_a_parent_that_moves(self):
        parent = add("Parent", None, (1, 0, 2))
        parent.rotation_euler.z = 0.5
        parent.scale = (2, 2, 2)
        crate = self.falling("Crate", (0, 0, 1))
        crate.parent, crate.matrix_parent_inverse = parent, Matrix.Rotation(0.4, 4, "Y")
        self.assert_falls(crate)

    def test_a_parent_that_falls(self):
        parent = self.falling("Parent", (0, 0, 1))
        crate = self.falling("Crate", (0, 0, 1))
        crate.parent = parent
        cloth = add("Cloth", sheet(), (0, 0, 3), body="cloth")
        cloth.parent = parent
        self.assert_falls(crate)
        self.assert_same_particles(cloth, FRAMES)

    def test_deltas(self):
        crate = self.falling("Crate", (0, 0, 1))
        crate.delta_location, crate.delta_rotation_euler = (0.3, 0.2, 0.1), (0.4, 0.5, 0.6)
        self.assert_falls(crate)

    def test_other_animation_is_kept(self):
        crate = self.falling("Crate", (0, 0, 1))
        crate["glow"] = 0.0
        crate.keyframe_insert('["glow"]', frame=1)
        crate["glow"] = 1.0
        crate.keyframe_insert('["glow"]', frame=13)
        self.assert_falls(crate)
        self.simulate()
        self.matrix(12, crate)
        self.assertAlmostEqual(crate["glow"], 1.0)
        self.assertEqual(len(curves(crate)), 7)

    def test_a_parent_with_uneven_scale_is_refused(self):
        parent = add("Parent", None)
        parent.scale = (1, 2, 1)
        crate = self.falling("Crate", (0, 0, 1))
        crate.parent = parent
        self.failure("Crate: its parent Parent has a scale that differs by axis")


class Tearing(Case):
    """A body that tears comes back as a new object."""

    def test_a_tear_opens(self):
        mesh = sheet(n=6)
        mesh.uv_layers.new()
        mesh.materials.append(bpy.data.materials.new("Felt"))
        cloth = add("Cloth", mesh, body="cloth", pin="top", tear_strain=0.05, stretch_compliance=1e-3, density=20.0)
        cloth.rotation_euler.y = math.pi / 2
        before = state(self.scene)
        self.simulate()
        shown = bpy.data.objects["Cloth Pliant"]
        self.assertEqual([m.name for m in shown.modifiers], ["Pliant", "Weld"])
        self.assertEqual(shown.data.materials[0].name, "Felt")
        self.assertEqual(len(self.at(0, shown)), len(mesh.vertices))
        self.assertGreater(len(self.at(12, shown)), len(mesh.vertices))
        self.assertTrue(cloth.hide_render and cloth.hide_viewport)
        bpy.ops.pliant.clear()
        self.scene.frame_set(before[2])
        self.assertEqual(before, state(self.scene))


class Long(Case):
    """A run with more keys than a mesh has morph targets."""

    frames = (1, 600)

    def test_every_part_is_read(self):
        cloth = add("Cloth", sheet(n=2), body="cloth", pin="left", air_drag=0.0)
        add("Cloth.2", sheet("Second", n=2), (5, 0, 0), body="cloth")
        self.scene["pliant_substeps"] = 2
        self.assert_same_particles(cloth, (0, 254, 255, 256, 300, 511, 599))


def curves(item):
    """The curves of an object."""
    return rigid.curves(item)


def turned(quaternion):
    """The matrix of a rotation of the metrics in Blender's axes."""
    from mathutils import Quaternion

    x, y, z, w = quaternion
    return numpy.array(Quaternion((w, x, -z, y)).to_matrix())


def scale_of(matrix, lines, name):
    """The lengths of the axes, with the sign that the matrix has after its rotation."""
    return numpy.linalg.norm(matrix[:3, :3], axis=0)

