"""Walkmeshes and models of Knights of the Old Republic, Neverwinter Nights 2 and Black & White 2.

    import waymark

    room = waymark.open("m13aa_01a.wok")
    print(room.bwm.face_count, room.bwm.vertices)
    for finding in waymark.check("m13aa_01a.wok"):
        print(finding)
    mesh = room.make_walkmesh()
    print(mesh.height((10, 20, 0)))

docs/python.md is the guide.
"""
from waymark import _abi, enums, structs
from waymark._native import Budget, Error, lib
from waymark._places import Archive, Game, PathLike
from waymark.document import Conversion, Document, Finding, LossWarning, check, detect, open, read
from waymark.enums import Format, Load, Locate, Play, Severity, Status
from waymark.scene import Pose, Scene
from waymark.structs import Vec3
from waymark.walkmesh import Filter, Path, PathIndex, Walkmesh

#: No such vertex, face, room and so on.
NO_INDEX: int = _abi.WM_NO_INDEX

#: The version of the library.
__version__: str = lib.wm_version().decode()


def convert(
    source: PathLike, target: PathLike, *, overwrite: bool = False, **opts: object
) -> Conversion:
    """Opens a file and writes it as another format: see Document.convert."""
    return open(source).convert(target, overwrite=overwrite, **opts)


__all__ = [
    "Archive",
    "Budget",
    "Conversion",
    "Document",
    "Error",
    "Filter",
    "Finding",
    "Format",
    "Game",
    "Load",
    "Locate",
    "LossWarning",
    "NO_INDEX",
    "Path",
    "PathIndex",
    "Play",
    "Pose",
    "Scene",
    "Severity",
    "Status",
    "Vec3",
    "Walkmesh",
    "check",
    "convert",
    "detect",
    "enums",
    "open",
    "read",
    "structs",
]
