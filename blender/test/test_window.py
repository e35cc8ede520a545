"""Needs a window: a click on a finding frames its faces, and the tile budget is shown as colours."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import bmesh
import bpy
import common


def views() -> list[bpy.types.SpaceView3D]:
    """The 3D views of the window."""
    found = [a.spaces.active for w in bpy.context.window_manager.windows for a in w.screen.areas if a.type == "VIEW_3D"]
    assert found, "there is no 3D view"
    return found


def framing() -> None:
    """The view moves to the face of a finding, and near to it."""
    bpy.context.preferences.view.smooth_view = 0
    room = common.bring("rooms/room.wok")
    floor = common.floor_of(room)
    common.activate(floor)
    bpy.ops.object.mode_set(mode="EDIT")
    mesh = bmesh.from_edit_mesh(floor.data)
    world = floor.matrix_world.inverted()
    mesh.faces.new([mesh.verts.new(world @ common.Vector(p)) for p in ((30, 0, 0), (31, 0, 0), (30, 1, 0))])
    bmesh.update_edit_mesh(floor.data)
    assert bpy.ops.waymark.check() == {"FINISHED"}
    state = bpy.context.window_manager.waymark
    for view in views():
        view.region_3d.view_location = (0, 0, 0)
        view.region_3d.view_distance = 100
    state.finding = next(i for i, f in enumerate(state.findings) if f.has_place and f.place[0] > 29)
    for view in views():
        place, distance = view.region_3d.view_location, view.region_3d.view_distance
        assert (place - common.Vector((30.5, 0.5, 0))).length < 0.6, f"the view is at {place}"
        assert distance < 10, f"the view is {distance} m away"


def colours() -> None:
    """The views show vertex colours after the budget was asked for."""
    common.activate(common.floor_of(common.bring("terrain/hall.trx")))
    assert bpy.ops.waymark.budget() == {"FINISHED"}
    assert {view.shading.color_type for view in views()} == {"VERTEX"}


common.run(framing, colours)
bpy.ops.wm.quit_blender()
