"""Views: Python objects over the structs of the library.

A view holds the address of a struct and its owner: the view that it was reached from, or in the
end the handle that frees the memory. So an array or a view keeps alive what it looks at.
"""
import ctypes
from collections.abc import Sequence
from typing import (
    Any,
    Callable,
    Generic,
    Iterator,
    List,
    Optional,
    Tuple,
    Type,
    TypeVar,
    Union,
    overload,
)

from waymark import _memory

T = TypeVar("T")
Count = Callable[[Any, Any], Any]
Target = Callable[[], Any]


def decode(text: Optional[bytes]) -> Optional[str]:
    """Text of a file: UTF-8, or Latin-1 if it is not UTF-8."""
    if text is None:
        return None
    try:
        return text.decode()
    except UnicodeDecodeError:
        return text.decode("latin-1")


class Struct:
    """A view of one struct."""

    __slots__ = ("_c", "_owner", "_frozen", "__weakref__")
    _type_: Any = None

    def __init__(self, address: int, owner: Any = None, frozen: bool = False) -> None:
        if owner is None:  # somebody made an address up
            raise TypeError(f"{type(self).__name__} is made by the library alone")
        self._c = self._type_.from_address(address)
        self._owner = owner
        self._frozen = frozen

    def _part(self, name: str) -> Any:
        """What keeps alive the memory that a pointer of this struct leads to."""
        return self

    @classmethod
    def _fields(cls) -> List[str]:
        names: List[str] = []
        for base in reversed(cls.__mro__):
            names += [n for n, v in vars(base).items() if isinstance(v, _Field) and n not in names]
        return names

    def __repr__(self) -> str:
        shown: List[str] = []
        for name in self._fields():
            value = getattr(self, name)
            if isinstance(value, (str, bool, int, float, tuple)) and len(shown) < 8:
                shown.append(f"{name}={value!r}")
        return f"{type(self).__name__}({', '.join(shown)})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Struct):
            return NotImplemented
        return type(self) is type(other) and _address(self) == _address(other)

    def __hash__(self) -> int:
        return hash(_address(self))


def _address(item: Struct) -> int:
    return ctypes.addressof(item._c)


class Records(Sequence, Generic[T]):  # type: ignore[type-arg]
    """A table of structs. Items are views.

    `column` gives one member of all items at once; `array` gives the whole table to numpy.
    """

    __slots__ = ("_cells", "_target", "_owner", "_frozen")

    def __init__(self, cells: Any, target: Type[T], owner: Any, frozen: bool) -> None:
        self._cells = cells
        self._target: Any = target
        self._owner = owner
        self._frozen = frozen

    def __len__(self) -> int:
        return len(self._cells) if self._cells is not None else 0

    @overload
    def __getitem__(self, index: int) -> T:
        ...

    @overload
    def __getitem__(self, index: slice) -> List[T]:
        ...

    def __getitem__(self, index: Union[int, slice]) -> Union[T, List[T]]:
        count = len(self)
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(count))]
        at = index + count if index < 0 else index
        if not 0 <= at < count:
            raise IndexError(f"index {index}, but there are {count}")
        size = ctypes.sizeof(type(self._cells)._type_)
        item: T = self._target(ctypes.addressof(self._cells) + at * size, self._owner, self._frozen)
        return item

    def __iter__(self) -> Iterator[T]:
        for i in range(len(self)):
            yield self[i]

    def __repr__(self) -> str:
        return f"<{len(self)} x {self._target.__name__}>"

    def column(self, name: str) -> _memory.Array:
        """One member of all items, as an array that copies nothing."""
        if self._cells is None:
            return _memory.view(ctypes.c_uint8, 0, (0,), None, True)
        result = _memory.column(self._cells, name)
        if _memory.numpy:
            result.flags.writeable = False
            return result
        return result.toreadonly()

    @property
    def array(self) -> _memory.Array:
        """The table as a structured numpy array that copies nothing. It is read-only."""
        if not _memory.numpy:
            raise TypeError("numpy is not installed")
        kind = _memory.numpy.dtype(self._target._type_)
        if self._cells is None:
            return _memory.numpy.empty(0, kind)
        result = _memory.numpy.frombuffer(self._cells, kind)
        result.flags.writeable = False
        return result


# ---- members -----------------------------------------------------------------


class _Field:
    """A member of a struct. Generated classes are made of these."""

    writable = False

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, item: Optional[Struct], kind: Any = None) -> Any:
        return self if item is None else self.get(item)

    def __set__(self, item: Struct, value: Any) -> None:
        if item._frozen or not self.writable:
            raise AttributeError(f"{self.name} cannot be changed")
        self.put(item, value)

    def get(self, item: Struct) -> Any:
        raise NotImplementedError

    def put(self, item: Struct, value: Any) -> None:
        setattr(item._c, self.name, value)


def _plain(value: Any) -> Any:
    """A number, or an array of numbers as a tuple."""
    if isinstance(value, ctypes.Array):
        return tuple(_plain(v) for v in value)
    return value


class _NumberField(_Field):
    def __init__(self, name: str, writable: bool) -> None:
        super().__init__(name)
        self.writable = writable

    def get(self, item: Struct) -> Any:
        return _plain(getattr(item._c, self.name))

    def put(self, item: Struct, value: Any) -> None:
        now = getattr(item._c, self.name)
        if isinstance(now, ctypes.Array):
            now[:] = [v for v in value]
        else:
            setattr(item._c, self.name, value)


class _EnumField(_Field):
    def __init__(self, name: str, kind: Any) -> None:
        super().__init__(name)
        self.kind = kind

    def get(self, item: Struct) -> Any:
        value = getattr(item._c, self.name)
        try:
            return self.kind(value)
        except ValueError:  # a number that the file made up
            return value


class _TextField(_Field):
    def get(self, item: Struct) -> Any:
        value = getattr(item._c, self.name)
        if isinstance(value, ctypes.Array):
            return tuple(decode(v.value) for v in value)
        return decode(value)


class _RawField(_Field):
    def get(self, item: Struct) -> Any:
        value = getattr(item._c, self.name)
        if isinstance(value[0], ctypes.Array):
            return tuple(bytes(v) for v in value)
        return bytes(value)


class _SizedField(_Field):
    def __init__(self, name: str, size: str) -> None:
        super().__init__(name)
        self.size = size

    def get(self, item: Struct) -> Any:
        address = getattr(item._c, self.name)
        return ctypes.string_at(address, getattr(item._c, self.size)) if address else b""


class _VectorField(_Field):
    writable = True

    def __init__(self, name: str, kind: Any) -> None:
        super().__init__(name)
        self.kind = kind

    def get(self, item: Struct) -> Any:
        value = getattr(item._c, self.name)
        if isinstance(value, ctypes.Array):
            return tuple(self.one(v) for v in value)
        return self.one(value)

    def one(self, value: Any) -> Any:
        return self.kind(*(getattr(value, n) for n in self.kind._fields))

    def put(self, item: Struct, value: Any) -> None:
        now = getattr(item._c, self.name)
        if isinstance(now, ctypes.Array):
            pairs = list(zip(now, value, strict=True))
        else:
            pairs = [(now, value)]
        for target, numbers in pairs:
            numbers = tuple(float(n) for n in numbers)
            if len(numbers) != len(self.kind._fields):
                raise ValueError(f"{self.name} has {len(self.kind._fields)} numbers")
            for name, number in zip(self.kind._fields, numbers):
                setattr(target, name, number)


class _InlineField(_Field):
    def __init__(self, name: str, kind: Any, shape: Tuple[int, ...]) -> None:
        super().__init__(name)
        self.kind, self.shape = kind, shape

    def get(self, item: Struct) -> Any:
        address = ctypes.addressof(getattr(item._c, self.name))
        return _memory.view(self.kind, address, self.shape, item, True)


class _StructField(_Field):
    def __init__(self, name: str, target: Target) -> None:
        super().__init__(name)
        self.target = target

    def get(self, item: Struct) -> Any:
        value = getattr(item._c, self.name)
        if isinstance(value, ctypes.Array):
            return tuple(self.target()(ctypes.addressof(v), item, item._frozen) for v in value)
        return self.target()(ctypes.addressof(value), item, item._frozen)


class _PointerField(_Field):
    def __init__(self, name: str, target: Target, frozen: bool) -> None:
        super().__init__(name)
        self.target, self.frozen = target, frozen

    def get(self, item: Struct) -> Any:
        pointer = getattr(item._c, self.name)
        if not pointer:
            return None
        address = ctypes.addressof(pointer.contents)
        return self.target()(address, item._part(self.name), item._frozen or self.frozen)


class _ManyField(_Field):
    """A pointer to several elements."""

    def __init__(self, name: str, count: Count, frozen: bool) -> None:
        super().__init__(name)
        self.count, self.frozen = count, frozen

    def size(self, item: Struct) -> Any:
        return self.count(item._c, item._owner)

    def address(self, item: Struct) -> int:
        pointer = getattr(item._c, self.name)
        return ctypes.cast(pointer, ctypes.c_void_p).value or 0


class _RecordsField(_ManyField):
    def __init__(self, name: str, target: Target, count: Count, frozen: bool) -> None:
        super().__init__(name, count, frozen)
        self.target = target

    def get(self, item: Struct) -> Any:
        address = self.address(item)
        count = self.size(item) if address else 0
        owner = item._part(self.name)
        target = self.target()
        cells = _memory.block(target._type_, address, count, owner) if count else None
        return Records(cells, target, owner, item._frozen or self.frozen)


class _PointersField(_ManyField):
    def __init__(self, name: str, target: Target, count: Count, frozen: bool) -> None:
        super().__init__(name, count, frozen)
        self.target = target

    def get(self, item: Struct) -> Any:
        pointers = getattr(item._c, self.name)
        if not pointers:
            return []
        frozen = item._frozen or self.frozen
        found = [pointers[i] for i in range(self.size(item))]
        return [
            self.target()(ctypes.addressof(p.contents), item, frozen) if p else None for p in found
        ]


class _TextsField(_ManyField):
    def get(self, item: Struct) -> Any:
        pointers = getattr(item._c, self.name)
        return [decode(pointers[i]) for i in range(self.size(item))] if pointers else []


class _ArrayField(_ManyField):
    def __init__(
        self, name: str, kind: Any, row: Tuple[int, ...], count: Count, frozen: bool
    ) -> None:
        super().__init__(name, count, frozen)
        self.kind, self.row = kind, row

    def get(self, item: Struct) -> Any:
        return self.at(item, self.address(item))

    def at(self, item: Struct, address: int) -> Any:
        count = self.size(item)
        shape = (count if isinstance(count, tuple) else (count,)) + self.row
        if not address and 0 not in shape:
            return None
        frozen = item._frozen or self.frozen
        return _memory.view(self.kind, address, shape, item._part(self.name), frozen)


class _ArraysField(_ArrayField):
    def get(self, item: Struct) -> Any:
        found = (ctypes.cast(p, ctypes.c_void_p).value for p in getattr(item._c, self.name))
        return tuple(self.at(item, address) if address else None for address in found)


# The generated classes give each member its type by hand, so these return Any.


def _number(name: str, writable: bool = False) -> Any:
    return _NumberField(name, writable)


def _enum(name: str, kind: Any) -> Any:
    return _EnumField(name, kind)


def _text(name: str) -> Any:
    return _TextField(name)


def _raw(name: str) -> Any:
    return _RawField(name)


def _sized(name: str, size: str) -> Any:
    return _SizedField(name, size)


def _vector(name: str, kind: Any) -> Any:
    return _VectorField(name, kind)


def _inline(name: str, kind: Any, shape: Tuple[int, ...]) -> Any:
    return _InlineField(name, kind, shape)


def _struct(name: str, target: Target) -> Any:
    return _StructField(name, target)


_structs = _struct


def _pointer(name: str, target: Target, frozen: bool = False) -> Any:
    return _PointerField(name, target, frozen)


def _records(name: str, target: Target, count: Count, frozen: bool = False) -> Any:
    return _RecordsField(name, target, count, frozen)


def _pointers(name: str, target: Target, count: Count, frozen: bool = False) -> Any:
    return _PointersField(name, target, count, frozen)


def _texts(name: str, count: Count, frozen: bool = False) -> Any:
    return _TextsField(name, count, frozen)


def _array(name: str, kind: Any, row: Tuple[int, ...], count: Count, frozen: bool = False) -> Any:
    return _ArrayField(name, kind, row, count, frozen)


def _arrays(name: str, kind: Any, row: Tuple[int, ...], count: Count, frozen: bool = False) -> Any:
    return _ArraysField(name, kind, row, count, frozen)
