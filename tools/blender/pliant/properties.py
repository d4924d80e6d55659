"""The fields of the panels as Blender properties: each reads and writes a custom property, and the table says which there are."""

import bpy

from . import values
from .table import TABLE

SIDES = ("top", "bottom", "left", "right", "front", "back", "corners")


def limits(key):
    """Bounds of a number for Blender, which wants them finite."""
    most = 2**31 - 1 if key.type == "integer" else 3.4e38
    low, high = key.bounds()
    return {"min": max(low, -most), "max": min(high, most)}


def field(key, read, write):
    """A property of Blender for a key, given how its value is read and written."""
    common = {"name": key.label(), "description": key.tooltip(), "options": set()}
    common |= {"get": lambda self: read(self.id_data, key), "set": lambda self, value: write(self.id_data, key, value)}
    if key.type == "boolean":
        return bpy.props.BoolProperty(**common)
    if key.type == "integer":
        bounds = {name: int(value) for name, value in limits(key).items()}
        common["get"] = lambda self: min(int(read(self.id_data, key)), bounds["max"])
        return bpy.props.IntProperty(**common, **bounds)
    if key.type == "number":
        return bpy.props.FloatProperty(**common, **limits(key), precision=4, step=1)
    if key.type == "vector":
        return bpy.props.FloatVectorProperty(**common, size=3, subtype="XYZ", precision=3)
    if key.type == "word":
        return choice(key, read, write, common)
    return bpy.props.StringProperty(**common)


def choice(key, read, write, common):
    """A property for one of several words."""
    common["get"] = lambda self: key.words.index(read(self.id_data, key))
    common["set"] = lambda self, i: write(self.id_data, key, key.words[i])
    items = [(word, word, f"{key.name} = {word}") for word in key.words]
    return bpy.props.EnumProperty(items=items, **common)


def switch(key, is_set, write):
    """The checkbox beside a field: whether the key is set."""
    return bpy.props.BoolProperty(
        name=f"Set {key.title}",
        description=f"Whether {key.name} is set. Default without it: {key.defaults()}",
        options=set(),
        get=lambda self: is_set(self.id_data, key),
        set=lambda self, on: write(self.id_data, key, on),
    )


def fields(keys):
    """Field and checkbox of each key."""
    found = {}
    for key in keys:
        found[key.short] = field(key, values.shown, values.store)
        found[f"use_{key.short}"] = switch(key, values.is_own, values.switch)
    return found


def emitter_fields():
    """Field and checkbox of each key of the emitter."""
    found = {}
    for key in TABLE.emitter:
        found[f"emit_{key.name}"] = field(key, values.emitter_shown, values.emitter_store)
        found[f"use_emit_{key.name}"] = switch(
            key, lambda item, row: row.name in values.emitter(item), values.emitter_switch
        )
    return found


def kind_field():
    """The kind of body."""
    return bpy.props.EnumProperty(
        name="Body",
        description="What the object is physically: pliant_body. Without it, it is only drawn",
        items=[(word, word.capitalize(), f"pliant_body = {word}") for word in TABLE.kinds],
        options=set(),
        get=lambda self: TABLE.kinds.index(values.kind(self.id_data)),
        set=lambda self, i: values.set_kind(self.id_data, TABLE.kinds[i]),
    )


class PliantAttachment(bpy.types.PropertyGroup):
    """Vertices of an object that are attached to another object. The export writes it as an entry of pliant_attach."""

    side: bpy.props.EnumProperty(
        name="Vertices",
        description="Vertices that are attached",
        items=[("GROUP", "Vertex group", "The vertices of a vertex group with a weight of 0.5 or more")]
        + [(side.upper(), side.capitalize(), f"The selector {side}") for side in SIDES],
    )
    group: bpy.props.StringProperty(name="Vertex Group", description="Vertices with a weight of 0.5 or more are attached")
    target: bpy.props.PointerProperty(
        name="To", type=bpy.types.Object, description="A static, animated or rigid object, or another deformable body"
    )


class PliantResult(bpy.types.PropertyGroup):
    """What a simulation has changed on an object, and what it was before."""

    role: bpy.props.EnumProperty(
        items=[(word, word, "") for word in ("NONE", "CACHE", "KEYS", "HIDDEN")], default="NONE"
    )
    action: bpy.props.PointerProperty(type=bpy.types.Action)
    had_animation: bpy.props.BoolProperty()
    location: bpy.props.FloatVectorProperty(size=3)
    rotation_mode: bpy.props.StringProperty()
    rotation_euler: bpy.props.FloatVectorProperty(size=3)
    rotation_quaternion: bpy.props.FloatVectorProperty(size=4)
    rotation_axis_angle: bpy.props.FloatVectorProperty(size=4)
    hide_viewport: bpy.props.BoolProperty()
    hide_render: bpy.props.BoolProperty()


BODY_EXTRA = {
    "pin_group": bpy.props.StringProperty(
        name="Vertex Group",
        description="Vertices with a weight of 0.5 or more are pinned; on a skinned body less weight pulls them",
    ),
    "attachments": bpy.props.CollectionProperty(type=PliantAttachment),
    "active_attachment": bpy.props.IntProperty(),
    "last_modifier": bpy.props.StringProperty(
        name="Simulate up to",
        description="The last modifier whose mesh is simulated; later ones act on the result. Empty: all are simulated",
    ),
    "result": bpy.props.PointerProperty(type=PliantResult),
}

# Newer versions of Blender want to know whether a path may begin with //, the folder of the .blend file.
KNOWS_RELATIVE = "is_path_supports_blend_relative" in bpy.types.Property.bl_rna.properties
RELATIVE = {"PATH_SUPPORTS_BLEND_RELATIVE"} if KNOWS_RELATIVE else set()

SCENE_EXTRA = {
    "device": bpy.props.StringProperty(
        name="Device",
        description="cpu, or number or part of a name that `pliant devices` lists. Empty: the GPU where there is one, else cpu",
    ),
    "cache_folder": bpy.props.StringProperty(
        name="Cache",
        description="Folder for the motion; // is the folder of the .blend file",
        default="//pliant_cache",
        subtype="DIR_PATH",
        options=RELATIVE,
    ),
    "fluids": bpy.props.EnumProperty(
        name="Fluids",
        description="How fluids come back",
        items=[("POINTS", "Particles", "A point for each particle"), ("SURFACE", "Surface", "A closed mesh around each fluid")],
    ),
    "results": bpy.props.PointerProperty(type=bpy.types.Collection),
    "cached": bpy.props.StringProperty(),
}


def group(name, doc, properties):
    """A class of Blender with these properties."""
    return type(name, (bpy.types.PropertyGroup,), {"__doc__": doc, "__annotations__": properties})


PliantBody = group(
    "PliantBody",
    "The fields of an object",
    {"kind": kind_field()} | fields(TABLE.node) | emitter_fields() | BODY_EXTRA,
)
PliantScene = group("PliantScene", "The fields of a scene", fields(TABLE.scene) | SCENE_EXTRA)

CLASSES = (PliantAttachment, PliantResult, PliantBody, PliantScene)


def register():
    """Makes the fields available as `object.pliant` and `scene.pliant`."""
    for item in CLASSES:
        bpy.utils.register_class(item)
    bpy.types.Object.pliant = bpy.props.PointerProperty(type=PliantBody)
    bpy.types.Scene.pliant = bpy.props.PointerProperty(type=PliantScene)


def unregister():
    """Removes them; the custom properties stay."""
    del bpy.types.Object.pliant
    del bpy.types.Scene.pliant
    for item in reversed(CLASSES):
        bpy.utils.unregister_class(item)
