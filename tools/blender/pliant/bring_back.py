"""Brings the motion of a run back into the scene, frame by frame, so that the window stays alive and the user can cancel."""

from pathlib import Path

import bpy

from . import deform, meshes, result, rigid, values
from .baked import Baked
from .glb import Glb
from .new_objects import NewObject
from .program import Failure
from .surface import Surfaces


def bring_back(scene, view_layer, folder, exported, kinds):
    """Replaces the result of a scene; yields the fraction that is done. Returns warnings."""
    result.clear(scene)
    glb = Glb(Path(folder) / "motion.glb")
    surface = Path(folder) / "surface.usdc"
    frame = scene.frame_current
    caches = []
    try:
        baked = Baked(glb, exported.fps)
        found = bodies(scene, baked, kinds, surface.exists())
        refuse_changed(found["bodies"], exported, view_layer)
        for item, pose in found["rigid"]:
            rigid.bring_back(item, pose, exported)
        made = result.make_folder(scene)
        caches += open_caches(found["bodies"], exported, made)
        yield from write(scene, view_layer, caches, exported)
        for cache in caches:
            cache.finish(scene, exported)
        show_surfaces(scene, found["surfaces"], surface, exported, made)
        return [warning for cache in caches for warning in described(cache)]
    except BaseException:
        for cache in caches:
            cache.writer.discard()
        result.clear(scene)
        raise
    finally:
        glb.close()
        scene.frame_set(frame)


def bodies(scene, baked, kinds, surfaces):
    """Objects with what the file has of them: rigid bodies with their poses, others with their positions.

    With `surfaces`, fluids are in the file of surfaces instead.
    """
    found = {"rigid": [], "bodies": [], "surfaces": []}
    for name, kind in kinds.items():
        item = scene.objects.get(name)
        if item is None:
            continue
        if kind == "rigid" and (pose := baked.pose(name)):
            found["rigid"].append((item, pose))
        elif kind == "fluid" and surfaces:
            found["surfaces"].append(item)
        elif kind in (*meshes.DEFORMABLE, "fluid") and (body := baked.body(name)):
            found["bodies"].append((item, kind, body))
    return found


def refuse_changed(found, exported, view_layer):
    """Raises a failure if a mesh is another one than that which was exported: the user works on while the program runs."""
    for item, kind, _ in found:
        if kind != "fluid":
            with meshes.modifiers_off(meshes.later_modifiers(item)):
                count = len(meshes.world_positions(item, view_layer))
            if count != len(exported.points.get(item.name, ())):
                raise Failure(f"{item.name}: its mesh has changed during the simulation. Simulate again.")


def open_caches(found, exported, folder):
    """A cache for each body, on its object or on a new one."""
    caches = []
    for number, (item, kind, body) in enumerate(found):
        tears = values.has(item, "pliant_tear_strain") and kind in ("cloth", "rope")
        form = NewObject if tears or kind == "fluid" else deform.Cache
        file = folder / f"{number:03}_{bpy.path.clean_name(item.name)}.pc2"
        caches.append(form(item, body, exported, file))
    return caches


def write(scene, view_layer, caches, exported):
    """Writes all frames. Only where an object itself moves does Blender evaluate each frame, for its matrix."""
    moving = any(deform.moves(cache.item) for cache in caches)
    for frame in range(exported.frames + 1):
        if moving or frame == 0:
            scene.frame_set(exported.start + frame)
            view_layer.update()
        for cache in caches:
            matrix = cache.item.evaluated_get(view_layer.depsgraph).matrix_world
            cache.add(frame, matrix)
        yield (frame + 1) / (exported.frames + 1)


def show_surfaces(scene, fluids, file, exported, folder):
    """Shows the surfaces of fluids."""
    if fluids:
        surfaces = Surfaces(file, folder)
        for item in fluids:
            surfaces.add(scene, item, exported)


def described(cache):
    """A warning about vertices that are not simulated."""
    if cache.missing:
        yield f"{cache.item.name}: {cache.missing} vertices belong to no face or edge that is simulated; they stay in place."
