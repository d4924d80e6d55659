"""Rigid bodies get their motion as keyframes of location and rotation."""

import bpy
import numpy
from mathutils import Matrix, Quaternion, Vector

from . import axes, result

LINEAR = 1


def bring_back(item, pose, exported):
    """Writes the motion of a rigid body. A body that never moves stays as it is."""
    if not pose.moves:
        return
    result.remember_pose(item)
    rows = poses(item, pose, exported)
    new_action(item)
    path = "rotation_quaternion" if item.rotation_mode == "QUATERNION" else "rotation_euler"
    frames = [exported.start + frame for frame in range(len(rows))]
    write(item, "location", frames, [location for location, _ in rows])
    write(item, path, frames, [rotation for _, rotation in rows])


def poses(item, pose, exported):
    """Location and rotation of the object at each frame, in the form that its rotation mode has."""
    if item.rotation_mode == "AXIS_ANGLE":
        # An axis can jump from frame to frame, which quaternions do not.
        item.rotation_mode = "QUATERNION"
    inverse = item.matrix_parent_inverse.inverted_safe() if item.parent else Matrix.Identity(4)
    rows, last = [], None
    for frame in range(exported.frames + 1):
        local = inverse @ local_matrix(item, pose, frame)
        location = local.translation - Vector(item.delta_location)
        last = rotation_of(item, local.to_quaternion(), last)
        rows.append((tuple(location), tuple(last)))
    return rows


def local_matrix(item, pose, frame):
    """The matrix relative to the parent."""
    location = Vector(axes.to_blender(pose.at("translation", frame)))
    rotation = Quaternion(axes.rotation_to_blender(pose.at("rotation", frame)))
    return Matrix.Translation(location) @ rotation.to_matrix().to_4x4()


def rotation_of(item, whole, last):
    """The object's own rotation without its delta, near the last one, so that interpolation takes the short way."""
    if item.rotation_mode == "QUATERNION":
        own = item.delta_rotation_quaternion.inverted() @ whole
        if last is not None:
            own.make_compatible(last)
        return own
    own = item.delta_rotation_euler.to_quaternion().inverted() @ whole
    order = item.rotation_mode
    return own.to_euler(order, last) if last is not None else own.to_euler(order, item.rotation_euler)


def new_action(item):
    """Gives the object an action of its own, with the curves that it had for other properties."""
    data = item.animation_data or item.animation_data_create()
    old = data.action
    data.action = old.copy() if old else bpy.data.actions.new(f"{item.name} {result.NAME}")


def write(item, path, frames, values):
    """Writes the curves of a property, a key for each frame."""
    item.keyframe_insert(path, frame=frames[0])
    for index in range(len(values[0])):
        curve = next(c for c in curves(item) if c.data_path == path and c.array_index == index)
        points = curve.keyframe_points
        points.add(len(frames) - len(points))
        flat = numpy.array([(frame, value[index]) for frame, value in zip(frames, values)], "f4").ravel()
        points.foreach_set("co", flat)
        points.foreach_set("interpolation", [LINEAR] * len(frames))
        curve.update()


def curves(item):
    """The curves of the object's action. From Blender 4.4 they are in the channel bag of a slot."""
    data = item.animation_data
    if not hasattr(data, "action_slot"):
        return list(data.action.fcurves)
    strips = [strip for layer in data.action.layers for strip in layer.strips]
    bags = [bag for strip in strips if (bag := strip.channelbag(data.action_slot))]
    return [curve for bag in bags for curve in bag.fcurves]
