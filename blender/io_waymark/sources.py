"""Which file a collection came from. Custom properties of the collection hold it.

An area has a collection for each room below its own, with the same properties.
"""

import json
import os
from pathlib import Path, PureWindowsPath
from typing import Iterator

import bpy

from . import formats

SOURCE = "waymark_source"  # the file, or ARCHIVE:name.ext
FORMAT = "waymark_format"  # as in formats.FORMS
EXTRAS = "waymark_extras"  # the extras of the glTF scene, as JSON
ROOM = "waymark_room"  # only for rooms: the name in the layout
MODEL = "waymark_model"  # only for models of rooms, whose collections are below those of the rooms
PLACE = "waymark_place"  # of an object: it only puts a model in its place


def remember(collection: bpy.types.Collection, source: str, name: str, extras: dict) -> None:
    """Stores where the objects of a collection came from."""
    collection[SOURCE] = source
    collection[FORMAT] = name
    collection[EXTRAS] = json.dumps(extras)


def extras(collection: bpy.types.Collection) -> dict:
    """The extras of the glTF scene that became this collection."""
    return json.loads(collection.get(EXTRAS, "{}"))


def form(collection: bpy.types.Collection | None) -> formats.Form | None:
    """The format of a collection that was imported; None for others."""
    return formats.FORMS.get(collection.get(FORMAT, "")) if collection else None


def absolute(source: str) -> str:
    """A source as it is remembered: it must be found again when Blender was started elsewhere."""
    return os.path.abspath(bpy.path.abspath(source))


def split(source: str) -> tuple[str, str]:
    """The archive and the entry of a source such as "C:\\game\\a.rim:room.wok"; two empty texts for a file."""
    at = source.find(":")
    while at >= 0 and not Path(source).is_file():
        if Path(source[:at]).is_file():
            return source[:at], source[at + 1 :]
        at = source.find(":", at + 1)
    return "", ""


def folder(source: str) -> Path | None:
    """The folder of a source or of its archive; None if it is no longer there."""
    path = Path(split(source)[0] or source)
    return path.parent if path.is_file() else None


def file_name(source: str) -> str:
    """The name of a source without its folder: of "C:\\game\\a.rim:room.wok", "room.wok"."""
    return PureWindowsPath(source.rpartition(":")[2] or source).name


def stem(source: str) -> str:
    """The name of a source without folder and ending; door.dwk.ascii has two, my.room.wok only one."""
    name = file_name(source)
    while Path(name).suffix.lower() in formats.IMPORTED and Path(name).stem:
        name = Path(name).stem
    return name


def name_of(collection: bpy.types.Collection) -> str:
    """What a file of this collection is called: as its room or source, without the numbers that Blender adds."""
    return collection.get(ROOM) or stem(collection.get(SOURCE, "")) or collection.name


def own_template(collection: bpy.types.Collection, out: str) -> str:
    """The file or entry that a collection came from, if `out` has its format; otherwise ""."""
    known = form(collection)
    return collection.get(SOURCE, "") if known and formats.takes_template(out, known) else ""


def template(collection: bpy.types.Collection, out: str) -> str:
    """The same, if it is still there."""
    source = own_template(collection, out)
    return source if source and folder(source) else ""


def imported() -> Iterator[bpy.types.Collection]:
    """All collections that were imported, areas before their rooms, rooms before their models."""
    for collection in bpy.data.collections:
        if is_top(collection):
            yield collection
            for room in rooms(collection):
                yield room
                yield from (child for child in room.children if MODEL in child)


def is_top(collection: bpy.types.Collection) -> bool:
    """Whether a collection is a whole file that was imported, not a part of an area."""
    return FORMAT in collection and ROOM not in collection and MODEL not in collection


def objects(collection: bpy.types.Collection) -> list[bpy.types.Object]:
    """The objects of a collection without those of the models of rooms in it."""
    found = list(collection.objects)
    for child in collection.children:
        found += objects(child) if MODEL not in child else []
    return found


def rooms(area: bpy.types.Collection) -> list[bpy.types.Collection]:
    """The rooms of an area, in the order of the layout."""
    return [child for child in area.children if ROOM in child]


def area_of(collection: bpy.types.Collection) -> bpy.types.Collection | None:
    """The area that a room belongs to, or the collection itself if it is an area."""
    if collection.get(FORMAT) == "kotor-lyt":
        return collection
    for area in imported():
        if collection in rooms(area):
            return area
    return None


def of_object(item: bpy.types.Object | None) -> bpy.types.Collection | None:
    """The innermost imported collection that holds an object."""
    found = None
    for collection in imported():
        if item and item.name in collection.all_objects:
            found = collection
    return found


def active(context: bpy.types.Context) -> bpy.types.Collection | None:
    """The imported collection of the active object, or else the only one of the scene."""
    found = of_object(context.active_object)
    if found:
        return found
    tops = [c for c in imported() if is_top(c) and c in context.scene.collection.children_recursive]
    return tops[0] if len(tops) == 1 else None


def extra(item: bpy.types.Object, key: str, default: object = None) -> object:
    """A custom property of the node that an object was: of the object, or of the bone that stands for it.

    All nodes of a model that moves are bones; then its objects only hold the meshes.
    """
    if key in item or not item.parent or item.parent.type != "ARMATURE":
        return item.get(key, default)
    bones = item.parent.pose.bones
    bone = bones.get(item.parent_bone) or bones.get(item.name) or bones.get(item.name.split(".")[0])
    return bone.get(key, default) if bone else default


def walkmeshes(collection: bpy.types.Collection) -> list[bpy.types.Object]:
    """The meshes of a collection that hold the floor."""
    meshes = [o for o in objects(collection) if o.type == "MESH" and len(o.data.polygons) > 0]
    floor = [o for o in meshes if extra(o, "role") == "collision"]
    return floor or [o for o in meshes if extra(o, "role") != "outline"]
