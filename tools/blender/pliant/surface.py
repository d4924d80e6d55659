"""The surface of a fluid has other vertices in each frame, so that it comes as a USD file in the modifier Mesh Sequence Cache."""

import re
import shutil
from math import pi

import bpy

from . import result


class Surfaces:
    """The file of a run with the surfaces of all fluids."""

    def __init__(self, file, folder):
        self.file = folder / "surface.usdc"
        shutil.move(file, self.file)

    def add(self, scene, item, exported):
        """Creates an object that shows the surface of a fluid."""
        mesh = bpy.data.meshes.new(f"{item.name} {result.NAME}")
        for slot in item.material_slots:
            mesh.materials.append(slot.material)
        shown = bpy.data.objects.new(f"{item.name} {result.NAME}", mesh)
        # The file has Y up.
        shown.rotation_euler.x = pi / 2
        result.collection(scene).objects.link(shown)
        modifier = shown.modifiers.new(result.NAME, "MESH_SEQUENCE_CACHE")
        modifier.cache_file = self.opened(exported)
        modifier.object_path = self.path(item.name, modifier.cache_file)
        result.hide(item)

    def opened(self, exported):
        """The file as Blender's data; time code 0 is the first frame of the scene."""
        name = result.relative(self.file)
        for found in bpy.data.cache_files:
            if found.filepath == name:
                return found
        before = set(bpy.data.cache_files)
        bpy.ops.cachefile.open(filepath=str(self.file))
        found = (set(bpy.data.cache_files) - before).pop()
        found.filepath = name
        found.frame_offset = exported.start
        return found

    def path(self, name, file):
        """Where the surface is in the file: names there have letters, digits and `_` only."""
        wanted = re.sub(r"[^A-Za-z0-9]", "_", name)
        paths = [part.path for part in file.object_paths]
        fits = [path for path in paths if path.endswith(f"/{wanted}/Surface")]
        return (fits or [f"/World/{wanted}/Surface"])[0]
