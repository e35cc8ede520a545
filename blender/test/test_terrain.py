"""NWN2 terrain: there and back, surfaces, the budget of tiles as colours, a path."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import bpy
import common


def unchanged() -> None:
    """A TRX that was not edited has the same floor."""
    source = "terrain/hall.trx"
    area = common.bring(source)
    common.activate(common.floor_of(area))
    common.clean(common.send("hall.trx"))
    before, after = common.info(source), common.info("hall.trx")
    for field in ("packet_types", "triangles", "walkable", "tiles", "islands", "materials", "max_tile_walkable"):
        assert after[field] == before[field], f"{field}: {after[field]}"
    assert abs(after["area_walkable"] - before["area_walkable"]) < 1e-3


def surfaces() -> None:
    """Grass becomes mud, then not walkable; the sound stays."""
    area = common.bring("terrain/hall.trx")
    floor = common.floor_of(area)
    common.activate(floor)
    before = common.info("terrain/hall.trx")
    for polygon in floor.data.polygons:
        polygon.select = floor.data.materials[polygon.material_index].name == "grass"
    assert bpy.ops.waymark.assign_surface(surface="mud") == {"FINISHED"}
    common.clean(common.send("mud.trx"))
    after = common.info("mud.trx")
    assert after["materials"]["mud"] == before["materials"]["grass"] > 0
    assert bpy.ops.waymark.set_walkable(walkable=False) == {"FINISHED"}
    assert "mud_not_walkable" in floor.data.materials
    common.send("closed.trx")
    assert common.info("closed.trx")["walkable"] == before["walkable"] - before["materials"]["grass"]


def budget() -> None:
    """Tiles have the colours of the heat map: the fuller, the darker."""
    area = common.bring("terrain/hall.trx")
    floor = common.floor_of(area)
    common.activate(floor)
    assert bpy.ops.waymark.budget() == {"FINISHED"}
    layer = floor.data.color_attributes["waymark_budget"]
    heat = sys.modules[common.MODULE].budget.heat
    expected = {tuple(round(c, 1) for c in heat(n / 127)) for n in (26, 20, 18)}
    found = {tuple(round(c, 1) for c in d.color_srgb[:3]) for d in layer.data}
    assert found == expected, f"{found} instead of {expected}"
    assert "26 of 127" in bpy.context.window_manager.waymark.budget
    common.clean(common.send("coloured.trx"))


def too_full() -> None:
    """A tile with more than 127 walkable triangles is red, though no TRX can be made of it."""
    area = common.bring("terrain/hall.trx")
    floor = common.floor_of(area)
    common.activate(floor)
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.select_all(action="SELECT")
    bpy.ops.mesh.subdivide(number_cuts=2)
    bpy.ops.mesh.quads_convert_to_tris()
    common.fails(lambda: bpy.ops.export_scene.waymark(filepath="full.trx"), "at most 127 are allowed")
    assert bpy.ops.waymark.budget() == {"FINISHED"}
    text = bpy.context.window_manager.waymark.budget
    assert "has 234 of 127" in text and "at most 127 are allowed" in text, text
    bpy.ops.object.mode_set(mode="OBJECT")
    layer = floor.data.color_attributes["waymark_budget"]
    assert {round(d.color_srgb[0], 1) for d in layer.data} == {0.7}, "the tiles are not red"


def trn() -> None:
    """A TRN keeps its walkmesh and gets its ground and water back."""
    area = common.bring("terrain/hall.trn")
    common.activate(common.floor_of(area))
    report = common.send("hall.trn")  # the imported file is the template
    common.fails(lambda: bpy.ops.export_scene.waymark(filepath="alone.trn", use_template=False), "with --template")
    assert report["errors"] == 0, report
    before, after = common.info("terrain/hall.trn"), common.info("hall.trn")
    for field in ("variant", "packet_types", "vertices", "triangles", "walkable", "materials", "bounds"):
        assert after[field] == before[field], f"{field}: {after[field]}"


common.run(unchanged, surfaces, budget, too_full, trn)
