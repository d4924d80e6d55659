"""Evaluated meshes of objects: what the export writes of them."""

from contextlib import contextmanager

import numpy

from .program import Failure

DEFORMABLE = ("cloth", "soft", "balloon", "rope")


@contextmanager
def modifiers_off(modifiers):
    """Hides modifiers for a while, as if they were not there."""
    shown = [modifier for modifier in modifiers if modifier.show_viewport]
    for modifier in shown:
        modifier.show_viewport = False
    try:
        yield
    finally:
        for modifier in shown:
            modifier.show_viewport = True


def later_modifiers(item):
    """Modifiers of an object that act on the result, not on what is simulated."""
    last = item.pliant.last_modifier
    if not last:
        return []
    index = item.modifiers.find(last)
    if index < 0:
        raise Failure(f"{item.name}: there is no modifier {last!r}. Choose another one at Simulate up to.")
    return list(item.modifiers)[index + 1 :]


def coordinates(mesh):
    """Positions of vertices in the object's axes."""
    values = numpy.empty(3 * len(mesh.vertices), "f4")
    mesh.vertices.foreach_get("co", values)
    return values.reshape(-1, 3)


def transformed(points, matrix):
    """Points after a matrix, in double precision."""
    rows = numpy.array(matrix, "f8")
    return points.astype("f8") @ rows[:3, :3].T + rows[:3, 3]


@contextmanager
def evaluated(item, view_layer):
    """The evaluated object and its mesh."""
    view_layer.update()
    owner = item.evaluated_get(view_layer.depsgraph)
    mesh = owner.to_mesh()
    try:
        yield owner, mesh
    finally:
        owner.to_mesh_clear()


def world_positions(item, view_layer):
    """Positions of the evaluated vertices in the world."""
    with evaluated(item, view_layer) as (owner, mesh):
        return transformed(coordinates(mesh), owner.matrix_world)


def armatures(item):
    """Armature modifiers, which the export writes as a skin instead of applying them."""
    return [modifier for modifier in item.modifiers if modifier.type == "ARMATURE" and modifier.object]


def file_positions(item, view_layer):
    """Positions as the export writes them, in Blender's axes: a skinned mesh is in the world, others in their own axes."""
    skin = armatures(item)
    with modifiers_off(skin), evaluated(item, view_layer) as (owner, mesh):
        points = coordinates(mesh)
        return transformed(points, owner.matrix_world) if skin else points.astype("f8")


def group_weights(item, group, view_layer):
    """Weight of each evaluated vertex in a vertex group."""
    index = item.vertex_groups.find(group)
    if index < 0:
        raise Failure(f"{item.name}: there is no vertex group {group!r}. Choose another one in Physics > Pliant.")
    with modifiers_off(armatures(item)), evaluated(item, view_layer) as (_, mesh):
        weights = numpy.zeros(len(mesh.vertices))
        for vertex in mesh.vertices:
            for member in vertex.groups:
                if member.group == index:
                    weights[vertex.index] = member.weight
    return weights
