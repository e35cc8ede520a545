"""What an import leaves in the scene: several files, models of rooms, drawers, the source; and what an export sends."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import bpy
import common

# A model that nothing moves: its animation only changes a colour, which glTF does not have.
GLOW = """newmodel glow
setsupermodel glow NULL
classification other
beginmodelgeom glow
node dummy glow
  parent NULL
endnode
node trimesh panel
  parent glow
  verts 3
    0 0 0
    1 0 0
    0 1 0
  faces 1
    0 1 2 1 0 0 0 1
endnode
endmodelgeom glow
newanim blink glow
  length 1.5
  transtime 0.25
  animroot glow
  node dummy glow
    parent NULL
  endnode
  node trimesh panel
    parent glow
    selfillumcolorkey 2
      0 0 0 0
      1.5 1 0.5 0.25
  endnode
doneanim blink glow
donemodel glow
"""


def several_files() -> None:
    """Files that were dropped or chosen together: each has its collection, and a bad one stops nobody."""
    names = ["room.wok", "crate.pwk", "door0.dwk"]
    assert bpy.ops.import_scene.waymark("INVOKE_DEFAULT", directory=str(Path("rooms").resolve()),
                                        files=[{"name": name} for name in names]) == {"FINISHED"}
    assert [c.name for c in common.tops()] == ["crate", "door0", "room"]
    assert sorted(c["waymark_source"] for c in common.tops()) == sorted(str(Path("rooms", name).resolve()) for name in names)
    common.begin()
    files = [{"name": "missing.wok"}, {"name": "room.wok"}]
    common.fails(lambda: bpy.ops.import_scene.waymark(directory="rooms", files=files), "missing.wok: No such file")
    assert [c.name for c in common.tops()] == ["room"], "the second file was not imported"


def odd_names() -> None:
    """Spaces, dots and letters beyond ASCII; the second collection of a name gets a number, its file does not."""
    folder = Path("gr\u00fcne R\u00e4ume \u2014 neu")
    folder.mkdir()
    for name in ("my.room v2.wok", "\u043a\u043e\u043c\u043d\u0430\u0442\u0430.wok", "it's 100% \u2603.wok"):
        path = folder / name
        path.write_bytes(Path("rooms/room.wok").read_bytes())
        room = common.bring(str(path))
        assert room.name == path.stem, room.name
        common.activate(common.floor_of(room))
        common.clean(common.send(str(folder / ("new " + name))))
        common.same("rooms/room.wok", str(folder / ("new " + name)))
    again = common.bring(str(folder / "my.room v2.wok"))
    assert again.name == "my.room v2.001"
    assert sys.modules[common.MODULE].sources.name_of(again) == "my.room v2"


def rooms_with_models() -> None:
    """A layout with the models of its rooms: they are in place, and only the floor becomes the WOK."""
    Path("furnished").mkdir()
    layout = ["beginlayout", "   roomcount 2", "      left 0 0 0", "      right 20.5 10 1", "   trackcount 0",
              "   obstaclecount 0", "   doorhookcount 0", "donelayout", ""]
    Path("furnished/two.lyt").write_bytes("\r\n".join(layout).encode())
    for name, move in (("left", "0,0,0"), ("right", "20.5,10,1")):
        common.waymark("transform", "--move", move, "rooms/room.wok", "-o", f"furnished/{name}.wok")
        for ending in ("mdl", "mdx"):
            Path(f"furnished/{name}.{ending}").write_bytes(Path(f"models/sample.{ending}").read_bytes())
    plain = common.bring("furnished/two.lyt")
    assert not [o for o in plain.all_objects if o.name.startswith("box")], "models that nobody asked for"
    common.begin()
    area = common.bring("furnished/two.lyt", models=True)
    rooms = {c["waymark_room"]: c for c in area.children if "waymark_room" in c}
    assert sorted(rooms) == ["left", "right"]
    for name, place in (("left", (0, 0, 0)), ("right", (20.5, 10, 1))):
        box = common.mesh_of(rooms[name], "box")
        lowest = min((box.matrix_world @ v.co for v in box.data.vertices), key=lambda p: p.x + p.y)
        assert (lowest - common.Vector(place)).length < 1e-4, f"the model of {name} is at {lowest}"
        floors = sys.modules[common.MODULE].sources.walkmeshes(rooms[name])
        assert len(floors) == 1 and floors[0].visible_get(), floors
    common.activate(sys.modules[common.MODULE].sources.walkmeshes(rooms["right"])[0])
    assert bpy.ops.export_scene.waymark_area(filepath="emptied/two.lyt") == {"FINISHED"}
    assert sorted(p.name for p in Path("emptied").iterdir()) == ["left.wok", "right.wok", "two.lyt"]
    for name in rooms:
        common.same(f"furnished/{name}.wok", f"emptied/{name}.wok")
    box = common.mesh_of(rooms["right"], "box")  # the model of a room is a model like others
    common.activate(box)
    said = common.reports(lambda: bpy.ops.export_scene.waymark(filepath="models/right.mdl"))
    assert "nothing was edited" in said, said
    bpy.ops.object.mode_set(mode="EDIT")
    common.move_vertices(box, lambda place: True, (0, 0, 0.5))
    bpy.ops.object.mode_set(mode="OBJECT")
    common.clean(common.send("models/right.mdl"))
    places = [next(n["mesh"]["vertices"] for n in common.dump(f)["nodes"] if n["name"] == "box")
              for f in ("models/sample.mdl", "models/right.mdl")]
    common.shifted(places[0], {tuple(round(c, 4) for c in p) for p in places[1]}, (0, 0, 0.5))  # Blender splits some
    Path("furnished/left.mdl").unlink()
    common.begin()
    said = common.reports(lambda: bpy.ops.import_scene.waymark(filepath="furnished/two.lyt", models=True))
    assert "1 room without a model; the first is left" in said, said


def drawers() -> None:
    """Lower levels, hulls and lines are in collections of their own whose eye is closed."""
    for source, expected in (("mdb/plc_stage.mdb", {"plc_stage hulls": 3, "plc_stage levels": 1}),
                             ("bw2/m_square.bwm", {"m_square hulls": 1, "m_square lines": 2}),
                             ("models/sample.mdl", {"sample hulls": 1}), ("hall.wok", {"hall lines": 5})):
        common.begin()
        top = common.bring(source)
        layer = next(c for c in bpy.context.view_layer.layer_collection.children if c.collection == top)
        found = {c.name: len(c.collection.objects) for c in layer.children}
        assert found == expected, found
        assert all(c.hide_viewport for c in layer.children) and not layer.hide_viewport
        for child in layer.children:
            assert not any(o.visible_get() for o in child.collection.objects)


def remembered() -> None:
    """The source is still the template after the blend file was saved and opened again."""
    common.bring("models/sample.mdl")
    bpy.ops.wm.save_as_mainfile(filepath=str(Path("scene.blend").resolve()))
    bpy.ops.wm.open_mainfile(filepath=str(Path("scene.blend").resolve()))
    model = bpy.data.collections["sample"]
    common.activate(common.mesh_of(model, "box"))
    Path("opened").mkdir()
    said = common.reports(lambda: bpy.ops.export_scene.waymark(filepath="opened/sample.mdl"))
    assert "nothing was edited" in said, said
    common.same("models/sample.mdl", "opened/sample.mdl")
    said = common.reports(lambda: bpy.ops.export_scene.waymark(filepath="opened/sample.mdl", use_template=False))
    assert "nothing was edited" not in said, said
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=False)


def motion() -> None:
    """Animations that nobody edited come from the template; an edited key arrives, and the others stay."""
    model = common.bring("models/sample.mdl")
    known = sys.modules[common.MODULE].motion
    assert not known.is_edited(model)
    armature = next(o for o in model.all_objects if o.type == "ARMATURE")
    armature.animation_data.nla_tracks[0].mute = False  # to look at it is no edit
    bpy.context.scene.frame_set(3)
    armature.animation_data.nla_tracks[0].mute = True
    common.activate(common.mesh_of(model, "box"))
    Path("moved").mkdir()
    said = common.reports(lambda: bpy.ops.export_scene.waymark(filepath="moved/sample.mdl"))
    assert "nothing was edited" in said, said
    action = next(t.strips[0].action for t in armature.animation_data.nla_tracks if t.name == "walk")
    curve = next(c for c in action.fcurves if c.data_path == 'pose.bones["sample"].location' and c.array_index == 2)
    for point in curve.keyframe_points:
        point.co[1] += 0.5
    assert known.is_edited(model)
    common.clean(common.send("moved/sample.mdl"))
    old, new = (keys(common.dump(f), "walk", "sample") for f in ("models/sample.mdl", "moved/sample.mdl"))
    assert len(old) == len(new) > 1, (old, new)
    for before, after in zip(old, new):
        assert abs(before[0] - after[0]) < 1e-4 and abs(before[3] + 0.5 - after[3]) < 1e-4, (old, new)
    assert keys(common.dump("models/sample.mdl"), "turn", "bone", 20) == keys(common.dump("moved/sample.mdl"), "turn", "bone", 20)


def keys(dump: dict, animation: str, node: str, kind: int = 8) -> list[list[float]]:
    """The keys of one controller (8: position, 20: rotation), each with its time first."""
    moving = next(a for a in dump["animations"] if a["name"] == animation)
    found = next(n for n in moving["nodes"] if n["name"] == node)
    return next((c["rows"] for c in found["controllers"] if c["type"] == kind), [])


def glow() -> None:
    """Animations that glTF does not have are extras of the scene, and survive without a template."""
    Path("glow-ascii.mdl").write_text(GLOW)
    common.waymark("convert", "-q", "glow-ascii.mdl", "glow.mdl")
    common.activate(common.mesh_of(common.bring("glow.mdl"), "panel"))
    Path("back").mkdir()
    common.clean(common.send("back/glow.mdl", use_template=False))
    assert keys(common.dump("back/glow.mdl"), "blink", "panel", 100) == [[0, 0, 0, 0], [1.5, 1, 0.5, 0.25]]


def losses() -> None:
    """What an import or export loses is a warning, other messages are notes."""
    said = common.reports(lambda: bpy.ops.import_scene.waymark(filepath="mdb/c_toy.mdb")).splitlines()
    assert any(line.startswith("Warning: loss: ") and "c_toy.mdb" in line for line in said), said
    assert any(line.startswith("Info: note: ") for line in said), said


def alone() -> None:
    """Without a template the exporter's settings decide: lights, lines and custom properties are all there."""
    Path("alone").mkdir()
    for source in ("models/sample.mdl", "mdb/plc_stage.mdb", "bw2/m_square.bwm", "bw2/s_square.bwm"):
        common.begin()
        model = common.bring(source)
        common.activate(next(o for o in model.all_objects if o.type == "MESH"))
        out = f"alone/{Path(source).name}"
        common.clean(common.send(out, use_template=False))
        differing = set(common.differences(common.info(source), common.info(out)))
        assert differing <= {"file", "bytes", "vertices", "indices", "generator"}, differing
    flags = [{n["name"]: n["flags"] for n in common.dump(f)["nodes"]} for f in ("models/sample.mdl", "alone/sample.mdl")]
    assert flags[0] == flags[1], flags  # a node without its light or emitter has other flags


def other_format() -> None:
    """A model becomes one of another game: the imported file is no template for that."""
    common.activate(common.mesh_of(common.bring("models/sample.mdl"), "box"))
    Path("other").mkdir()
    common.send("other/sample.bwm")
    assert common.info("other/sample.bwm")["format"] == "bw2-model"
    common.begin()
    common.activate(common.mesh_of(common.bring("models/sample.mdl"), "floor"))
    common.send("other/sample.wok")
    assert common.info("other/sample.wok")["faces"] == 2


def in_place() -> None:
    """The export dialog offers the source itself; to write over it is an ordinary export."""
    Path("own").mkdir()
    for ending in ("mdl", "mdx"):
        Path(f"own/sample.{ending}").write_bytes(Path(f"models/sample.{ending}").read_bytes())
    for height in (0.5, 1.0):
        common.begin()
        model = common.bring("own/sample.mdl")
        box = common.mesh_of(model, "box")
        common.activate(box)
        bpy.ops.object.mode_set(mode="EDIT")
        common.move_vertices(box, lambda place: True, (0, 0, 0.5))
        bpy.ops.object.mode_set(mode="OBJECT")
        common.clean(common.send("own/sample.mdl"))
        places = next(n["mesh"]["vertices"] for n in common.dump("own/sample.mdl")["nodes"] if n["name"] == "box")
        assert all(abs(p[2] - height) < 1e-5 for p in places), places
    assert sorted(p.name for p in Path("own").iterdir()) == ["sample.mdl", "sample.mdx"], "a file is left"


common.run(several_files, odd_names, rooms_with_models, drawers, remembered, motion, glow, losses, alone, other_format, in_place)
