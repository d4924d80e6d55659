"""The fields of the panels, and the buttons as the window presses them."""

import time
from types import SimpleNamespace

import bpy
from support import PAUSE, Case, add, box, quiet, sheet, state

from pliant import job, operators, panels, status, values
from pliant.table import TABLE


class Recorder:
    """A layout that remembers what was drawn on it, and that each property exists."""

    def __init__(self, seen=None):
        self.seen = [] if seen is None else seen

    def row(self, **_):
        return Recorder(self.seen)

    column = row

    def label(self, text="", icon="NONE"):
        assert icon in bpy.types.UILayout.bl_rna.functions["label"].parameters["icon"].enum_items, icon
        self.seen.append(("label", text))

    def separator(self):
        pass

    def prop(self, owner, name, text=None):
        self.seen.append(("prop", name, text, getattr(owner, name)))

    def prop_search(self, owner, name, of, listed, text=None):
        getattr(of, listed)
        self.prop(owner, name, text)

    def operator(self, name, text=None, icon="NONE"):
        assert icon in bpy.types.UILayout.bl_rna.functions["operator"].parameters["icon"].enum_items, icon
        group, word = name.split(".")
        getattr(getattr(bpy.ops, group), word).get_rna_type()
        self.seen.append(("operator", name))
        return SimpleNamespace()

    def progress(self, factor, text):
        self.seen.append(("progress", factor, text))


def drawn(panel, item=None):
    """What a panel draws, None where it is not shown."""
    context = SimpleNamespace(object=item, scene=bpy.context.scene)
    if hasattr(panel, "poll") and not panel.poll(context):
        return None
    layout = Recorder()
    panel.draw(SimpleNamespace(layout=layout), context)
    return layout.seen


def props(seen):
    """The names of the fields."""
    return [entry[1] for entry in seen if entry[0] == "prop"]


class Fields(Case):
    """Fields and custom properties."""

    def setUp(self):
        super().setUp()
        self.item = add("Thing", box())

    def test_every_key_of_the_table_has_a_field(self):
        for key in (*TABLE.node, *TABLE.scene):
            owner = (self.item if key in TABLE.node else self.scene).pliant
            self.assertIn(key.short, owner.bl_rna.properties)
            field = owner.bl_rna.properties[key.short]
            self.assertIn("Default:", field.description)
            kinds = {"number": "FLOAT", "vector": "FLOAT", "integer": "INT", "boolean": "BOOLEAN", "word": "ENUM"}
            self.assertEqual(field.type, kinds.get(key.type, "STRING"), key.name)

    def test_a_body_shows_the_keys_of_its_kind(self):
        for kind in TABLE.kinds:
            self.item.pliant.kind = kind
            seen = drawn(panels.PLIANT_PT_keys, self.item)
            if kind == "none":
                self.assertIsNone(seen)
                continue
            wanted = {f"use_{key.short}" for key in TABLE.of_kind(kind) if key.name != "pliant_emit"}
            found = {name for name in props(seen) if name.startswith("use_") and not name.startswith("use_emit")}
            self.assertEqual(found, wanted, kind)

    def test_every_key_can_be_set_and_removed(self):
        for key in (*TABLE.node, *TABLE.scene):
            owner = self.item if key in TABLE.node else self.scene
            if key.name == "pliant_emit":
                continue
            setattr(owner.pliant, f"use_{key.short}", True)
            self.assertIn(key.name, owner)
            start = getattr(owner.pliant, key.short)
            setattr(owner.pliant, key.short, start)
            setattr(owner.pliant, f"use_{key.short}", False)
            self.assertNotIn(key.name, owner)

    def test_fields_write_what_the_file_holds(self):
        fields = self.item.pliant
        fields.kind = "cloth"
        fields.density = 0.3
        fields.velocity = (1, 2, 3)
        fields.self_collision = False
        fields.bend_model = "distance"
        fields.pin = "left, right"
        fields.restitution = 7
        self.assertEqual(self.item["pliant_body"], "cloth")
        self.assertEqual(self.item["pliant_density"], 0.3)
        self.assertEqual(list(self.item["pliant_velocity"]), [1, 3, -2])
        self.assertEqual(tuple(fields.velocity), (1, 2, 3))
        self.assertIs(self.item["pliant_self_collision"], False)
        self.assertEqual(self.item["pliant_bend_model"], "distance")
        self.assertEqual(self.item["pliant_pin"], "left, right")
        self.assertEqual(self.item["pliant_restitution"], 1)
        self.scene.pliant.gravity = (0, 0, -1.62)
        self.assertEqual(list(self.scene["pliant_gravity"]), [0, -1.62, 0])
        self.scene.pliant.expect = '[{"metric": "contacts", "max": 3}]'
        self.assertEqual([dict(part) for part in self.scene["pliant_expect"]], [{"metric": "contacts", "max": 3}])
        fields.kind = "none"
        self.assertNotIn("pliant_body", self.item)

    def test_fields_show_what_scripts_have_written(self):
        self.item["pliant_body"] = "balloon"
        self.item["pliant_pressure"] = 2
        self.item["pliant_self_collision"] = 0
        self.item["pliant_pin"] = [0, 16]
        self.item["pliant_velocity"] = [0, 3, 0]
        fields = self.item.pliant
        found = (fields.kind, fields.pressure, fields.self_collision, fields.pin, tuple(fields.velocity))
        self.assertEqual(found, ("balloon", 2, False, "0, 16", (0, 0, 3)))

    def test_values_of_mesh_and_material_are_shown(self):
        self.item.data["pliant_body"] = "cloth"
        self.item.data["pliant_density"] = 0.7
        self.item.data.materials.append(bpy.data.materials.new("Felt"))
        self.item.data.materials[0]["pliant_friction"] = 0.9
        self.item.data.materials[0]["pliant_density"] = 0.1
        self.assertEqual(self.item.pliant.kind, "cloth")
        self.assertFalse(self.item.pliant.use_density)
        seen = drawn(panels.PLIANT_PT_keys, self.item)
        self.assertIn(("label", "Density (kg/m²): 0.7 (of the mesh)"), seen)
        self.assertIn(("label", "Friction: 0.9 (of the material)"), seen)
        self.item.pliant.use_density = True
        self.assertEqual(self.item["pliant_density"], 0.7)
        self.item.pliant.kind = "none"
        self.assertEqual(self.item["pliant_body"], "none")

    def test_wrong_values_are_explained(self):
        self.item["pliant_body"] = "cloht"
        body = drawn(panels.PLIANT_PT_body, self.item)
        self.assertTrue(any("'cloht' is no kind of body" in entry[1] for entry in body if entry[0] == "label"))
        self.item["pliant_body"] = "cloth"
        self.item["pliant_density"] = "heavy"
        self.item["pliant_pin"] = "lefft"
        self.item["pliant_attach"] = "left"
        self.item["pliant_stretch_compliance"] = 1e-7
        text = " ".join(entry[1] for entry in drawn(panels.PLIANT_PT_keys, self.item) if entry[0] == "label")
        for part in ("'heavy' is no value", "Write sides with commas", "'left' is no attachment", "is 1e-07"):
            self.assertIn(part, text)

    def test_an_emitter_has_fields(self):
        fields = self.item.pliant
        fields.kind = "fluid"
        self.assertIn("use_emit_rate", props(drawn(panels.PLIANT_PT_keys, self.item)))
        self.assertNotIn("use_emit_velocity", props(drawn(panels.PLIANT_PT_keys, self.item)))
        fields.use_emit_rate = True
        fields.emit_rate = 300
        fields.emit_velocity = (0, 0, -0.4)
        fields.emit_limit = 50
        self.assertEqual(values.emitter(self.item), {"rate": 300, "velocity": [0, -0.4, 0], "limit": 50})
        self.assertIn("emit_velocity", props(drawn(panels.PLIANT_PT_keys, self.item)))
        fields.use_emit_limit = False
        self.assertNotIn("limit", values.emitter(self.item))
        fields.use_emit_rate = False
        self.assertNotIn("pliant_emit", self.item)

    def test_attachments_have_rows(self):
        self.item.pliant.kind = "rope"
        bpy.context.view_layer.objects.active = self.item
        bpy.ops.pliant.attachment_add()
        bpy.ops.pliant.attachment_add()
        self.item.pliant.attachments[1].side = "LEFT"
        bpy.ops.pliant.attachment_remove(index=0)
        self.assertEqual([row.side for row in self.item.pliant.attachments], ["LEFT"])
        self.assertIn("target", props(drawn(panels.PLIANT_PT_keys, self.item)))

    def test_the_scene_has_its_keys_and_buttons(self):
        seen = drawn(panels.PLIANT_PT_scene)
        self.assertEqual([f"use_{key.short}" for key in TABLE.scene], [p for p in props(seen) if p.startswith("use_")])
        self.assertIn(("operator", "pliant.simulate"), seen)
        self.assertIn(("label", "Gravity (m/s²): 0, 0, -9.81"), seen)


class Window(Case):
    """The steps that the window runs."""

    class Operator:
        """The operator without Blender's part."""

        modal, cancelled, failed, finished, stop_timer = (
            getattr(operators.PLIANT_OT_simulate, name)
            for name in ("modal", "cancelled", "failed", "finished", "stop_timer")
        )
        timer = None

        def __init__(self):
            self.reports = []

        def report(self, kind, text):
            self.reports.append((*kind, text))

    def setUp(self):
        super().setUp()
        self.cloth = add("Cloth", sheet(), body="cloth", densty=1.0)
        manager = SimpleNamespace(windows=[], event_timer_remove=lambda _: self.removed.append(1))
        self.context = SimpleNamespace(window_manager=manager)
        self.removed = []
        self.operator = self.Operator()
        self.addCleanup(status.end)

    def begin(self, path):
        status.begin(job.Job(self.scene, path))

    def tick(self, kind="TIMER"):
        # The window leaves time between ticks, too.
        time.sleep(PAUSE)
        with quiet():
            return self.operator.modal(self.context, SimpleNamespace(type=kind, ctrl=True, oskey=False))

    def test_ticks_lead_to_the_result(self):
        self.begin(self.program)
        self.assertEqual(self.tick("MOUSEMOVE"), {"PASS_THROUGH"})
        self.assertEqual(self.tick("Z"), {"RUNNING_MODAL"})
        shown = []
        while (state_of := self.tick()) == {"RUNNING_MODAL"}:
            shown += [entry for entry in drawn(panels.PLIANT_PT_body, self.cloth) if entry[0] == "progress"]
        self.assertEqual(state_of, {"FINISHED"})
        fractions = [fraction for _, fraction, _ in shown]
        self.assertEqual(fractions, sorted(fractions))
        self.assertEqual((len(self.removed), status.running), (1, None))
        self.assertIn("pliant_densty", self.operator.reports[0][1])
        self.assertTrue(any("pliant_densty" in str(entry) for entry in drawn(panels.PLIANT_PT_body, self.cloth)))
        self.assertEqual(self.cloth.pliant.result.role, "CACHE")

    def test_escape_cancels(self):
        before = state(self.scene)
        self.begin(self.program)
        self.tick()
        self.assertEqual(self.tick("ESC"), {"CANCELLED"})
        self.assertEqual((len(self.removed), status.running, status.failure), (1, None, "Cancelled."))
        self.assertEqual(before, state(self.scene))

    def test_another_file_ends_it(self):
        self.begin(self.program)
        self.tick()
        bpy.ops.wm.read_factory_settings(use_empty=True)
        self.assertIsNone(status.running)
        self.assertEqual(self.tick(), {"CANCELLED"})

    def test_a_mesh_that_changes_meanwhile_is_named(self):
        self.begin(self.program)
        self.tick()
        self.cloth.data.vertices.add(1)
        self.cloth.data.update_tag()
        while self.tick() == {"RUNNING_MODAL"}:
            pass
        self.assertIn("Cloth: its mesh has changed", self.operator.reports[-1][1])

    def test_the_button_cancels(self):
        self.begin(self.program)
        self.tick()
        self.assertFalse(operators.PLIANT_OT_simulate.poll(None))
        bpy.ops.pliant.cancel()
        self.assertEqual(self.tick(), {"CANCELLED"})
        self.assertIsNone(status.running)

    def test_a_failure_is_reported(self):
        self.begin("no_such_pliant")
        self.assertEqual(self.tick(), {"CANCELLED"})
        self.assertEqual(self.operator.reports[0][0], "ERROR")
        text = " ".join(entry[1] for entry in drawn(panels.PLIANT_PT_body, self.cloth) if entry[0] == "label")
        self.assertIn("no_such_pliant", text)

    def test_an_error_of_the_add_on_does_not_block_it(self):
        self.begin(self.program)

        def broken():
            raise RuntimeError("broken")
            yield

        status.running.steps = broken()
        with self.assertRaises(RuntimeError):
            self.tick()
        self.assertIsNone(status.running)


