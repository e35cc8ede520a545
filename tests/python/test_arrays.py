"""Arrays over the library's memory: nothing is copied, and nothing is freed too early."""
import ctypes
import gc
import unittest
from array import array

import waymark
from support import NUMPY, SAMPLES, Case, rows, touch
from waymark import _memory


def address(values):
    """Where the numbers of an array are."""
    if NUMPY:
        return values.ctypes.data
    # a writable byte of the same memory
    return ctypes.addressof(
        ctypes.c_char.from_buffer(values.cast("B") if values.format != "B" else values)
    )


class Arrays(Case):
    def test_kind(self):
        vertices = waymark.open(SAMPLES / "room.wok").bwm.vertices
        self.assertEqual(vertices.shape, (56, 3))
        if NUMPY:
            import numpy

            self.assertIsInstance(vertices, numpy.ndarray)
            self.assertEqual(vertices.dtype, numpy.float32)
        else:
            self.assertIsInstance(vertices, memoryview)
            self.assertEqual(vertices.format, "f")

    def test_no_copy(self):
        room = waymark.open(SAMPLES / "room.wok")
        stored = ctypes.cast(room._c.bwm.contents.vertices, ctypes.c_void_p).value
        self.assertEqual(address(room.bwm.vertices), stored)
        room.bwm.vertices[3, 1] = 4.5
        self.assertEqual(room.bwm.vertices[3, 1], 4.5)
        self.assertEqual(room._c.bwm.contents.vertices[3].y, 4.5)

    def test_arrays_keep_the_document(self):
        budget = waymark.Budget()
        vertices = waymark.open(SAMPLES / "room.wok", budget=budget).bwm.vertices
        gc.collect()
        self.assertGreater(budget.used, 0)
        before = rows(vertices)
        more = [waymark.open(SAMPLES / "room.wok") for _ in range(50)]
        del more
        gc.collect()
        self.assertEqual(rows(vertices), before)
        part = vertices[2:4] if NUMPY else vertices
        del vertices
        gc.collect()
        self.assertGreater(budget.used, 0)
        del part
        gc.collect()
        self.assertEqual(budget.used, 0)

    def test_everything_keeps_the_document(self):
        """Views, tables, scenes, poses, queries and path indices: each alone is enough."""
        makers = {
            "view": lambda d: d.bwm,
            "table": lambda d: d.bwm.aabbs,
            "item": lambda d: d.bwm.aabbs[5],
            "column": lambda d: d.bwm.edges.column("edge"),
            "scene": lambda d: d.make_scene().meshes[0].positions,
            "pose": lambda d: d.make_scene().pose(),
            "mesh": lambda d: d.make_walkmesh().vertices,
            "index": lambda d: d.make_walkmesh().index(),
        }
        for name, make in makers.items():
            with self.subTest(name):
                budget = waymark.Budget()
                kept = make(waymark.open(SAMPLES / "room.wok", budget=budget))
                gc.collect()
                self.assertGreater(budget.used, 0)
                touch(kept)
                del kept
                gc.collect()
                self.assertEqual(budget.used, 0)

    def test_cycles(self):
        """The garbage collector frees the members of a cycle in any order."""
        budget = waymark.Budget()
        for _ in range(20):
            document = waymark.open(SAMPLES / "area/grid.lyt", budget=budget)
            scene = document.make_scene()
            pose = scene.pose()
            document.loop, scene.loop, pose.loop = pose, document, scene
            del document, scene, pose
        gc.collect()
        self.assertEqual(budget.used, 0)

    def test_read_only(self):
        room = waymark.open(SAMPLES / "room.wok")
        mesh = room.make_walkmesh()
        scene = room.make_scene()
        for values in (
            room.bwm.faces,
            mesh.vertices,
            mesh.faces,
            scene.meshes[0].positions,
            room.bwm.aabbs.column("face"),
        ):
            at = (0, 0) if values.ndim == 2 else 0
            with self.assertRaises((ValueError, TypeError)):
                values[at] = values[at]
        with self.assertRaises(AttributeError):
            room.bwm.face_count = 3
        with self.assertRaises(AttributeError):
            scene.nodes[0].rest.translation = (1, 2, 3)
        with self.assertRaises(AttributeError):
            room.bwm.aabbs[0].face = 2

    def test_writing(self):
        room = waymark.open(SAMPLES / "room.wok")
        room.bwm.materials[2] = 7
        room.bwm.position = (1, 2, 3)
        room.bwm.relative_hook = [(1, 0, 0), (0, 1, 0)]
        room.bwm.edges[0].transition = 5
        again = waymark.read(room.write()["wok"])
        self.assertEqual(again.bwm.materials[2], 7)
        self.assertEqual(again.bwm.position, (1, 2, 3))
        self.assertEqual(again.bwm.relative_hook[1].y, 1)
        self.assertEqual(again.bwm.edges[0].transition, 5)
        with self.assertRaises(ValueError):
            room.bwm.position = (1, 2)

    def test_tables(self):
        aabbs = waymark.open(SAMPLES / "room.wok").bwm.aabbs
        self.assertEqual(len(aabbs), 147)
        self.assertEqual(aabbs[-1], aabbs[146])
        self.assertEqual(len(aabbs[2:10:3]), 3)
        with self.assertRaises(IndexError):
            aabbs[147]
        self.assertEqual([a.plane for a in aabbs], rows(aabbs.column("plane")))
        if NUMPY:
            table = aabbs.array
            self.assertEqual(table["min"]["x"][0], aabbs[0].min.x)
            self.assertEqual(table.base is None, False)
        else:
            with self.assertRaises(TypeError):
                aabbs.array
            with self.assertRaises(TypeError):
                aabbs.column("min")

    def test_empty(self):
        crate = waymark.open(SAMPLES / "crate.pwk")
        self.assertEqual(len(crate.bwm.perimeters), 0)
        self.assertEqual(list(crate.bwm.adjacency), [])
        self.assertEqual(len(crate.bwm.edges), 0)
        self.assertEqual(list(crate.bwm.edges.column("edge")), [])

    def test_rebuild_keeps_old_arrays(self):
        budget = waymark.Budget()
        room = waymark.open(SAMPLES / "room.wok", budget=budget)
        old, table = room.bwm.normals, room.bwm.aabbs
        first = rows(old)
        room.bwm.vertices[0, 2] = 0.25
        result = room.rebuild()
        self.assertGreater(result.normals, 0)
        self.assertEqual(rows(old), first)
        self.assertEqual(len([a.plane for a in table]), 147)
        self.assertNotEqual(rows(room.bwm.normals), first)
        self.assertEqual(room.check(), [])
        held = budget.used
        del old, table
        gc.collect()
        self.assertLess(budget.used, held)
        for _ in range(5):
            room.rebuild()
        gc.collect()
        self.assertLessEqual(budget.used, held)
        del room
        gc.collect()
        self.assertEqual(budget.used, 0)


class Numbers(Case):
    def test_inputs(self):
        """Everything that holds numbers can be passed; only what does not fit is copied."""
        mesh = waymark.open(SAMPLES / "room.wok").make_walkmesh()
        points = [(0.5, 0.5, 0.0), (11.25, 2.5, 0.0)]
        flat = array("f", [n for p in points for n in p])
        forms = [
            points,
            [list(p) for p in points],
            flat,
            memoryview(flat),
            memoryview(flat).toreadonly(),
            memoryview(flat).cast("B").cast("f", (2, 3)),
            array("d", flat),
            (p for p in points),
        ]
        if NUMPY:
            import numpy

            forms.pop()
            forms += [
                numpy.array(points),
                numpy.array(points, "f4"),
                numpy.asfortranarray(numpy.array(points, "f4")),
            ]
        wanted = [(h.face, h.z) for h in mesh.heights(forms[0])]
        for form in forms:
            self.assertEqual([(h.face, h.z) for h in mesh.heights(form)], wanted)
        kept = _memory.Numbers(flat, ctypes.c_float, 3)
        self.assertEqual(kept.address, flat.buffer_info()[0])
        with self.assertRaises(ValueError):
            mesh.heights([1, 2, 3, 4])
        with self.assertRaisesRegex(ValueError, "rows of 2"):
            mesh.heights(memoryview(flat).cast("B").cast("f", (3, 2)))
        self.assertEqual(len(mesh.heights([])), 0)


if __name__ == "__main__":
    unittest.main()
