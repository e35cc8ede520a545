"""What other versions of Blender offer: options of their glTF operators, and actions with slots.

Only one version is installed, so that the others are small objects with the same members.
"""

import sys
from pathlib import Path
from types import SimpleNamespace as Fake

sys.path.insert(0, str(Path(__file__).parent))
import bpy
import common


def operator(**options: tuple[str, ...] | None) -> Fake:
    """An operator with these options; those with a tuple are choices."""
    offered = {name: Fake(type="ENUM" if choices is not None else "BOOLEAN",
                          enum_items=[Fake(identifier=c) for c in choices or ()])
               for name, choices in options.items()}
    return Fake(get_rna_type=lambda: Fake(properties=offered))


def options() -> None:
    """An option is set if the operator has it and takes the value."""
    gltf = sys.modules[common.MODULE].gltf
    new = operator(export_format=(), export_extras=None, export_vertex_color=("MATERIAL", "ACTIVE"),
                   export_animation_mode=("NLA_TRACKS", "SCENE"))
    assert gltf._known(new, gltf.EXPORT) == {"export_format": "GLB", "export_extras": True, "export_vertex_color": "ACTIVE"}
    old = operator(bone_heuristic=("BLENDER", "TEMPERANCE"), guess_original_bind_pose=None)
    assert gltf._known(old, gltf.IMPORT) == {"bone_heuristic": "BLENDER", "guess_original_bind_pose": False}
    assert gltf._known(operator(), gltf.IMPORT) == {}


def needed() -> None:
    """The Blender that runs this has the options without which scenes are ruined."""
    gltf = sys.modules[common.MODULE].gltf
    brought = gltf._known(bpy.ops.import_scene.gltf, gltf.IMPORT)
    assert {"bone_heuristic", "guess_original_bind_pose", "merge_vertices"} <= set(brought), brought
    sent = gltf._known(bpy.ops.export_scene.gltf, gltf.EXPORT)
    assert {"export_format", "use_active_scene", "export_extras", "export_lights", "use_mesh_edges"} <= set(sent), sent


def slots() -> None:
    """The curves of all slots count, and an action without slots has its own."""
    curves_of = sys.modules[common.MODULE].motion.curves_of
    bags = [Fake(fcurves=["x", "y"]), Fake(fcurves=["z"])]
    action = Fake(layers=[Fake(strips=[Fake(channelbags=bags)])], fcurves=["x", "y"])
    assert curves_of(action) == ["x", "y", "z"]
    assert curves_of(Fake(layers=[])) == []
    assert curves_of(Fake(layers=[], fcurves=["x"])) == ["x"], "Blender 4.3"
    assert curves_of(Fake(fcurves=["x"])) == ["x"]


common.run(options, needed, slots)
