"""KotOR walkmeshes: a room there and back, a wall moved, surfaces, room links, hooks, a path."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import bmesh
import bpy
import common
from mathutils import Vector


def unchanged() -> None:
    """A room that was not edited means the same."""
    room = common.bring("rooms/room.wok")
    assert room["waymark_format"] == "kotor-bwm" and room["waymark_source"] == str(Path("rooms/room.wok").resolve())
    floor = common.floor_of(room)
    assert len(floor.data.polygons) == common.info("rooms/room.wok")["faces"]
    assert floor.visible_get(), "the walkmesh is hidden"
    lines = common.mesh_of(room, "perimeter")
    assert not lines.visible_get(), "perimeters are not hidden"
    common.activate(floor)
    common.clean(common.send("same.wok"))
    common.same("rooms/room.wok", "same.wok")


def moved_wall() -> None:
    """The wall of the hall at x = 0 moves half a metre outwards; the rest stays."""
    hall = common.bring("hall.wok")
    floor = common.floor_of(hall)
    before = common.info("hall.wok")
    common.activate(floor)
    bpy.ops.object.mode_set(mode="EDIT")
    moved = common.move_vertices(floor, lambda place: abs(place.x) < 1e-4, (-0.5, 0, 0))
    assert moved > 2, f"only {moved} vertices at the wall"
    common.clean(common.send("wall.wok"))
    assert floor.mode == "EDIT", "the export left edit mode"
    after = common.info("wall.wok")
    assert after["faces"] == before["faces"] and after["transitions"] == before["transitions"] == 2
    assert abs(after["bounds"]["min"][0] + 0.5) < 1e-5 and after["bounds"]["max"] == before["bounds"]["max"]
    assert after["walkable_area"] > before["walkable_area"] + 1


def surfaces() -> None:
    """Faces get another surface, and are made not walkable."""
    room = common.bring("rooms/room.wok")
    floor = common.floor_of(room)
    before = common.info("rooms/room.wok")["materials"]
    common.activate(floor)
    for polygon in floor.data.polygons:
        polygon.select = floor.data.materials[polygon.material_index].name == "Metal"
    assert bpy.ops.waymark.assign_surface(surface="Carpet") == {"FINISHED"}
    common.clean(common.send("carpet.wok"))
    assert common.info("carpet.wok")["materials"] == {**{k: v for k, v in before.items() if k != "10"}, "9": before["10"]}
    carpet = bpy.data.materials["Carpet"]
    assert [round(c, 3) for c in carpet.diffuse_color[:3]] == [0.851, 0.541, 0.58]
    common.fails(lambda: bpy.ops.waymark.assign_surface(surface="Marble"), "'Marble' is no surface of this game")
    assert bpy.ops.waymark.set_walkable(walkable=False) == {"FINISHED"}
    common.send("closed.wok")
    after = common.info("closed.wok")
    assert after["materials"] == {"4": before["4"], "7": before["7"] + before["10"]}, after["materials"]
    assert bpy.ops.waymark.set_walkable(walkable=True) == {"FINISHED"}
    common.clean(common.send("open.wok"))
    assert common.info("open.wok")["materials"] == {"4": before["4"] + before["10"], "7": before["7"]}
    assert bpy.ops.waymark.select_walkable(walkable=False) == {"FINISHED"}
    chosen = sum(1 for f in bmesh.from_edit_mesh(floor.data).faces if f.select)
    assert chosen == before["7"], f"{chosen} faces selected"


def seams() -> None:
    """Where two surfaces meet, the floor is one: a vertex that is moved takes the faces of both with it."""
    for path in ("rooms/room.wok", "terrain/hall.trx"):
        common.begin()
        floor = common.floor_of(common.bring(path))
        assert len(floor.data.vertices) == common.info(path)["vertices"], f"{path}: {len(floor.data.vertices)} vertices"
    common.begin()
    floor = common.floor_of(common.bring("rooms/room.wok"))
    common.activate(floor)
    bpy.ops.object.mode_set(mode="EDIT")
    mesh = bmesh.from_edit_mesh(floor.data)
    seam = next(v for v in mesh.verts if len({f.material_index for f in v.link_faces}) > 1)
    seam.co.z += 0.0625
    bmesh.update_edit_mesh(floor.data)
    common.send("seam.wok")
    before, after = common.info("rooms/room.wok"), common.info("seam.wok")
    assert after["vertices"] == before["vertices"] and after["edges"] == before["edges"], "the floor is torn"


def walls() -> None:
    """An edge between floor and wall can be linked; one of the wall alone cannot."""
    floor = common.floor_of(common.bring("rooms/room.wok"))
    surfaces = sys.modules[common.MODULE].surfaces
    common.activate(floor)
    bpy.ops.object.mode_set(mode="EDIT")

    def choose(walkable: list[bool]) -> Vector:
        """Selects an edge with such faces on its sides; returns its middle."""
        bpy.ops.mesh.select_mode(type="EDGE")
        bpy.ops.mesh.select_all(action="DESELECT")
        edges = bmesh.from_edit_mesh(floor.data).edges
        found = next(e for e in edges if sorted(surfaces.surface_at(floor, f.material_index, "kotor")["walkable"]
                                                for f in e.link_faces) == walkable)
        found.select_set(True)
        return floor.matrix_world @ ((found.verts[0].co + found.verts[1].co) / 2)

    choose([False])
    common.fails(lambda: bpy.ops.waymark.link_rooms(room=5), "no border edge of walkable floor is selected")
    bpy.ops.mesh.select_all(action="DESELECT")
    bpy.ops.mesh.select_mode(type="FACE")
    next(f for f in bmesh.from_edit_mesh(floor.data).faces if all(len(e.link_faces) == 2 for e in f.edges)).select_set(True)
    assert bpy.ops.waymark.set_walkable(walkable=False) == {"FINISHED"}
    place = choose([False, True])
    assert bpy.ops.waymark.link_rooms(room=5) == {"FINISHED"}
    assert (bpy.data.objects["transition_5"].matrix_world.translation - place).length < 1e-4
    common.send("wall_linked.wok")
    assert "leads to room 5" in common.waymark("info", "wall_linked.wok")


def links() -> None:
    """Border edges of a selection lead to another room, or to none."""
    room = common.bring("rooms/room.wok")
    floor = common.floor_of(room)
    link = next(o for o in room.all_objects if o.name.startswith("transition_1"))
    place = link.matrix_world.translation.copy()
    common.activate(floor)
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.select_mode(type="EDGE")
    bpy.ops.mesh.select_all(action="DESELECT")
    mesh = bmesh.from_edit_mesh(floor.data)
    for edge in mesh.edges:
        middle = floor.matrix_world @ ((edge.verts[0].co + edge.verts[1].co) / 2)
        if (middle - place).length < 1e-4:
            edge.select_set(True)
    assert sum(1 for e in mesh.edges if e.select) == 1
    assert bpy.ops.waymark.link_rooms(room=5) == {"FINISHED"}
    common.clean(common.send("linked.wok"))
    assert "leads to room 5" in common.waymark("info", "linked.wok")
    assert "leads to room 1" not in common.waymark("info", "linked.wok")
    assert bpy.ops.waymark.unlink_rooms() == {"FINISHED"}
    common.clean(common.send("unlinked.wok"))
    assert common.info("unlinked.wok")["transitions"] == 1
    bpy.ops.mesh.select_all(action="DESELECT")
    common.fails(lambda: bpy.ops.waymark.link_rooms(room=5), "no border edge of walkable floor is selected")


def hooks() -> None:
    """The use points of a placeable and a door are put at the 3D cursor, each by its entry of the menu."""
    crate = common.bring("rooms/crate.pwk")
    common.activate(common.floor_of(crate))
    bpy.context.scene.cursor.location = (1.5, -2.25, 0.125)
    assert bpy.ops.waymark.add_hook(hook="relative_hook_1") == {"FINISHED"}
    common.clean(common.send("crate.pwk"))
    hooks = json.loads(common.waymark("dump", "--json", "crate.pwk"))["relative_hooks"]
    assert (Vector(hooks[0]) - Vector((1.5, -2.25, 0.125))).length < 1e-5, hooks
    module = sys.modules[common.MODULE].hooks
    entries = [entry[0] for entry in module.HOOKS]
    assert entries == ["relative_hook_1", "relative_hook_2", "absolute_hook_1", "absolute_hook_2", "other"]
    common.begin()
    common.activate(common.floor_of(common.bring("rooms/door0.dwk")))
    for number, entry in enumerate(entries[:4]):
        bpy.context.scene.cursor.location = (number, 0.5, 2)
        assert bpy.ops.waymark.add_hook(hook=entry) == {"FINISHED"}
    common.clean(common.send("hooked0.dwk"))
    dump = common.dump("hooked0.dwk")
    for number, hook in enumerate(dump["relative_hooks"] + dump["absolute_hooks"]):
        assert (Vector(hook) - Vector((number, 0.5, 2))).length < 1e-5, dump


def path() -> None:
    """The path between two empties is a curve over the edited floor."""
    hall = common.bring("hall.wok")
    ends = common.select_ends((3, 1, 0), (17, 3, 0))
    bpy.context.view_layer.objects.active = ends[1]  # a path starts at the other one
    assert bpy.ops.waymark.path() == {"FINISHED"}
    curve = bpy.data.objects["waymark_path"].data
    points = [tuple(p.co[:3]) for p in curve.splines[0].points]
    assert points[0] == (3, 1, 0) and points[-1][:2] == (17, 3), points
    assert bpy.context.window_manager.waymark.path_length.endswith(" m")
    assert "waymark_path" not in hall.all_objects, "the curve would be exported"


def texts() -> None:
    """Walkmeshes as text, and the three states of a door."""
    text = common.bring("texts/engine.wok.ascii")
    assert len(common.floor_of(text).data.polygons) == common.info("texts/engine.wok.ascii")["faces"]
    common.activate(common.floor_of(text))
    codes = [f["code"] for f in common.send("engine.wok")["findings"]]
    assert codes == [f["code"] for f in common.check("texts/engine.wok.ascii")["findings"]], codes
    assert common.info("engine.wok")["faces"] == common.info("texts/engine.wok.ascii")["faces"]
    door = common.bring("rooms/door0.dwk")
    common.activate(common.floor_of(door))
    common.clean(common.send("door0.dwk"))
    common.same("rooms/door0.dwk", "door0.dwk")


common.run(unchanged, moved_wall, surfaces, seams, walls, links, hooks, path, texts)
