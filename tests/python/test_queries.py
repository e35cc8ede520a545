"""Heights, rays, paths and places on a walkmesh."""
import json
import math
import subprocess
import unittest

import waymark
from support import BUILD, SAMPLES, Case, rows
from waymark import NO_INDEX, Filter, Locate, Walkmesh


def square():
    """Two triangles that rise towards y = 4, and a ceiling over a part of them."""
    vertices = [(0, 0, 0), (4, 0, 0), (4, 4, 2), (0, 4, 2), (0, 0, 5), (0, 2, 5), (2, 0, 5)]
    faces = [(0, 1, 2), (0, 2, 3), (4, 5, 6)]
    return Walkmesh.build(vertices, faces, materials=[4, 4, 7], walkable=[True, True, False])


def command(*words):
    text = subprocess.run(
        [str(w) for w in (BUILD / "waymark", *words)], stdout=subprocess.PIPE
    ).stdout
    return json.loads(text)


class Heights(Case):
    def test_one(self):
        mesh = square()
        hit = mesh.height((1, 2, 0))
        self.assertEqual((hit.face, hit.z), (1, 1.0))
        self.assertIsNone(mesh.height((9, 9, 0)))
        self.assertEqual(mesh.height((0.5, 0.5, 4)).z, 5.0)
        self.assertEqual(mesh.height((0.5, 0.5, 4), Locate.BELOW).z, 0.25)
        self.assertEqual(mesh.height((0.5, 0.5, 4), filter=Filter(walkable_only=True)).z, 0.25)
        self.assertEqual(mesh.height((0.5, 0.5, 0), filter=Filter(materials=[7])).z, 5.0)
        with self.assertRaises(ValueError):
            mesh.height((0, 0, 0), filter=Filter(materials=[64]))

    def test_many_are_those_of_one(self):
        mesh = waymark.open(SAMPLES / "hills.wok").make_walkmesh()
        size = [b - a for a, b in zip(mesh.min, mesh.max)]
        points = [
            (mesh.min.x + size[0] * i / 30, mesh.min.y + size[1] * k / 28, 0.0)
            for i in range(33)
            for k in range(30)
        ]
        hits = mesh.heights(points, Locate.ALL)
        self.assertEqual(len(hits), len(points))
        found = 0
        for point, hit, face, z in zip(
            points, hits, rows(hits.column("face")), rows(hits.column("z"))
        ):
            one = mesh.height(point, Locate.ALL)
            self.assertEqual((hit.face, hit.z), (face, z))
            self.assertEqual((face, z), (one.face, one.z) if one else (NO_INDEX, 0.0))
            found += one is not None
        self.assertGreater(found, 500)
        self.assertLess(found, len(points))

    def test_result_outlives_the_mesh(self):
        z = square().heights([(1, 2, 0), (3, 3, 0)]).column("z")
        self.assertEqual(rows(z), [1.0, 1.5])

    def test_locate(self):
        hits = square().locate((0.5, 0.5, 0))
        self.assertEqual([h.z for h in hits][0], 5.0)
        self.assertEqual([h.z for h in hits][-1], 0.25)
        self.assertEqual(len(square().locate((9, 9, 0))), 0)


class Rays(Case):
    def test_one(self):
        mesh = square()
        hit = mesh.ray((1, 2, 9), (0, 0, -3))
        self.assertEqual((hit.face, hit.distance, hit.point), (1, 8.0, (1.0, 2.0, 1.0)))
        self.assertAlmostEqual(hit.normal.z, math.cos(math.atan(0.5)), 6)
        self.assertIsNone(mesh.ray((1, 2, 9), (0, 0, 1)))
        self.assertIsNone(mesh.ray((1, 2, 9), (0, 0, -1), 7.5))
        self.assertTrue(mesh.sight((1, 2, 3), (3, 3, 3)))
        self.assertFalse(mesh.sight((1, 2, 3), (1, 2, -3)))

    def test_many_are_those_of_one(self):
        mesh = waymark.open(SAMPLES / "room.wok").make_walkmesh()
        starts = [(x / 3, 1.7, 6.0) for x in range(-3, 45)]
        ways = [(0.1 * (i % 3 - 1), 0.05, -1.0) for i in range(len(starts))]
        hits = mesh.rays(starts, ways)
        for start, way, hit in zip(starts, ways, hits):
            one = mesh.ray(start, way)
            if one:
                self.assertEqual(hit.face, one.face)
                self.assertEqual((hit.point, hit.normal), (one.point, one.normal))
            else:
                self.assertEqual((hit.face, hit.distance), (NO_INDEX, 0.0))
        distances = rows(hits.column("distance"))
        self.assertGreater(sum(d > 0 for d in distances), 20)
        with self.assertRaises(ValueError):
            mesh.rays(starts, ways[1:])


class Paths(Case):
    def test_as_the_command(self):
        file = SAMPLES / "courtyard.wok"
        mesh = waymark.open(file).make_walkmesh()
        for start, goal in (((1, 1), (6, 4)), ((0.5, 4.5), (6.5, 0.25))):
            said = command("path", "--json", file, *("%g,%g" % p for p in (start, goal)))
            path = mesh.path((*start, 0), (*goal, 0))
            self.assertTrue(path)
            wanted = said["results"][0]
            self.assertAlmostEqual(path.length, wanted["length"], 5)
            self.assertEqual(len(path.points), len(wanted["points"]))
            self.assertEqual(rows(path.points)[1], wanted["points"][1])

    def test_no_path(self):
        path = square().path((1, 1, 0), (9, 9, 0))
        self.assertFalse(path)
        self.assertEqual((len(path.points), len(path.faces), path.length), (0, 0, 0.0))
        part = square().path((1, 1, 0), (9, 2, 0), partial=True)
        self.assertTrue(part.partial)
        self.assertGreater(part.remaining, 4.9)

    def test_many(self):
        mesh = waymark.open(SAMPLES / "courtyard.wok").make_walkmesh()
        starts = [(1, 1, 0), (6, 4, 0), (0.5, 2.5, 0)] * 5
        goals = [(6, 4, 0), (1, 1, 0), (6.5, 2.5, 0)] * 5
        alone = [mesh.path(a, b).length for a, b in zip(starts, goals)]
        self.assertEqual([p.length for p in mesh.paths(starts, goals)], alone)
        index = mesh.index()
        again = mesh.index(index.write())
        self.assertGreater(index.measure().corners, 0)
        for prepared in (index, again):
            for path, length in zip(mesh.paths(starts, goals, index=prepared), alone):
                self.assertAlmostEqual(path.length, length, 6)

    def test_options(self):
        mesh = square()
        crossed = mesh.path((3, 0.5, 0), (0.5, 3, 0), crossings=True)
        self.assertEqual(rows(crossed.bends), [True, False, True])
        cheap = mesh.path((3, 0.5, 0), (0.5, 3, 0), costs=[2.0] * 64)
        self.assertAlmostEqual(cheap.cost, 2 * cheap.length, 5)
        self.assertFalse(mesh.path((3, 0.5, 0), (0.5, 3, 0), filter=Filter(materials=[9])))
        with self.assertRaises(ValueError):
            mesh.path((1, 1, 0), (2, 2, 0), costs=[1.0])
        with self.assertRaises(waymark.Error) as caught:
            mesh.path((1, 1, 0), (2, 2, 0), costs=[-1.0] * 64)
        self.assertEqual(caught.exception.code, waymark.Status.BAD_ARGUMENT)

    def test_long(self):
        """More points than there is room for at first."""
        count = 400
        vertices = [(i, side, (i % 7) / 10) for i in range(count) for side in (0, 1)]
        faces = []
        for i in range(0, 2 * count - 2, 2):
            faces += [(i, i + 2, i + 3), (i, i + 3, i + 1)]
        mesh = Walkmesh.build(vertices, faces)
        path = mesh.path((0.5, 0.5, 0), (count - 1.5, 0.5, 0), crossings=True)
        self.assertGreater(len(path.points), 700)
        self.assertAlmostEqual(path.length, count - 2, 4)


class Places(Case):
    def test_nearest(self):
        near = square().nearest((5, 2, 1))
        self.assertEqual(near.place.position, (4.0, 2.0, 1.0))
        self.assertEqual(near.distance, 1.0)
        self.assertIsNone(square().nearest((5, 2, 1), 0.5))

    def test_regions(self):
        mesh = waymark.open(SAMPLES / "islands.wok").make_walkmesh()
        self.assertGreater(mesh.region_count, 1)
        self.assertEqual(mesh.region(0), 0)
        self.assertIsNone(square().region(2))
        self.assertTrue(square().reachable((1, 1, 0), (3, 3, 0)))

    def test_slide(self):
        move = square().slide(0, (3, 0.5, 0), (9, 2, 0), radius=0.25)
        self.assertLessEqual(move.place.position.x, 3.7501)
        self.assertFalse(move.arrived)
        self.assertTrue(square().slide(0, (3, 0.5, 0), (3.5, 1, 0)).arrived)

    def test_bad_meshes(self):
        with self.assertRaises(waymark.Error) as caught:
            Walkmesh.build([(0, 0, 0)], [(0, 1, 2)])
        self.assertEqual(caught.exception.code, waymark.Status.BAD_VALUE)
        self.assertIn("faces[0]", caught.exception.path)
        with self.assertRaises(ValueError):
            Walkmesh.build([(0, 0, 0)] * 3, [(0, 1, 2)], materials=[1, 2])
        self.assertEqual(Walkmesh.build([], []).face_count, 0)


if __name__ == "__main__":
    unittest.main()
