"""The preferences of the add-on: where the command and the game are."""

import bpy

from . import command


class WaymarkPreferences(bpy.types.AddonPreferences):
    """What the user tells the add-on once."""

    bl_idname = __package__

    command: bpy.props.StringProperty(
        name="Command",
        description="The waymark command. Empty: the one in the add-on's folder 'bin', or the one on the PATH",
        subtype="FILE_PATH",
    )
    game_dir: bpy.props.StringProperty(
        name="Game folder",
        description="An installed game, where textures and supermodels are looked for",
        subtype="DIR_PATH",
    )
    surfacemat: bpy.props.StringProperty(
        name="Surface table",
        description="A surfacemat.2da that says which materials are walkable. Empty: the built-in table",
        subtype="FILE_PATH",
    )

    def draw(self, context: bpy.types.Context) -> None:
        """The fields, and whether the command was found."""
        column = self.layout.column()
        column.prop(self, "command")
        column.prop(self, "game_dir")
        column.prop(self, "surfacemat")
        try:
            column.label(text=f"{command.version()} at {command.find()}", icon="CHECKMARK")
        except command.FAILURES as error:
            column.label(text=command.describe(error), icon="ERROR")


def register() -> None:
    bpy.utils.register_class(WaymarkPreferences)


def unregister() -> None:
    bpy.utils.unregister_class(WaymarkPreferences)
