"""Joins walkmeshes at the seams of their materials.

glTF has a part for each material, and Blender's importer gives each part vertices of its own. Whoever moves the foot of a
wall would tear it from the floor.
"""

from collections import defaultdict

import bmesh
import bpy


def _partners(mesh: bmesh.types.BMesh) -> dict[bmesh.types.BMVert, bmesh.types.BMVert]:
    """By vertex: the one at the same place that another material has. Two that one material has there are meant."""
    places: dict[tuple, list[bmesh.types.BMVert]] = defaultdict(list)
    for vertex in mesh.verts:
        if vertex.link_faces:
            places[tuple(vertex.co)].append(vertex)
    found = {}
    for group in places.values():
        materials = [{face.material_index for face in vertex.link_faces} for vertex in group]
        if len(group) > 1 and sum(map(len, materials)) == len(set.union(*materials)):
            found.update(dict.fromkeys(group[1:], group[0]))
    return found


def close(item: bpy.types.Object) -> int:
    """Joins the vertices of an object at its seams. Returns how many there were too many."""
    mesh = bmesh.new()
    mesh.from_mesh(item.data)
    partners = _partners(mesh)
    if partners:
        bmesh.ops.weld_verts(mesh, targetmap=partners)
        mesh.to_mesh(item.data)
        item.data.update()
    mesh.free()
    return len(partners)
