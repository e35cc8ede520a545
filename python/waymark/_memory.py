"""Arrays over memory of the library, with numpy or without, and numbers from callers."""
import ctypes
from array import array
from typing import Any, Iterable, Tuple

numpy: Any = None  # memoryviews then
try:
    import numpy as _numpy

    numpy = _numpy
except ImportError:
    pass

#: A numpy array, or a memoryview where numpy is not installed.
Array = Any

FORMATS = {
    ctypes.c_bool: "?",
    ctypes.c_uint8: "B",
    ctypes.c_uint16: "H",
    ctypes.c_uint32: "I",
    ctypes.c_float: "f",
    ctypes.c_double: "d",
}


def block(kind: Any, address: int, count: int, owner: Any) -> Any:
    """`count` elements of a ctypes type at an address; the result keeps `owner` alive."""
    cells = (kind * count).from_address(address)
    cells._owner = owner
    return cells


def view(kind: Any, address: int, shape: Tuple[int, ...], owner: Any, frozen: bool) -> Array:
    """Numbers of the library as an array that copies nothing and keeps `owner` alive."""
    count = 1
    for side in shape:
        count *= side
    if count:
        return shape_of(block(kind, address, count, owner), kind, shape, frozen)
    if numpy:
        return numpy.empty(shape, FORMATS[kind])
    return memoryview(b"").cast(FORMATS[kind])


def shape_of(cells: Any, kind: Any, shape: Tuple[int, ...], frozen: bool = False) -> Array:
    """A block of numbers as an array of this shape."""
    if numpy:
        result = numpy.frombuffer(cells, FORMATS[kind]).reshape(shape)
        result.flags.writeable = not frozen
        return result
    flat = memoryview(cells).cast("B")
    if frozen:
        flat = flat.toreadonly()
    return flat.cast(FORMATS[kind], shape)


def new(kind: Any, shape: Tuple[int, ...]) -> Tuple[Any, Array]:
    """A zeroed block that Python owns, and an array over it."""
    count = 1
    for side in shape:
        count *= side
    cells = (kind * max(count, 1))()
    return cells, shape_of(cells, kind, shape) if count else view(kind, 0, shape, None, False)


def column(cells: Any, name: str) -> Array:
    """One member of an array of structs, without copying."""
    kind = type(cells)._type_
    member = getattr(kind, name)
    if numpy:
        return numpy.frombuffer(cells, numpy.dtype(kind))[name]
    scalar = dict(kind._fields_)[name]
    size = ctypes.sizeof(scalar)
    if scalar not in FORMATS and scalar is not ctypes.c_int:
        raise TypeError(f"{name} is not a number: without numpy, use the items")
    if member.offset % size or ctypes.sizeof(kind) % size:
        raise TypeError(f"{name} needs numpy")
    flat = memoryview(cells).cast("B").cast(FORMATS.get(scalar, "i"))
    return flat[member.offset // size :: ctypes.sizeof(kind) // size]


class Numbers:
    """Numbers that a caller passed, in the form that the library needs.

    `address` is valid as long as this object lives. A contiguous buffer of the right type is used
    where it is; anything else is copied.
    """

    __slots__ = ("address", "count", "_keep")

    def __init__(self, values: Any, kind: Any, width: int = 1) -> None:
        code = FORMATS[kind]
        if isinstance(values, (str, bytes, bytearray)):  # their items are not numbers
            raise TypeError(f"expected numbers, found {type(values).__name__}")
        shape = getattr(values, "shape", None)
        if shape is not None and len(shape) == 2 and shape[1] != width:
            raise ValueError(f"expected rows of {width} numbers, found rows of {shape[1]}")
        if numpy:
            self._keep = numpy.ascontiguousarray(_checked(values, code), dtype=code)
            self.address = self._keep.ctypes.data
            size = self._keep.size
        else:
            flat = _flat_buffer(values, code)
            size = len(flat)
            self._keep = (kind * size).from_buffer(flat) if size else kind()
            self.address = ctypes.addressof(self._keep)
        if size % width:
            raise ValueError(f"{size} numbers are not a whole number of rows of {width}")
        self.count = size // width


def _checked(values: Any, code: str) -> Any:
    """Numbers as a numpy array of any type, if that of the library can hold them."""
    found = numpy.asarray(values)
    if not found.size:
        return found
    if found.dtype.kind not in ("biuf" if code in "fd?" else "biu"):
        raise TypeError(f"expected {_NAMES[code]}, found an array of {found.dtype}")
    if code in "BHI":
        most = (1 << 8 * numpy.dtype(code).itemsize) - 1
        low, high = int(found.min()), int(found.max())
        if low < 0 or high > most:
            raise ValueError(f"expected numbers from 0 to {most}, found {low if low < 0 else high}")
    return found


_NAMES = {"?": "truth values", "f": "numbers", "d": "numbers", "B": "integers", "H": "integers",
          "I": "integers"}  # fmt: skip


def _flat_buffer(values: Any, code: str) -> memoryview:
    """Numbers in one row that can be written: those of the caller if they fit, else a copy."""
    try:
        buffer = memoryview(values)
    except TypeError:
        buffer = None
    if buffer is not None and buffer.format.lstrip("<@=") == code and buffer.c_contiguous:
        buffer = buffer.cast("B").cast(code) if buffer.nbytes else buffer
        if not buffer.readonly:
            return buffer
    cells = (
        array("B", map(bool, _flatten(values))) if code == "?" else array(code, _flatten(values))
    )
    return memoryview(cells)


def _flatten(values: Any) -> Iterable[Any]:
    if isinstance(values, (str, bytes, bytearray)):
        raise TypeError(f"expected numbers, found {type(values).__name__}")
    if isinstance(values, memoryview):
        values = values.tolist()
    for value in values:
        if hasattr(value, "__iter__") or isinstance(value, memoryview):
            yield from _flatten(value)
        else:
            yield value
