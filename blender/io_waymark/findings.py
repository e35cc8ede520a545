"""The findings of `waymark check`: a list in the sidebar, whose entries select and frame their faces."""

import tempfile

import bpy
from mathutils import Vector
from mathutils.bvhtree import BVHTree

from . import command, snapshot, sources
from .words import count

ICONS = {"error": "CANCEL", "warning": "ERROR", "info": "INFO"}
TOUCH = 1e-3  # metres: faces this near to the place of a finding belong to it


class WaymarkFinding(bpy.types.PropertyGroup):
    """One finding, with the fields of `check --json`."""

    code: bpy.props.StringProperty()
    severity: bpy.props.StringProperty()
    path: bpy.props.StringProperty()
    message: bpy.props.StringProperty()
    notice: bpy.props.StringProperty()
    remedy: bpy.props.StringProperty()
    has_place: bpy.props.BoolProperty()
    place: bpy.props.FloatVectorProperty(size=3)


class WAYMARK_UL_findings(bpy.types.UIList):
    """The list in the panel"""

    def draw_item(self, context, layout, data, item, icon, active_data, active_property, index=0, flag=0) -> None:
        layout.label(text=item.message, icon=ICONS.get(item.severity, "DOT"))


def show(context: bpy.types.Context, collection: bpy.types.Collection, report: dict) -> None:
    """Fills the list with a report of `check --json`."""
    state = context.window_manager.waymark
    state.findings.clear()
    state.finding = -1
    state.checked = report["file"]
    state.collection = collection.name
    for found in report["findings"]:
        entry = state.findings.add()
        for field in ("code", "severity", "path", "message", "notice", "remedy"):
            setattr(entry, field, found.get(field) or "")
        if found.get("place"):
            entry.has_place, entry.place = True, found["place"]


def check_file(context: bpy.types.Context, collection: bpy.types.Collection, path: str) -> dict:
    """Checks a file, or the files that a door became, and shows the findings of all."""
    reports = command.ask_all("check", *snapshot.files_of(path), accept=(0, 1))
    report = {"file": path, "errors": sum(r["errors"] for r in reports),
              "warnings": sum(r["warnings"] for r in reports),
              "findings": [found for r in reports for found in r["findings"]]}
    show(context, collection, report)
    return report


def summary(report: dict) -> str:
    """The report in a few words."""
    if not report["errors"] and not report["warnings"]:
        return "no errors or warnings"
    return f"{count(report['errors'], 'error')}, {count(report['warnings'], 'warning')}"


def to_blender(place: Vector, extras: dict) -> Vector:
    """A place in the game's space as Blender has it: z up, right-handed."""
    if extras.get("up") != "y":
        return Vector(place)
    depth = place[2] if extras.get("left_handed") else -place[2]
    return Vector((place[0], depth, place[1]))


def faces_at(items: list[bpy.types.Object], point: Vector) -> tuple[bpy.types.Object | None, list[int]]:
    """The object nearest to a point, and its faces that touch the point or are nearest to it."""
    best: tuple[float, bpy.types.Object | None, list[int]] = (float("inf"), None, [])
    for item in items:
        corners = [item.matrix_world @ v.co for v in item.data.vertices]
        tree = BVHTree.FromPolygons(corners, [tuple(p.vertices) for p in item.data.polygons])
        distance = tree.find_nearest(point)[3]
        if distance is not None and distance < best[0]:
            near = tree.find_nearest_range(point, distance + TOUCH)
            best = (distance, item, sorted({index for _, _, index, _ in near}))
    return best[1], best[2]


def select_faces(context: bpy.types.Context, item: bpy.types.Object, faces: list[int]) -> None:
    """Selects faces of an object in edit mode."""
    if context.object and context.object.mode != "OBJECT":
        bpy.ops.object.mode_set(mode="OBJECT")
    for other in context.view_layer.objects:
        other.select_set(False)
    mesh = item.data
    for part in (mesh.vertices, mesh.edges, mesh.polygons):
        part.foreach_set("select", [False] * len(part))
    for index in faces:
        mesh.polygons[index].select = True
    for collection in item.users_collection:
        reveal(context.view_layer.layer_collection, collection)
    item.hide_set(False)
    context.view_layer.objects.active = item
    item.select_set(True)
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.select_mode(type="FACE")


def reveal(layer: bpy.types.LayerCollection, collection: bpy.types.Collection) -> bool:
    """Opens the eyes of a collection and of those above it."""
    inside = layer.collection == collection or any([reveal(child, collection) for child in layer.children])
    if inside:
        layer.hide_viewport = False
    return inside


def frame(context: bpy.types.Context) -> None:
    """Moves every 3D view to what is selected."""
    for window in context.window_manager.windows:
        for area in window.screen.areas:
            region = next((r for r in area.regions if r.type == "WINDOW"), None)
            if area.type == "VIEW_3D" and region:
                with context.temp_override(window=window, area=area, region=region):
                    bpy.ops.view3d.view_selected()


def choose(context: bpy.types.Context, index: int) -> bool:
    """Selects and frames the faces of a finding. False if it has no place, or there are no meshes."""
    state = context.window_manager.waymark
    collection = bpy.data.collections.get(state.collection)
    if not 0 <= index < len(state.findings) or not collection:
        return False
    found = state.findings[index]
    meshes = [o for o in sources.objects(collection) if o.type == "MESH" and len(o.data.polygons) > 0]
    shown = [o for o in meshes if sources.extra(o, "role") != "outline"]
    if not found.has_place or not shown:
        return False
    item, faces = faces_at(shown, to_blender(found.place, sources.extras(collection)))
    if not item:
        return False
    select_faces(context, item, faces)
    frame(context)
    return True


def on_choose(state: bpy.types.PropertyGroup, context: bpy.types.Context) -> None:
    """Called by Blender when an entry of the list is clicked."""
    choose(context, state.finding)


class WAYMARK_OT_check(bpy.types.Operator):
    """Write what is here to a temporary file and check it"""

    bl_idname = "waymark.check"
    bl_label = "Check"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return sources.active(context) is not None

    def execute(self, context: bpy.types.Context) -> set[str]:
        collection = sources.active(context)
        try:
            with tempfile.TemporaryDirectory() as folder:
                path = snapshot.write_any(context, collection, folder)
                report = check_file(context, sources.area_of(collection) or collection, path)
        except command.FAILURES as error:
            self.report({"ERROR"}, command.describe(error))
            return {"CANCELLED"}
        self.report({"WARNING" if report["errors"] else "INFO"}, summary(report))
        return {"FINISHED"}


CLASSES = (WaymarkFinding, WAYMARK_UL_findings, WAYMARK_OT_check)


def register() -> None:
    for cls in CLASSES:
        bpy.utils.register_class(cls)


def unregister() -> None:
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
