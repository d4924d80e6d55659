"""Where the program is."""

import bpy


class PliantPreferences(bpy.types.AddonPreferences):
    """Preferences of the add-on."""

    bl_idname = __package__

    program: bpy.props.StringProperty(
        name="Program",
        description="The program pliant: a name on the PATH, or a file such as target/release/pliant",
        default="pliant",
        subtype="FILE_PATH",
    )

    def draw(self, _):
        """The field."""
        self.layout.prop(self, "program")


def program():
    """The chosen program."""
    found = bpy.context.preferences.addons.get(__package__)
    path = found.preferences.program if found and found.preferences else "pliant"
    return bpy.path.abspath(path) if path.startswith("//") else path


CLASSES = (PliantPreferences,)
