"""The panels: Physics > Pliant for an object, Scene > Pliant for the scene. Rows follow the table of keys."""

import textwrap

import bpy

from . import convert, result, status, values
from .table import TABLE, in_blender

# Characters of a line of text in a panel of usual width.
WIDTH = 48
# A number field shows six decimals at most.
SMALLEST_SHOWN = 5e-5


def lines(layout, text, icon="NONE"):
    """A text over several lines, since a label has one."""
    column = layout.column(align=True)
    column.scale_y = 0.8
    for number, line in enumerate(textwrap.wrap(text, WIDTH)):
        column.label(text=line, icon=icon if number == 0 else "BLANK1" if icon != "NONE" else "NONE")


def row(layout, item, key, kind=""):
    """Checkbox and field of a key. A key that is not set shows its default, or where its value comes from."""
    own = values.is_own(item, key)
    found = values.holder(item, key.name)
    line = layout.row(align=True)
    line.prop(item.pliant, f"use_{key.short}", text="")
    text = key.label(kind)
    if not own:
        inherited = found[0] if found else ""
        line.label(text=f"{text}: {origin(item, key, kind, inherited)}")
        return
    if key.type == "vector":
        line.column(align=True).prop(item.pliant, key.short, text=text)
    else:
        line.prop(item.pliant, key.short, text=text)
    note(layout, item, key)


def origin(item, key, kind, inherited):
    """What applies to a key that is not set: its default, or the value of mesh or material."""
    if inherited:
        value = convert.to_field(key, values.raw(item, key.name))
        return f"{value} (of the {inherited})"
    return in_blender(key) if key.type == "vector" else key.default_of(kind) or "default"


def note(layout, item, key):
    """What is wrong with a value; and numbers that a field shows as 0."""
    value = values.raw(item, key.name)
    why = convert.problem(key, value)
    if why:
        lines(layout, why, "ERROR")
    elif key.type == "number" and 0 < abs(value) < SMALLEST_SHOWN:
        layout.label(text=f"{key.title} is {value:g}", icon="BLANK1")


def pin_rows(layout, item, key, kind):
    """Pins by sides or by a vertex group."""
    row(layout, item, key, kind)
    layout.prop_search(item.pliant, "pin_group", item, "vertex_groups", text="Pin group")


def attach_rows(layout, item, key, kind):
    """Attachments as text, and as rows with pickers."""
    row(layout, item, key, kind)
    for index, entry in enumerate(item.pliant.attachments):
        line = layout.row(align=True)
        line.prop(entry, "side", text="")
        if entry.side == "GROUP":
            line.prop_search(entry, "group", item, "vertex_groups", text="")
        line.prop(entry, "target", text="")
        line.operator("pliant.attachment_remove", text="", icon="X").index = index
    layout.operator("pliant.attachment_add", icon="ADD")


def emit_rows(layout, item, _, __):
    """The keys of the emitter, in the order of the table; its rate switches it on."""
    emitter = values.emitter(item)
    for key in TABLE.emitter:
        if key.name != "rate" and not emitter:
            continue
        line = layout.row(align=True)
        line.prop(item.pliant, f"use_emit_{key.name}", text="")
        if key.name in emitter:
            column = line.column(align=True) if key.type == "vector" else line
            column.prop(item.pliant, f"emit_{key.name}", text=f"Emit {key.label().lower()}")
        else:
            line.label(text=f"Emit {key.label().lower()}: {'no' if key.name == 'rate' else key.default}")


# Keys of the scene that Simulate does not need, since Blender's own settings count.
OUTSIDE = ("pliant_fps", "pliant_duration")

# Keys whose fields are more than one.
ROWS = {"pliant_pin": pin_rows, "pliant_attach": attach_rows, "pliant_emit": emit_rows}


def simulate_rows(layout, scene):
    """The buttons, the progress, and what the last run said."""
    job = status.running
    if job is not None:
        layout.progress(factor=job.fraction, text=job.text)
        layout.operator("pliant.cancel", icon="X")
        return
    line = layout.row(align=True)
    line.operator("pliant.simulate", icon="PHYSICS")
    line.operator("pliant.show", icon="WINDOW")
    layout.operator("pliant.clear", icon="TRASH")
    fps = scene.render.fps / scene.render.fps_base
    layout.label(text=f"Frames {scene.frame_start} to {scene.frame_end}, {fps:g} a second")
    if status.failure:
        lines(layout, status.failure, "ERROR")
    for warning in status.warnings:
        lines(layout, warning, "INFO")


class PLIANT_PT_body(bpy.types.Panel):
    """What an object is physically."""

    bl_idname = "PLIANT_PT_body"
    bl_label = "Pliant"
    bl_space_type = "PROPERTIES"
    bl_region_type = "WINDOW"
    bl_context = "physics"

    @classmethod
    def poll(cls, context):
        """Only for an object that may be a body."""
        return context.object is not None and context.object.type in ("MESH", "CURVE", "SURFACE", "FONT")

    def draw(self, context):
        """Kind and buttons."""
        item, layout = context.object, self.layout
        layout.prop(item.pliant, "kind")
        why = values.kind_problem(item)
        if why:
            lines(layout, why, "ERROR")
        simulate_rows(layout, context.scene)


class PLIANT_PT_keys(bpy.types.Panel):
    """The keys that the kind of body has."""

    bl_idname = "PLIANT_PT_keys"
    bl_label = "Properties"
    bl_space_type = "PROPERTIES"
    bl_region_type = "WINDOW"
    bl_context = "physics"
    bl_parent_id = "PLIANT_PT_body"

    @classmethod
    def poll(cls, context):
        """Only for a body."""
        return context.object is not None and values.kind(context.object) != "none"

    def draw(self, context):
        """A row for each key."""
        item, layout = context.object, self.layout
        kind = values.kind(item)
        for key in TABLE.of_kind(kind):
            ROWS.get(key.name, row)(layout, item, key, kind)
        if kind in ("cloth", "soft", "balloon", "rope") and item.modifiers:
            layout.prop_search(item.pliant, "last_modifier", item, "modifiers")


class PLIANT_PT_scene(bpy.types.Panel):
    """Settings of the whole scene."""

    bl_idname = "PLIANT_PT_scene"
    bl_label = "Pliant"
    bl_space_type = "PROPERTIES"
    bl_region_type = "WINDOW"
    bl_context = "scene"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context):
        """Keys of the scene, and settings of the add-on."""
        scene, layout = context.scene, self.layout
        for key in TABLE.scene:
            row(layout, scene, key)
        if any(values.is_own(scene, key) for key in TABLE.scene if key.name in OUTSIDE):
            lines(layout, "In Blender, frames and frame rate are those of the scene.", "INFO")
        layout.separator()
        for name in ("device", "fluids", "cache_folder"):
            layout.prop(scene.pliant, name)
        if result.exists(scene) and not bpy.data.filepath:
            lines(layout, "The file is not saved, so the result is temporary. Save the file and simulate again.", "INFO")
        simulate_rows(layout, scene)


CLASSES = (PLIANT_PT_body, PLIANT_PT_keys, PLIANT_PT_scene)
