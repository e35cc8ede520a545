"""Models of all three families: unchanged, with a vertex moved, levels and hulls hidden, animations kept."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import bpy
import common


def raise_mesh(collection: bpy.types.Collection, name: str, offset: tuple[float, float, float]) -> None:
    """Moves all vertices of one mesh."""
    item = common.mesh_of(collection, name)
    common.activate(item)
    bpy.ops.object.mode_set(mode="EDIT")
    assert common.move_vertices(item, lambda place: True, offset) > 2
    bpy.ops.object.mode_set(mode="OBJECT")


def unchanged() -> None:
    """Models that were not edited come back as if Blender had not been between."""
    Path("unchanged").mkdir()
    Path("straight").mkdir()
    for source in ("models/sample.mdl", "models/sample-k2.mdl", "mdb/plc_stage.mdb", "mdb/c_toy.mdb",
                   "bw2/m_square.bwm", "bw2/s_square.bwm"):
        common.begin()
        model = common.bring(source)
        common.activate(next(o for o in model.all_objects if o.type == "MESH"))
        out = f"unchanged/{Path(source).name}"
        common.clean(common.send(out))
        straight = f"straight/{Path(source).name}"
        common.waymark("convert", "-q", "--all-levels", source, "straight/model.glb", "--force")
        common.waymark("convert", "-q", "straight/model.glb", straight)
        common.same(straight, out)


def kotor() -> None:
    """A KotOR model with skin, light, emitter and two animations; its box is moved."""
    source = "models/sample.mdl"
    model = common.bring(source)
    before = common.info(source)
    assert bpy.context.scene.render.fps == 30
    tracks = [t for o in model.all_objects if o.animation_data for t in o.animation_data.nla_tracks]
    assert {t.name for t in tracks} >= {"turn", "walk"} and all(t.mute for t in tracks)
    assert all(o.animation_data.action is None for o in model.all_objects if o.animation_data)
    assert not common.mesh_of(model, "floor").visible_get(), "the walkmesh of the model is not hidden"
    assert common.mesh_of(model, "box").visible_get()
    raise_mesh(model, "box", (0, 0, 0.5))
    common.clean(common.send("sample.mdl"))
    after = common.info("sample.mdl")
    for field in ("name", "supermodel", "classification", "meshes", "skins", "animations", "faces", "textures", "variant"):
        assert after[field] == before[field], f"{field}: {after[field]}"
    Path("k2").mkdir()
    common.clean(common.send("k2/sample.mdl", game="k2"))
    assert common.info("k2/sample.mdl")["variant"] == "k2-pc"


def bones() -> None:
    """Bones have the axes of their nodes: this one is not rotated, though its child is beside it."""
    model = common.bring("models/sample.mdl")
    armature = next(o for o in model.all_objects if o.type == "ARMATURE")
    matrix = armature.matrix_world @ armature.data.bones["bone"].matrix_local
    for row in range(3):
        for column in range(3):
            assert abs(matrix[row][column] - (row == column)) < 1e-5, f"other axes:\n{matrix}"
    place = matrix.translation - common.Vector((1, 0, 0))
    assert place.length < 1e-5, f"another rest pose:\n{matrix}"


def kotor_text() -> None:
    """A model as text comes in and goes out as a binary."""
    common.waymark("convert", "models/sample.mdl", "sample-ascii.mdl")
    model = common.bring("sample-ascii.mdl")
    common.activate(common.mesh_of(model, "box"))
    Path("back").mkdir()
    common.clean(common.send("back/sample.mdl", template=str(Path("models/sample.mdl").resolve())))
    assert common.info("back/sample.mdl")["faces"] == common.info("models/sample.mdl")["faces"]


def nwn2() -> None:
    """An NWN2 placeable with a lower level, hulls, a walkmesh and a hook; the top is raised."""
    source = "mdb/plc_stage.mdb"
    model = common.bring(source)
    before = common.info(source)
    for name in ("plc_stage_L01", "plc_stage_C2", "plc_stage_C3", "plc_stage_W"):
        assert not common.mesh_of(model, name).visible_get(), f"{name} is not hidden"
    raise_mesh(model, "plc_stage_W", (0, 0, 0.25))
    common.clean(common.send("plc_stage.mdb"))
    after = common.info("plc_stage.mdb")
    assert after["packet_types"] == before["packet_types"] and after["textures"] == before["textures"]
    assert after["triangles"] == before["triangles"] and after["levels"] == before["levels"] == 1


def bw2() -> None:
    """A Black & White 2 model with a hull, entities, a footprint and circles."""
    source = "bw2/m_square.bwm"
    model = common.bring(source)
    before = common.info(source)
    hull = common.mesh_of(model, "square_lod2")
    assert not hull.visible_get(), "the hull is not hidden"
    shown = common.mesh_of(model, "square_lod1")
    assert shown.visible_get()
    raise_mesh(model, "square_lod1", (0, 0, 2))
    common.clean(common.send("m_square.bwm"))
    after = common.info("m_square.bwm")
    for field in ("version", "variant", "meshes", "entities", "circles", "footprint", "lods", "textures"):
        assert after[field] == before[field], f"{field}: {after[field]}"


def skinned() -> None:
    """A Black & White 2 skin keeps its bones."""
    source = "bw2/s_square.bwm"
    model = common.bring(source)
    common.activate(next(o for o in model.all_objects if o.type == "MESH"))
    common.clean(common.send("s_square.bwm"))
    assert common.info("s_square.bwm")["bones"] == common.info(source)["bones"] > 0


def archive() -> None:
    """A model in an archive, and what the menu offers of it."""
    module = sys.modules[common.MODULE]
    names = [entry[0] for entry in module.imports.list_entries("hall.mod")]
    assert names == ["room.wok", "sample.mdl"], names
    assert bpy.ops.import_scene.waymark_entry(filepath="hall.mod", entry="sample.mdl") == {"FINISHED"}
    model = bpy.data.collections["sample"]
    assert model["waymark_source"] == "hall.mod:sample.mdl"
    common.activate(common.mesh_of(model, "box"))
    Path("out").mkdir()
    common.clean(common.send("out/sample.mdl"))
    assert common.info("out/sample.mdl")["meshes"] == common.info("models/sample.mdl")["meshes"]


def several() -> None:
    """Two files in one scene keep their own extras."""
    model, room = common.bring("models/sample.mdl"), common.bring("rooms/room.wok")
    extras = [json.loads(c["waymark_extras"]) for c in (model, room)]
    assert [e["source"] for e in extras] == ["kotor-mdl", "kotor-bwm"]
    assert not set(bpy.context.scene.keys()) & {"source", "variant"}, "extras are left on the scene"
    common.activate(common.floor_of(room))
    common.clean(common.send("second.wok"))
    common.same("rooms/room.wok", "second.wok")
    assert len(bpy.data.scenes) == 1, "a scene of an export is left"


def wrong_files() -> None:
    """Files that cannot be imported say why, and leave nothing behind."""
    Path("nonsense.wok").write_bytes(b"nothing")
    before = len(bpy.data.collections)
    for name, text in (("nonsense.wok", "nonsense.wok"), ("missing.mdl", "No such file"), ("area/grid.vis", "is no walkmesh, model or layout")):
        common.fails(lambda: bpy.ops.import_scene.waymark(filepath=name), text)
    assert len(bpy.data.collections) == before


common.run(unchanged, kotor, bones, kotor_text, nwn2, bw2, skinned, archive, several, wrong_files)
