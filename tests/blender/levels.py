"""Which levels of detail Blender imports.

    blender -b --factory-startup --python-exit-code 1 --python levels.py -- FILE...

For each mesh of a file a line is printed: "level FILE OBJECT below NAME", or "level FILE OBJECT alone" if it has no
parent.
"""

import os
import sys

import numpy

if not hasattr(numpy, "bool"):
    numpy.bool = bool  # Blender 3.4 uses a name that numpy 1.24 no longer has

import bpy  # noqa: E402

for path in sys.argv[sys.argv.index("--") + 1 :]:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=path)
    for item in bpy.data.objects:
        if item.type == "MESH":
            where = "below " + item.parent.name if item.parent else "alone"
            print("level", os.path.basename(path), item.name, where)
