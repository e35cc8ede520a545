"""The neutral walkmesh and queries on it."""
import ctypes
import math
import operator
from dataclasses import dataclass
from typing import Any, Iterable, List, Optional, Sequence, Tuple

from waymark import _abi, _memory, structs
from waymark._memory import Array, Numbers
from waymark._native import (
    Budget,
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
    vec3,
)
from waymark._views import Records
from waymark.enums import Locate

Point = Sequence[float]
_ROW = ctypes.POINTER(_abi.wm_vec3)


@dataclass(frozen=True)
class Filter:
    """Which faces a query considers. Without arguments: all."""

    #: only faces with these materials, 0 to 63; None: all
    materials: Optional[Iterable[int]] = None
    walkable_only: bool = False
    #: leave out faces that face down, such as ceilings
    upward_only: bool = False
    #: rays only: leave out faces that are seen from the back
    front_only: bool = False

    def _c(self) -> Any:
        mask = 0
        for material in self.materials or ():
            if not 0 <= material < 64:
                raise ValueError(f"material {material} is not from 0 to 63")
            mask |= 1 << material
        return ctypes.pointer(
            _abi.wm_query_filter(mask, self.walkable_only, self.upward_only, self.front_only)
        )


def _filter(chosen: Optional[Filter]) -> Any:
    if chosen is not None and not isinstance(chosen, Filter):
        raise TypeError(f"expected a Filter, found {type(chosen).__name__}")
    return chosen._c() if chosen else None


@dataclass
class Path:
    """A path over walkable faces. It is falsy if there is none."""

    found: bool
    #: metres in plan view
    length: float
    #: the rows are points, from start to goal
    points: Array
    #: the face of each point; at a crossing, the face that is entered
    faces: Array
    #: whether the path changes direction at each point
    bends: Array
    #: only with costs
    cost: float
    #: it ends before the goal
    partial: bool
    #: metres from its end to the goal if it is partial
    remaining: float

    def __bool__(self) -> bool:
        return self.found


class PathIndex:
    """Data that makes path finding on a mesh many times faster. Make one with Walkmesh.index."""

    def __init__(self, handle: Handle, budget: Optional[Budget], mesh: "Walkmesh") -> None:
        self._handle = handle
        self._budget = budget
        self._mesh = mesh._handle

    def write(self) -> bytes:
        """The index as bytes, which Walkmesh.index reads again for the same mesh."""
        opts = options(_abi.wm_write_opts, self._budget, {})
        return buffer("wm_path_index_write", self._handle.pointer, ctypes.byref(opts))

    def measure(self) -> structs.PathIndexStats:
        """How large it is."""
        result = plain(structs.PathIndexStats)
        call("wm_path_index_measure", self._handle.pointer, ctypes.byref(result._c))
        assert isinstance(result, structs.PathIndexStats)
        return result


class _Query:
    """Borrows a wm_query of a mesh: one thread at a time may use it."""

    def __init__(self, mesh: "Walkmesh") -> None:
        self.mesh = mesh

    def __enter__(self) -> Any:
        mesh = self.mesh
        try:
            self.handle = mesh._queries.pop()
        except IndexError:
            pointer = call("wm_query_new", mesh._handle.pointer, allocator(mesh._budget))
            parents = parents_of(mesh._budget, mesh._handle)
            self.handle = Handle(pointer, "wm_query_free", parents)
        return self.handle.pointer

    def __exit__(self, *reason: Any) -> None:
        self.mesh._queries.append(self.handle)


class Walkmesh(Root, structs.Walkmesh):
    """A walkmesh from any format, for questions: heights, rays, paths. It never changes.

    Threads may share it. Distances are metres, z is up; in plan view only x and y count.
    """

    def __init__(self, handle: Handle, budget: Optional[Budget] = None) -> None:
        super().__init__(handle, budget, frozen=True)
        self._queries: List[Handle] = []

    @classmethod
    def build(
        cls,
        vertices: Any,
        faces: Any,
        *,
        materials: Any = None,
        walkable: Any = None,
        budget: Optional[Budget] = None,
    ) -> "Walkmesh":
        """Makes a walkmesh from arrays: rows of three floats, rows of three indices.

        materials: a number for each face; None: 0.
        walkable: a truth value for each face; None: all are walkable.
        """
        points = Numbers(vertices, ctypes.c_float, 3)
        corners = Numbers(faces, ctypes.c_uint32, 3)
        desc = _abi.wm_walkmesh_desc()
        desc.vertex_count, desc.face_count = points.count, corners.count
        desc.vertices = ctypes.cast(points.address, type(desc.vertices))
        desc.faces = ctypes.cast(corners.address, type(desc.faces))
        more = []
        for name, values, kind in (
            ("materials", materials, ctypes.c_uint32),
            ("walkable", walkable, ctypes.c_bool),
        ):
            if values is not None:
                more.append(_per_face(name, values, kind, corners.count))
                setattr(desc, name, ctypes.cast(more[-1].address, type(getattr(desc, name))))
        pointer = call("wm_walkmesh_new", ctypes.byref(desc), allocator(budget))
        return cls(Handle(pointer, "wm_walkmesh_free", parents_of(budget)), budget)

    # -- heights --

    def height(
        self, point: Point, what: Locate = Locate.NEAREST, *, filter: Optional[Filter] = None
    ) -> Optional[structs.Hit]:
        """The floor at x and y of a point: its face and z, or None.

        what: the floor nearest to the point's z, the highest at or below it, or the highest of all.
        """
        hit = plain(structs.Hit)
        with _Query(self) as query:
            found = lib.wm_query_height(
                query, vec3(point), Locate(what), _filter(filter), ctypes.byref(hit._c)
            )
        assert isinstance(hit, structs.Hit)
        return hit if found else None

    def heights(
        self,
        points: Any,
        what: Locate = Locate.NEAREST,
        *,
        filter: Optional[Filter] = None,
    ) -> Records[structs.Hit]:
        """`height` for many points in one call.

        points: rows of three numbers; float32 that is contiguous is not copied.

        The result has an item for each point: `column("z")` and `column("face")` are arrays. A face
        is NO_INDEX, and z is 0, where there is no floor.
        """
        kind = Locate(what)
        rows = Numbers(points, ctypes.c_float, 3)
        hits = (_abi.wm_hit * rows.count)()
        if rows.count:
            with _Query(self) as query:
                lib.wm_query_heights(
                    query, ctypes.cast(rows.address, _ROW), rows.count, kind, _filter(filter), hits
                )
        return Records(hits if rows.count else None, structs.Hit, hits, True)

    def locate(
        self, point: Point, what: Locate = Locate.ALL, *, filter: Optional[Filter] = None
    ) -> Records[structs.Hit]:
        """All floors at x and y of a point, the highest first."""
        chosen, place, count = _filter(filter), vec3(point), ctypes.c_uint32()
        capacity, hits = 0, None
        with _Query(self) as query:
            while True:
                call("wm_query_locate", query, place, Locate(what), chosen, hits, capacity,
                     ctypes.byref(count))  # fmt: skip
                if count.value <= capacity:
                    break
                capacity = count.value
                hits = (_abi.wm_hit * capacity)()
        return Records(hits, structs.Hit, hits, True)

    # -- rays --

    def ray(
        self,
        origin: Point,
        direction: Point,
        max_length: float = math.inf,
        *,
        filter: Optional[Filter] = None,
    ) -> Optional[structs.RayHit]:
        """The nearest face that a ray hits, or None."""
        hit = plain(structs.RayHit)
        with _Query(self) as query:
            found = lib.wm_query_raycast(query, vec3(origin), vec3(direction), max_length,
                                         _filter(filter), ctypes.byref(hit._c))  # fmt: skip
        assert isinstance(hit, structs.RayHit)
        return hit if found else None

    def rays(
        self,
        origins: Any,
        directions: Any,
        max_length: float = math.inf,
        *,
        filter: Optional[Filter] = None,
    ) -> Records[structs.RayHit]:
        """`ray` for many rays in one call.

        origins, directions: as many rows of three numbers.

        The result has an item for each ray; its face is NO_INDEX if nothing was hit.
        """
        starts = Numbers(origins, ctypes.c_float, 3)
        ways = Numbers(directions, ctypes.c_float, 3)
        if starts.count != ways.count:
            raise ValueError(f"{starts.count} origins, but {ways.count} directions")
        hits = (_abi.wm_ray_hit * starts.count)()
        if starts.count:
            with _Query(self) as query:
                lib.wm_query_raycasts(
                    query,
                    ctypes.cast(starts.address, _ROW),
                    ctypes.cast(ways.address, _ROW),
                    starts.count,
                    max_length,
                    _filter(filter),
                    hits,
                )
        return Records(hits if starts.count else None, structs.RayHit, hits, True)

    def sight(self, a: Point, b: Point, *, filter: Optional[Filter] = None) -> bool:
        """Whether one point can be seen from the other."""
        with _Query(self) as query:
            return bool(lib.wm_query_sight(query, vec3(a), vec3(b), _filter(filter), None))

    # -- paths --

    def index(self, data: Optional[bytes] = None, *, memory_limit: int = 0) -> PathIndex:
        """Prepares the mesh for path finding, or reads an index that was written before."""
        parents = parents_of(self._budget, self._handle)
        if data is None:
            limit = integer("memory_limit", memory_limit, ctypes.c_size_t)
            pointer = call("wm_path_index_new", self._handle.pointer, limit,
                           allocator(self._budget))  # fmt: skip
        else:
            opts = options(_abi.wm_read_opts, self._budget, {"memory_limit": memory_limit})
            data = memoryview(data).tobytes()
            pointer = call("wm_path_index_read", data, len(data), self._handle.pointer,
                           ctypes.byref(opts))  # fmt: skip
        return PathIndex(Handle(pointer, "wm_path_index_free", parents), self._budget, self)

    def path(
        self,
        start: Point,
        goal: Point,
        *,
        filter: Optional[Filter] = None,
        index: Optional[PathIndex] = None,
        costs: Optional[Sequence[float]] = None,
        partial: bool = False,
        crossings: bool = False,
    ) -> Path:
        """The shortest path from one point to another.

        costs: 64 costs per metre by material; the result is then a cheap path.
        partial: if the goal cannot be reached, go to the place nearest to it.
        crossings: also return the points where the path crosses an edge.
        """
        return self.paths(
            [start], [goal], filter=filter, index=index, costs=costs, partial=partial,
            crossings=crossings,
        )[0]  # fmt: skip

    def paths(
        self,
        starts: Any,
        goals: Any,
        *,
        filter: Optional[Filter] = None,
        index: Optional[PathIndex] = None,
        costs: Optional[Sequence[float]] = None,
        partial: bool = False,
        crossings: bool = False,
    ) -> List[Path]:
        """`path` for many pairs of points in one call."""
        opts = _abi.wm_path_opts()
        opts.filter = _filter(filter)
        if index is not None and not isinstance(index, PathIndex):
            raise TypeError(f"expected a PathIndex, found {type(index).__name__}")
        if index is not None and index._mesh is not self._handle:
            raise ValueError("the index is that of another walkmesh")
        opts.index = index._handle.pointer if index else None
        opts.partial, opts.crossings = partial, crossings
        if costs is not None:
            if len(costs) != 64:
                raise ValueError(f"{len(costs)} costs, but there are 64 materials")
            table = (ctypes.c_float * 64)(*costs)
            opts.costs = ctypes.cast(table, ctypes.POINTER(ctypes.c_float))
        first, last = Numbers(starts, ctypes.c_float, 3), Numbers(goals, ctypes.c_float, 3)
        if first.count != last.count:
            raise ValueError(f"{first.count} starts, but {last.count} goals")
        a = (_abi.wm_vec3 * first.count).from_address(first.address)
        b = (_abi.wm_vec3 * last.count).from_address(last.address)
        with _Query(self) as query:
            search = _Search(query, opts)
            return [search.run(a[i], b[i]) for i in range(first.count)]

    # -- places --

    def nearest(
        self,
        point: Point,
        radius: float = math.inf,
        *,
        filter: Optional[Filter] = None,
        plan: bool = False,
    ) -> Optional[structs.Nearest]:
        """The point of the surface that is nearest to a point, or None.

        plan: the nearest in plan view.
        """
        opts = _abi.wm_nearest_opts()
        opts.filter, opts.plan = _filter(filter), plan
        result = plain(structs.Nearest)
        with _Query(self) as query:
            found = lib.wm_query_nearest(query, vec3(point), radius, ctypes.byref(opts),
                                         ctypes.byref(result._c))  # fmt: skip
        assert isinstance(result, structs.Nearest)
        return result if found else None

    def reachable(self, a: Point, b: Point, *, filter: Optional[Filter] = None) -> bool:
        """Whether a character can walk from one point to the other."""
        with _Query(self) as query:
            return bool(lib.wm_query_reachable(query, vec3(a), vec3(b), _filter(filter)))

    def slide(
        self,
        face: int,
        start: Point,
        goal: Point,
        *,
        radius: float = 0.0,
        stop: bool = False,
        filter: Optional[Filter] = None,
    ) -> structs.Slide:
        """Moves from a point on a face towards a target, sliding along walls.

        radius: of the character, metres.
        stop: stop at the first wall.
        """
        opts = _abi.wm_slide_opts()
        opts.filter, opts.radius, opts.stop = _filter(filter), radius, stop
        result = plain(structs.Slide)
        with _Query(self) as query:
            call("wm_query_slide", query, self._face(face), vec3(start), vec3(goal), ctypes.byref(opts),
                 ctypes.byref(result._c))  # fmt: skip
        assert isinstance(result, structs.Slide)
        return result

    @property
    def region_count(self) -> int:
        """The number of regions: connected sets of walkable faces."""
        return int(lib.wm_walkmesh_region_count(self._handle.pointer))

    def region(self, face: int) -> Optional[int]:
        """The region of a face, or None if it is not walkable."""
        found = lib.wm_walkmesh_region(self._handle.pointer, self._face(face))
        return None if found == _abi.WM_NO_INDEX else int(found)

    def _face(self, face: int) -> int:
        if not 0 <= operator.index(face) < self.face_count:
            raise IndexError(f"face {face}, but there are {self.face_count}")
        return face


def _per_face(name: str, values: Any, kind: Any, faces: int) -> Numbers:
    numbers = Numbers(values, kind)
    if numbers.count != faces:
        raise ValueError(f"{numbers.count} {name}, but {faces} faces")
    return numbers


class _Search:
    """Runs path queries with one set of buffers, which grow when they are too small."""

    def __init__(self, query: Any, opts: Any) -> None:
        self.query, self.opts = query, opts
        self.c = _abi.wm_path()
        self._room(64)

    def _room(self, capacity: int) -> None:
        self.cells = (_abi.wm_path_point * capacity)()
        self.c.points = ctypes.cast(self.cells, ctypes.POINTER(_abi.wm_path_point))
        self.c.point_capacity = capacity

    def run(self, start: Any, goal: Any) -> Path:
        c = self.c
        while True:
            call("wm_query_path", self.query, start, goal, ctypes.byref(self.opts), ctypes.byref(c))
            if c.point_count <= c.point_capacity:
                break
            self._room(c.point_count)
        count = c.point_count if c.found else 0
        points, faces, bends = _columns(self.cells, count)
        return Path(c.found, c.length, points, faces, bends, c.cost, c.partial, c.remaining)


def _columns(cells: Any, count: int) -> List[Array]:
    """Copies of positions, faces and bends of the first points."""
    if _memory.numpy:
        table = _memory.numpy.frombuffer(cells, _memory.numpy.dtype(_abi.wm_path_point))[:count]
        place = table["position"]
        positions = _memory.numpy.stack([place["x"], place["y"], place["z"]], axis=1)
        return [positions, table["face"].copy(), table["bend"].copy()]
    points = [cells[i] for i in range(count)]
    flat = [n for p in points for n in (p.position.x, p.position.y, p.position.z)]
    return [
        _copied(ctypes.c_float, flat, (count, 3)),
        _copied(ctypes.c_uint32, [p.face for p in points], (count,)),
        _copied(ctypes.c_bool, [p.bend for p in points], (count,)),
    ]


def _copied(kind: Any, values: List[Any], shape: Tuple[int, ...]) -> Array:
    """An array that Python owns."""
    cells, array = _memory.new(kind, shape)
    cells[: len(values)] = values
    return array
