"""Puts imported objects in order: collections for what is seldom edited, tracks muted, rooms apart."""

import bpy
from mathutils import Matrix

from . import sources
from .formats import Form


def _layer(layer: bpy.types.LayerCollection, collection: bpy.types.Collection) -> bpy.types.LayerCollection | None:
    """The place of a collection in a view layer."""
    if layer.collection == collection:
        return layer
    for child in layer.children:
        found = _layer(child, collection)
        if found:
            return found
    return None


def activate(context: bpy.types.Context, collection: bpy.types.Collection) -> None:
    """Makes new objects go to this collection."""
    layer = _layer(context.view_layer.layer_collection, collection)
    if layer:
        context.view_layer.active_layer_collection = layer


def choose(context: bpy.types.Context, item: bpy.types.Object) -> None:
    """Makes an object the active and only selected one."""
    for other in context.view_layer.objects:
        other.select_set(False)
    if item.name in context.view_layer.objects:
        context.view_layer.objects.active = item
        item.select_set(True)


def move(item: bpy.types.Object, target: bpy.types.Collection) -> None:
    """Takes an object out of its collections and puts it into another."""
    for collection in list(item.users_collection):
        collection.objects.unlink(item)
    target.objects.link(item)


def _drawer(parent: bpy.types.Collection, word: str) -> bpy.types.Collection:
    """A child of a collection, made when it is first needed."""
    name = f"{parent.name} {word}"
    found = parent.children.get(name)
    if not found:
        found = bpy.data.collections.new(name)
        parent.children.link(found)
    return found


def drawer_of(item: bpy.types.Object, form: Form) -> str:
    """Which drawer an object belongs to; "" if it stays in sight."""
    role = sources.extra(item, "role", "")
    if role == "outline":
        return "lines"
    if role == "hidden" or (role == "collision" and not form.walkmesh):
        return "hulls"
    lod = sources.extra(item, "lod", 1)
    return "levels" if isinstance(lod, (int, float)) and lod > 1 else ""


def hide_extras(context: bpy.types.Context, collection: bpy.types.Collection, form: Form) -> None:
    """Hides lower levels of detail, hulls and lines in collections of their own."""
    drawers = set()
    for item in list(collection.objects):
        word = drawer_of(item, form)
        if word:
            drawer = _drawer(collection, word)
            move(item, drawer)
            drawers.add(drawer)
    for drawer in drawers:
        layer = _layer(context.view_layer.layer_collection, drawer)
        if layer:
            layer.hide_viewport = True  # the eye in the outliner


def mute_tracks(objects: list[bpy.types.Object]) -> float:
    """Mutes all tracks, stops the running action and takes the rest pose. Returns the last frame of all actions."""
    last = 0.0
    for item in objects:
        data = item.animation_data
        if not data:
            continue
        data.action = None
        for bone in item.pose.bones if item.pose else ():
            bone.matrix_basis = Matrix()  # otherwise the pose of the last action stays
        for track in data.nla_tracks:
            track.mute = True
            last = max([last] + [strip.frame_end for strip in track.strips])
    return last


def _tree(root: bpy.types.Object) -> list[bpy.types.Object]:
    """An object and all that is below it."""
    return [root, *root.children_recursive]


def split_rooms(area: bpy.types.Collection, names: list[str]) -> None:
    """Gives each room of an area a collection of its own."""
    layout = sources.extras(area)
    for name in names:
        root = next((o for o in area.objects if o.name.split(".")[0] == name and o.type == "EMPTY"), None)
        if not root:
            continue
        room = bpy.data.collections.new(name)
        area.children.link(room)
        known = {key: plain(root[key]) for key in root.keys() if key != "kind"}
        sources.remember(room, "", "kotor-bwm", {**layout, **known, "source": "kotor-bwm"})
        room[sources.ROOM] = name
        for item in _tree(root):
            move(item, room)


def plain(value: object) -> object:
    """A custom property as JSON can hold it: arrays, groups and lists of groups too."""
    if hasattr(value, "to_dict"):
        return plain(value.to_dict())
    if hasattr(value, "to_list"):
        return value.to_list()
    if isinstance(value, dict):
        return {key: plain(entry) for key, entry in value.items()}
    return [plain(entry) for entry in value] if isinstance(value, list) else value
