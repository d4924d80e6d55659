"""The manifest follows Blender's documented schema: plain Python."""

import re
import unittest
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1] / "pliant"

try:
    import tomllib
except ImportError as error:
    raise unittest.SkipTest("reading TOML needs Python 3.11") from error


class Manifest(unittest.TestCase):
    """What the schema 1.0.0 requires."""

    def setUp(self):
        self.manifest = tomllib.loads((PACKAGE / "blender_manifest.toml").read_text())

    def test_required_entries(self):
        needed = {"schema_version", "id", "version", "name", "tagline", "maintainer", "type", "blender_version_min", "license"}
        self.assertLessEqual(needed, self.manifest.keys())
        self.assertEqual(self.manifest["schema_version"], "1.0.0")
        self.assertEqual(self.manifest["type"], "add-on")
        self.assertTrue(self.manifest["id"].isidentifier())
        self.assertEqual(self.manifest["blender_version_min"], "4.2.0")

    def test_texts(self):
        tagline = self.manifest["tagline"]
        self.assertTrue(len(tagline) <= 64 and tagline[-1].isalnum())
        reasons = self.manifest["permissions"]
        self.assertLessEqual(reasons.keys(), {"files", "network", "clipboard", "camera", "microphone"})
        self.assertTrue(all(len(reason) <= 64 and reason[-1].isalnum() for reason in reasons.values()))
        self.assertTrue(all(name.startswith("SPDX:") for name in self.manifest["license"]))
        self.assertLessEqual(set(self.manifest["tags"]), {"Physics", "Animation", "Import-Export"})

    def test_the_version_is_that_of_the_program(self):
        cargo = (PACKAGE.parents[2] / "Cargo.toml").read_text()
        self.assertEqual(self.manifest["version"], re.search(r'^version = "(.+)"$', cargo, re.MULTILINE)[1])


if __name__ == "__main__":
    unittest.main()
