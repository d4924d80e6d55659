"""Exports a scene for the program. The user's scene is as before afterwards: frame, mode, selection, modifiers, result."""

import os
from contextlib import ExitStack, contextmanager

import bpy

from . import checks, meshes, prepare, result, times, values
from .glb import Glb
from .program import Failure


class Exported:
    """A file for the program, and what is needed to bring its motion back."""

    def __init__(self, scene, items):
        self.fps = scene.render.fps / scene.render.fps_base
        self.start = scene.frame_start
        self.frames = scene.frame_end - scene.frame_start
        # Positions of the vertices of each deformable body at the first frame.
        self.points = {}
        self.warnings = checks.warnings(items)
        self.has_fluid = any(values.kind(item) == "fluid" for item in items)


@contextmanager
def object_mode():
    """Leaves edit mode for a while: the export reads meshes as object mode has them."""
    item = bpy.context.object
    mode = item.mode if item else "OBJECT"
    if mode != "OBJECT":
        bpy.ops.object.mode_set(mode="OBJECT")
    try:
        yield
    finally:
        if mode != "OBJECT":
            bpy.ops.object.mode_set(mode=mode)


@contextmanager
def first_frame(scene):
    """Shows the first frame for a while: the export writes poses of the current one."""
    frame, subframe = scene.frame_current, scene.frame_subframe
    scene.frame_set(scene.frame_start)
    try:
        yield
    finally:
        scene.frame_set(frame, subframe=subframe)


def write(scene, view_layer, file, images=False):
    """Exports a scene to a file."""
    with ExitStack() as stack:
        stack.enter_context(object_mode())
        stack.enter_context(result.suspended(scene))
        stack.enter_context(first_frame(scene))
        items = checks.taking_part(scene, view_layer)
        checks.refuse(scene, items)
        bodies = [item for item in items if values.kind(item) in meshes.DEFORMABLE]
        later = [modifier for item in bodies for modifier in meshes.later_modifiers(item)]
        stack.enter_context(meshes.modifiers_off(later))
        exported = Exported(scene, items)
        exported.points = {item.name: meshes.world_positions(item, view_layer) for item in bodies}
        export(items, file, images)
        complete(scene, view_layer, file, items, exported)
    return exported


def export(items, file, images):
    """Blender's own export, with everything that the program reads."""
    fluids = [item for item in items if values.kind(item) == "fluid"]
    try:
        bpy.ops.export_scene.gltf(
            filepath=str(file),
            export_format="GLB",
            use_active_scene=True,
            export_extras=True,
            export_attributes=True,
            export_apply=True,
            use_mesh_edges=any(values.kind(item) == "rope" for item in items),
            use_mesh_vertices=any(not item.data.polygons for item in fluids),
            export_cameras=True,
            export_lights=True,
            export_image_format="AUTO" if images else "NONE",
            # All objects are sampled over the range of the scene, so that constraints and drivers count, too.
            export_animation_mode="SCENE",
            export_anim_slide_to_zero=True,
            export_draco_mesh_compression_enable=False,
        )
    except RuntimeError as error:
        raise Failure(f"Blender's glTF export failed: {str(error).strip().splitlines()[-1]}") from error


def complete(scene, view_layer, file, items, exported):
    """Adds to the file what Blender's export cannot write."""
    glb = Glb(file)
    prepare.strip(glb)
    prepare.leave_out(glb, {item.name for item in scene.objects} - {item.name for item in items})
    nodes = prepare.mark(glb, items)
    for item in items:
        if item.name in exported.points and item.name in nodes:
            complete_body(glb, nodes[item.name], item, view_layer)
    last = times.last_time(glb)
    if scene.render.fps_base != 1 and last:
        times.stretch(glb, exported.frames / exported.fps / last)
    partial = f"{file}.new"
    glb.save(partial)
    glb.close()
    os.replace(partial, file)


def complete_body(glb, node, item, view_layer):
    """Pins and attachments of a body by vertex groups."""
    extra = item.pliant

    def group(name):
        weights = meshes.group_weights(item, name, view_layer)
        return prepare.Group(meshes.file_positions(item, view_layer), weights)

    if extra.pin_group:
        prepare.pin(glb, node, group(extra.pin_group))
    rows = [(group(row.group) if row.side == "GROUP" else row.side.lower(), row.target.name) for row in extra.attachments]
    if rows:
        prepare.attach(glb, node, rows)
