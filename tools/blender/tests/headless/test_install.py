"""Blender accepts the zip file, and the add-on in it works."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import bpy

BUILD = Path(__file__).resolve().parents[2] / "build"
# Installs an extension as Install from Disk does, simulates, and disables it.
# Blender 4.2 as a module crashes when it ends after any glTF export of its default scene, so the script ends by itself.
SCRIPT = """
import os
import sys
import bpy
bpy.ops.extensions.package_install_files(filepath=sys.argv[1], repo="user_default", enable_on_install=True)
name = "bl_ext.user_default.pliant"
add_on = bpy.context.preferences.addons[name]
add_on.preferences.program = sys.argv[2]
scene = bpy.context.scene
bpy.data.objects["Cube"].pliant.kind = "rigid"
scene.frame_end = 5
scene.pliant.device = "cpu"
assert bpy.ops.pliant.simulate() == {"FINISHED"}
assert bpy.data.objects["Cube"].pliant.result.role == "KEYS"
folder = scene.pliant.cached
bpy.ops.pliant.clear()
bpy.ops.preferences.addon_disable(module=name)
assert not hasattr(scene, "pliant")
assert bpy.data.objects["Cube"]["pliant_body"] == "rigid"
print("works", folder, flush=True)
os._exit(0)
"""


class Install(unittest.TestCase):
    """The zip file."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.zip = self.run_python(str(BUILD), str(self.folder)).strip()

    def run_python(self, *arguments):
        """What a script prints; the settings of Blender are those of a new user."""
        resources = {"BLENDER_USER_RESOURCES": str(self.folder / "user")}
        done = subprocess.run(
            [sys.executable, *arguments], capture_output=True, text=True, env=os.environ | resources, timeout=300
        )
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_blender_validates_it(self):
        command = next(Path(bpy.utils.system_resource("SCRIPTS")).rglob("bl_pkg/cli/blender_ext.py"))
        self.assertIn("Success", self.run_python(str(command), "validate", self.zip))

    def test_it_installs_and_simulates(self):
        printed = self.run_python("-c", SCRIPT, self.zip, os.environ["PLIANT_PROGRAM"])
        self.assertIn("works", printed)
