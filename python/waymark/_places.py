"""Where files are: folders, archives and installed games."""
import ctypes
import os
from typing import Any, Dict, Iterator, List, Optional, Tuple, Union

from waymark import _abi, structs
from waymark._native import (
    Budget,
    Error,
    Handle,
    Root,
    allocator,
    buffer,
    call,
    encode,
    integer,
    lib,
    options,
)
from waymark._native import failure, parents_of, take
from waymark.enums import Status

PathLike = Union[str, "os.PathLike[str]"]
_DEEPEST = 4


def _source(data: bytes) -> Tuple[Any, Any]:
    """Bytes as the library reads archives, and what keeps them."""
    cells = ctypes.create_string_buffer(data, max(len(data), 1))
    source = _abi.wm_source()
    source.size = len(data)
    source.data = ctypes.addressof(cells)
    return source, cells


def is_archive(data: bytes) -> bool:
    """Whether bytes are those of an archive."""
    source, _cells = _source(data)
    kind = ctypes.c_int()
    return bool(lib.wm_archive_detect(ctypes.byref(source), ctypes.byref(kind)))


class Archive(Root, structs.Archive):
    """An archive of a game: ERF, MOD, HAK, SAV, RIM, KEY, BIF, ZIP or STUFF.

    `Archive.open(path)` opens one. Only its tables are read; the bytes of an entry are read when they
    are asked for.
    """

    @classmethod
    def open(cls, path: PathLike, *, budget: Optional[Budget] = None) -> "Archive":
        """Opens an archive. `path` may be in another archive: "game.zip:module.mod"."""
        outer, entry = split(os.fspath(path))
        if entry is None:
            opts = options(_abi.wm_archive_opts, budget, {})
            pointer = call("wm_archive_open_file", encode(path), ctypes.byref(opts), file=str(path))
            return cls(Handle(pointer, "wm_archive_free", parents_of(budget)), budget)
        holder = cls.open(outer, budget=budget)
        return holder.inner(entry, str(path))

    def inner(self, entry: str, name: Optional[str] = None) -> "Archive":
        """Opens an archive that is an entry of this one."""
        source, cells = _source(self.read(entry))
        title = name or f"{self.name}:{entry}"
        opts = options(_abi.wm_archive_opts, self._budget, {"name": title})
        pointer = call("wm_archive_new", ctypes.byref(source), ctypes.byref(opts), file=title)
        handle = Handle(pointer, "wm_archive_free", parents_of(self._budget), keep=cells)
        return Archive(handle, self._budget)

    def names(self) -> List[str]:
        """The names of all entries, in the order of the file."""
        result = []
        for entry in self.entries:
            dot = f".{entry.type}" if entry.type else ""
            result.append(entry.path or f"{entry.name}{dot}")
        return result

    def find(self, name: str) -> Optional[int]:
        """The index of the entry with this name, such as "room.wok", or None."""
        stem, kind = split_name(name)
        index = lib.wm_archive_find(self._handle.pointer, encode(stem), encode(kind))
        return None if index == _abi.WM_NO_INDEX else int(index)

    def read(self, name: Union[str, int]) -> bytes:
        """The bytes of an entry, by its name or index."""
        index = self.find(name) if isinstance(name, str) else name
        if index is None:
            raise Error(Status.IO, f"there is no '{name}' in {self.name}", file=self.name)
        opts = options(_abi.wm_write_opts, self._budget, {})
        index = integer("index", index)
        return buffer("wm_archive_extract", self._handle.pointer, index, ctypes.byref(opts),
                      file=f"{self.name}:{name}")  # fmt: skip

    def __iter__(self) -> Iterator[str]:
        return iter(self.names())

    def __len__(self) -> int:
        return self.entry_count

    def _finder(self) -> Any:
        return lib.wm_archive_finder(self._handle.pointer)


class Game(Root, structs.Game):
    """An installed game: its folders and archives, in the order in which the game searches them."""

    def __init__(
        self,
        path: PathLike,
        *,
        module: Optional[str] = None,
        user_folder: Optional[PathLike] = None,
        budget: Optional[Budget] = None,
    ) -> None:
        opts = options(_abi.wm_game_opts, budget, {"module": module, "user_folder": user_folder})
        pointer = call("wm_game_new", encode(path), ctypes.byref(opts), file=str(path))
        super().__init__(Handle(pointer, "wm_game_free", parents_of(budget)), budget)

    def read(self, name: str) -> bytes:
        """The bytes of a resource, such as "danm13.lyt": the copy that the game would use."""
        stem, kind = split_name(name)
        finder, found, error = self._finder(), _abi.wm_found(), _abi.wm_error()
        find = finder.find
        status = find(
            finder.user, encode(stem), encode(kind), ctypes.byref(found), ctypes.byref(error)
        )
        if status != Status.OK:
            if found.release:
                found.release(ctypes.byref(found))
            raise failure(error, self.path)
        if not found.where:
            raise Error(Status.IO, f"the game has no '{name}'", file=self.path)
        opts = options(_abi.wm_write_opts, self._budget, {})
        out = _abi.wm_buffer()
        call("wm_found_take", ctypes.byref(found), ctypes.byref(opts), ctypes.byref(out), file=name)
        return take(out)

    def _finder(self) -> Any:
        return lib.wm_game_finder(self._handle.pointer)


def split_name(name: str) -> Tuple[str, str]:
    """ "room.wok": "room", "wok" """
    stem, dot, kind = name.rpartition(".")
    return (stem, kind) if dot and "/" not in kind else (name, "")


def split(path: str) -> Tuple[str, Optional[str]]:
    """ "a.mod:room.wok": the archive and the entry; the entry is None for a file."""
    if os.path.exists(path) or ":" not in path:
        return path, None
    parts = path.split(":")
    for i in range(len(parts) - 1, 0, -1):
        if os.path.isfile(":".join(parts[:i])):
            if len(parts) - i > _DEEPEST:
                raise Error(Status.LIMIT, f"archives are nested more than {_DEEPEST} times")
            return ":".join(parts[:-1]), parts[-1]
    return path, None


class Place:
    """The bytes of a file, its name, and where its companions are."""

    def __init__(
        self,
        path: PathLike,
        game: Optional[Game],
        budget: Optional[Budget],
        data: Optional[bytes] = None,
    ) -> None:
        self.file = os.fsdecode(path)
        self.budget = budget
        self.game = game
        self.handles: List[Handle] = []
        finders = []
        self.data: Any = data
        outer, entry = (self.file, None) if data is not None else split(self.file)
        self.name = entry or self.file
        if entry is not None:
            archive = Archive.open(outer, budget=budget)
            self.data = archive.read(entry)
            self.handles.append(archive._handle)
            finders.append(archive._finder())
        folder = call("wm_folder_new", encode(outer), allocator(budget))
        self.handles.append(Handle(folder, "wm_folder_free", parents_of(budget)))
        finders.append(lib.wm_folder_finder(folder))
        if self.data is None:
            self.data = self._read(outer)
        if game:
            self.handles.append(game._handle)
            finders.append(game._finder())
        self.finder = self._chain(finders)

    def _read(self, path: str) -> bytes:
        opts = options(_abi.wm_file_read_opts, self.budget, {})
        if self.game and not os.path.exists(path):
            return self.game.read(path)
        return buffer("wm_file_read", encode(path), ctypes.byref(opts), file=path)

    def _chain(self, finders: List[Any]) -> Any:
        if len(finders) == 1:
            return finders[0]
        cells = (_abi.wm_finder * len(finders))(*finders)
        chain = call("wm_chain_new", cells, len(finders), allocator(self.budget))
        self.handles.append(
            Handle(chain, "wm_chain_free", [*self.handles, *parents_of(self.budget)])
        )
        return lib.wm_chain_finder(chain)

    def opts(self, values: Dict[str, Any]) -> Any:
        """Options of wm_open."""
        result = options(_abi.wm_open_opts, self.budget, values)
        result.name = encode(self.name)
        result.finder = self.finder
        result.complete = bool(self.game)
        return result
