"""Real files of the games, as a modder edits them. $WAYMARK_CORPUS names their folder; without it this is skipped.

The tutorial is followed with real rooms, a real area is edited room by room, and one mesh of each kind of model is
moved. `check` must find nothing that it did not find in the original.
"""

import os
import re
import sys
import textwrap
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import bpy
import common

CORPUS = Path(os.environ["WAYMARK_CORPUS"])
PAGE = Path(__file__).parents[2] / "docs" / "tutorials" / "blender.md"
ROOMS = ("areas/k1_endarspire/hallway_3", "areas/k1_endarspire/room_3", "areas/k1_sithbase/hall_7",
         "areas/k1_dantooine/enterance_1", "areas/k2_745kor/745korb", "areas/k2_745kor/745korc")
MODELS = ("kotor/models/k1cp/c_drdwar.mdl", "kotor/models/k1cp/n_darthmalak.mdl", "kotor/models/k1cp/plc_starmap.mdl",
          "kotor/models/ascii-mdlops/c_dewback-ascii.mdl", "areas/k1_endarspire/hallway_3.mdl", "bw2/m_greekabode_a.bwm",
          "bw2/s_greekfemaleb.bwm", "bw2/s_skeletonadultland2.bwm")


def findings(path: str) -> Counter:
    """How many findings of each code a file has; infos, which describe the tool, do not count."""
    return Counter(f["code"] for f in common.check(path)["findings"] if f["severity"] != "info")


def steps() -> list[str]:
    """What the tutorial does, in Python."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert len(blocks) == 5, f"{len(blocks)} steps"
    return [textwrap.dedent(block) for block in blocks]


def tutorial() -> None:
    """The steps of the tutorial with the wall at the lowest x of a room; the check is clean, the wall is moved."""
    for room in ROOMS:
        common.begin()
        source = str(CORPUS / (room + ".wok"))
        before = common.info(source)
        low = before["bounds"]["min"][0]
        names: dict = {}
        for step in steps():
            step = step.replace('"hall.wok"', repr(source)).replace(".x) < 0.001", f".x - {low!r}) < 0.001")
            exec(compile(step, PAGE.name, "exec"), names)  # the last one asserts that there are no findings
        bpy.ops.object.mode_set(mode="OBJECT")
        after = common.info("wall.wok")
        assert abs(after["bounds"]["min"][0] - (low - 0.5)) < 1e-4 * max(1, abs(low)), f"{room}: {after['bounds']}"
        for field in ("faces", "materials", "transitions"):
            assert after[field] == before[field], f"{room}, {field}: {after[field]}"


def area() -> None:
    """A whole area with its models: unchanged it has the same floors, and a model comes out of its room as it was."""
    source = CORPUS / "areas/k2_745kor/745kor.lyt"
    top = common.bring(str(source), models=True)
    rooms = [c for c in top.children if "waymark_room" in c]
    sources = sys.modules[common.MODULE].sources
    assert len(rooms) == len(common.info(str(source))["rooms"]) == 27
    common.activate(sources.walkmeshes(rooms[0])[0])
    assert bpy.ops.export_scene.waymark_area(filepath="new/745kor.lyt") == {"FINISHED"}
    assert findings("new/745kor.lyt") == findings(str(source))
    for room in rooms:
        name = room["waymark_room"].lower() + ".wok"
        said = common.waymark("diff", "--tolerance", "0.0001", str(source.parent / name), f"new/{name}", accept=(0, 1))
        other = [line for line in said.splitlines()[1:] if not line.startswith("  aabb")]  # trees are built again
        assert not other, said
    models = [m for room in rooms for m in room.children if "waymark_model" in m]
    assert len(models) == len(list(source.parent.glob("*.mdl"))), f"{len(models)} models"
    for model in models:
        common.activate(next(o for o in model.all_objects if o.type == "MESH"))
        said = common.reports(lambda: bpy.ops.export_scene.waymark(filepath="new/room.mdl"))
        assert "nothing was edited" in said, said


def moved() -> None:
    """A mesh of a model is moved by a quarter of a metre; the file has its vertices there and no new findings."""
    Path("moved").mkdir()
    for name in MODELS:
        common.begin()
        source = str(CORPUS / name)
        model = common.bring(source, textures="none")
        items = [o for o in model.all_objects if o.type == "MESH" and o.visible_get() and not o.vertex_groups]
        items = items or [o for o in model.all_objects if o.type == "MESH" and o.visible_get()]
        item = max(items, key=lambda o: len(o.data.vertices))
        common.activate(item)
        bpy.ops.object.mode_set(mode="EDIT")
        assert common.move_vertices(item, lambda place: True, (0, 0, 0.25)) > 3
        bpy.ops.object.mode_set(mode="OBJECT")
        out = "moved/" + Path(name).name.replace("-ascii", "")
        said = common.reports(lambda: bpy.ops.export_scene.waymark(filepath=out))
        assert "1 mesh was changed" in said, f"{name}: {said}"
        new = findings(out) - findings(source)
        assert not new, f"{name}: {new}"
        again = common.bring(out, textures="none")
        same = common.mesh_of(again, item.name.split(".")[0])
        for axis in range(3):
            ends = [[(o.matrix_world @ v.co)[axis] for v in o.data.vertices] for o in (item, same)]
            assert abs(min(ends[0]) - min(ends[1])) < 1e-3 and abs(max(ends[0]) - max(ends[1])) < 1e-3, name


def terrain() -> None:
    """The largest terrain: its budget, and an export that has no new findings."""
    source = str(max(CORPUS.glob("nwn2/*.trx"), key=lambda path: path.stat().st_size))
    common.activate(common.floor_of(common.bring(source)))
    assert bpy.ops.waymark.budget() == {"FINISHED"}
    assert "of 127 walkable triangles" in bpy.context.window_manager.waymark.budget
    assert bpy.ops.export_scene.waymark(filepath="new.trx") == {"FINISHED"}
    assert findings("new.trx") == findings(source)
    assert common.info("new.trx")["materials"] == common.info(source)["materials"]


common.run(tutorial, area, moved, terrain)
