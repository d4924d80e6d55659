"""What cannot be simulated or cannot get a result back: a line that names the object, and what to do."""

from . import result, values
from .meshes import DEFORMABLE, later_modifiers
from .program import Failure

MOVED = (*DEFORMABLE, "rigid")


def taking_part(scene, view_layer):
    """Objects that are simulated: not those that are disabled in viewports or excluded, which Blender does not evaluate."""

    def is_evaluated(item):
        if item.hide_viewport or item.name not in view_layer.objects:
            return False
        return item.visible_get(view_layer=view_layer) or item.hide_get(view_layer=view_layer)

    results = scene.pliant.results
    shown = set(results.objects) if results else set()
    return [item for item in scene.objects if item not in shown and is_evaluated(item)]


def refuse(scene, items):
    """Raises a failure if there is nothing to simulate, or for the first object that cannot be simulated."""
    if scene.frame_end <= scene.frame_start:
        raise Failure("The scene has a single frame. Choose a later end in Output > Frame Range.")
    bodies = [item for item in items if values.kind(item) != "none"]
    if not bodies:
        raise Failure("No object of the scene is a body. Choose one for Body in Physics > Pliant.")
    for item in bodies:
        why = reason(item)
        if why:
            raise Failure(f"{item.name}: {why}")


def reason(item):
    """Why an object cannot be simulated; empty if it can."""
    kind = values.kind(item)
    if kind in (*DEFORMABLE, "fluid") and item.type != "MESH":
        return f"a {item.type.lower()} cannot be {kind}. Convert it with Object > Convert > Mesh."
    if kind in (*MOVED, "fluid") and item.library:
        return "an object that is linked from another file cannot change. Use Object > Relations > Make Library Override."
    if kind in MOVED and abs(item.matrix_world.determinant()) < 1e-12:
        return "a scale of 0 cannot be simulated. Give it another scale."
    if kind == "rigid" and item.parent:
        return parent_reason(item)
    if kind in DEFORMABLE:
        return attachment_reason(item)
    return ""


def parent_reason(item):
    """Why a rigid body cannot have its parent."""
    parent = item.parent
    if item.parent_type != "OBJECT":
        return f"a rigid body cannot follow a {item.parent_type.lower()} of {parent.name}. Clear its parent (Alt+P)."
    if parent.type in ("CAMERA", "LIGHT"):
        return f"a rigid body cannot have the {parent.type.lower()} {parent.name} as parent. Clear it (Alt+P)."
    scale = parent.matrix_world.to_scale()
    if max(scale) - min(scale) > 1e-4 * max(scale):
        return f"its parent {parent.name} has a scale that differs by axis. Apply that scale (Ctrl+A), or clear the parent."
    return ""


def attachment_reason(item):
    """Why the attachments of a body are incomplete."""
    for row in item.pliant.attachments:
        if row.target is None:
            return "an attachment has no object. Choose one in Physics > Pliant, or remove the row."
        if row.side == "GROUP" and not row.group:
            return f"its attachment to {row.target.name} has no vertex group. Choose one in Physics > Pliant."
    return ""


def render_warning(item):
    """What differs between viewport and render, of what is simulated: a cache fits one number of vertices."""
    later = later_modifiers(item)
    for modifier in item.modifiers:
        if modifier in later or result.modifier(item) == modifier:
            continue
        levels = getattr(modifier, "levels", 0) != getattr(modifier, "render_levels", 0)
        if modifier.show_viewport != modifier.show_render or (levels and modifier.type in ("SUBSURF", "MULTIRES")):
            return (
                f"{item.name}: {modifier.name} differs between viewport and render, so that a render has no motion."
                " Make both equal, or choose an earlier modifier at Simulate up to."
            )
    return ""


def warnings(items):
    """Objects that are simulated but get no result, or none in renders."""
    found = [why for item in items if values.kind(item) in DEFORMABLE and (why := render_warning(item))]
    for item in items:
        if item.instance_type == "COLLECTION" and item.instance_collection:
            inner = [part.name for part in item.instance_collection.all_objects if values.kind(part) in (*MOVED, "fluid")]
            if inner:
                found.append(
                    f"{item.name}: {', '.join(inner)} in a collection instance get no result."
                    " Use Object > Apply > Make Instances Real."
                )
    return found
