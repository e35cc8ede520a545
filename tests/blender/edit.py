"""Makes one edit in each scene, as a user would, and exports it again.

    blender -b --factory-startup --python-exit-code 1 --python edit.py -- JOBS.json

JOBS.json is a list of {"from": GLB, "to": GLB, "how": "default" or "recommended", "edit": [NAME, ARGUMENT...]}. The
edits are the functions of EDITS. For each job a line "edited TO" or "failed TO: REASON" is printed.
"""

import json
import math
import os
import sys

import numpy

if not hasattr(numpy, "bool"):
    numpy.bool = bool  # Blender 3.4 uses a name that numpy 1.24 no longer has

import bmesh  # noqa: E402
import bpy  # noqa: E402
from mathutils import Matrix, Vector  # noqa: E402

IMPORT = {"default": {}, "recommended": {"bone_heuristic": "BLENDER", "guess_original_bind_pose": False}}
EXPORT = {
    "default": {"export_lights": True},
    "recommended": {"export_lights": True, "export_extras": True, "export_attributes": True, "use_mesh_edges": True},
}
EDITS = {}
FOLDER = [""]
OPTIONS = {}  # of the exporter, set by an edit


def edit(function):
    EDITS[function.__name__] = function
    return function


def armature():
    return [o for o in bpy.data.objects if o.type == "ARMATURE"][0]


@edit
def nothing():
    pass


@edit
def nothing_at(frames):
    """The scene has another number of frames in a second, from before the import. Blender's own is 24."""


@edit
def import_beside(name):
    """Another file of the same folder."""
    bpy.ops.import_scene.gltf(filepath=os.path.join(FOLDER[0], name))


@edit
def move_object(name, *by):
    """By metres in the world, in object mode."""
    item = bpy.data.objects[name]
    item.matrix_world = Matrix.Translation(Vector(by)) @ item.matrix_world


@edit
def rotate_object(name, angle):
    """About its own origin and z axis of the world, in degrees."""
    item = bpy.data.objects[name]
    at = Matrix.Translation(item.matrix_world.translation)
    item.matrix_world = at @ Matrix.Rotation(math.radians(angle), 4, "Z") @ at.inverted() @ item.matrix_world


@edit
def move_far_vertices(name, axis, above, *by):
    """All vertices with a coordinate of more than `above` in the mesh."""
    count = 0
    for vertex in bpy.data.objects[name].data.vertices:
        if vertex.co[axis] > above:
            vertex.co += Vector(by)
            count += 1
    assert count


@edit
def move_slice(name, axis, low, high, *by):
    """All vertices with a coordinate from `low` to `high`, in the world, by metres in the world."""
    item = bpy.data.objects[name]
    moved = Matrix.Translation(Vector(by)) @ item.matrix_world
    back, count = item.matrix_world.inverted(), 0
    for vertex in item.data.vertices:
        if low <= (item.matrix_world @ vertex.co)[axis] <= high:
            vertex.co = back @ (moved @ vertex.co)
            count += 1
    assert count


@edit
def add_empty(name, *at):
    made = bpy.data.objects.new(name, None)
    made.location = at
    bpy.context.collection.objects.link(made)


@edit
def delete_face(name, index):
    mesh = bpy.data.objects[name].data
    work = bmesh.new()
    work.from_mesh(mesh)
    work.faces.ensure_lookup_table()
    bmesh.ops.delete(work, geom=[work.faces[index]], context="FACES")
    work.to_mesh(mesh)
    work.free()


@edit
def add_wedge(*at):
    """An asymmetric mesh away from the origin, without any parent."""
    mesh = bpy.data.meshes.new("wedge")
    mesh.from_pydata([(0, 0, 0), (2, 0, 0), (0, 1, 0), (0, 0, 0.5)], [], [(0, 2, 1), (0, 1, 3)])
    item = bpy.data.objects.new("wedge", mesh)
    item.location = at
    bpy.context.collection.objects.link(item)


@edit
def add_wedge_below(name, *by):
    """Below a skinned mesh whose object, not its vertices, is moved."""
    above = bpy.data.objects[name]
    above.location = by
    add_wedge(5, 6, 7)
    bpy.data.objects["wedge"].parent = above


@edit
def another_image(material, path):
    made = bpy.data.materials[material]
    made.use_nodes = True
    tree = made.node_tree
    shader = [n for n in tree.nodes if n.type == "BSDF_PRINCIPLED"][0]
    texture = tree.nodes.new("ShaderNodeTexImage")
    texture.image = bpy.data.images.new(path, 2, 2)
    texture.image.name = path
    tree.links.new(texture.outputs["Color"], shader.inputs["Base Color"])


@edit
def another_material(name, material):
    """A new one, in all slots of an object."""
    mesh = bpy.data.objects[name].data
    made = bpy.data.materials.new(material)
    for slot in range(len(mesh.materials)):
        mesh.materials[slot] = made


@edit
def rename_material(name, to):
    bpy.data.materials[name].name = to


@edit
def rename_object(name, to):
    bpy.data.objects[name].name = to


@edit
def rename_bone(name, to):
    armature().data.bones[name].name = to
    for action in bpy.data.actions:  # Blender changes their paths, but without a window it plays the old ones
        action.update_tag()


@edit
def rename_both(name, to):
    rename_bone(name, to)
    rename_object(name, to)


@edit
def delete_object(name):
    bpy.data.objects.remove(bpy.data.objects[name])


@edit
def move_bone(name, *by):
    """The rest pose of a bone, in edit mode, with the bones below it."""
    made = armature()
    bpy.context.view_layer.objects.active = made
    bpy.ops.object.mode_set(mode="EDIT")
    bone = made.data.edit_bones[name]
    below = [bone, *bone.children_recursive]
    for item in below:
        item.use_connect = False
    for item in below:
        item.head += Vector(by)
        item.tail += Vector(by)
    bpy.ops.object.mode_set(mode="OBJECT")


def actions_of(name):
    """The importer appends the name of the armature."""
    return [a for a in bpy.data.actions if a.name == name or a.name.startswith(name + "_")]


@edit
def change_keys(action, bone, path, by):
    """All keys of a bone: adds to the component that changes most."""
    for found in actions_of(action):
        curves = [c for c in found.fcurves if c.data_path == 'pose.bones["%s"].%s' % (bone, path)]
        best = max(curves, key=lambda c: max(p.co.y for p in c.keyframe_points) - min(p.co.y for p in c.keyframe_points))
        for point in best.keyframe_points:
            point.co.y += by
            point.handle_left.y += by
            point.handle_right.y += by
        best.update()
        return
    raise KeyError(action)


@edit
def change_keys_at(frames, *words):
    change_keys(*words)


@edit
def stretch_action(action, by):
    """All keys later, or earlier: those of the bone that records the length, too."""
    for found in actions_of(action):
        for curve in found.fcurves:
            for point in curve.keyframe_points:
                for at in (point.co, point.handle_left, point.handle_right):
                    at.x *= by
            curve.update()
        for item in bpy.data.objects:
            for track in item.animation_data.nla_tracks if item.animation_data else []:
                for strip in [s for s in track.strips if s.action == found]:
                    strip.action_frame_end = strip.frame_end = found.frame_range[1]


@edit
def rename_action(name, to):
    found = actions_of(name)
    assert found
    for action in found:
        action.name = to + action.name[len(name):]
    for item in bpy.data.objects:
        for track in item.animation_data.nla_tracks if item.animation_data else []:
            if track.name == name:
                track.name = to


@edit
def delete_tracks():
    """The exporter then takes the names of actions."""
    for item in bpy.data.objects:
        if item.animation_data and item.animation_data.nla_tracks:
            last = item.animation_data.nla_tracks[-1].strips[0].action
            while item.animation_data.nla_tracks:
                item.animation_data.nla_tracks.remove(item.animation_data.nla_tracks[0])
            item.animation_data.action = last


@edit
def delete_action(name):
    for item in bpy.data.objects:
        tracks = item.animation_data.nla_tracks if item.animation_data else []
        for track in [t for t in tracks if t.name == name]:
            tracks.remove(track)
        if item.animation_data and item.animation_data.action in actions_of(name):
            item.animation_data.action = None
    for action in actions_of(name):
        bpy.data.actions.remove(action)


@edit
def light(name, **values):
    data = bpy.data.objects[name].data
    data.energy *= values.get("strength", 1)
    if "colour" in values:
        data.color = values["colour"]
    if "range" in values:
        data.use_custom_distance = True
        data.cutoff_distance = values["range"]


@edit
def paint(name, room, axis, below):
    """Of vertices below a coordinate in the world. Room links as kotorblender has them, but on vertices: Blender 3.4 exports colours of corners in a wrong order."""
    item_of = bpy.data.objects[name]
    mesh = item_of.data
    green = (((200 + room) / 255 + 0.055) / 1.055) ** 2.4
    layer = mesh.color_attributes.new("RoomLinks", "BYTE_COLOR", "POINT")
    for vertex, item in zip(mesh.vertices, layer.data):
        item.color = (0, green, 0, 1) if (item_of.matrix_world @ vertex.co)[axis] < below else (1, 1, 1, 1)
    mesh.color_attributes.active_color = layer


@edit
def colour_all(name, *colour):
    """One colour for all vertices, as heat maps have it."""
    mesh = bpy.data.objects[name].data
    layer = mesh.color_attributes.new("waymark_budget", "BYTE_COLOR", "CORNER")
    for item in layer.data:
        item.color = (*colour, 1)
    mesh.color_attributes.active_color = layer


@edit
def move_uvs(name, u, v, only=None):
    """Of all corners, or of those of one face."""
    mesh = bpy.data.objects[name].data
    loops = range(len(mesh.loops)) if only is None else mesh.polygons[only].loop_indices
    for loop in loops:
        mesh.uv_layers[0].data[loop].uv += Vector((u, v))


@edit
def point_normals(name, only, *normal):
    """The normals of one face, or of all."""
    mesh = bpy.data.objects[name].data
    mesh.use_auto_smooth = True
    mesh.calc_normals_split()
    normals = [loop.normal.copy() for loop in mesh.loops]
    for loop in range(len(normals)) if only is None else mesh.polygons[only].loop_indices:
        normals[loop] = Vector(normal).normalized()
    mesh.normals_split_custom_set(normals)


@edit
def tilt_normals(name, angle, *about):
    """All normals of a mesh, by degrees about an axis of the mesh."""
    mesh = bpy.data.objects[name].data
    mesh.use_auto_smooth = True
    mesh.calc_normals_split()
    turn = Matrix.Rotation(math.radians(angle), 3, Vector(about))
    mesh.normals_split_custom_set([turn @ loop.normal for loop in mesh.loops])


@edit
def surface(name, face, material):
    """Gives a face another material, by its name."""
    mesh = bpy.data.objects[name].data
    if material not in mesh.materials:
        mesh.materials.append(bpy.data.materials.get(material) or bpy.data.materials.new(material))
    mesh.polygons[face].material_index = list(mesh.materials).index(bpy.data.materials[material])


@edit
def surface_around(name, x, y, away, material):
    """The same for all faces whose middle is near a place in the plan of the world."""
    item = bpy.data.objects[name]
    for polygon in item.data.polygons:
        middle = item.matrix_world @ polygon.center
        if math.hypot(middle.x - x, middle.y - y) < away:
            surface(name, polygon.index, material)


@edit
def join_to_quads(name):
    """Triangles become quads where they can, as many do before they model. The exporter splits them again."""
    mesh = bpy.data.objects[name].data
    work = bmesh.new()
    work.from_mesh(mesh)
    count = len(work.faces)
    bmesh.ops.join_triangles(work, faces=work.faces, angle_face_threshold=0.7, angle_shape_threshold=0.7)
    assert len(work.faces) < count
    work.to_mesh(mesh)
    work.free()


@edit
def sort_faces(name):
    """The other way round."""
    mesh = bpy.data.objects[name].data
    work = bmesh.new()
    work.from_mesh(mesh)
    for face in work.faces:
        face.index = len(work.faces) - 1 - face.index
    work.faces.sort()
    work.to_mesh(mesh)
    work.free()


@edit
def no_weights(name, count):
    """Takes the first vertices out of all groups."""
    item = bpy.data.objects[name]
    for group in item.vertex_groups:
        group.remove(list(range(count)))


def tops():
    """The frame or, if it is a bone, the armature."""
    return [o for o in bpy.context.scene.objects if o.parent is None and (o.type == "ARMATURE" or "waymark" in o.name)]


@edit
def move_frame(*by):
    for item in tops():
        item.matrix_world = Matrix.Translation(Vector(by)) @ item.matrix_world


@edit
def scale_frame(by):
    for item in tops():
        item.matrix_world = Matrix.Scale(by, 4) @ item.matrix_world


@edit
def delete_frame():
    """Its children stay where they are."""
    for item in tops():
        for child in item.children:
            place = child.matrix_world.copy()
            child.parent = None
            child.matrix_world = place
        bpy.data.objects.remove(item)


@edit
def rename_frame():
    for item in tops():
        item.name = "my scene"


@edit
def apply_transforms():
    """Ctrl+A, with everything selected that has data of its own. Empties have none."""
    bpy.ops.object.select_all(action="DESELECT")
    for item in bpy.context.scene.objects:
        item.select_set(item.type == "MESH" or item in tops())
        bpy.context.view_layer.objects.active = item
        if item.data:
            item.data = item.data.copy()
    bpy.ops.object.transform_apply(location=False, rotation=True, scale=True)


@edit
def export_selected(name):
    bpy.ops.object.select_all(action="DESELECT")
    bpy.data.objects[name].select_set(True)
    OPTIONS["use_selection"] = True


@edit
def export_z_up():
    OPTIONS["export_yup"] = False


@edit
def export_no_materials():
    OPTIONS["export_materials"] = "NONE"


@edit
def empty_slots(name):
    bpy.data.objects[name].data.materials.clear()


def main():
    for job in json.load(open(sys.argv[sys.argv.index("--") + 1])):
        try:
            bpy.ops.wm.read_factory_settings(use_empty=True)
            at = job["edit"][0].endswith("_at")
            bpy.context.scene.render.fps = job["edit"][1] if at else 30
            bpy.ops.import_scene.gltf(filepath=job["from"], **IMPORT[job["how"]])
            name, *words = job["edit"]
            options = words.pop() if words and isinstance(words[-1], dict) else {}
            OPTIONS.clear()
            FOLDER[0] = os.path.dirname(job["from"])
            EDITS[name](*words, **options)
            bpy.context.view_layer.update()
            settings = {**EXPORT[job["how"]], **OPTIONS}
            bpy.ops.export_scene.gltf(filepath=job["to"], export_format="GLB", **settings)
            print("edited", job["to"], flush=True)
        except (KeyError, IndexError, AssertionError, RuntimeError, AttributeError) as error:
            names = sorted(o.name for o in bpy.data.objects)
            print("failed %s: %r; objects are %s" % (job["to"], error, names), flush=True)


main()
