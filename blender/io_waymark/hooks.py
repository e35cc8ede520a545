"""Hooks: empties with the names that the command knows, at the 3D cursor."""

from math import radians

import bpy
from bpy.props import EnumProperty, StringProperty
from mathutils import Matrix, Vector

from . import sources

HOOKS = (
    ("relative_hook_1", "Use point 1", "Where a character stands to use it, relative to the object"),
    ("relative_hook_2", "Use point 2", "The other side of a door, relative to the object"),
    ("absolute_hook_1", "Absolute point 1", "The same in the world"),
    ("absolute_hook_2", "Absolute point 2", "The same in the world"),
    ("other", "Other", "A hook or entity of a model, by its name"),
)


def _frame(collection: bpy.types.Collection) -> bpy.types.Object | None:
    """The object above all others of a collection: hooks belong below it."""
    return next((o for o in collection.all_objects if o.get("kind") == "frame"), None)


def _frame_bone(collection: bpy.types.Collection) -> Matrix:
    """How an object is rotated as the bone that is the frame of a model that moves; that bone cannot be its parent.

    glTF has y up: Blender's importer and exporter rotate the axes of objects for that, but not those of bones.
    """
    for item in (o for o in collection.all_objects if o.type == "ARMATURE"):
        for bone in item.pose.bones:
            if bone.get("kind") == "frame":
                return (item.matrix_world @ bone.bone.matrix_local).to_3x3() @ Matrix.Rotation(radians(-90), 3, "X")
    return Matrix.Identity(3)


def place(collection: bpy.types.Collection, name: str, location: tuple[float, float, float]) -> bpy.types.Object:
    """Puts the hook of this name at a place; there is one of each name."""
    hook = next((o for o in collection.all_objects if o.name.split(".")[0] == name and o.type == "EMPTY"), None)
    if not hook:
        hook = bpy.data.objects.new(name, None)
        hook.empty_display_size = 0.25
        collection.objects.link(hook)
        hook.parent = _frame(collection)  # below it, an object that is not rotated is not rotated in the game
        if not hook.parent:
            hook.rotation_euler = _frame_bone(collection).to_euler()
    above = hook.parent.matrix_world @ hook.matrix_parent_inverse if hook.parent else Matrix()
    hook.location = above.inverted() @ Vector(location)
    return hook


class WAYMARK_OT_add_hook(bpy.types.Operator):
    """Put a hook at the 3D cursor; one that is there already is moved"""

    bl_idname = "waymark.add_hook"
    bl_label = "Add hook"
    bl_options = {"REGISTER", "UNDO"}

    hook: EnumProperty(name="Hook", items=HOOKS)
    name: StringProperty(name="Name", description="For other hooks", default="hook")

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return sources.active(context) is not None

    def execute(self, context: bpy.types.Context) -> set[str]:
        name = self.name if self.hook == "other" else self.hook
        place(sources.active(context), name, context.scene.cursor.location)
        return {"FINISHED"}


def register() -> None:
    bpy.utils.register_class(WAYMARK_OT_add_hook)


def unregister() -> None:
    bpy.utils.unregister_class(WAYMARK_OT_add_hook)
