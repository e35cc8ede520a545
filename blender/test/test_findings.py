"""Findings: choosing one selects its faces; a command that is missing is named."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import bmesh
import bpy
import common


def selected(item: bpy.types.Object) -> list[int]:
    """The selected faces of an object in edit mode."""
    return [f.index for f in bmesh.from_edit_mesh(item.data).faces if f.select]


def faces() -> None:
    """A face without a way to it is found, selected and in edit mode."""
    room = common.bring("rooms/room.wok")
    floor = common.floor_of(room)
    common.activate(floor)
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.select_all(action="DESELECT")
    mesh = bmesh.from_edit_mesh(floor.data)
    world = floor.matrix_world.inverted()
    corners = [mesh.verts.new(world @ common.Vector(p)) for p in ((30, 0, 0), (31, 0, 0), (30, 1, 0))]
    mesh.faces.new(corners)
    bmesh.update_edit_mesh(floor.data)
    assert bpy.ops.waymark.check() == {"FINISHED"}
    state = bpy.context.window_manager.waymark
    alone = [i for i, f in enumerate(state.findings) if f.has_place and f.place[0] > 29]
    assert alone, [f.message for f in state.findings]
    state.finding = alone[0]  # what a click in the list does
    assert floor.mode == "EDIT" and selected(floor) == [len(bmesh.from_edit_mesh(floor.data).faces) - 1]


def edges() -> None:
    """A finding at an edge selects the faces on both sides of it."""
    hall = common.bring("hall.wok")
    module = sys.modules[common.MODULE]
    report = common.check("broken.wok")
    module.findings.show(bpy.context, hall, report)
    state = bpy.context.window_manager.waymark
    assert len(state.findings) == 8 and state.finding == -1
    state.finding = 0
    floor = common.floor_of(hall)
    place = common.Vector(report["findings"][0]["place"])
    chosen = selected(floor)
    assert len(chosen) == 2, chosen
    for index in chosen:
        corners = [floor.matrix_world @ floor.data.vertices[v].co for v in floor.data.polygons[index].vertices]
        middles = [(corners[k] + corners[k - 1]) / 2 for k in range(3)]
        assert min((m - place).length for m in middles) < 1e-4
    assert not module.findings.choose(bpy.context, 7), "a finding without a place selects nothing"


def left_handed() -> None:
    """Places of Black & White 2 are turned as its models are."""
    to_blender = sys.modules[common.MODULE].findings.to_blender
    model = common.bring("bw2/m_square.bwm")
    extras = sys.modules[common.MODULE].sources.extras(model)
    shown = common.mesh_of(model, "square_lod1")
    dump = json.loads(common.waymark("dump", "--json", "bw2/m_square.bwm"))
    stored = common.Vector(dump["vertices"][6]["position"])
    assert stored[1] == 2 and stored[2] == 1
    place = to_blender(stored, extras)
    nearest = min((shown.matrix_world @ v.co - place).length for v in shown.data.vertices)
    assert nearest < 1e-4, f"{place} is {nearest} m away from all vertices"


def command() -> None:
    """The command of the preferences is used; one that does not exist is named."""
    preferences = bpy.context.preferences.addons[common.MODULE].preferences
    preferences.command = "/nowhere/waymark"
    common.fails(lambda: bpy.ops.import_scene.waymark(filepath="hall.wok"), "/nowhere/waymark, which does not exist")
    preferences.command = ""
    finder = sys.modules[common.MODULE].command
    assert finder.find().endswith("/waymark") and finder.version().startswith("waymark ")
    bundled = Path(finder.BUNDLED)
    bundled.parent.mkdir()
    bundled.write_bytes(Path(finder.find()).read_bytes())  # not executable, as after unpacking a zip file
    assert finder.find() == str(bundled) and finder.version().startswith("waymark ")


def registered() -> None:
    """Menus, panels and operators come and go with the add-on."""
    assert hasattr(bpy.types, "WAYMARK_PT_findings") and hasattr(bpy.types.WindowManager, "waymark")
    bpy.ops.preferences.addon_disable(module=common.MODULE)
    assert not hasattr(bpy.types, "WAYMARK_PT_findings") and not hasattr(bpy.types.WindowManager, "waymark")
    bpy.ops.preferences.addon_enable(module=common.MODULE)
    common.bring("hall.wok")


common.run(faces, edges, left_handed, command, registered)
