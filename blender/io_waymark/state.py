"""What the panels show. It belongs to the window manager, so it is neither saved nor exported."""

import bpy

from . import findings, rooms, surfaces


class WaymarkState(bpy.types.PropertyGroup):
    """The findings of the last check and the choices in the panels."""

    findings: bpy.props.CollectionProperty(type=findings.WaymarkFinding)
    finding: bpy.props.IntProperty(name="Finding", default=-1, update=findings.on_choose)
    messages: bpy.props.StringProperty(name="Messages", description="Of the last import or export, one on each line")
    checked: bpy.props.StringProperty(name="Checked file")
    collection: bpy.props.StringProperty(name="Checked collection")
    kotor_surface: bpy.props.EnumProperty(name="Surface", items=surfaces.items("kotor"), default="Stone")
    nwn2_surface: bpy.props.EnumProperty(name="Surface", items=surfaces.items("nwn2"), default="stone")
    room: bpy.props.EnumProperty(name="Room", items=rooms.room_items)
    layout: bpy.props.StringProperty(
        name="Layout", description="The LYT that lists the rooms. Empty: that of the imported area, or the one beside the room",
        subtype="FILE_PATH",
    )
    path_length: bpy.props.StringProperty(name="Path")
    budget: bpy.props.StringProperty(name="Budget")


def of(context: bpy.types.Context) -> WaymarkState:
    """The state of this session."""
    return context.window_manager.waymark


def register() -> None:
    bpy.utils.register_class(WaymarkState)
    bpy.types.WindowManager.waymark = bpy.props.PointerProperty(type=WaymarkState)


def unregister() -> None:
    del bpy.types.WindowManager.waymark
    bpy.utils.unregister_class(WaymarkState)
