"""Makes every_kind.glb beside it: the steps of docs/authoring.md, "In Blender", for every kind of body.

    pip install bpy; python every_kind.py

What a hand does in the window is done here by Blender's own Python; the last lines are File > Export > glTF 2.0.
"""

from math import pi
from pathlib import Path

import bpy

import bmesh  # after bpy, which brings it


def added(name, mesh, at, **keys):
    """An object with custom properties, `body="cloth"` for `pliant_body`, at a place in Blender's axes: Z is up."""
    thing = bpy.data.objects.new(name, mesh)
    thing.location = at
    for key, value in keys.items():
        thing["pliant_" + key] = value
    bpy.context.scene.collection.objects.link(thing)
    return thing


def made(name, make):
    """A mesh that `make` fills."""
    mesh, work = bpy.data.meshes.new(name), bmesh.new()
    make(work)
    work.to_mesh(mesh)
    work.free()
    return mesh


def box(name, x, y, z):
    def make(work):
        bmesh.ops.create_cube(work, size=1)
        bmesh.ops.scale(work, vec=(x, y, z), verts=work.verts)

    return made(name, make)


def ball(name, radius, fine):
    return made(name, lambda work: bmesh.ops.create_icosphere(work, subdivisions=fine, radius=radius))


def sheet(name, n, half):
    return made(name, lambda work: bmesh.ops.create_grid(work, x_segments=n, y_segments=n, size=half))


def tank(name, inner):
    """A box without its top, as thick as a Solidify modifier makes it."""

    def make(work):
        bmesh.ops.create_cube(work, size=inner)
        top = max(work.faces, key=lambda face: face.calc_center_median().z)
        bmesh.ops.delete(work, geom=[top], context="FACES_ONLY")

    return made(name, make)


def things():
    added("Ground", sheet("Ground", 1, 4), (0, 0, 0), body="static", friction=0.8)
    hangs = added("Cloth", sheet("Cloth", 8, 0.5), (-2, 0, 1.5), body="cloth", density=0.3)
    hangs.rotation_euler.x = pi / 2
    # What holds single vertices is an attribute, with an underscore before its name. Blender 5.0 mixes up the vertices of edges
    # that have one, so a rope is better pinned by a selector.
    pins = hangs.data.attributes.new("_PIN", "FLOAT", "POINT")
    for vertex, pin in zip(hangs.data.vertices, pins.data):
        pin.value = 1.0 if vertex.co.y > 0.49 else 0.0

    def line(work):
        points = [work.verts.new((0.1 * i, 0, 0)) for i in range(11)]
        for pair in zip(points, points[1:]):
            work.edges.new(pair)

    added("Rope", made("Rope", line), (-1, 2.5, 1.5), body="rope", density=0.2, pin="left")
    added("Jelly", ball("Jelly", 0.2, 2), (0, 1.5, 0.3), body="soft", density=500.0, youngs_modulus=5e4, spacing=0.15)
    added("Balloon", ball("Balloon", 0.2, 2), (1, 1.5, 0.3), body="balloon", density=0.1, air_drag=1.0)
    added("Crate", box("Crate", 0.4, 0.4, 0.4), (0, 0, 0.8), body="rigid", density=300.0, collider="box")
    added("Water", box("Water", 0.3, 0.3, 0.3), (2, 0, 0.3), body="fluid", spacing=0.075)
    walls = added("Tank", tank("Tank", 0.5), (2, 0, 0.35), body="static")
    solid = walls.modifiers.new("Solidify", "SOLIDIFY")
    solid.thickness, solid.offset = 0.1, 1
    # It tells how many particles of the water are inside of the tank.
    added("Basin", box("Basin", 0.6, 0.6, 0.6), (2, 0, 0.4), body="trigger", collider="box")
    # A lift that is animated carries a load up by half a metre in a second.
    lift = added("Lift", box("Lift", 0.6, 0.6, 0.1), (0, -1.5, 0.2), body="kinematic", collider="box")
    bpy.context.scene.render.fps = 24
    for frame, height in ((1, 0.2), (25, 0.7)):
        lift.location.z = height
        lift.keyframe_insert("location", frame=frame)
    added("Load", box("Load", 0.2, 0.2, 0.2), (0, -1.5, 0.36), body="rigid", mass=2.0)
    # A cord hangs on the lift.
    added("Cord", made("Cord", line), (0.35, -1.5, 0.2), body="rope", attach="left=Lift", mass=0.05)


def expected():
    """What must hold, world axes of glTF: Blender's Z is Y. In the window, a custom property of the type Python."""
    return [
        {"body": "Cloth", "metric": "aabb.min.y", "at": "end", "min": 0.98, "max": 1.02},
        {"body": "Cloth", "metric": "pin_force.y", "at": "end", "min": -3.3, "max": -2.4},
        {"body": "Rope", "metric": "com.y", "at": "end", "max": 1.4},
        {"body": "Rope", "metric": "aabb.max.y", "at": "every frame", "min": 1.499},
        {"body": "Jelly", "metric": "com.y", "at": "end", "min": 0.14, "max": 0.22},
        {"body": "Balloon", "metric": "aabb.min.y", "at": "end", "min": -0.01, "max": 0.02},
        {"body": "Crate", "metric": "com.y", "at": "end", "min": 0.195, "max": 0.202},
        {"body": "Water", "metric": "aabb.min.y", "at": "every frame", "min": 0.1},
        {"metric": "triggers.0.particles", "at": "end", "min": 64},
        {"body": "Load", "metric": "com.y", "at": "end", "min": 0.845, "max": 0.855},
        {"body": "Cord", "metric": "aabb.max.y", "at": "end", "min": 0.69, "max": 0.71},
    ]


def main():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    things()
    scene = bpy.context.scene
    scene["pliant_substeps"] = 6
    scene["pliant_expect"] = expected()
    bpy.ops.export_scene.gltf(
        filepath=str(Path(__file__).with_suffix(".glb")),
        export_extras=True,
        use_mesh_edges=True,
        export_attributes=True,
        export_apply=True,
        export_normals=False,
        export_texcoords=False,
    )


main()
