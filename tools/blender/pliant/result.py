"""What a simulation leaves in a scene, and how the scene becomes what it was before.

Bodies that deform have a modifier with a point cache. Rigid bodies have keyframes in an action of their own. Fluids, and bodies
that tear, are hidden: new objects in a collection show them. Each object remembers in `object.pliant.result` what it was.
"""

import os
import shutil
from contextlib import contextmanager
from pathlib import Path

import bpy

# Name of the modifier, of the collection, and of actions.
NAME = "Pliant"
POSE = ("location", "rotation_euler", "rotation_quaternion", "rotation_axis_angle")


def with_role(scene, role):
    """The objects of a scene that a result has changed in this way."""
    return [item for item in scene.objects if item.pliant.result.role == role]


def exists(scene):
    """Whether the scene has a result."""
    return any(item.pliant.result.role != "NONE" for item in scene.objects) or scene.pliant.results is not None


def modifier(item):
    """The modifier with the point cache; None without one."""
    found = item.modifiers.get(NAME)
    return found if found and found.type == "MESH_CACHE" else None


def remember_pose(item):
    """Keeps the pose and the action of an object that is about to get keyframes."""
    saved, data = item.pliant.result, item.animation_data
    saved.role = "KEYS"
    saved.had_animation = data is not None
    saved.action = data.action if data else None
    saved.rotation_mode = item.rotation_mode
    for name in POSE:
        setattr(saved, name, getattr(item, name))


def restore_pose(item):
    """Sets pose and action as they were."""
    saved = item.pliant.result
    if item.animation_data:
        item.animation_data.action = saved.action
    item.rotation_mode = saved.rotation_mode
    for name in POSE:
        setattr(item, name, getattr(saved, name))


def hide(item):
    """Hides an object that another one stands for."""
    saved = item.pliant.result
    saved.role = "HIDDEN"
    saved.hide_viewport, saved.hide_render = item.hide_viewport, item.hide_render
    item.hide_viewport = item.hide_render = True


def show(item):
    """Shows a hidden object as before."""
    saved = item.pliant.result
    item.hide_viewport, item.hide_render = saved.hide_viewport, saved.hide_render


@contextmanager
def suspended(scene):
    """The scene without its result for a while, for an export."""
    hidden, keyed = with_role(scene, "HIDDEN"), with_role(scene, "KEYS")
    caches = [found for item in with_role(scene, "CACHE") if (found := modifier(item))]
    shown = [(cache, cache.show_viewport) for cache in caches]
    modes = [(item, item.rotation_mode, item.animation_data.action if item.animation_data else None) for item in keyed]
    results = scene.pliant.results
    linked = results is not None and results.name in scene.collection.children
    try:
        for cache in caches:
            cache.show_viewport = False
        for item in hidden:
            show(item)
        for item in keyed:
            restore_pose(item)
        if linked:
            scene.collection.children.unlink(results)
        yield
    finally:
        for cache, on in shown:
            cache.show_viewport = on
        for item in hidden:
            item.hide_viewport = item.hide_render = True
        for item, mode, action in modes:
            item.rotation_mode = mode
            if item.animation_data:
                item.animation_data.action = action
        if linked:
            scene.collection.children.link(results)
        if modes:
            scene.frame_set(scene.frame_current, subframe=scene.frame_subframe)


def clear(scene):
    """Removes the result: objects are as they were before the simulation."""
    for item in with_role(scene, "CACHE"):
        found = modifier(item)
        if found:
            item.modifiers.remove(found)
    for item in with_role(scene, "HIDDEN"):
        show(item)
    for item in with_role(scene, "KEYS"):
        clear_keys(item)
    for item in scene.objects:
        if item.pliant.result.role != "NONE":
            item.pliant.result.action = None
            item.pliant.result.role = "NONE"
    remove_collection(scene)
    remove_files(scene)


def clear_keys(item):
    """Removes the keyframes of an object."""
    data = item.animation_data
    action = data.action if data else None
    restore_pose(item)
    if action is not None and action != item.pliant.result.action:
        bpy.data.actions.remove(action)
    empty = data is not None and not (data.action or data.drivers or data.nla_tracks)
    if empty and not item.pliant.result.had_animation:
        item.animation_data_clear()


def collection(scene):
    """The collection of new objects."""
    if scene.pliant.results is None:
        scene.pliant.results = bpy.data.collections.new(NAME)
        scene.collection.children.link(scene.pliant.results)
    return scene.pliant.results


def remove_collection(scene):
    """Removes the new objects, and what only they use."""
    results = scene.pliant.results
    if results is None:
        return
    scene.pliant.results = None
    modifiers = [modifier for item in results.objects for modifier in item.modifiers]
    files = {m.cache_file for m in modifiers if m.type == "MESH_SEQUENCE_CACHE" and m.cache_file}
    for item in list(results.objects):
        data = item.data
        groups = [m.node_group for m in item.modifiers if m.type == "NODES" and m.node_group]
        bpy.data.objects.remove(item)
        if data.users == 0:
            bpy.data.meshes.remove(data)
        for group in [group for group in groups if group.users == 0]:
            bpy.data.node_groups.remove(group)
    # Opening a file counts as its user. The file itself is deleted, too.
    bpy.data.batch_remove(files)
    bpy.data.collections.remove(results)


def folder(scene):
    """The folder of this scene's caches. A file that is not saved has a temporary one, which ends with Blender."""
    base = scene.pliant.cache_folder or "//pliant_cache"
    if base.startswith("//") and not bpy.data.filepath:
        base = os.path.join(bpy.app.tempdir, "pliant_cache")
    stem = Path(bpy.data.filepath).stem or "untitled"
    return Path(bpy.path.abspath(base)) / bpy.path.clean_name(f"{stem}_{scene.name}")


def make_folder(scene):
    """Creates an empty folder for caches, and remembers it."""
    made = folder(scene)
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir(parents=True)
    scene.pliant.cached = relative(made)
    return made


def relative(file):
    """A path below the .blend file's folder as a relative one, so that both can move together."""
    text = str(file)
    base = os.path.dirname(bpy.data.filepath) if bpy.data.filepath else ""
    return bpy.path.relpath(text) if base and text.startswith(base + os.sep) else text


def remove_files(scene):
    """Deletes the caches of this file. After Save As under another name they belong to the other file, too, and stay."""
    if not scene.pliant.cached:
        return
    made = Path(bpy.path.abspath(scene.pliant.cached))
    scene.pliant.cached = ""
    temporary = Path(bpy.app.tempdir) in made.parents
    if made.name == folder(scene).name or temporary:
        shutil.rmtree(made, ignore_errors=True)
        if made.parent.is_dir() and not any(made.parent.iterdir()):
            made.parent.rmdir()
