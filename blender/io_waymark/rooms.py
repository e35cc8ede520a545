"""Room links: an empty named transition_N in the middle of an edge leads to room N of the layout."""

import re
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Callable

import bmesh
import bpy
from mathutils import Vector

from . import command, snapshot, sources, surfaces
from .words import count, count_do

LINK = re.compile(r"transition_(\d+)")
NEAR = 0.01  # metres between the middle of an edge and the empty that links it

_kept: list[tuple[str, str, str]] = []  # Blender needs the texts of an enumeration kept


def layout_of(context: bpy.types.Context) -> str:
    """The layout of the panel, of the imported area, or the one beside the imported room."""
    chosen = bpy.path.abspath(context.window_manager.waymark.layout)
    collection = sources.active(context)
    if chosen or not collection:
        return chosen
    area = sources.area_of(collection)
    if area:
        return area[sources.SOURCE]
    return _beside(collection.get(sources.SOURCE, ""))


def _beside(source: str) -> str:
    """The first layout in the folder of a room, or in its archive."""
    folder, archive = sources.folder(source), sources.split(source)[0]
    if not folder:
        return ""
    if not archive:
        return str(min(folder.glob("*.[lL][yY][tT]"), default=""))
    try:
        names = [name for name in command.entries(archive) if name.lower().endswith(".lyt")]
    except command.FAILURES:
        return ""
    return f"{archive}:{min(names)}" if names else ""


@lru_cache
def _names_in(layout: str, changed: float) -> list[str]:
    """The rooms of a layout; it is asked for once as long as the file does not change."""
    return [room["name"] for room in command.ask("info", layout).get("rooms", [])]


def room_names(layout: str) -> list[str]:
    """The rooms of a layout, in its order; none if it cannot be read."""
    try:
        file = Path(sources.split(layout)[0] or layout)
        changed = file.stat().st_mtime if file.is_file() else 0.0
        return _names_in(layout, changed) if layout else []
    except command.FAILURES:
        return []


def room_items(state: bpy.types.PropertyGroup, context: bpy.types.Context | None) -> list[tuple[str, str, str]]:
    """The rooms of the layout, as Blender wants enumerations."""
    names = room_names(layout_of(context)) if context else []
    _kept[:] = [(str(i), f"{i}: {name}", f"Room {i} of the layout") for i, name in enumerate(names)]
    return _kept or [("0", "0", "No layout was found: the number of the room")]


def links(collection: bpy.types.Collection) -> list[tuple[bpy.types.Object, int]]:
    """The empties that link rooms, with the rooms they lead to."""
    found = ((o, LINK.match(o.name)) for o in collection.all_objects if o.type == "EMPTY")
    return [(item, int(match[1])) for item, match in found if match]


def unlink(collection: bpy.types.Collection, place: Vector) -> int:
    """Removes the links at a place. Returns how many there were."""
    near = [o for o, _ in links(collection) if (o.matrix_world.translation - place).length < NEAR]
    for item in near:
        bpy.data.objects.remove(item)
    return len(near)


def link(item: bpy.types.Object, place: Vector, room: int) -> bpy.types.Object:
    """Makes the edge of a walkmesh at a place lead to a room."""
    collection = sources.of_object(item)
    unlink(collection, place)
    empty = bpy.data.objects.new(f"transition_{room}", None)
    empty["room"] = room  # it links this edge alone, not all edges in line with it
    empty.empty_display_size = 0.5
    item.users_collection[0].objects.link(empty)
    empty.parent = item.parent
    if item.parent:
        empty.matrix_parent_inverse = item.parent.matrix_world.inverted()
    empty.location = place
    bpy.context.view_layer.update()  # its place in the world is asked for next
    return empty


def _middles(item: bpy.types.Object, wanted: Callable[[bmesh.types.BMEdge], bool]) -> list[Vector]:
    """The middles of the selected edges of an object in edit mode, in the world."""
    edges = [e for e in bmesh.from_edit_mesh(item.data).edges if e.select and wanted(e)]
    return [item.matrix_world @ ((e.verts[0].co + e.verts[1].co) / 2) for e in edges]


def _is_border(item: bpy.types.Object, edge: bmesh.types.BMEdge) -> bool:
    """Whether walkable floor ends at an edge: a wall or nothing is on its other side."""
    found = [surfaces.surface_at(item, face.material_index, "kotor") for face in edge.link_faces]
    return sum(1 for surface in found if not surface or surface["walkable"]) == 1


class EdgeOperator(bpy.types.Operator):
    """What the operators on selected edges share."""

    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        item = context.active_object
        return item is not None and item.mode == "EDIT" and item.type == "MESH" and sources.of_object(item) is not None


class WAYMARK_OT_link_rooms(EdgeOperator):
    """Make the selected border edges lead to a room"""

    bl_idname = "waymark.link_rooms"
    bl_label = "Link rooms"

    room: bpy.props.IntProperty(name="Room", description="Index of the room in the layout", min=0)

    def execute(self, context: bpy.types.Context) -> set[str]:
        item = context.active_object
        middles = _middles(item, lambda edge: _is_border(item, edge))
        if not middles:
            self.report({"ERROR"}, "no border edge of walkable floor is selected")
            return {"CANCELLED"}
        for place in middles:
            link(item, place, self.room)
        self.report({"INFO"}, f"{count_do(len(middles), 'edge', 'leads', 'lead')} to room {self.room}")
        return {"FINISHED"}


class WAYMARK_OT_unlink_rooms(EdgeOperator):
    """Remove the room links of the selected border edges"""

    bl_idname = "waymark.unlink_rooms"
    bl_label = "Unlink rooms"

    def execute(self, context: bpy.types.Context) -> set[str]:
        item = context.active_object
        collection = sources.of_object(item)
        removed = sum(unlink(collection, place) for place in _middles(item, lambda _: True))
        self.report({"INFO"}, f"{count(removed, 'link')} removed")
        return {"FINISHED"}


class WAYMARK_OT_link_area(bpy.types.Operator):
    """Link all rooms of the area where their edges meet, as 'waymark fix' does"""

    bl_idname = "waymark.link_area"
    bl_label = "Link rooms that touch"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        collection = sources.active(context)
        return collection is not None and sources.area_of(collection) is not None

    def execute(self, context: bpy.types.Context) -> set[str]:
        area = sources.area_of(sources.active(context))
        try:
            with tempfile.TemporaryDirectory() as folder:
                layout, _ = snapshot.write_area(context, area, folder)
                changes = command.ask("fix", "--dry-run", layout)["changes"]
        except command.FAILURES as error:
            self.report({"ERROR"}, command.describe(error))
            return {"CANCELLED"}
        made = sum(self.apply(area, change) for change in changes)
        self.report({"INFO"}, f"{count_do(made, 'edge', 'has', 'have')} a new link")
        return {"FINISHED"}

    def apply(self, area: bpy.types.Collection, change: dict) -> bool:
        """Makes one change of `fix` here, if it is a link."""
        if change["kind"] != "transition-set" or change.get("to") is None:
            return False
        room = next((r for r in sources.rooms(area) if r[sources.ROOM] == change["name"]), None)
        floor = sources.walkmeshes(room) if room else []
        if not floor:
            return False
        link(floor[0], (Vector(change["a"]) + Vector(change["b"])) / 2, change["to"])
        return True


CLASSES = (WAYMARK_OT_link_rooms, WAYMARK_OT_unlink_rooms, WAYMARK_OT_link_area)


def register() -> None:
    for cls in CLASSES:
        bpy.utils.register_class(cls)


def unregister() -> None:
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
