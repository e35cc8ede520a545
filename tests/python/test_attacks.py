"""Wrong arguments and odd orders of events: an exception each time, never a crash."""
import copy
import faulthandler
import gc
import math
import pickle
import threading
import unittest
from array import array

import waymark
from support import NUMPY, SAMPLES, Case, pack_erf, rows
from waymark import _abi, _native, structs

faulthandler.enable()

TRIANGLE = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
JUNK = (None, 5, "abc", b"abc", 1.5, [], {}, object(), math.nan, -1, 1 << 70, [[]], ("a", "b", "c"))


def mesh(name="room.wok"):
    return waymark.open(SAMPLES / name).make_walkmesh()


class Arguments(Case):
    """Each wrong argument has its exception."""

    def refused(self, work, *kinds):
        with self.assertRaises(kinds or (TypeError, ValueError)) as caught:
            work()
        return caught.exception

    def test_points(self):
        room = mesh()
        for point in (
            (),
            (1, 2),
            (1, 2, 3, 4),
            None,
            5,
            "abc",
            [[1, 2, 3]],
            (1, 2, "x"),
            (1, 2, None),
        ):
            for ask in (room.height, room.locate, room.nearest):
                self.refused(lambda: ask(point))
            self.refused(lambda: room.ray(point, (0, 0, -1)))
            self.refused(lambda: room.sight((0, 0, 0), point))
            self.refused(lambda: room.reachable(point, point))
            self.refused(lambda: room.slide(0, point, point))

    def test_tables(self):
        room = mesh()
        odd = (None, 5, "abc", b"abcdefghijkl", bytearray(12), [[1, 2, "x"]], [[1, 2, 3j]], {1: 2}, [1, 2],
               [[1, 2], [3, 4]], [None] * 3, [[1, 2, 3], [1, 2]])  # fmt: skip
        for table in odd:
            self.refused(lambda: room.heights(table))
            self.refused(lambda: room.rays(table, table))
            self.refused(lambda: room.paths(table, table))
        self.refused(lambda: room.rays(TRIANGLE, TRIANGLE[:2]))
        self.refused(lambda: room.paths(TRIANGLE, TRIANGLE[:2]))

    def test_meshes(self):
        build = waymark.Walkmesh.build
        for faces in (
            [(0, 1.5, 2)],
            [(0, math.nan, 2)],
            [(0, 1, "2")],
            "012",
            None,
            [(0, 1)],
            [(0, 1, 2j)],
        ):
            self.refused(lambda: build(TRIANGLE, faces))
        for faces in ([(0, 1, -1)], [(0, 1, 1 << 32)], [(0, 1, 1 << 70)]):
            self.refused(lambda: build(TRIANGLE, faces), ValueError, OverflowError, TypeError)
        error = self.refused(lambda: build(TRIANGLE, [(0, 1, 3)]), waymark.Error)
        self.assertEqual(error.code, waymark.Status.BAD_VALUE)
        for more in (
            {"materials": [1, 2]},
            {"walkable": []},
            {"materials": [1.5]},
            {"materials": "a"},
        ):
            self.refused(lambda: build(TRIANGLE, [(0, 1, 2)], **more))
        self.refused(lambda: build(TRIANGLE, [(0, 1, 2)], budget=5))
        for numbers in (math.nan, math.inf, -math.inf, 3e38):
            strange = build([(numbers, numbers, numbers), *TRIANGLE[1:]], [(0, 1, 2)])
            strange.heights(TRIANGLE)
            strange.path((0, 0, 0), (numbers, 0, 0), partial=True)
            strange.rays([(0, 0, numbers)], [(0, numbers, -1)])
        self.assertEqual(build([], []).heights(TRIANGLE).column("face")[0], waymark.NO_INDEX)

    def test_numbers(self):
        room = mesh()
        for face in (-1, room.face_count, 1 << 32, 1 << 64):
            self.refused(lambda: room.region(face), IndexError)
            self.refused(lambda: room.slide(face, (0, 0, 0), (1, 1, 0)), IndexError)
        for face in (1.5, "0", None):
            self.refused(lambda: room.region(face), TypeError)
        for what in (99, -1, "NEAREST", None):
            self.refused(lambda: room.height((1, 1, 0), what))
            self.refused(lambda: room.heights(TRIANGLE, what))
            self.refused(lambda: room.locate((1, 1, 0), what))
        for chosen in (5, "x", {}, waymark.Filter(materials=[64]), waymark.Filter(materials=["a"])):
            self.refused(lambda: room.height((1, 1, 0), filter=chosen))
        for costs in ([1] * 63, ["x"] * 64, 5):
            self.refused(lambda: room.path((1, 1, 0), (2, 2, 0), costs=costs))
        for number in (math.nan, math.inf, -1.0, 0.0):
            try:
                room.path((1, 1, 0), (2, 2, 0), costs=[number] * 64)
            except waymark.Error as error:
                self.assertEqual(error.code, waymark.Status.BAD_ARGUMENT)
            room.nearest((1, 1, 0), number)
            room.ray((1, 1, 5), (0, 0, -1), number)
        for limit in (-1, 1 << 64, 1.5, "1"):
            self.refused(lambda: waymark.Budget(limit))
            self.refused(lambda: room.index(memory_limit=limit))
            self.refused(lambda: waymark.check(SAMPLES / "room.wok", max_per_code=limit))

    def test_files(self):
        for value in (None, 5, 1.5, [], {}, "a\0b"):
            for work in (waymark.open, waymark.check, waymark.Archive.open, waymark.Game):
                self.refused(lambda: work(value))
        for path in (
            "",
            "/nowhere/room.wok",
            str(self.folder),
            "a:b:c",
            f"{SAMPLES}/room.wok:room.wok",
        ):
            for work in (waymark.open, waymark.check, waymark.Archive.open, waymark.Game):
                self.assertIsInstance(
                    self.refused(lambda: work(path), waymark.Error).code, waymark.Status
                )
        for data in (None, 5, 1 << 60, "text", [1, 2]):
            self.refused(lambda: waymark.detect(data))
            self.refused(lambda: waymark.read(data))
        self.refused(lambda: waymark.open(SAMPLES / "room.wok", budget=5))
        self.refused(lambda: waymark.open(SAMPLES / "room.wok", game=5))
        self.assertEqual(
            self.refused(
                lambda: waymark.open(SAMPLES / "room.wok", budget=waymark.Budget(1)), waymark.Error
            ).code,
            waymark.Status.NO_MEMORY,
        )

    def test_options(self):
        """Every member of every options struct with every kind of junk."""
        kinds = [k for n, k in vars(_abi).items() if n.endswith("_opts") and hasattr(k, "_fields_")]
        self.assertGreater(len(kinds), 20)
        room = waymark.open(SAMPLES / "room.wok")
        for kind in kinds:
            for name, _ in kind._fields_:
                for value in (*JUNK, room, room.bwm):
                    try:
                        _native.put(kind(), name, value)
                    except (TypeError, ValueError):
                        pass
        for name in ("finder", "allocator", "begin_zero", "user", "no_such_option", "name"):
            for value in (5, 0x7FFF00000000, object()):
                for work in (room.make_scene, room.rebuild, room.write):
                    self.refused(lambda: work(**{name: value}))
        self.refused(lambda: waymark.open(SAMPLES / "room.wok", finder=5))

    def test_addresses(self):
        """Views and handles cannot be made from numbers."""
        for kind in (
            structs.Hit,
            structs.KotorBwm,
            structs.Document,
            structs.Scene,
            structs.Bw2Model,
        ):
            for address in (0, 5, 1 << 40):
                self.refused(lambda: kind(address), TypeError)
        for kind in (waymark.Walkmesh, waymark.Scene):
            for handle in (0, 5, None, "x"):
                self.refused(lambda: kind(handle), AttributeError, TypeError)

    def test_poses(self):
        scene = waymark.open(SAMPLES / "models/sample.mdl").make_scene()
        pose = scene.pose()
        for which in (-1, scene.animation_count, 1 << 40, "no such animation", 1.5, []):
            self.refused(lambda: pose.sample(which))
        for node in (-1, scene.node_count, 1 << 40, "no such node", 1.5, None):
            self.refused(lambda: pose.mesh(node))
        for time in (math.nan, math.inf, -1e30):
            pose.sample("walk", time)
        for time in (None, "x", []):
            self.refused(lambda: pose.sample("walk", time))
        self.refused(lambda: pose.sample("walk", 0, 99))
        self.refused(lambda: pose.mix(scene, 0.5), TypeError)
        self.refused(
            lambda: pose.mix(waymark.open(SAMPLES / "models/sample.mdl").make_scene().pose(), 0.5)
        )

    def test_indices_of_other_meshes(self):
        room, hills = mesh(), mesh("hills.wok")
        index = hills.index()
        self.refused(lambda: room.path((1, 1, 0), (2, 2, 0), index=index), ValueError)
        self.refused(lambda: room.path((1, 1, 0), (2, 2, 0), index=5), TypeError)
        for data in (index.write(), index.write()[:-9], b"", b"x" * 100):
            self.refused(lambda: room.index(data), waymark.Error)
        self.refused(lambda: hills.index("text"), TypeError)

    def test_entries(self):
        path = self.folder / "a.mod"
        pack_erf(path, [("room", 2016, (SAMPLES / "room.wok").read_bytes())])
        archive = waymark.Archive.open(path)
        for index in (1, -1, 1 << 32, 1 << 70):
            self.refused(lambda: archive.read(index), ValueError, waymark.Error)
        self.refused(lambda: archive.read("no.wok"), waymark.Error)
        self.refused(lambda: archive.inner("room.wok"), waymark.Error)


class Arrays(Case):
    """Arrays of every kind, and what happens to them."""

    def test_forms(self):
        room = mesh()
        expected = rows(room.heights([(1, 1, 0), (2, 3, 0)]).column("z"))
        flat = array("f", [1, 1, 0, 2, 3, 0])
        forms = [flat, array("d", flat), memoryview(flat), memoryview(flat).toreadonly(), [(1, 1, 0), (2, 3, 0)],
                 memoryview(bytes(flat)).cast("f", (2, 3))]  # fmt: skip
        for form in forms:
            self.assertEqual(rows(room.heights(form).column("z")), expected)
        for empty in ([], (), array("f"), memoryview(b"").cast("f")):
            self.assertEqual(len(room.heights(empty)), 0)
            self.assertEqual(len(room.rays(empty, empty)), 0)
            self.assertEqual(room.paths(empty, empty), [])

    @unittest.skipUnless(NUMPY, "numpy is not installed")
    def test_numpy_forms(self):
        import numpy

        room = mesh()
        points = numpy.array([(1, 1, 0), (2, 3, 0)], "f4")
        expected = rows(room.heights(points).column("z"))
        frozen = points.copy()
        frozen.flags.writeable = False
        wide = numpy.zeros((4, 6), "f4")
        wide[::2, ::2] = points
        turned = numpy.asfortranarray(points)
        for form in (frozen, wide[::2, ::2], turned, points[::-1][::-1], points.astype(">f4"), points.astype("f2"),
                     points.astype("i8"), points.astype("f8"), numpy.ma.array(points)):  # fmt: skip
            self.assertEqual(rows(room.heights(form).column("z")), expected)
        for form in (
            points.astype(complex),
            points.astype(str),
            points.astype(object),
            points[:, :2],
        ):
            self.assertRaises((TypeError, ValueError), lambda: room.heights(form))
        with self.assertRaises((MemoryError, ValueError)):
            room.heights(numpy.broadcast_to(numpy.zeros(3), (1 << 60, 3)))
        self.assertRaises(ValueError, lambda: room.vertices.__setitem__(0, 1))  # it never changes

    def test_values(self):
        """Numbers that a document cannot mean: what uses them fails or goes on, and nothing crashes."""
        for name in ("room.wok", "models/sample.mdl"):
            for number in (math.nan, math.inf, -3e38):
                document = waymark.open(SAMPLES / name)
                found = self.floats(document)
                self.assertTrue(found)
                for values in found:
                    for i in range(len(values)):
                        values[i] = number
                for work in (document.check, document.info, document.make_walkmesh, document.make_scene,
                             document.write, lambda: document.write("glb"), document.rebuild):  # fmt: skip
                    try:
                        work()
                    except waymark.Error as error:
                        self.assertIsInstance(error.code, waymark.Status)

    def floats(self, document):
        """The coordinates of a document, one row of numbers each."""
        found = []
        if document.bwm:
            found.append(document.bwm.vertices)
        for node in document.mdl.tree.nodes if document.mdl else ():
            if node.mesh and node.mesh.vertices is not None:
                found.append(node.mesh.vertices)
        flat = []
        for table in found:
            if NUMPY:
                flat.append(table.reshape(-1))
            else:
                flat.append(table.cast("B").cast("f"))
        return flat

    def test_outlive(self):
        """Arrays, views and answers live as long as they are used, whatever else is gone."""
        budget = waymark.Budget()
        document = waymark.open(SAMPLES / "room.wok", budget=budget)
        vertices, boxes, room = document.bwm.vertices, document.bwm.aabbs, document.make_walkmesh()
        faces, hits = room.faces, room.heights(TRIANGLE)
        index, column = room.index(), hits.column("z")
        scene = waymark.open(SAMPLES / "models/sample.mdl", budget=budget).make_scene()
        pose = scene.pose()
        world, (skin, _) = pose.world, pose.mesh("skin")
        kept = [rows(a) for a in (vertices, faces, column, world, skin)]
        first = boxes[0].max
        document.rebuild()
        del document, room, hits, scene, pose
        gc.collect()
        noise = [bytes(1 << 16) for _ in range(64)]
        self.assertEqual([rows(a) for a in (vertices, faces, column, world, skin)], kept)
        self.assertEqual(boxes[0].max, first)
        self.assertGreater(len(index.write()), 0)
        del vertices, boxes, faces, index, column, world, skin, noise
        gc.collect()
        self.assertEqual(budget.used, 0)

    def test_copies(self):
        """Handles are not copied: the object would be freed twice."""
        room = mesh()
        document = waymark.open(SAMPLES / "room.wok")
        for item in (
            room,
            document,
            waymark.Budget(),
            room.index(),
            document.make_scene(),
            document.bwm,
        ):
            self.assertRaises((TypeError, ValueError), lambda: copy.deepcopy(item))
            self.assertRaises((TypeError, ValueError), lambda: pickle.dumps(item))
        again = copy.copy(room)
        del room
        gc.collect()
        self.assertEqual(len(again.heights(TRIANGLE)), 3)


class Threads(Case):
    def test_one_document_in_threads(self):
        """Its methods wait for each other: `rebuild` frees what it replaces."""
        room, failed = waymark.open(SAMPLES / "room.wok"), []
        count = room.bwm.face_count

        def work():
            try:
                for _ in range(40):
                    room.rebuild()
                    self.assertEqual(room.info()["faces"], count)
                    room.check()
                    self.assertEqual(room.make_walkmesh().face_count, count)
                    self.assertTrue(room.write("glb"))
            except BaseException as error:  # a thread does not fail the test by itself
                failed.append(error)

        threads = [threading.Thread(target=work) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failed, [])

    def test_path_of_bytes_in_errors(self):
        for path in (b"no such file", b"no \xff such file"):
            with self.assertRaises(waymark.Error) as caught:
                waymark.open(path)
            self.assertIn("no ", str(caught.exception))

    def test_shared(self):
        """One mesh in many threads, while others open, rebuild and drop documents."""
        room = mesh("hills.wok")
        index = room.index()
        low, high = room.min, room.max
        middle = tuple((a + b) / 2 for a, b in zip(low, high))
        points = [tuple(a + (b - a) * i / 500 for a, b in zip(low, high)) for i in range(500)]
        expected = rows(room.heights(points).column("z"))
        length = room.path(points[100], middle, index=index).length
        failures = []

        def ask():
            for _ in range(20):
                if rows(room.heights(points).column("z")) != expected:
                    failures.append("heights")
                if room.path(points[100], middle, index=index).length != length:
                    failures.append("path")

        def churn():
            for _ in range(20):
                document = waymark.open(SAMPLES / "room.wok")
                kept = document.bwm.vertices
                document.rebuild()
                document.make_walkmesh().heights(kept)

        threads = [threading.Thread(target=work) for work in (ask, ask, ask, churn, churn)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])


if __name__ == "__main__":
    unittest.main()
