"""Blender's glTF importer and exporter, with the settings that keep Waymark's scenes."""

from contextlib import contextmanager
from typing import Any, Iterator

import bpy
from mathutils import Matrix

from . import command, sources

FPS = 30  # the games' animations have 30 frames a second

IMPORT = {
    "bone_heuristic": "BLENDER",  # other settings give bones new axes
    "guess_original_bind_pose": False,  # True moves the rest pose
    "import_shading": "NORMALS",
    "merge_vertices": False,
    "disable_bone_shape": True,  # Blender 4: no object that only shows bones
    "import_scene_as_collection": False,
}

EXPORT = {
    "export_format": "GLB",
    "use_active_scene": True,
    "export_extras": True,  # what glTF has no place for
    "export_attributes": True,
    "export_vertex_color": "ACTIVE",  # Blender 4: also colours that no material uses
    "export_yup": True,
    "export_apply": False,
    "export_lights": True,
    "use_mesh_edges": True,  # footprints and circles are lines
    "export_frame_range": False,
    "export_force_sampling": True,
    "export_optimize_animation_size": False,
    "export_nla_strips": True,
    "export_animation_mode": "ACTIONS",
    "export_def_bones": False,
    "export_all_influences": True,
    "export_image_format": "AUTO",
}


def _known(operator: Any, options: dict[str, Any]) -> dict[str, Any]:
    """The options that this version of Blender has, if it has their values, too."""
    offered = operator.get_rna_type().properties
    return {name: value for name, value in options.items() if name in offered and _offers(offered[name], value)}


def _offers(offered: Any, value: Any) -> bool:
    """Whether an option takes a value. Choices that Blender makes up while it runs cannot be seen here."""
    choices = [item.identifier for item in offered.enum_items] if offered.type == "ENUM" else []
    return not choices or value in choices


def _repair_numpy() -> None:
    """Blender 3.4 uses numpy.bool, which numpy 1.24 no longer has."""
    import numpy

    if "bool" not in vars(numpy):  # hasattr would warn
        numpy.bool = bool


@contextmanager
def _named(part: str) -> Iterator[None]:
    """Makes one line of what Blender raises: its operators pass on whole tracebacks, with the cause near the end."""
    try:
        yield
    except (AttributeError, RuntimeError) as error:  # the first: the add-on is not enabled
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        causes = [line for line in lines if not line.startswith(("Location:", "File ", "^"))]
        raise command.CommandError(f"Blender's glTF {part} failed: {causes[-1] if causes else error}") from error


def load(path: str, pack: bool) -> None:
    """Imports a glTF into the active collection. `pack`: store its images in the blend file."""
    _repair_numpy()
    options = _known(bpy.ops.import_scene.gltf, {**IMPORT, "import_pack_images": pack})
    with _named("importer"):
        bpy.ops.import_scene.gltf(filepath=path, **options)


def save(path: str, animations: bool) -> None:
    """Exports the active scene as a GLB, with its animations or without them."""
    _repair_numpy()
    options = _known(bpy.ops.export_scene.gltf, {**EXPORT, "export_animations": animations})
    with _named("exporter"):
        bpy.ops.export_scene.gltf(filepath=path, **options)


@contextmanager
def object_mode(context: bpy.types.Context) -> Iterator[None]:
    """Leaves edit mode, so that edits reach the mesh, and comes back to it afterwards."""
    item = context.object
    mode = item.mode if item else "OBJECT"
    if mode != "OBJECT":
        bpy.ops.object.mode_set(mode="OBJECT")
    try:
        yield
    finally:
        if mode != "OBJECT" and context.object == item:  # not after an import
            bpy.ops.object.mode_set(mode=mode)


@contextmanager
def scene_of(context: bpy.types.Context, objects: list[bpy.types.Object], extras: dict) -> Iterator[None]:
    """Makes a scene of its own from some objects active, with `extras` as its custom properties.

    The exporter takes whole scenes, hidden objects too, and the extras from the scene.
    """
    window, old = context.window, context.scene
    scene = bpy.data.scenes.new("Waymark export")
    try:
        scene.render.fps, scene.render.fps_base = FPS, 1.0
        for name, value in extras.items():
            scene[name] = value
        bpy.context.view_layer.update()
        with on_bones(objects), own_parents(objects) as copies:
            for item in [*objects, *copies]:
                scene.collection.objects.link(item)
            window.scene = scene
            for item in objects:
                item.update_tag()  # those that have another parent now are elsewhere
            bpy.context.view_layer.update()
            yield
    finally:
        window.scene = old
        bpy.data.scenes.remove(scene)
        bpy.context.view_layer.update()


def _on_bone(item: bpy.types.Object) -> bpy.types.Object | None:
    """The object above this one that is on a bone, if there is one."""
    above = item.parent
    while above and above.parent_type != "BONE":
        above = above.parent
    return above if item.parent_type == "OBJECT" else None


@contextmanager
def on_bones(objects: list[bpy.types.Object]) -> Iterator[None]:
    """Puts objects that are below objects of bones on these bones. The exporter of Blender 3.4 loses them otherwise."""
    moved = []
    try:
        for item, above in [(o, _on_bone(o)) for o in objects]:
            if not above or above.parent.type != "ARMATURE" or above.parent_bone not in above.parent.pose.bones:
                continue
            place, bone = item.matrix_world.copy(), above.parent.pose.bones[above.parent_bone]
            moved.append((item, item.parent, item.matrix_parent_inverse.copy()))
            item.parent, item.parent_type, item.parent_bone = above.parent, "BONE", above.parent_bone
            end = above.parent.matrix_world @ bone.matrix @ Matrix.Translation((0, bone.length, 0))
            item.matrix_parent_inverse = end.inverted_safe() @ place @ item.matrix_basis.inverted_safe()
        yield
    finally:
        for item, parent, inverse in moved:
            item.parent, item.parent_type, item.parent_bone = parent, "OBJECT", ""
            item.matrix_parent_inverse = inverse
            item.update_tag()


@contextmanager
def own_parents(objects: list[bpy.types.Object]) -> Iterator[list[bpy.types.Object]]:
    """Puts objects below copies of the parents that are not among them.

    The exporter follows children even out of the scene: below the real parent, a room would take the
    whole area with it.
    """
    copies: dict[bpy.types.Object, bpy.types.Object] = {}
    moved: list[tuple[bpy.types.Object, bpy.types.Object]] = []
    try:
        waiting = [o for o in objects if o.parent and o.parent not in objects]
        while waiting:
            item = waiting.pop()
            parent = item.parent
            if sources.PLACE in parent:  # what is exported has its own place
                moved.append((item, parent))
                item.parent = None
                continue
            if parent not in copies:
                copies[parent] = parent.copy()
                if parent.parent:
                    waiting.append(copies[parent])
            moved.append((item, parent))
            item.parent = copies[parent]
        yield list(copies.values())
    finally:
        for item, parent in moved:
            item.parent = parent
            item.update_tag()
        for copy in copies.values():
            bpy.data.objects.remove(copy)
