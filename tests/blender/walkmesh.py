"""Makes walkmeshes of KotOR in Blender, as a user would, and exports them as glTF.

    blender -b --factory-startup --python-exit-code 1 --python walkmesh.py -- OUTDIR ROOM.glb DOOR.glb \\
        TERRAIN.glb

room.glb      a floor called room_wok and four walls with a material of their own; the empty
              transition_3 is at a doorway that has two edges in line
surface.glb   the same, where only the names of the materials distinguish the floor
painted.glb   the doorway is painted as kotorblender does it: green of 203 of 255, in the layer
              RoomLinks
door.glb      a door with its three states, their dummies and a visible mesh, as kotorblender
              names them
chair.glb     a placeable, as kotorblender names its parts: chair_pwk_wg below chair_pwk, with chair_pwk_use01 and
              chair_pwk_use02
gate.glb      a door as NWmax names its parts: gate_DWK_wg_closed ..., gate_DWK_dp_open1_01, without empties above
moved.glb     ROOM.glb, imported, with an empty transition_5 added
own_door.glb  DOOR.glb, imported
terrain.glb   TERRAIN.glb, imported
"""

import os
import sys

import numpy

if not hasattr(numpy, "bool"):
    numpy.bool = bool  # Blender 3.4 uses a name that numpy 1.24 no longer has

import bpy  # noqa: E402

# a floor of 4 x 4 m, whose side at y = 0 has a doorway from 1 to 3 m, one metre deep, with two edges
FLOOR = [(0, 0, 0), (1, 0, 0), (3, 0, 0), (4, 0, 0), (4, 4, 0), (0, 4, 0), (1, -1, 0), (2, -1, 0), (3, -1, 0)]
FACES = [(0, 1, 5), (1, 2, 5), (2, 4, 5), (2, 3, 4), (1, 6, 7), (1, 7, 2), (7, 8, 2)]
WALLS = [(0, 0, 0), (0, 4, 0), (0, 4, 3), (0, 0, 3), (4, 0, 0), (4, 4, 0), (4, 4, 3), (4, 0, 3)]


def empty():
    bpy.ops.wm.read_factory_settings(use_empty=True)


def material(name):
    return bpy.data.materials.get(name) or bpy.data.materials.new(name)


def mesh(name, vertices, faces, surface, parent=None):
    data = bpy.data.meshes.new(name)
    data.from_pydata(vertices, [], faces)
    data.materials.append(material(surface))
    made = bpy.data.objects.new(name, data)
    made.parent = parent
    bpy.context.collection.objects.link(made)
    return made


def dummy(name, place, parent=None):
    made = bpy.data.objects.new(name, None)
    made.location = place
    made.parent = parent
    bpy.context.collection.objects.link(made)
    return made


def export(out, name):
    bpy.ops.export_scene.gltf(filepath=os.path.join(out, name), export_format="GLB")


def room(floor, surface):
    empty()
    made = mesh(floor, FLOOR, FACES, surface)
    mesh("walls", WALLS, [(0, 1, 2, 3), (4, 7, 6, 5)], "wall_texture")
    return made


def paint(made, room_index):
    """The vertices of the two edges at y = -1; all others are white.

    kotorblender paints corners. Blender 3.4 exports the colours of corners in a wrong order (3.3 and
    3.5 do not), so its users have to convert the layer to vertices first.
    """
    green = (((200 + room_index) / 255 + 0.055) / 1.055) ** 2.4  # of a picture; stored as linear
    layer = made.data.color_attributes.new("RoomLinks", "BYTE_COLOR", "POINT")
    for vertex, item in zip(made.data.vertices, layer.data):
        item.color = (0, green, 0, 1) if vertex.co.y < -0.5 else (1, 1, 1, 1)


def door(out):
    empty()
    panel = [(-1, 0, 0), (1, 0, 0), (1, 0, 2), (-1, 0, 2)]
    root = dummy("gate", (0, 0, 0))
    mesh("gate_leaf", panel, [(0, 1, 2, 3)], "metal_texture", root)
    for index, state in enumerate(("closed", "open1", "open2")):
        top = dummy("gate_dwk_" + state, (0, 0, 0), root)
        moved = [(x + 3 * index, y, z) for x, y, z in panel]
        mesh("gate_dwk_wg_" + state, moved, [(0, 1, 2), (0, 2, 3)], "wok_Nonwalk", top)
        dummy("gate_dwk_dp_%s_01" % state, (index, -1, 0), top)
        dummy("gate_dwk_dp_%s_02" % state, (index, 1, 0), top)
    export(out, "door.glb")


def chair(out):
    empty()
    seat = [(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)]
    root = dummy("chair", (0, 0, 0))
    mesh("chair_leg", seat, [(0, 1, 2, 3)], "wood_texture", root)
    top = dummy("chair_pwk", (0, 0, 0), root)
    mesh("chair_pwk_wg", seat, [(0, 1, 2), (0, 2, 3)], "wok_Nonwalk", top)
    dummy("chair_pwk_use01", (2, 1, 0), top)
    dummy("chair_pwk_use02", (-2, 1, 0), top)
    export(out, "chair.glb")


def gate(out):
    empty()
    panel = [(-1, 0, 0), (1, 0, 0), (1, 0, 2), (-1, 0, 2)]
    root = dummy("gate", (0, 0, 0))
    mesh("leaf", panel, [(0, 1, 2, 3)], "metal_texture", root)
    for index, state in enumerate(("closed", "open1", "open2")):
        moved = [(x + 3 * index, y, z) for x, y, z in panel]
        mesh("gate_DWK_wg_" + state, moved, [(0, 1, 2), (0, 2, 3)], "Nonwalk", root)
        dummy("gate_DWK_dp_%s_01" % state, (index, -2, 0), root)
        dummy("gate_DWK_dp_%s_02" % state, (index, 2, 0), root)
    export(out, "gate.glb")


def main():
    arguments = sys.argv[sys.argv.index("--") + 1 :]
    out = arguments[0]
    os.makedirs(out, exist_ok=True)
    room("room_wok", "wok_Grass")
    dummy("transition_3", (2, -1, 0))
    export(out, "room.glb")
    room("floor", "wok_StoneBridge")
    export(out, "surface.glb")
    paint(room("room_wok", "wok_Metal"), 3)
    export(out, "painted.glb")
    door(out)
    chair(out)
    gate(out)
    empty()
    bpy.ops.import_scene.gltf(filepath=arguments[1])
    dummy("transition_5", (0, 2, 0))
    export(out, "moved.glb")
    for path, name in ((arguments[2], "own_door.glb"), (arguments[3], "terrain.glb")):
        empty()
        bpy.ops.import_scene.gltf(filepath=path)
        export(out, name)
    print("walkmeshes exported")


main()
