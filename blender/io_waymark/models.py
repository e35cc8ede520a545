"""Models of the rooms of an area: each in a collection of its own below that of its room, in its place.

They are ordinary models with a source, so that they can be edited and exported one by one. An empty above each puts
it where the layout has its room; exports leave it out.
"""

from pathlib import Path
from typing import Iterator

import bpy

from . import command, sources


def _in_folder(folder: Path, name: str) -> Iterator[str]:
    """The file of this name in a folder, whatever its letters are."""
    if folder.is_dir():
        yield from (str(path) for path in sorted(folder.iterdir()) if path.name.lower() == name.lower())


def _in_archive(archive: str, name: str) -> Iterator[str]:
    """The entry of this name in an archive."""
    yield from (f"{archive}:{entry}" for entry in command.entries(archive)
                if sources.file_name(entry).lower() == name.lower())


def _places(layout: str, name: str) -> Iterator[str]:
    """Where a model can be: in the archive of the layout, in its folder, in the game of the preferences."""
    archive, folder, game = sources.split(layout)[0], sources.folder(layout), command.preference("game_dir")
    if archive:
        yield from _in_archive(archive, name)
    if folder:
        yield from _in_folder(folder, name)
    if game:
        yield from _in_folder(Path(game) / "override", name)
        for key in _in_folder(Path(game), "chitin.key"):
            yield from _in_archive(key, name)


def find(layout: str, room: str) -> str:
    """The model of a room as a source, or ""."""
    return next(_places(layout, room + ".mdl"), "")


def put(model: bpy.types.Collection, room: str, position: list[float]) -> None:
    """Puts a model where the layout has its room."""
    place = bpy.data.objects.new(f"{room} place", None)
    place[sources.PLACE] = True
    place.empty_display_size = 0.5
    roots = [o for o in model.all_objects if not o.parent]
    model.objects.link(place)
    place.location = position
    for item in roots:
        item.parent = place
