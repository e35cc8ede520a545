"""The shortest path between two empties, as a curve: `waymark path` over what is here now."""

import tempfile

import bpy
from mathutils import Vector

from . import command, snapshot, sources

NAME = "waymark_path"


def ends(context: bpy.types.Context) -> list[bpy.types.Object]:
    """The two selected empties, the active one last; an empty list if there are not just two."""
    found = [o for o in context.selected_objects if o.type == "EMPTY"]
    found.sort(key=lambda o: o == context.active_object)
    return found if len(found) == 2 else []


def _point(item: bpy.types.Object) -> str:
    """A place as the command reads it."""
    return ",".join(repr(c) for c in item.matrix_world.translation)


def find(context: bpy.types.Context, collection: bpy.types.Collection, start: bpy.types.Object,
         goal: bpy.types.Object) -> dict:
    """Asks the command for the path."""
    with tempfile.TemporaryDirectory() as folder:
        path = snapshot.write_any(context, collection, folder)
        answer = command.ask("path", "--crossings", path, "--", _point(start), _point(goal))
    return answer["results"][0]


def draw(context: bpy.types.Context, points: list[list[float]]) -> bpy.types.Object:
    """Makes the path a curve; the one of the last answer is replaced."""
    old = bpy.data.objects.get(NAME)
    if old:
        bpy.data.objects.remove(old)
    curve = bpy.data.curves.new(NAME, "CURVE")
    curve.dimensions = "3D"
    curve.bevel_depth = 0.03
    line = curve.splines.new("POLY")
    line.points.add(len(points) - 1)
    for point, place in zip(line.points, points):
        point.co = (*Vector(place), 1.0)
    item = bpy.data.objects.new(NAME, curve)
    context.scene.collection.objects.link(item)  # not in the collection: it is never exported
    return item


class WAYMARK_OT_path(bpy.types.Operator):
    """Find the shortest path between the two selected empties"""

    bl_idname = "waymark.path"
    bl_label = "Find path"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return len(ends(context)) == 2 and floor(context) is not None

    def execute(self, context: bpy.types.Context) -> set[str]:
        start, goal = ends(context)
        try:
            result = find(context, floor(context), start, goal)
        except command.FAILURES as error:
            self.report({"ERROR"}, command.describe(error))
            return {"CANCELLED"}
        state = context.window_manager.waymark
        if not result["found"]:
            state.path_length = result.get("why", "there is no path")
            self.report({"WARNING"}, state.path_length)
            return {"FINISHED"}
        draw(context, result["points"])
        state.path_length = f"{result['length']:.3f} m"
        self.report({"INFO"}, f"the path is {state.path_length} long")
        return {"FINISHED"}


def floor(context: bpy.types.Context) -> bpy.types.Collection | None:
    """The walkmesh or area to walk on: the active one, or the only one of the scene."""
    collection = sources.active(context)
    if collection and sources.form(collection).walkmesh:
        return collection
    walkable = [c for c in sources.imported() if sources.form(c).walkmesh and sources.is_top(c)]
    return walkable[0] if len(walkable) == 1 else None


def register() -> None:
    bpy.utils.register_class(WAYMARK_OT_path)


def unregister() -> None:
    bpy.utils.unregister_class(WAYMARK_OT_path)
