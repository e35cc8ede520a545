"""The tab "Waymark" in the sidebar of the 3D view."""

import textwrap

import bpy

from . import rooms, sources, surfaces
from .words import count

MOST = 30  # messages that are shown; Blender's info log has all
LETTER = 7.5  # pixels of a letter, a little more than most need


class WaymarkPanel:
    """What all panels of the tab share."""

    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Waymark"


class WAYMARK_PT_file(WaymarkPanel, bpy.types.Panel):
    """Import, export, and what the active object came from"""

    bl_label = "File"

    def draw(self, context: bpy.types.Context) -> None:
        column = self.layout.column()
        collection = sources.active(context)
        form = sources.form(collection)
        row = column.row(align=True)
        row.operator("import_scene.waymark", text="Import", icon="IMPORT")
        row.operator("import_scene.waymark_archive", text="From archive")
        if not form:
            column.label(text="Nothing imported is active")
            return
        column.label(text=f"{form.label}: {collection.name}")
        if collection.get(sources.SOURCE):
            column.label(text=collection[sources.SOURCE], icon="FILE")
        column.operator("export_scene.waymark", text="Export", icon="EXPORT")
        if sources.area_of(collection):
            column.operator("export_scene.waymark_area", icon="EXPORT")


class WAYMARK_PT_findings(WaymarkPanel, bpy.types.Panel):
    """The findings of the last check"""

    bl_label = "Check"

    def draw(self, context: bpy.types.Context) -> None:
        state, column = context.window_manager.waymark, self.layout.column()
        column.operator("waymark.check", icon="VIEWZOOM")
        if not state.checked:
            return
        if not state.findings:
            column.label(text="No findings", icon="CHECKMARK")
            return
        column.template_list("WAYMARK_UL_findings", "", state, "findings", state, "finding", rows=5)
        if 0 <= state.finding < len(state.findings):
            found = state.findings[state.finding]
            for text in (found.message, found.notice, found.remedy, found.code):
                wrapped(context, column, text)


class WAYMARK_PT_messages(WaymarkPanel, bpy.types.Panel):
    """What the command said about the last import or export"""

    bl_label = "Messages"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return context.window_manager.waymark.messages != ""

    def draw(self, context: bpy.types.Context) -> None:
        column = self.layout.column()
        for line in context.window_manager.waymark.messages.splitlines()[:MOST]:
            wrapped(context, column, line)


def wrapped(context: bpy.types.Context, column: bpy.types.UILayout, text: str) -> None:
    """A long text as several labels, as wide as the sidebar."""
    pixels = context.region.width / context.preferences.system.ui_scale if context.region else 300
    for line in textwrap.wrap(text, max(20, int(pixels / LETTER))):
        column.label(text=line)


class WAYMARK_PT_surfaces(WaymarkPanel, bpy.types.Panel):
    """Surface materials of the selected faces"""

    bl_label = "Surface"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        item = context.active_object
        return item is not None and item.type == "MESH" and surfaces.family_of(context) != ""

    def draw(self, context: bpy.types.Context) -> None:
        column, family = self.layout.column(), surfaces.family_of(context)
        state = context.window_manager.waymark
        field = f"{family}_surface"
        column.prop(state, field)
        column.operator("waymark.assign_surface").surface = getattr(state, field)
        row = column.row(align=True)
        row.operator("waymark.set_walkable", text="Walkable").walkable = True
        row.operator("waymark.set_walkable", text="Not walkable").walkable = False
        row = column.row(align=True)
        row.operator("waymark.select_walkable", text="Select walkable").walkable = True
        row.operator("waymark.select_walkable", text="Select others").walkable = False
        faces, walkable = surfaces.count_faces(context.active_object, family)
        column.label(text=f"Selected: {count(faces, 'face')}, {walkable} walkable")


class WAYMARK_PT_rooms(WaymarkPanel, bpy.types.Panel):
    """Where border edges lead"""

    bl_label = "Rooms"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        collection = sources.active(context)
        return collection is not None and collection.get(sources.FORMAT) in {"kotor-bwm", "kotor-lyt"}

    def draw(self, context: bpy.types.Context) -> None:
        column, state = self.layout.column(), context.window_manager.waymark
        column.prop(state, "layout")
        column.prop(state, "room")
        if state.room:
            column.operator("waymark.link_rooms", icon="LINKED").room = int(state.room)
        column.operator("waymark.unlink_rooms", icon="UNLINKED")
        column.operator("waymark.link_area")
        column.label(text=count(len(rooms.links(sources.active(context))), "link"))


class WAYMARK_PT_hooks(WaymarkPanel, bpy.types.Panel):
    """Hooks at the 3D cursor"""

    bl_label = "Hooks"

    def draw(self, context: bpy.types.Context) -> None:
        self.layout.operator_menu_enum("waymark.add_hook", "hook")


class WAYMARK_PT_questions(WaymarkPanel, bpy.types.Panel):
    """Questions about the floor"""

    bl_label = "Floor"

    def draw(self, context: bpy.types.Context) -> None:
        column, state = self.layout.column(), context.window_manager.waymark
        column.label(text="Select two empties")
        column.operator("waymark.path", icon="CURVE_PATH")
        if state.path_length:
            wrapped(context, column, state.path_length)
        column.operator("waymark.budget", icon="SHADING_RENDERED")
        if state.budget:
            wrapped(context, column, state.budget)


CLASSES = (
    WAYMARK_PT_file,
    WAYMARK_PT_findings,
    WAYMARK_PT_messages,
    WAYMARK_PT_surfaces,
    WAYMARK_PT_rooms,
    WAYMARK_PT_hooks,
    WAYMARK_PT_questions,
)


def register() -> None:
    for cls in CLASSES:
        bpy.utils.register_class(cls)


def unregister() -> None:
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
