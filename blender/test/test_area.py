"""Whole areas: rooms in place, each with its collection, linked where they touch, written together."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import bpy
import common


def rooms_of(area: bpy.types.Collection) -> list[bpy.types.Collection]:
    """The rooms of an area."""
    return [c for c in area.children if "waymark_room" in c]


def unchanged() -> None:
    """All rooms are where the layout has them, and come back with the same meaning."""
    area = common.bring("area/grid.lyt")
    layout = common.info("area/grid.lyt")
    rooms = rooms_of(area)
    assert [r["waymark_room"] for r in rooms] == [r["name"] for r in layout["rooms"]]
    for room in rooms:
        source = f"area/{room['waymark_room'].lower()}.wok"
        bounds, floor = common.info(source)["bounds"], common.floor_of(room)
        places = [floor.matrix_world @ v.co for v in floor.data.vertices]
        for axis in range(3):
            assert abs(min(p[axis] for p in places) - bounds["min"][axis]) < 1e-4, f"{room.name} is elsewhere"
    common.activate(common.floor_of(rooms[0]))
    assert bpy.ops.export_scene.waymark_area(filepath="same/grid.lyt") == {"FINISHED"}
    common.clean(common.check("same/grid.lyt"))
    for room in rooms:
        name = room["waymark_room"].lower() + ".wok"
        common.same(f"area/{name}", f"same/{name}")
    assert Path("same/grid.vis").read_bytes() == Path("area/grid.vis").read_bytes()


def one_room() -> None:
    """The active room alone becomes one walkmesh."""
    area = common.bring("area/grid.lyt")
    room = rooms_of(area)[1]
    common.activate(common.floor_of(room))
    common.clean(common.send("one.wok"))
    common.same("area/grid_01_00.wok", "one.wok")
    common.activate(next(o for o in area.objects if o.get("kind") == "frame"))
    common.fails(lambda: bpy.ops.export_scene.waymark(filepath="all.wok"), "this is a whole area")


def linked() -> None:
    """Links that are wrong or missing are set as 'waymark fix' sets them; the panel lists the rest."""
    area = common.bring("damaged/grid.lyt")
    common.activate(common.floor_of(rooms_of(area)[0]))
    assert bpy.ops.waymark.check() == {"FINISHED"}
    shown = bpy.context.window_manager.waymark.findings
    expected = [f["code"] for f in common.check("damaged/grid.lyt")["findings"]]
    assert [f.code for f in shown] == expected and len(expected) == 3
    assert bpy.ops.waymark.link_area() == {"FINISHED"}
    assert bpy.ops.waymark.check() == {"FINISHED"}
    assert [f.code for f in shown] == ["AREA_SEAM_GAP"], [f.code for f in shown]


def path() -> None:
    """A path leads through the rooms."""
    common.bring("area/grid.lyt")
    common.select_ends((2.5, 2.5, 0), (14.5, 8.5, 0))
    assert bpy.ops.waymark.path() == {"FINISHED"}
    length = bpy.context.window_manager.waymark.path_length
    assert 13 < float(length.split()[0]) < 25, length


def room_list() -> None:
    """The panel offers the rooms of the layout, by name; beside a single room it finds the layout."""
    module = sys.modules[common.MODULE]
    room = common.bring("area/grid_00_00.wok")
    common.activate(common.floor_of(room))
    names = module.rooms.room_names(module.rooms.layout_of(bpy.context))
    assert names == [r["name"] for r in common.info("area/grid.lyt")["rooms"]]


def models() -> None:
    """Models of rooms are not written with an area, and that is reported."""
    area = common.bring("area/grid.lyt")
    snapshot = sys.modules[common.MODULE].snapshot
    Path("lines").mkdir()
    lines = snapshot.write_area(bpy.context, area, "lines")[1]
    assert not any("not written" in line for line in lines), lines
    shape = bpy.data.meshes.new("walls")
    shape.from_pydata([(0, 0, 0), (1, 0, 0), (0, 0, 1)], [], [(0, 1, 2)])
    rooms_of(area)[0].objects.link(bpy.data.objects.new("walls", shape))
    lines = snapshot.write_area(bpy.context, area, "lines")[1]
    assert any("1 room has a model, which is not written" in line for line in lines), lines


common.run(unchanged, one_room, linked, path, room_list, models)
