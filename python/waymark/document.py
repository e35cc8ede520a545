"""Documents: files that were read, with their companions."""
import ctypes
import functools
import json
import os
import threading
from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Optional, TypeVar, Union, cast

from waymark import _abi, structs
from waymark._native import (
    Budget,
    Error,
    Handle,
    Root,
    allocator,
    buffer,
    call,
    integer,
    lib,
    options,
    parents_of,
    plain,
)
from waymark._places import Game, PathLike, Place, is_archive
from waymark._views import Struct, decode
from waymark.enums import Format, Severity, Status
from waymark.scene import Scene
from waymark.structs import Vec3
from waymark.walkmesh import Walkmesh


@dataclass(frozen=True)
class Finding:
    """Something wrong in a file. docs/issues.md lists the codes."""

    #: such as "KOTOR_FACE_DEGENERATE"; never changes its meaning
    code: str
    severity: Severity
    #: this finding in words
    message: str
    #: the field, or ""
    path: str
    #: byte offset in the file, or None
    offset: Optional[int]
    #: line of a text, from 1, or None
    line: Optional[int]
    #: where it is, in the coordinates of the file, or None
    place: Optional[Vec3]

    def __str__(self) -> str:
        field = f"{self.path}: " if self.path else ""
        return f"{self.severity.name.lower()}: {field}{self.message} [{self.code}]"


class _Report:
    """A wm_report that is freed in any case."""

    def __init__(self, budget: Optional[Budget]) -> None:
        self.c = _abi.wm_report()
        lib.wm_report_init(ctypes.byref(self.c), allocator(budget))

    def __enter__(self) -> Any:
        return self.c

    def __exit__(self, *reason: Any) -> None:
        lib.wm_report_free(ctypes.byref(self.c))


def _findings(report: Any) -> List[Finding]:
    """Copies the findings out of a report."""
    lib.wm_report_finish(ctypes.byref(report))
    result = []
    for i in range(report.count):
        issue = report.issues[i]
        info = lib.wm_issue_describe(issue.code).contents
        result.append(
            Finding(
                code=info.name.decode(),
                severity=Severity(issue.severity),
                message=decode(issue.message) or "",
                path=decode(issue.path) or "",
                offset=None if issue.offset == _abi.WM_NO_OFFSET else issue.offset,
                line=issue.line or None,
                place=Vec3(issue.place.x, issue.place.y, issue.place.z)
                if issue.has_place
                else None,
            )
        )
    return result


class _Part:
    """Keeps alive what a pointer of a document leads to, also after it has been replaced."""

    __slots__ = ("owner",)

    def __init__(self, owner: Any) -> None:
        self.owner = owner


_Method = TypeVar("_Method", bound=Callable[..., Any])


def _alone(method: _Method) -> _Method:
    """A method that waits for those of other threads: the library runs without Python's lock, and
    frees what `rebuild` replaces."""

    @functools.wraps(method)
    def run(self: "Document", *arguments: Any, **keywords: Any) -> Any:
        with self._lock:
            return method(self, *arguments, **keywords)

    return cast(_Method, run)


#: what `rebuild` can do: the member of the document, the prefix of its functions, the result
_REBUILD: Dict[Format, Any] = {
    Format.KOTOR_BWM: ("bwm", "wm_kotor_bwm", structs.KotorBwmRebuildResult),
    Format.KOTOR_MDL: ("mdl", "wm_kotor_mdl", structs.KotorMdlRebuildResult),
    Format.KOTOR_MDL_TEXT: ("mdl", "wm_kotor_mdl", structs.KotorMdlRebuildResult),
    Format.NWN2_TRN: ("trn", "wm_nwn2_trn", structs.Nwn2TrnRebuildResult),
    Format.NWN2_MDB: ("mdb", "wm_nwn2_mdb", structs.Nwn2MdbRebuildResult),
    Format.BW2_MODEL: ("bw2", "wm_bw2_model", structs.Bw2ModelRebuildResult),
}


class LossWarning(UserWarning):
    """What a file had is not in the file that replaces it."""


class Document(Root, structs.Document):
    """A file that was read, and its companions.

    Which members are set depends on `format`: `bwm`, `text`, `mdl`, `lyt`, `trn`, `mdb`, `bw2` and
    so on; the others are None. Floats and materials of a document may be changed where they are.
    """

    def __init__(self, handle: Handle, place: Place) -> None:
        super().__init__(handle, place.budget)
        self._lock = threading.RLock()
        self._place = place
        self._parts: Dict[str, _Part] = {}
        self._faults = self._faults_now()

    def _faults_now(self) -> int:
        parts = (getattr(self._c, name) for name, _, _ in _REBUILD.values())
        return max((part.contents.fault_count for part in parts if part), default=0)

    @property
    def faults(self) -> int:
        """Faults of a damaged file after which the reader went on: `waymark.check` lists them.

        As long as a document is only read, `save` writes the same bytes again. `rebuild` and other
        changes drop what the faults concern; `save` then gives a LossWarning.
        """
        return self._faults

    @property
    def file(self) -> str:
        """The path that it was opened with."""
        return self._place.file

    def _part(self, name: str) -> Any:
        if name not in self._parts:
            self._parts[name] = _Part(self)
        return self._parts[name]

    @_alone
    def info(self) -> Dict[str, Any]:
        """What `waymark info --json` says about the file."""
        opts = options(_abi.wm_info_opts, self._budget, {"file": self.file})
        text = buffer("wm_document_info", self._handle.pointer, ctypes.byref(opts), file=self.file)
        result: Dict[str, Any] = json.loads(text)
        return result

    @_alone
    def check(self) -> List[Finding]:
        """What is wrong with the document as it is now.

        `waymark.check` opens and checks a file; it also reports what reading it finds.
        """
        with _Report(self._budget) as report:
            opts = _abi.wm_check_opts()
            call("wm_document_check", self._handle.pointer, ctypes.byref(opts), ctypes.byref(report),
                 file=self.file)  # fmt: skip
            return _findings(report)

    @_alone
    def make_walkmesh(self) -> Walkmesh:
        """The neutral walkmesh, for queries: of a walkmesh, a terrain, or all rooms of a layout."""
        pointer = call("wm_document_walkmesh", self._handle.pointer, allocator(self._budget),
                       file=self.file)  # fmt: skip
        return Walkmesh(Handle(pointer, "wm_walkmesh_free", parents_of(self._budget)), self._budget)

    @_alone
    def make_scene(self, *, images: bool = False, **opts: Any) -> Scene:
        """The neutral scene: nodes, meshes, materials, skins, animations.

        images: also find and decode the textures.
        opts: members of wm_scene_opts, such as no_animations=True.
        """
        settings = options(_abi.wm_scene_opts, self._budget, opts)
        pointer = call("wm_document_scene", self._handle.pointer, ctypes.byref(settings),
                       file=self.file)  # fmt: skip
        handle = Handle(pointer, "wm_scene_free", parents_of(self._budget, self._handle))
        scene = Scene(handle, self._budget)
        if images:
            scene._load_images(self._place.finder)
        return scene

    @_alone
    def rebuild(self, **opts: Any) -> Struct:
        """Computes the derived data again, as `waymark rebuild` does, and says what changed.

        Arrays that were taken from the document before stay valid and keep the old numbers.
        opts: members of the format's options, such as keep_tree=True of wm_kotor_bwm_rebuild_opts.
        """
        if self.format not in _REBUILD:
            raise Error(Status.UNSUPPORTED, "this format has no derived data", file=self.file)
        name, prefix, view = _REBUILD[self.format]
        member = getattr(self._c, name)
        old = ctypes.cast(member, type(member))  # `member` itself will follow the new pointer
        new = call(f"{prefix}_copy", old, allocator(self._budget), file=self.file)
        result = plain(view)
        try:
            settings = options(getattr(_abi, f"{prefix}_rebuild_opts"), self._budget, opts)
            call(f"{prefix}_rebuild", new, ctypes.byref(settings), ctypes.byref(result._c),
                 file=self.file)  # fmt: skip
        except BaseException:
            getattr(lib, f"{prefix}_free")(new)
            raise
        setattr(self._c, name, new)
        retired = Handle(old, f"{prefix}_free", parents_of(self._budget))
        part = self._parts.pop(name, None)
        if part:
            part.owner = retired
        return result

    @_alone
    def write(self, to: Optional[str] = None, **opts: Any) -> Dict[str, bytes]:
        """The bytes of the document as files: {ending: bytes}.

        to: an ending such as "glb" or "mdl"; None: the format that was read.
        """
        from waymark import _convert

        return _convert.write(self, to, opts).files

    @_alone
    def convert(self, path: PathLike, *, overwrite: bool = False, **opts: Any) -> "Conversion":
        """Writes the document as another format, which follows from the ending of `path`.

        An MDL has its MDX next to it and an OBJ its MTL. Files that belong together are all
        written, or none. opts: members of the options of the functions that are used, such as
        all_lods=True of wm_gltf_write_opts; and allow_missing_mdx=True, without which a KotOR
        model whose MDX is missing is refused.
        """
        from waymark import _convert

        return _convert.convert(self, path, overwrite, opts)

    @_alone
    def save(self, path: Optional[PathLike] = None, *, overwrite: bool = False) -> None:
        """Writes the document in its own format. Without a path, it replaces the file.

        A path that exists is replaced only with overwrite=True. Its ending must be one of the
        format, or none that the library knows.

        What is lost (see `faults`) is a LossWarning.
        """
        from waymark import _convert

        _convert.save(self, path, overwrite)


@dataclass
class Conversion:
    """What a conversion made."""

    #: ending: bytes
    files: Dict[str, bytes]
    #: what the target cannot hold
    losses: List[str]
    #: what was computed or changed, if the source is a scene
    result: Optional[Struct] = None
    #: the paths that were written
    paths: Optional[List[str]] = None

    def __repr__(self) -> str:
        sizes = ", ".join(f"{ending}: {len(data)} bytes" for ending, data in self.files.items())
        return f"Conversion({sizes}; losses={self.losses}, paths={self.paths})"


#: the `file` of a document that was read from memory without a name
IN_MEMORY = "<bytes>"

# ---- opening -----------------------------------------------------------------


def _game(game: Union[Game, PathLike, None], budget: Optional[Budget]) -> Optional[Game]:
    if game is None or isinstance(game, Game):
        return game
    return Game(game, budget=budget)


def _open(place: Place, opts: Dict[str, Any]) -> Document:
    settings = place.opts(opts)
    try:
        pointer = call(
            "wm_open", place.data, len(place.data), ctypes.byref(settings), file=place.file
        )
    except Error as error:
        if error.code == Status.BAD_MAGIC and is_archive(place.data):
            hint = f"Archive.open lists it, open('{place.file}:NAME') opens an entry"
            raise Error(error.code, f"is an archive: {hint}", file=place.file) from None
        raise
    place.data = b""
    handle = Handle(pointer, "wm_document_free", [*parents_of(place.budget), *place.handles])
    return Document(handle, place)


def open(
    path: PathLike,
    *,
    game: Union[Game, PathLike, None] = None,
    budget: Optional[Budget] = None,
    **opts: Any,
) -> Document:
    """Opens a file of any format, identified by its content, and the files that it needs.

    path: a file, or an entry of an archive: "danm13.mod:m13aa_01a.wok".
    game: an installed game, or its folder: companions that are not near the file come from it. A
      path that does not exist is the name of a resource of the game.
    budget: memory that the document may take.
    opts: members of wm_open_opts, such as room_models=Load.READ.
    """
    return _open(Place(path, _game(game, budget), budget), opts)


def read(
    data: bytes,
    name: PathLike = "",
    *,
    game: Union[Game, PathLike, None] = None,
    budget: Optional[Budget] = None,
    **opts: Any,
) -> Document:
    """The same as `open` for bytes in memory.

    name: companions are looked for in the folder of this path.
    """
    path = name or os.path.join(os.devnull, "data")
    place = Place(path, _game(game, budget), budget, memoryview(data).tobytes())
    place.file = place.file if name else IN_MEMORY
    return _open(place, opts)


def check(
    path: PathLike,
    *,
    game: Union[Game, PathLike, None] = None,
    budget: Optional[Budget] = None,
    max_per_code: int = 0,
    **opts: Any,
) -> List[Finding]:
    """Opens and checks a file, as `waymark check` does. A file that cannot be parsed is a finding.

    max_per_code: findings kept of each code; 0: 50.
    """
    place = Place(path, _game(game, budget), budget)
    settings = place.opts(opts)
    with _Report(budget) as report:
        if max_per_code:
            report.max_per_code = integer("max_per_code", max_per_code)
        call("wm_check", place.data, len(place.data), ctypes.byref(settings), ctypes.byref(report),
             file=place.file)  # fmt: skip
        return _findings(report)


def detect(data: bytes) -> Format:
    """The format of a file, by its content."""
    data = memoryview(data).tobytes()
    return Format(lib.wm_detect(data, len(data)))
