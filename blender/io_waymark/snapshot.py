"""Writes what is in Blender now as game files: a collection through glTF and the command."""

import shutil
import tempfile
from pathlib import Path
from typing import Callable

import bpy

from . import command, gltf, motion, sources


def ending(collection: bpy.types.Collection) -> str:
    """The ending of the file that this collection becomes: that of its source, if it can be written."""
    form = sources.form(collection)
    if not form:
        return ""
    suffixes = Path(sources.file_name(collection.get(sources.SOURCE, "")).lower()).suffixes
    known = [s for s in suffixes if s in form.endings and s != ".lyt"]  # door.dwk.ascii has two
    return known[0] if known else form.ending


def _objects(collection: bpy.types.Collection) -> list[bpy.types.Object]:
    """What is exported: everything, but of a room only the floor and the empties around it."""
    items = [o for o in sources.objects(collection) if sources.PLACE not in o]
    if sources.ROOM not in collection:
        return items
    floor = set(sources.walkmeshes(collection))
    return [o for o in items if o.type == "EMPTY" or o in floor]


def files_of(out: str) -> list[str]:
    """The files that `convert` made for this name: a door with states becomes door0.dwk, door1.dwk, door2.dwk."""
    path = Path(out)
    states = [path.with_name(f"{path.stem}{digit}{path.suffix}") for digit in "012"]
    found = [str(state) for state in states if state.is_file()]
    return [out] if path.is_file() or not found else found


def write(context: bpy.types.Context, collection: bpy.types.Collection, out: str, template: str = "",
          options: list[str] | None = None, step: Callable[[], None] = lambda: None) -> list[str]:
    """Writes a collection as the game file `out`. Returns the messages of the command.

    The template has the animations, too: they are left out of the glTF unless somebody edited them.
    `step` is called twice: when the glTF is written, and at the end.
    """
    words = ["--template", template] if template else []
    animations = not template or motion.is_edited(collection)
    with tempfile.TemporaryDirectory() as folder:
        glb = Path(folder) / (Path(out).stem + ".glb")
        with gltf.object_mode(context):
            with gltf.scene_of(context, _objects(collection), sources.extras(collection)):
                gltf.save(str(glb), animations)
        step()
        with command.renamed(str(glb), Path(out).name):
            done = command.run("convert", "--force", *words, *(options or []), str(glb), out)
        step()
    name = Path(out).name
    return [line.replace(str(glb), name).replace(out, name) for line in command.messages(done.stderr)]


def write_area(context: bpy.types.Context, area: bpy.types.Collection, folder: str,
               step: Callable[[], None] = lambda: None) -> tuple[str, list[str]]:
    """Writes the rooms of an area, with its layout, into a folder. Returns the layout and the messages.

    `step` is called after each room.
    """
    lines, models = [], 0
    layout = _copy_layout(area, Path(folder))
    for room in sources.rooms(area):
        floor = set(sources.walkmeshes(room))
        models += any(o.type == "MESH" and o.data.polygons and o not in floor for o in sources.objects(room))
        if sources.walkmeshes(room):
            out = Path(folder) / (room[sources.ROOM].lower() + ".wok")
            lines += write(context, room, str(out))
        step()
    if models:
        have = "1 room has a model, which is" if models == 1 else f"{models} rooms have models, which are"
        lines.append(f"{have} not written: only walkmeshes and the layout are. To edit a model, import its .mdl by itself")
    return str(layout), lines


def _copy_layout(area: bpy.types.Collection, folder: Path) -> Path:
    """The layout and its visibility list, from their folder or archive."""
    source = area[sources.SOURCE]
    target = folder / sources.file_name(source)
    archive, entry = sources.split(source)
    if archive:
        _extract(archive, entry, folder)
    elif Path(source).resolve() != target.resolve():
        shutil.copyfile(source, target)
        for file in Path(source).parent.iterdir():
            if _is_list_of(file.name, target.name):
                shutil.copyfile(file, folder / file.name)
    return target


def _is_list_of(name: str, layout: str) -> bool:
    """Whether a file is the visibility list of a layout."""
    return Path(name).suffix.lower() == ".vis" and Path(name).stem.lower() == Path(layout).stem.lower()


def _extract(archive: str, layout: str, folder: Path) -> None:
    """The layout and its visibility list out of an archive, without the folders that a ZIP has."""
    wanted = [layout, *(name for name in command.entries(archive) if _is_list_of(name, sources.file_name(layout)))]
    with tempfile.TemporaryDirectory() as temporary:
        for name in wanted:
            command.run("extract", "--force", archive, name, "-o", temporary)
        for file in Path(temporary).rglob("*"):
            if file.is_file():
                shutil.copyfile(file, folder / file.name)


def write_any(context: bpy.types.Context, collection: bpy.types.Collection, folder: str) -> str:
    """Writes a collection, or the area that it belongs to, into a folder for questions about it."""
    area = sources.area_of(collection)
    if area:
        return write_area(context, area, folder)[0]
    if not sources.form(collection):
        raise command.CommandError("this collection was not imported with Waymark")
    out = Path(folder) / (sources.name_of(collection) + ending(collection))
    write(context, collection, str(out), sources.template(collection, str(out)))
    return str(out)
