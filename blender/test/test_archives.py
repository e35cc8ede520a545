"""Entries of archives: what the menu offers, there and back with the entry as template, areas in a module."""

import sys
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import bpy
import common

KOTOR = ("archives/kotor.erf", "archives/kotor.rim", "archives/kotor.key", "archives/kotor.zip")


def take(archive: str, entry: str) -> bpy.types.Collection:
    """Imports an entry as the menu does and returns its collection."""
    before = set(bpy.data.collections)
    assert bpy.ops.import_scene.waymark_entry(filepath=archive, entry=entry) == {"FINISHED"}
    made = [c for c in common.tops() if c not in before]
    assert len(made) == 1 and made[0]["waymark_source"] == f"{Path(archive).resolve()}:{entry}", made
    return made[0]


def offered() -> None:
    """The list has what can be imported, and nothing else."""
    entries = sys.modules[common.MODULE].imports.list_entries
    for archive in (*KOTOR, "hall.mod"):
        assert [e[0] for e in entries(archive)] == ["room.wok", "sample.mdl"], archive
    assert [e[0] for e in entries("archives/nwn2.hak")] == ["plc_stage.mdb"]
    assert [e[0] for e in entries("archives/bw2.stuff")] == ["m_square.bwm"]
    Path("none.mod").write_bytes(b"nothing")
    for name in ("none.mod", "missing.mod"):
        (identifier, text, _), = entries(name)
        assert identifier == "" and name in text, text


def unchanged() -> None:
    """An entry that was not edited is written as it was: it is its own template."""
    Path("same").mkdir()
    files = [(a, "sample.mdl", "models/sample.mdl") for a in KOTOR] + [(a, "room.wok", "rooms/room.wok") for a in KOTOR]
    files += [("archives/nwn2.hak", "plc_stage.mdb", "mdb/plc_stage.mdb"),
              ("archives/nwn2.zip", "hall.trx", "terrain/hall.trx"), ("archives/bw2.stuff", "m_square.bwm", "bw2/m_square.bwm")]
    for archive, entry, source in files:
        common.begin()
        model = take(archive, entry)
        common.activate(next(o for o in model.all_objects if o.type == "MESH" and o.get("role") != "outline"))
        common.clean(common.send(f"same/{entry}"))
        common.identical(source, f"same/{entry}")


def edited() -> None:
    """A moved mesh of an entry arrives; what glTF does not hold comes from the entry."""
    model = take("hall.mod", "sample.mdl")
    box = common.mesh_of(model, "box")
    common.activate(box)
    bpy.ops.object.mode_set(mode="EDIT")
    assert common.move_vertices(box, lambda place: True, (0, 0, 0.5)) == 4
    bpy.ops.object.mode_set(mode="OBJECT")
    Path("edited").mkdir()
    common.clean(common.send("edited/sample.mdl"))
    before, after = common.dump("models/sample.mdl"), common.dump("edited/sample.mdl")
    places = [next(n["mesh"]["vertices"] for n in d["nodes"] if n["name"] == "box") for d in (before, after)]
    common.shifted(*places, (0, 0, 0.5))
    emitters = [next(n for n in d["nodes"] if n["name"] == "emitter") for d in (before, after)]
    assert set(common.differences(*emitters)) <= {"offset"}  # where it is in the file


def gone() -> None:
    """A source that is no longer there is named; the export goes on without a template."""
    Path("moved.rim").write_bytes(Path("archives/kotor.rim").read_bytes())
    room = take("moved.rim", "room.wok")
    Path("moved.rim").unlink()
    common.activate(common.floor_of(room))
    said = common.reports(lambda: bpy.ops.export_scene.waymark(filepath="alone.wok"))
    assert "moved.rim:room.wok is no longer there" in said, said
    said = common.reports(lambda: bpy.ops.export_scene.waymark(filepath="alone.wok", use_template=False))
    assert "wrote alone.wok" in said and "no longer there" not in said, said


def folders() -> None:
    """Entries of the same name in other folders of a ZIP, with spaces and letters beyond ASCII."""
    with zipfile.ZipFile("two.zip", "w") as packed:
        packed.write("rooms/room.wok", "one/room.wok")
        packed.write("hall.wok", "gr\u00fcne H\u00fctte/room.wok")
    names = [e[0] for e in sys.modules[common.MODULE].imports.list_entries("two.zip")]
    assert names == ["gr\u00fcne H\u00fctte/room.wok", "one/room.wok"], names
    for entry, source in zip(names, ("hall.wok", "rooms/room.wok")):
        common.activate(common.floor_of(take("two.zip", entry)))
        common.clean(common.send("back.wok"))
        common.same(source, "back.wok")


def areas() -> None:
    """An area of a module is written with its layout and visibility list; a room of it knows the layout."""
    area = take("archives/area.mod", "grid.lyt")
    rooms = [c for c in area.children if "waymark_room" in c]
    assert len(rooms) == 6
    common.activate(common.floor_of(rooms[0]))
    assert bpy.ops.export_scene.waymark_area(filepath="taken/grid.lyt") == {"FINISHED"}
    assert sorted(p.name for p in Path("taken").iterdir()) == sorted(
        ["grid.lyt", "grid.vis", *(p.name for p in Path("area").glob("grid*.wok"))])
    for name in ("grid.lyt", "grid.vis"):
        assert Path("taken", name).read_bytes() == Path("area", name).read_bytes()
    common.clean(common.check("taken/grid.lyt"))
    common.begin()
    common.activate(common.floor_of(take("archives/area.mod", "grid_01_00.wok")))
    module = sys.modules[common.MODULE]
    layout = module.rooms.layout_of(bpy.context)
    assert layout == f"{Path('archives/area.mod').resolve()}:grid.lyt", layout
    assert len(module.rooms.room_names(layout)) == 6


common.run(offered, unchanged, edited, gone, folders, areas)
