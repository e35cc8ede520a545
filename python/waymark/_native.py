"""The shared library: loading it, calling it, and who frees what."""
import ctypes
import operator
import os
import sys
import threading
from pathlib import Path
from typing import Any, List, Optional, Sequence, Type

from waymark import _abi
from waymark._views import Struct, decode
from waymark.enums import Status


def _candidates() -> List[str]:
    """Where the library may be: named by the user, in this package, installed."""
    chosen = os.environ.get("WAYMARK_LIBRARY")
    if chosen:
        return [chosen]
    here = Path(__file__).parent
    if sys.platform == "win32":
        return [str(here / "libwaymark.dll"), "libwaymark.dll"]
    version = ".".join(str(n) for n in _abi.VERSION[:2])
    return [str(here / "libwaymark.so"), f"libwaymark.so.{version}"]


def _load() -> ctypes.CDLL:
    problems = []
    for name in _candidates():
        try:
            library = ctypes.CDLL(name)
        except OSError as problem:
            problems.append(str(problem))
            continue
        library.wm_version.restype = ctypes.c_char_p
        version = library.wm_version().decode()
        # Before 1.0 a minor version may change structs, a patch version may not.
        if version.split(".")[:2] != [str(n) for n in _abi.VERSION[:2]]:
            wanted = ".".join(str(n) for n in _abi.VERSION[:2])
            raise ImportError(f"{name} is version {version}, this package needs {wanted}")
        return _abi.bind(library)
    raise ImportError("cannot load libwaymark: " + "; ".join(problems))


lib = _load()

# ---- errors ------------------------------------------------------------------


class Error(Exception):
    """The library could not do its work."""

    #: what kind of failure it is
    code: Status
    #: byte offset in the file, or None
    offset: Optional[int]
    #: line and column of a text, from 1, or None
    line: Optional[int]
    column: Optional[int]
    #: the field, such as "faces[12].vertex[1]", or ""
    path: str
    #: the value found and the values allowed
    message: str
    #: the file, or None
    file: Optional[str]

    def __init__(
        self,
        code: Status,
        message: str,
        *,
        path: str = "",
        offset: Optional[int] = None,
        line: Optional[int] = None,
        column: Optional[int] = None,
        file: Optional[str] = None,
    ) -> None:
        self.code, self.message, self.path, self.file = code, message, path, file
        self.offset, self.line, self.column = offset, line, column
        super().__init__(code, message)

    def __str__(self) -> str:
        where = ""
        if self.line:
            where = f"line {self.line}, column {self.column or 1} "
        elif self.offset is not None:
            where = f"@{self.offset:#x} "
        place = f"{where}{self.path}".strip()
        parts = [part for part in (self.file, place, self.message) if part]
        return f"{': '.join(parts)} [{self.code.name.lower()}]"


def failure(error: Any, file: Optional[str]) -> Error:
    """A wm_error as an exception."""
    return Error(
        Status(error.code or Status.NO_MEMORY),
        decode(error.message) or "",
        path=decode(error.path) or "",
        offset=None if error.offset == _abi.WM_NO_OFFSET else error.offset,
        line=error.line or None,
        column=error.column or None,
        file=file,
    )


def call(name: str, *arguments: Any, file: Optional[str] = None) -> Any:
    """Calls a function whose last argument is a wm_error, and raises Error if it fails."""
    error = _abi.wm_error()
    function = getattr(lib, name)
    result = function(*arguments, ctypes.byref(error))
    failed = result != Status.OK if function.restype is ctypes.c_int else not result
    if failed:
        raise failure(error, file)
    return result


# ---- memory ------------------------------------------------------------------

# A finalizer may run while this thread holds it.
_lock = threading.RLock()


class Handle:
    """An object of the library, which is freed when nothing in Python uses it any more.

    Parents are what the object needs: they are freed after it, in whatever order the garbage
    collector finds them.
    """

    __slots__ = ("pointer", "address", "_free", "_parents", "_users", "_keep")

    def __init__(
        self, pointer: Any, free: str, parents: Sequence["Handle"] = (), keep: Any = None
    ) -> None:
        self.pointer = pointer
        self.address = ctypes.cast(pointer, ctypes.c_void_p).value or 0
        self._free = getattr(lib, free)
        self._parents = tuple(parents)
        self._users = 1
        self._keep = keep
        with _lock:
            for parent in self._parents:
                parent._users += 1

    def _release(self) -> None:
        with _lock:
            self._users -= 1
            if self._users:
                return
        self._free(self.pointer)
        for parent in self._parents:
            parent._release()

    def __del__(self) -> None:
        if hasattr(self, "_keep"):
            self._release()

    def __reduce_ex__(self, protocol: Any) -> Any:
        """Two handles of one object would free it twice."""
        raise TypeError("objects of the library can be neither copied nor pickled")


class Budget:
    """A limit on memory that any number of objects share. It also counts what they use.

    limit: bytes in use at one time; 0: no limit. What needs more fails with Status.NO_MEMORY.
    """

    def __init__(self, limit: int = 0) -> None:
        limit = integer("limit", limit, ctypes.c_uint64)
        self._handle = Handle(call("wm_budget_new", limit, None), "wm_budget_free")

    @property
    def used(self) -> int:
        """Bytes in use."""
        return int(lib.wm_budget_used(self._handle.pointer, None))

    @property
    def peak(self) -> int:
        """The most bytes that were in use at one time."""
        peak = ctypes.c_uint64()
        lib.wm_budget_used(self._handle.pointer, ctypes.byref(peak))
        return peak.value


def allocator(budget: Optional[Budget]) -> Any:
    """The allocator of a budget, for the library. None is malloc."""
    if budget is not None and not isinstance(budget, Budget):
        raise TypeError(f"expected a Budget, found {type(budget).__name__}")
    return lib.wm_budget_allocator(budget._handle.pointer) if budget else None


def parents_of(budget: Optional[Budget], *others: Optional[Handle]) -> List[Handle]:
    """The handles that a new object needs."""
    found = [handle for handle in others if handle]
    return found + [budget._handle] if budget else found


class Root(Struct):
    """A view of an object that Python frees."""

    def __init__(self, handle: Handle, budget: Optional[Budget] = None, frozen: bool = False):
        if not isinstance(handle, Handle):
            name = type(self).__name__
            maker = f"{name}.open" if hasattr(type(self), "open") else "waymark.open or a method"
            raise TypeError(f"{maker} makes objects of {name}, not {name}()")
        super().__init__(handle.address, handle, frozen)
        self._handle = handle
        self._budget = budget


# ---- arguments ---------------------------------------------------------------

_INTEGERS = {
    ctypes.c_uint8,
    ctypes.c_uint16,
    ctypes.c_uint32,
    ctypes.c_uint64,
    ctypes.c_int,
    ctypes.c_size_t,
}


def integer(name: str, value: Any, kind: Any = ctypes.c_uint32) -> int:
    """A number that a C type can hold; ctypes itself would cut it off."""
    number = operator.index(value)
    if kind(number).value != number:
        raise ValueError(f"{name} is {number}, which is too large or negative")
    return number


def encode(text: Any) -> bytes:
    """A path or a text for the library."""
    result = os.fsencode(text)
    if b"\0" in result:
        raise ValueError("a text for the library must not contain a NUL")
    return result


def vec3(point: Any) -> Any:
    """A wm_vec3 from three numbers."""
    x, y, z = (float(n) for n in point)
    return _abi.wm_vec3(x, y, z)


def options(kind: Any, budget: Optional[Budget], values: Any) -> Any:
    """An options struct. Keywords are its members, also those of its `base`.

    A view can be given where the struct has a pointer.
    """
    result = kind()
    for name, value in values.items():
        put(result, name, value)
    target = result
    while not hasattr(type(target), "allocator") and hasattr(type(target), "base"):
        target = target.base
    if hasattr(type(target), "allocator"):
        target.allocator = allocator(budget)
    return result


def _member(name: str, kind: Any, value: Any) -> Any:
    """A value as a member of a struct. Addresses are never taken from numbers."""
    if isinstance(value, (str, os.PathLike)):
        return encode(value)
    if isinstance(value, Struct):
        return ctypes.pointer(value._c)
    if kind is ctypes.c_bool:
        return bool(value)
    if kind in _INTEGERS:
        return integer(name, value, kind)
    if kind in (ctypes.c_float, ctypes.c_double):
        return float(value)
    plain_text = kind is ctypes.c_char_p and isinstance(value, bytes)
    if value is None or plain_text or isinstance(value, kind):
        return value
    raise TypeError(f"'{name}' cannot be {type(value).__name__}")


def put(target: Any, name: str, value: Any) -> None:
    """Sets a member of an options struct."""
    members = dict(target._fields_)
    if name in members and name not in ("begin_zero", "end_zero", "base", "allocator"):
        setattr(target, name, _member(name, members[name], value))
    elif "base" in members:
        put(target.base, name, value)
    else:
        raise TypeError(f"there is no option '{name}'")


def buffer(
    name: str, *arguments: Any, tail: Sequence[Any] = (), file: Optional[str] = None
) -> bytes:
    """The bytes that a function fills a wm_buffer with, its last argument but `tail`."""
    out = _abi.wm_buffer()
    call(name, *arguments, ctypes.byref(out), *tail, file=file)
    return take(out)


def take(out: Any) -> bytes:
    """The bytes of a wm_buffer, which is freed."""
    try:
        return ctypes.string_at(out.data, out.size) if out.size else b""
    finally:
        lib.wm_buffer_free(ctypes.byref(out))


def plain(view: Type[Struct]) -> Struct:
    """A view of a zeroed struct that Python owns, for results."""
    cell = view._type_()
    return view(ctypes.addressof(cell), cell)
