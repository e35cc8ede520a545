"""Models of all three families: unchanged, with a vertex moved, levels and hulls hidden, animations kept."""

import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import bpy
import common


# What the compiler of KotOR models computes or lays out again when anything was edited.
COMPILED = (r".*\.(offset|super_node|inverted)", r"nodes\.\w+\.mesh\.(lightmap|aabbs\..*|skin\.t|saber\.inverted)",
            r"nodes\.saber\.mesh\.(average|max|radius|vertices|faces\..*)", r"animations\..*\.columns")
# The same for Black & White 2: bounds, and how the triangles of a mesh are divided among its textures.
BOUNDS = (r"(meshes\.square_lod1\.)?bounds\..*", r"(metadata_)?size", "references", r"meshes\.\w+\.(reference_count|unknown_8c)")


def raise_mesh(collection: bpy.types.Collection, name: str, offset: tuple[float, float, float]) -> None:
    """Moves all vertices of one mesh."""
    item = common.mesh_of(collection, name)
    common.activate(item)
    bpy.ops.object.mode_set(mode="EDIT")
    assert common.move_vertices(item, lambda place: True, offset) > 2
    bpy.ops.object.mode_set(mode="OBJECT")


def move_bone(collection: bpy.types.Collection, name: str, offset: tuple[float, float, float]) -> None:
    """Moves a node that is a bone."""
    armature = next(o for o in collection.all_objects if o.type == "ARMATURE")
    common.activate(armature)
    bpy.ops.object.mode_set(mode="EDIT")
    bone = armature.data.edit_bones[name]
    step = armature.matrix_world.to_3x3().inverted() @ common.Vector(offset)
    bone.head, bone.tail = bone.head + step, bone.tail + step
    bpy.ops.object.mode_set(mode="OBJECT")


def named(entries: list[dict], name: str) -> dict:
    """The entry of a list in a dump that has this name."""
    return next(entry for entry in entries if entry["name"] == name)


def only(before: dict, after: dict, *allowed: str) -> None:
    """Fails if two dumps differ elsewhere than in these places, which are regular expressions."""
    strange = [d for d in common.differences(before, after) if d != "file" and not any(re.fullmatch(a, d) for a in allowed)]
    assert not strange, strange


def unchanged() -> None:
    """Models that were not edited come back byte for byte."""
    Path("unchanged").mkdir()
    for source in ("models/sample.mdl", "models/sample-k2.mdl", "mdb/plc_stage.mdb", "mdb/c_toy.mdb",
                   "bw2/m_square.bwm", "bw2/s_square.bwm"):
        common.begin()
        model = common.bring(source)
        common.activate(next(o for o in model.all_objects if o.type == "MESH"))
        out = f"unchanged/{Path(source).name}"
        common.clean(common.send(out))
        common.identical(source, out)


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
    move_bone(model, "reference", (0.25, 0, 0))
    common.clean(common.send("sample.mdl"))
    after = common.info("sample.mdl")
    for field in ("name", "supermodel", "classification", "meshes", "skins", "animations", "faces", "textures", "variant"):
        assert after[field] == before[field], f"{field}: {after[field]}"
    kotor_arrived(common.dump(source), common.dump("sample.mdl"))
    Path("k2").mkdir()
    common.clean(common.send("k2/sample.mdl", game="k2"))
    assert common.info("k2/sample.mdl")["variant"] == "k2-pc"


def kotor_arrived(before: dict, after: dict) -> None:
    """The box is half a metre higher, the reference a quarter of a metre further; nothing else has changed."""
    old, new = (named(d["nodes"], "box")["mesh"] for d in (before, after))
    common.shifted(old["vertices"], new["vertices"], (0, 0, 0.5))
    common.shifted([r["position"] for r in old["rows"]], [r["position"] for r in new["rows"]], (0, 0, 0.5))
    common.shifted([old["max"], old["average"]], [new["max"], new["average"]], (0, 0, 0.5))
    old, new = (named(d["nodes"], "reference")["position"] for d in (before, after))
    common.shifted([old], [new], (0.25, 0, 0))
    only(before, after, r"nodes\.box\.mesh\.(max|average|vertices|rows\.position|faces\.distance)",
         r"nodes\.reference\.(position|controllers\.rows)", *COMPILED)


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


def triangles(packet: dict) -> list:
    """The corners of a packet's triangles, with their flags, in an order that vertices do not decide."""
    places = [tuple(round(c, 4) for c in v["position"]) for v in packet["vertices"]]
    return sorted((places[corner], t["flags"]) for t in packet["triangles"] for corner in t["vertex"])


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
    one, other = common.dump(source), common.dump("plc_stage.mdb")
    only(one, other, r"packets\.plc_stage_W\.(vertices|vertices\.position|triangles\..*)")
    floor = [triangles(named(d["packets"], "plc_stage_W")) for d in (one, other)]
    assert sorted(((x, y, z + 0.25 if z > -1000 else z), flags) for (x, y, z), flags in floor[0]) == floor[1], floor
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
    raise_mesh(model, "square_lod1", (0, 0, 0.25))
    common.clean(common.send("m_square.bwm"))
    after = common.info("m_square.bwm")
    one, other = common.dump(source), common.dump("m_square.bwm")
    moved, rest = slice(0, 8), slice(8, None)  # square_lod1 has the first vertices
    places = [[v["position"] for v in d["vertices"]] for d in (one, other)]
    common.shifted(places[0][moved], places[1][moved], (0, 0.25, 0))  # y is up
    assert places[0][rest] == places[1][rest], places
    only(one, other, r"vertices\.position", *BOUNDS)
    for field in ("version", "variant", "meshes", "entities", "circles", "footprint", "lods", "textures"):
        assert after[field] == before[field], f"{field}: {after[field]}"


def skinned() -> None:
    """A Black & White 2 skin keeps its bones."""
    source = "bw2/s_square.bwm"
    model = common.bring(source)
    common.activate(next(o for o in model.all_objects if o.type == "MESH"))
    common.clean(common.send("s_square.bwm"))
    assert common.info("s_square.bwm")["bones"] == common.info(source)["bones"] > 0


def hooks() -> None:
    """A new hook of a model is at the 3D cursor, not rotated, whether the model has bones or not."""
    Path("hooked").mkdir()
    place = (1.5, -2.25, 0.125)
    for source, table, name in (("models/sample.mdl", "nodes", "camerahook"), ("robot/robot.mdl", "nodes", "talkdummy"),
                                ("mdb/plc_stage.mdb", "packets", "hp_2"), ("bw2/m_square.bwm", "entities", "bws_ep_roof"),
                                ("bw2/s_square.bwm", "entities", "bws_ep_hat")):
        common.begin()
        model = common.bring(source)
        common.activate(next(o for o in model.all_objects if o.type == "MESH"))
        bpy.context.scene.cursor.location = (9, 9, 9)
        assert bpy.ops.waymark.add_hook(hook="other", name=name) == {"FINISHED"}
        bpy.context.scene.cursor.location = place
        assert bpy.ops.waymark.add_hook(hook="other", name=name) == {"FINISHED"}  # moves it
        assert sum(o.name.startswith(name) for o in model.all_objects) == 1
        out = f"hooked/{Path(source).name}"
        common.clean(common.send(out))
        found = [e for e in common.dump(out)[table] if e["name"] == name]
        assert len(found) == 1, f"{source}: {found}"
        found = found[0].get("frame", found[0])
        game = (place[0], place[2], place[1]) if source.startswith("bw2") else place
        assert all(abs(a - b) < 1e-5 for a, b in zip(found["position"], game)), f"{source}: {found}"
        still = {"orientation": [1, 0, 0, 0]} if table == "nodes" else {
            "axis": [[0, 1, 0], [1, 0, 0], [0, 0, 1]] if table == "packets" else [[1, 0, 0], [0, 0, 1], [0, 1, 0]]}
        assert not common.differences(still, {key: found[key] for key in still}), f"{source}: {found}"


def below_bones() -> None:
    """Objects that somebody puts below the mesh of a bone arrive where they are, and keep their parents."""
    model = common.bring("models/sample.mdl")
    box = common.mesh_of(model, "box")
    assert box.parent_type == "BONE", "the box is not on a bone"
    added, above = [], box
    for name, place in (("lid", (1, 2, 3)), ("knob", (4, 5, 6))):
        bpy.ops.mesh.primitive_cube_add(size=1, location=place)
        item = bpy.context.object
        item.name, item.parent = name, above
        item.matrix_parent_inverse = above.matrix_world.inverted()
        added.append((item, above))
        above = item
    common.activate(box)
    common.clean(common.send("lids.mdl"))
    for item, parent in added:
        assert item.parent == parent and item.parent_type == "OBJECT", f"{item.name} has another parent now"
    bpy.context.view_layer.update()
    assert (added[1][0].matrix_world.translation - common.Vector((4, 5, 6))).length < 1e-4
    common.begin()
    again = common.bring("lids.mdl")
    for name, place in (("lid", (1, 2, 3)), ("knob", (4, 5, 6))):
        found = common.mesh_of(again, name)
        middle = sum((found.matrix_world @ v.co for v in found.data.vertices), common.Vector()) / len(found.data.vertices)
        assert (middle - common.Vector(place)).length < 1e-3, f"{name} is at {middle}"


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


common.run(unchanged, kotor, bones, kotor_text, nwn2, bw2, skinned, hooks, below_bones, several, wrong_files)
