"""How full the tiles of NWN2 terrain are, as vertex colours: the heat map of `waymark budget`."""

import tempfile

import bpy

from . import command, gltf, snapshot, sources, surfaces

LAYER = "waymark_budget"
STEPS = ((0.0, (0.992, 0.984, 0.937)), (0.6, (0.984, 0.824, 0.306)), (1.0, (0.933, 0.416, 0.173)))
LIMIT = 127  # walkable triangles in a tile
OVER = (0.702, 0.071, 0.114)  # red: more than the limit


def heat(share: float) -> tuple[float, float, float]:
    """White, yellow, orange; red above the limit, as `waymark budget` draws it."""
    if share > 1:
        return OVER
    for (low, first), (high, last) in zip(STEPS, STEPS[1:]):
        if share <= high:
            part = (share - low) / (high - low)
            return tuple(a + (b - a) * part for a, b in zip(first, last))
    return STEPS[-1][1]


def tile_at(tiles: list[dict], x: float, y: float) -> dict | None:
    """The tile that a place is in."""
    for tile in tiles:
        west, south, east, north = tile["bounds"]
        if west <= x <= east and south <= y <= north:
            return tile
    return None


def paint(item: bpy.types.Object, report: dict) -> None:
    """Colours the faces of a walkmesh by the tile that their middle is in."""
    mesh = item.data
    layer = mesh.color_attributes.get(LAYER) or mesh.color_attributes.new(LAYER, "BYTE_COLOR", "CORNER")
    for polygon in mesh.polygons:
        middle = item.matrix_world @ polygon.center
        tile = tile_at(report["tiles"], middle.x, middle.y)
        colour = heat(tile["walkable"] / report["limit"]) if tile else STEPS[0][1]
        for corner in polygon.loop_indices:
            layer.data[corner].color_srgb = (*colour, 1.0)
    mesh.color_attributes.active_color = layer
    mesh.update()


def show_colours(context: bpy.types.Context) -> None:
    """Makes the 3D views show vertex colours."""
    for window in context.window_manager.windows:
        for area in window.screen.areas:
            if area.type == "VIEW_3D":
                area.spaces.active.shading.color_type = "VERTEX"


class WAYMARK_OT_budget(bpy.types.Operator):
    """Colour the walkmesh by how many of the 127 walkable triangles each tile has"""

    bl_idname = "waymark.budget"
    bl_label = "Show tile budget"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        collection = sources.active(context)
        return collection is not None and collection.get(sources.FORMAT) == "nwn2-trn"

    def execute(self, context: bpy.types.Context) -> set[str]:
        collection = sources.active(context)
        state = context.window_manager.waymark
        try:
            with tempfile.TemporaryDirectory() as folder:
                path = snapshot.write_any(context, collection, folder)
                report = command.ask("budget", "--all", path, accept=(0, 1))
            state.budget = summary(report)
            self.report({"INFO"}, state.budget)
        except command.CommandError as error:  # no TRX can be made while a tile is too full
            with gltf.object_mode(context):
                report = count_here(collection)
            state.budget = f"{summary(report)}, counted without splitting at borders. {error}"
            self.report({"WARNING"}, state.budget)
        with gltf.object_mode(context):
            for item in sources.walkmeshes(collection):
                paint(item, report)
        show_colours(context)
        return {"FINISHED"}


def summary(report: dict) -> str:
    """The fullest tile in words."""
    fullest = max((tile["walkable"] for tile in report["tiles"]), default=0)
    return f"the fullest tile has {fullest} of {report['limit']} walkable triangles"


def count_here(collection: bpy.types.Collection) -> dict:
    """The report of `budget` as far as it can be told here: each face belongs to the tile of its middle."""
    width = sources.extras(collection).get("tile_width") or 9
    counts: dict[tuple[int, int], int] = {}
    for item in sources.walkmeshes(collection):
        for polygon in item.data.polygons:
            surface = surfaces.surface_at(item, polygon.material_index, "nwn2")
            if surface and surface["walkable"]:
                middle = item.matrix_world @ polygon.center
                tile = (int(middle.x // width), int(middle.y // width))
                counts[tile] = counts.get(tile, 0) + len(polygon.vertices) - 2
    tiles = [{"bounds": [x * width, y * width, (x + 1) * width, (y + 1) * width], "walkable": count}
             for (x, y), count in counts.items()]
    return {"limit": LIMIT, "tiles": tiles}


def register() -> None:
    bpy.utils.register_class(WAYMARK_OT_budget)


def unregister() -> None:
    bpy.utils.unregister_class(WAYMARK_OT_budget)
