"""Keys, values and axes: plain Python."""

import json
import math
import sys
import unittest
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from pliant import axes, convert, table  # noqa: E402

KEYS = {key.name: key for key in (*table.TABLE.node, *table.TABLE.scene)}


class Table(unittest.TestCase):
    """The table of keys."""

    def test_every_row_is_read(self):
        rows = json.loads((Path(table.__file__).parent / "keys.json").read_text(encoding="utf-8"))
        self.assertEqual([key.name for key in table.TABLE.node], [row["key"] for row in rows["node"]])
        self.assertEqual([key.name for key in table.TABLE.scene], [row["key"] for row in rows["scene"]])
        self.assertEqual([key.name for key in table.TABLE.emitter], ["rate", "velocity", "duration", "limit"])
        types = {"number", "integer", "boolean", "word", "vector", "text"}
        self.assertLessEqual({key.type for key in KEYS.values()}, types)

    def test_units_and_defaults_depend_on_the_kind(self):
        density = KEYS["pliant_density"]
        self.assertEqual(density.label("cloth"), "Density (kg/m²)")
        self.assertEqual(density.label("soft"), "Density (kg/m³)")
        self.assertEqual((density.start("rope"), density.start("rigid")), (0.1, 1000))
        self.assertIn("Default: 0.2 kg/m² (balloon, cloth)", density.tooltip())
        self.assertIn("Range: above 0.", density.tooltip())

    def test_a_field_begins_in_range(self):
        for key in (*KEYS.values(), *table.TABLE.emitter):
            for kind in key.kinds or ("",):
                start = key.start(kind)
                self.assertEqual(convert.problem(key, convert.to_property(key, start)) and key.type, self.empty(key), key.name)

    def empty(self, key):
        """Texts begin empty, which pins, attachments and expectations may not be."""
        return "text" if key.name in ("pliant_pin", "pliant_attach", "pliant_expect") else ""

    def test_bounds_that_are_excluded_are_out_of_reach(self):
        low, high = KEYS["pliant_poissons_ratio"].bounds()
        self.assertTrue(-1 < low and high < 0.5)
        self.assertEqual(KEYS["pliant_restitution"].bounds(), (0, 1))
        self.assertEqual(KEYS["pliant_friction"].bounds(), (0, math.inf))

    def test_vectors_are_shown_in_the_axes_of_blender(self):
        self.assertIn("Default: 0, 0, -9.81 m/s².", KEYS["pliant_gravity"].tooltip())
        self.assertEqual(KEYS["pliant_gravity"].start(), (0, -9.81, 0))


class Values(unittest.TestCase):
    """Custom properties."""

    def test_axes_go_and_come_back(self):
        self.assertEqual(axes.to_gltf((1, 2, 3)), (1, 3, -2))
        self.assertEqual(axes.to_blender((1, 3, -2)), (1, 2, 3))

    def test_numbers_stay_short(self):
        density = KEYS["pliant_density"]
        self.assertEqual(convert.to_property(density, 0.30000001192092896), 0.3)
        self.assertEqual(convert.to_property(KEYS["pliant_restitution"], 7), 1)
        self.assertEqual(convert.to_property(KEYS["pliant_substeps"], 7.0), 7)

    def test_wrong_types_are_no_values_of_fields(self):
        for name, value in (
            ("pliant_density", "heavy"),
            ("pliant_density", True),
            ("pliant_velocity", [1, 2]),
            ("pliant_model", "spring"),
            ("pliant_self_collision", 2),
        ):
            self.assertIsNone(convert.to_field(KEYS[name], value), name)
            self.assertIn("is no value for it", convert.problem(KEYS[name], value), name)
        self.assertIs(convert.to_field(KEYS["pliant_self_collision"], 1.0), True)

    def test_ranges_are_explained(self):
        why = convert.problem(KEYS["pliant_restitution"], 1.5)
        self.assertEqual(why, "1.5 is out of range: give a number, 0 to 1.")
        self.assertEqual(convert.problem(KEYS["pliant_density"], 1e-6), "")

    def test_pins_are_sides_or_numbers(self):
        for good in ("left", "left, right", "0,16", "12", [0, 16], [3.0]):
            self.assertEqual(convert.pin_problem(good), "", good)
        for bad in ("", "lefft", "left;right", [], [0.5], True, "-1"):
            self.assertTrue(convert.pin_problem(bad), bad)

    def test_attachments_name_vertices_and_an_object(self):
        self.assertEqual(convert.entries("left=Pole; 0,1=A=B:12 ;"), ["left=Pole", "0,1=A=B:12"])
        self.assertEqual(convert.entries(["top=Pole"]), ["top=Pole"])
        self.assertEqual(convert.attach_problem("left=Pole; 0=Sail:12"), "")
        self.assertIn("'lefft=Pole' is no attachment", convert.attach_problem("lefft=Pole"))
        self.assertIn("Write SIDE=OBJECT", convert.attach_problem(""))

    def test_expectations_are_json(self):
        key = KEYS["pliant_expect"]
        value = convert.to_property(key, '[{"metric": "contacts", "max": 3}]')
        self.assertEqual((value, convert.problem(key, value)), ([{"metric": "contacts", "max": 3}], ""))
        self.assertEqual(convert.to_field(key, value), '[{"metric": "contacts", "max": 3}]')
        self.assertEqual(convert.to_property(key, "[{"), "[{")
        self.assertIn("Write a JSON list", convert.problem(key, "[{"))

    def test_a_new_key_needs_no_code(self):
        new = replace(KEYS["pliant_friction"], name="pliant_stickiness", meaning="how much it sticks")
        self.assertEqual((new.short, new.label()), ("stickiness", "Stickiness"))
        self.assertTrue(new.tooltip().startswith("How much it sticks."))


if __name__ == "__main__":
    unittest.main()
