"""Hooks: empties with the names that the command knows, at the 3D cursor."""

import bpy
from bpy.props import EnumProperty, StringProperty

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


def place(collection: bpy.types.Collection, name: str, location: tuple[float, float, float]) -> bpy.types.Object:
    """Puts the hook of this name at a place; there is one of each name."""
    hook = next((o for o in collection.all_objects if o.name.split(".")[0] == name and o.type == "EMPTY"), None)
    if not hook:
        hook = bpy.data.objects.new(name, None)
        hook.empty_display_size = 0.25
        collection.objects.link(hook)
        hook.parent = _frame(collection)
        if hook.parent:
            hook.matrix_parent_inverse = hook.parent.matrix_world.inverted()
    world = hook.matrix_world.copy()
    world.translation = location
    hook.matrix_world = world
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
