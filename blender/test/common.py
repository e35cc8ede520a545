"""What the tests of the add-on share. They run inside Blender, in a folder of samples."""

import ctypes
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import bmesh
import bpy
from mathutils import Vector

MODULE = "io_waymark"


def install() -> None:
    """Installs the zip file that the command line names, as a user does, and enables it."""
    archive = sys.argv[sys.argv.index("--") + 1]
    bpy.ops.preferences.addon_install(filepath=archive)
    bpy.ops.preferences.addon_enable(module=MODULE)
    assert MODULE in bpy.context.preferences.addons, "the add-on is not enabled"
    installed = Path(sys.modules[MODULE].__file__)
    assert str(installed).startswith(str(Path.cwd() / "home")), f"{installed} is another add-on"


def begin() -> None:
    """An empty scene, with the add-on enabled."""
    if MODULE not in bpy.context.preferences.addons:
        install()
    for collection in (bpy.data.objects, bpy.data.collections, bpy.data.meshes, bpy.data.materials, bpy.data.actions):
        for item in list(collection):
            collection.remove(item)


def waymark(*words: str, accept: tuple[int, ...] = (0,)) -> str:
    """Runs the command and returns its output."""
    done = subprocess.run(["waymark", *words], capture_output=True, text=True, check=False)
    assert done.returncode in accept, f"waymark {' '.join(words)}: {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def info(path: str) -> dict:
    """What `waymark info` says about a file."""
    return json.loads(waymark("info", "--json", path))


def check(path: str) -> dict:
    """What `waymark check` says about a file."""
    return json.loads(waymark("check", "--json", path, accept=(0, 1)))


def dump(path: str) -> dict:
    """All that a file holds, as `waymark dump` prints it."""
    return json.loads(waymark("dump", "--json", path))


def differences(one: object, other: object, place: str = "") -> list[str]:
    """The places where two dumps differ, such as "nodes.box.mesh.max"; entries with names are called by them.

    Numbers that are the same to 0.00001 do not differ: Blender computes in single precision.
    """
    if isinstance(one, dict) and isinstance(other, dict):
        keys = list(one) + [key for key in other if key not in one]
        return [d for key in keys for d in differences(one.get(key), other.get(key), f"{place}.{key}".lstrip("."))]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        names = [e.get("name") if isinstance(e, dict) else None for e in one]
        unique = None not in names and len(set(names)) == len(names)
        words = [f"{place}.{name}" if unique else place for name in names]
        return sorted({d for a, b, word in zip(one, other, words) for d in differences(a, b, word)})
    numbers = isinstance(one, (int, float)) and isinstance(other, (int, float))
    equal = abs(one - other) <= 1e-5 if numbers else one == other
    return [] if equal else [place]


def shifted(before: list, after: list, offset: tuple[float, float, float]) -> None:
    """Fails unless the places after an edit are those before it, moved by `offset`, in any order."""
    expected = sorted(tuple(round(a + b, 4) + 0.0 for a, b in zip(place, offset)) for place in before)
    found = sorted(tuple(round(a, 4) + 0.0 for a in place) for place in after)
    assert found == expected, f"{found} instead of {expected}"


def same(one: str, other: str) -> None:
    """Fails if two files differ in meaning."""
    waymark("diff", one, other)


def identical(one: str, other: str) -> None:
    """Fails unless two files, and the MDX of models, have the same bytes."""
    same(one, other)
    pairs = [(Path(one), Path(other))]
    if one.endswith(".mdl"):
        pairs.append((Path(one).with_suffix(".mdx"), Path(other).with_suffix(".mdx")))
    for a, b in pairs:
        assert a.read_bytes() == b.read_bytes(), f"{a} and {b} differ"


def tops() -> list[bpy.types.Collection]:
    """The collections that are whole files, without rooms and their models."""
    return [c for c in bpy.data.collections if "waymark_source" in c and not {"waymark_room", "waymark_model"} & set(c.keys())]


def bring(path: str, **options: object) -> bpy.types.Collection:
    """Imports a file with the operator and returns its collection."""
    before = set(bpy.data.collections)
    assert bpy.ops.import_scene.waymark(filepath=path, **options) == {"FINISHED"}
    made = [c for c in tops() if c not in before]
    assert len(made) == 1, f"{path} became {made}"
    return made[0]


def activate(item: bpy.types.Object) -> None:
    """Makes an object the active and only selected one."""
    for other in bpy.context.view_layer.objects:
        other.select_set(False)
    bpy.context.view_layer.objects.active = item
    item.select_set(True)


def select_ends(*places: tuple) -> list[bpy.types.Object]:
    """Empties at these places, as the ends of a path: selected, the first one active."""
    ends = []
    for place in places:
        empty = bpy.data.objects.new("end", None)
        bpy.context.scene.collection.objects.link(empty)
        empty.location = place
        ends.append(empty)
    bpy.context.view_layer.update()
    activate(ends[0])
    for end in ends:
        end.select_set(True)
    return ends


def mesh_of(collection: bpy.types.Collection, part: str) -> bpy.types.Object:
    """The mesh whose name begins with `part`."""
    found = [o for o in collection.all_objects if o.type == "MESH" and o.name.startswith(part)]
    assert found, f"no mesh {part} in {[o.name for o in collection.all_objects]}"
    return found[0]


def floor_of(collection: bpy.types.Collection) -> bpy.types.Object:
    """The walkmesh of a collection."""
    found = [o for o in collection.all_objects if o.type == "MESH" and o.get("role") == "collision"]
    assert len(found) == 1, f"{len(found)} walkmeshes"
    return found[0]


def move_vertices(item: bpy.types.Object, where, offset: tuple[float, float, float]) -> int:
    """Moves the vertices of an object in edit mode that `where` picks by their place in the world."""
    mesh, world = bmesh.from_edit_mesh(item.data), item.matrix_world
    chosen = [v for v in mesh.verts if where(world @ v.co)]
    for vertex in chosen:
        vertex.co = world.inverted() @ (world @ vertex.co + Vector(offset))
    bmesh.update_edit_mesh(item.data)
    return len(chosen)


def send(path: str, **options: object) -> dict:
    """Exports the active collection with the operator, and returns what `check` says about the file."""
    assert bpy.ops.export_scene.waymark(filepath=path, **options) == {"FINISHED"}
    report = check(path)
    shown = bpy.context.window_manager.waymark
    assert len(shown.findings) == len(report["findings"]), "the panel shows other findings than the command"
    return report


def clean(report: dict) -> None:
    """Fails if there are errors or warnings."""
    assert report["errors"] == 0 and report["warnings"] == 0, json.dumps(report, indent=1)


def fails(call, text: str) -> None:
    """The operator must fail with this text: Blender makes an exception of a reported error."""
    try:
        call()
    except RuntimeError as error:
        assert text in str(error), f"expected '{text}', found '{error}'"
        return
    raise AssertionError(f"expected '{text}', but it succeeded")


def reports(call) -> str:
    """What an operator reports while it runs: Blender without a window prints it."""
    flush = ctypes.CDLL(None).fflush
    with tempfile.TemporaryFile() as caught:
        sys.stdout.flush()
        flush(None)
        old = os.dup(1)
        os.dup2(caught.fileno(), 1)
        try:
            call()
        finally:
            sys.stdout.flush()
            flush(None)
            os.dup2(old, 1)
            os.close(old)
        caught.seek(0)
        return caught.read().decode()


def run(*tests) -> None:
    """Runs the tests of a file; the last line counts them."""
    assert tests, "no tests"
    for test in tests:
        begin()
        test()
        print(f"  {test.__name__}")
    print(f"passed: {len(tests)} test{'s' if len(tests) > 1 else ''}")
