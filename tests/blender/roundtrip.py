"""Takes glTF files through Blender: imports each into an empty scene and exports it again.

    blender -b --factory-startup --python-exit-code 1 --python roundtrip.py -- \
        [--import default|recommended] [--export default|recommended] \
        [--edit none|cube|face|bone:NAME|delete:NAME,NAME...] OUTDIR FILE...

"default" is what Blender's dialogs offer; "recommended" is what docs/blender.md asks for.
`--edit cube` adds an object beside everything else, as a user would. `--edit bone:NAME` moves a bone by a
centimetre, in all keys of the first action. `--edit delete:NAME,NAME...` deletes the objects of these names, as far as
there are such. `--edit face` deletes a face of the first mesh.
For each file a line is printed: "roundtrip NAME objects=N bones=N actions=N seconds=N", or
"roundtrip NAME failed: REASON".
"""

import argparse
import os
import sys
import time

import numpy

if not hasattr(numpy, "bool"):
    numpy.bool = bool  # Blender 3.4 uses a name that numpy 1.24 no longer has

import bmesh  # noqa: E402
import bpy  # noqa: E402

IMPORT = {
    "default": {},
    "recommended": {"bone_heuristic": "BLENDER", "guess_original_bind_pose": False},
}
EXPORT = {
    "default": {},
    "recommended": {
        "export_extras": True,
        "export_lights": True,
        "export_tangents": True,
        "export_attributes": True,
        "use_mesh_edges": True,
        "use_mesh_vertices": True,
    },
}


def empty():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = 30


def add_cube():
    bpy.ops.mesh.primitive_cube_add(size=1, location=(0, 0, 0))
    bpy.context.object.name = "added_cube"


def delete_face():
    mesh = min((m for m in bpy.data.meshes if len(m.polygons) > 1), key=lambda m: m.name)
    edit = bmesh.new()
    edit.from_mesh(mesh)
    edit.faces.ensure_lookup_table()
    bmesh.ops.delete(edit, geom=[edit.faces[-1]], context="FACES_ONLY")
    edit.to_mesh(mesh)
    edit.free()


def move_bone(bone):
    action = min(bpy.data.actions, key=lambda a: a.name)
    curve = action.fcurves.find('pose.bones["%s"].location' % bone, index=0)
    for point in curve.keyframe_points:
        point.co.y += 0.01
    curve.update()


def take(name, out, options):
    empty()
    start = time.time()
    bpy.ops.import_scene.gltf(filepath=name, **IMPORT[options.importing])
    if options.edit == "cube":
        add_cube()
    if options.edit == "face":
        delete_face()
    if options.edit.startswith("bone:"):
        move_bone(options.edit[5:])
    if options.edit.startswith("delete:"):
        for name_of in options.edit[7:].split(","):
            if name_of in bpy.data.objects:
                bpy.data.objects.remove(bpy.data.objects[name_of])
    bones = sum(len(a.bones) for a in bpy.data.armatures)
    base = os.path.splitext(os.path.basename(name))[0] + ".glb"
    settings = dict(EXPORT[options.exporting])
    bpy.ops.export_scene.gltf(filepath=os.path.join(out, base), export_format="GLB", **settings)
    return "objects=%d bones=%d actions=%d seconds=%.1f" % (
        len(bpy.data.objects),
        bones,
        len(bpy.data.actions),
        time.time() - start,
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--import", dest="importing", choices=IMPORT, default="default")
    parser.add_argument("--export", dest="exporting", choices=EXPORT, default="default")
    parser.add_argument("--edit", default="none")
    parser.add_argument("out")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args(sys.argv[sys.argv.index("--") + 1 :])
    os.makedirs(options.out, exist_ok=True)
    failed = 0
    for name in options.files:
        try:
            print("roundtrip", os.path.basename(name), take(name, options.out, options))
        except Exception as error:  # the other files still count
            failed += 1
            print("roundtrip %s failed: %s" % (os.path.basename(name), str(error).strip().split("\n")[-1]))
        sys.stdout.flush()
    sys.exit(1 if failed else 0)


main()
