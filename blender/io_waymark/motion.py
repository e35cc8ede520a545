"""Whether somebody edited the animations of a collection.

Blender's exporter computes every frame of every animation for every bone, which takes most of a minute for a
character with many of them. With a template, animations that nobody touched need not be exported: the template
has them.
"""

import hashlib
from array import array
from typing import Iterator

import bpy

MOTION = "waymark_motion"  # the digest after the import, a custom property of the collection


def _actions(data: bpy.types.AnimData) -> dict[str, bpy.types.Action]:
    """The actions of an object, by name: of its tracks and the active one."""
    used = [strip.action for track in data.nla_tracks for strip in track.strips] + [data.action]
    return {action.name: action for action in used if action}


def curves_of(action: bpy.types.Action) -> list[bpy.types.FCurve]:
    """The curves of an action, of all its slots.

    From Blender 4.4 on, an action has a slot for each object that it moves. `fcurves` is then only the curves of the
    first slot, and Blender 5.0 no longer has it. Blender 4.3 has layers, but its actions do not use them.
    """
    strips = [strip for layer in getattr(action, "layers", ()) for strip in layer.strips]
    bags = [bag for strip in strips for bag in getattr(strip, "channelbags", ())]
    return [curve for bag in bags for curve in bag.fcurves] if bags else list(getattr(action, "fcurves", ()))


def _keys(curve: bpy.types.FCurve) -> Iterator[bytes]:
    """All that decides the values of a curve."""
    points = curve.keyframe_points
    for field, width, kind in (("co", 2, "f"), ("handle_left", 2, "f"), ("handle_right", 2, "f"), ("interpolation", 1, "i")):
        values = array(kind, [0]) * (len(points) * width)
        points.foreach_get(field, values)
        yield values.tobytes()
    yield repr([modifier.type for modifier in curve.modifiers]).encode()


def _places(item: bpy.types.Object) -> Iterator[object]:
    """Where an object and its bones rest, and what else moves them."""
    yield item.name, item.parent and item.parent.name, item.parent_bone, [tuple(row) for row in item.matrix_local]
    yield [c.type for c in item.constraints]
    if item.type != "ARMATURE":
        return
    for bone in item.data.bones:
        yield bone.name, bone.parent and bone.parent.name, [tuple(row) for row in bone.matrix_local]
    for bone in item.pose.bones:
        yield bone.name, [c.type for c in bone.constraints], [tuple(row) for row in bone.matrix_basis]


def digest(collection: bpy.types.Collection) -> str:
    """A number that changes when an animation, or the rest pose of what is animated, does; "" without animations."""
    items = sorted((o for o in collection.all_objects if o.animation_data), key=lambda o: o.name)
    sums = hashlib.sha256()
    found = False
    for item in items:
        actions = _actions(item.animation_data)
        found = found or bool(actions)
        for words in _places(item):
            sums.update(repr(words).encode())
        sums.update(repr([d.data_path for d in item.animation_data.drivers]).encode())
        for track in item.animation_data.nla_tracks:
            strips = [(s.name, s.frame_start, s.frame_end, s.scale, s.repeat) for s in track.strips]
            sums.update(repr((track.name, strips)).encode())
        for name in sorted(actions):
            for curve in curves_of(actions[name]):
                sums.update(repr((name, curve.data_path, curve.array_index, curve.mute)).encode())
                for part in _keys(curve):
                    sums.update(part)
    return sums.hexdigest() if found else ""


def remember(collection: bpy.types.Collection) -> None:
    """Stores how the animations of a collection are now."""
    collection[MOTION] = digest(collection)


def is_edited(collection: bpy.types.Collection) -> bool:
    """Whether the animations of a collection are other than after its import, or that is not known."""
    return collection.get(MOTION) != digest(collection)
