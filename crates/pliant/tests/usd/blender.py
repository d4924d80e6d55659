"""Imports a USD layer or a .glb into Blender, and compares evaluated meshes with the particles of the PLY files."""

import sys

import bpy
import numpy
import ply

bpy.ops.wm.read_factory_settings(use_empty=True)
scene = bpy.context.scene
if sys.argv[1].endswith(".glb"):
    # Keys are in seconds.
    scene.render.fps = 60
    assert bpy.ops.import_scene.gltf(filepath=sys.argv[1]) == {"FINISHED"}
    # `--output-error`, a fraction of the size of bodies of at most 2 m.
    tolerance = 2e-4
else:
    assert bpy.ops.wm.usd_import(filepath=sys.argv[1]) == {"FINISHED"}
    assert (scene.frame_start, scene.frame_end) == (0, 30)
    tolerance = 1e-5

count = 0
for frame in (0, 13, 30):
    scene.frame_set(frame)
    graph = bpy.context.evaluated_depsgraph_get()
    particles = ply.read(f"{frame}.ply")
    meshes = [o for o in scene.objects if o.type == "MESH" and o.name in ("Flag", "Curtain", "Awning", "Balloon")]
    for item in meshes:
        evaluated = item.evaluated_get(graph)
        mesh = evaluated.to_mesh()
        points = numpy.array([evaluated.matrix_world @ vertex.co for vertex in mesh.vertices])
        # Blender has Z up.
        points = numpy.stack([points[:, 0], points[:, 2], -points[:, 1]], axis=-1)
        errors = {body: ply.distance(particles["position"][particles["body"] == body], points) for body in set(particles["body"])}
        assert min(errors.values()) < tolerance, (item.name, frame, errors)
        count += len(points)
print(f"{count} vertices compared")
