"""Pliant in Blender: fields for every key, a simulation that comes back onto the same objects, and the viewer.

Read `table.py` for the keys, `export.py` for what goes out, `bring_back.py` for what comes back, and `result.py` for what the
scene remembers. Modules without `bpy` are tested by plain Python.
"""


def register():
    """Called by Blender."""
    import bpy

    from . import operators, panels, preferences, properties

    properties.register()
    for item in (*preferences.CLASSES, *operators.CLASSES, *panels.CLASSES):
        bpy.utils.register_class(item)
    bpy.app.handlers.load_pre.append(operators.end_before_load)


def unregister():
    """Called by Blender."""
    import bpy

    from . import operators, panels, preferences, properties

    operators.end_before_load()
    bpy.app.handlers.load_pre.remove(operators.end_before_load)
    for item in reversed((*preferences.CLASSES, *operators.CLASSES, *panels.CLASSES)):
        bpy.utils.unregister_class(item)
    properties.unregister()
