"""Surface materials of faces: assign them, see what is walkable.

surfaces.json lists the surfaces of each game with their colours; it is made from the library when
the add-on is packed.
"""

import json
from pathlib import Path

import bmesh
import bpy
from bpy.props import BoolProperty

from . import sources
from .words import count_do

SURFACES: dict[str, list[dict]] = json.loads((Path(__file__).parent / "surfaces.json").read_text("utf-8"))
CLOSED = "_not_walkable"  # how NWN2 materials that are not walkable end


def items(family: str) -> list[tuple[str, str, str, str, int]]:
    """The surfaces of a game, as Blender wants enumerations."""
    entries = []
    for number, surface in enumerate(SURFACES[family]):
        word = "walkable" if surface["walkable"] else "not walkable"
        icon = "CHECKMARK" if surface["walkable"] else "X"
        entries.append((surface["name"], surface["name"], word, icon, number))
    return entries


def family_of(context: bpy.types.Context) -> str:
    """The game whose surfaces the active object has: "kotor", "nwn2", or "" for neither."""
    form = sources.form(sources.of_object(context.active_object))
    return form.family if form and form.family in SURFACES else ""


def surface_of(material: bpy.types.Material | None, family: str) -> dict | None:
    """The surface that a material is, by its name; Blender's numbers at its end do not matter."""
    name = material.name.split(".")[0] if material else ""
    return next((s for s in SURFACES[family] if s["name"] == name), None)


def material_for(surface: dict) -> bpy.types.Material:
    """The material of a surface, in the colour that exports give it."""
    found = bpy.data.materials.get(surface["name"])
    if found:
        return found
    material = bpy.data.materials.new(surface["name"])
    colour = (*surface["colour"], 1.0)
    material.diffuse_color = colour
    material.use_nodes = True
    shader = next(n for n in material.node_tree.nodes if n.type == "BSDF_PRINCIPLED")
    shader.inputs["Base Color"].default_value = colour
    return material


def slot_for(item: bpy.types.Object, surface: dict) -> int:
    """The index of a surface among the materials of an object; it is added when it is missing."""
    material = material_for(surface)
    for index, slot in enumerate(item.data.materials):
        if slot and slot.name.split(".")[0] == surface["name"]:
            return index
    item.data.materials.append(material)
    return len(item.data.materials) - 1


def _chosen_faces(item: bpy.types.Object) -> tuple[list, bmesh.types.BMesh | None]:
    """The selected faces of an object, in edit mode or not."""
    if item.mode == "EDIT":
        mesh = bmesh.from_edit_mesh(item.data)
        return [f for f in mesh.faces if f.select], mesh
    return [p for p in item.data.polygons if p.select], None


def assign(item: bpy.types.Object, choose_slot) -> int:
    """Gives each selected face the slot that `choose_slot` names for its present one."""
    faces, mesh = _chosen_faces(item)
    for face in faces:
        face.material_index = choose_slot(face.material_index)
    if mesh:
        bmesh.update_edit_mesh(item.data)
    item.data.update()
    return len(faces)


def count_faces(item: bpy.types.Object, family: str) -> tuple[int, int]:
    """How many faces are selected, and how many of them are walkable."""
    faces, _ = _chosen_faces(item)
    found = [surface_at(item, face.material_index, family) for face in faces]
    return len(faces), sum(1 for s in found if s and s["walkable"])


def surface_at(item: bpy.types.Object, slot: int, family: str) -> dict | None:
    """The surface in a material slot of an object."""
    materials = item.data.materials
    return surface_of(materials[slot], family) if slot < len(materials) else None


def partner(item: bpy.types.Object, surface: dict | None, family: str, walkable: bool) -> dict:
    """The surface to use instead, to make a face walkable or not."""
    known = {s["name"]: s for s in SURFACES[family]}
    if surface and surface["walkable"] == walkable:
        return surface
    if family == "nwn2":
        name = surface["name"].removesuffix(CLOSED) if surface else "stone"
        return known[name if walkable else name + CLOSED]
    if not walkable:
        return known["Nonwalk"]
    return _most_used(item, family) or known["Stone"]


def _most_used(item: bpy.types.Object, family: str) -> dict | None:
    """The walkable surface that most faces of an object have."""
    counts: dict[int, int] = {}
    for polygon in item.data.polygons:
        counts[polygon.material_index] = counts.get(polygon.material_index, 0) + 1
    for slot in sorted(counts, key=lambda s: -counts[s]):
        surface = surface_at(item, slot, family)
        if surface and surface["walkable"]:
            return surface
    return None


class SurfaceOperator(bpy.types.Operator):
    """What the operators on surfaces share."""

    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        item = context.active_object
        return item is not None and item.type == "MESH" and family_of(context) != ""


class WAYMARK_OT_assign_surface(SurfaceOperator):
    """Give the selected faces this surface"""

    bl_idname = "waymark.assign_surface"
    bl_label = "Assign surface"

    surface: bpy.props.StringProperty(name="Surface")

    def execute(self, context: bpy.types.Context) -> set[str]:
        item, family = context.active_object, family_of(context)
        known = next((s for s in SURFACES[family] if s["name"] == self.surface), None)
        if not known:
            self.report({"ERROR"}, f"'{self.surface}' is no surface of this game")
            return {"CANCELLED"}
        slot = slot_for(item, known)
        self.report({"INFO"}, f"{count_do(assign(item, lambda _: slot), 'face', 'is', 'are')} {self.surface}")
        return {"FINISHED"}


class WAYMARK_OT_set_walkable(SurfaceOperator):
    """Make the selected faces walkable or not: NWN2 keeps the sound, KotOR takes another surface"""

    bl_idname = "waymark.set_walkable"
    bl_label = "Set walkable"

    walkable: BoolProperty(name="Walkable", default=True)

    def execute(self, context: bpy.types.Context) -> set[str]:
        item, family = context.active_object, family_of(context)

        def choose(slot: int) -> int:
            return slot_for(item, partner(item, surface_at(item, slot, family), family, self.walkable))

        changed = count_do(assign(item, choose), "face", "is", "are")
        self.report({"INFO"}, f"{changed} {'walkable' if self.walkable else 'not walkable'}")
        return {"FINISHED"}


class WAYMARK_OT_select_walkable(SurfaceOperator):
    """Select the faces that are walkable, or those that are not"""

    bl_idname = "waymark.select_walkable"
    bl_label = "Select by walkable"

    walkable: BoolProperty(name="Walkable", default=True)

    def execute(self, context: bpy.types.Context) -> set[str]:
        item, family = context.active_object, family_of(context)
        if item.mode != "EDIT":
            bpy.ops.object.mode_set(mode="EDIT")
        bpy.ops.mesh.select_mode(type="FACE")
        mesh = bmesh.from_edit_mesh(item.data)
        for face in mesh.faces:
            surface = surface_at(item, face.material_index, family)
            face.select_set(bool(surface and surface["walkable"]) == self.walkable)
        bmesh.update_edit_mesh(item.data)
        return {"FINISHED"}


CLASSES = (WAYMARK_OT_assign_surface, WAYMARK_OT_set_walkable, WAYMARK_OT_select_walkable)


def register() -> None:
    for cls in CLASSES:
        bpy.utils.register_class(cls)


def unregister() -> None:
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
