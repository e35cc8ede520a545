"""Writes a model or walkmesh as glTF.

    python3 to_gltf.py IN OUT.glb
"""
import sys

import waymark

made = waymark.convert(sys.argv[1], sys.argv[2], overwrite=True)
scene = waymark.open(sys.argv[2]).scene
print(f"{made.paths[0]}: {scene.node_count} nodes, {scene.mesh_count} meshes")
