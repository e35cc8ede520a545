"""Scenes and poses."""
import unittest

import waymark
from support import NUMPY, SAMPLES, Case, rows
from waymark import NO_INDEX, Play, enums


def model():
    return waymark.open(SAMPLES / "models/sample.mdl")


class Scenes(Case):
    def test_arrays(self):
        document = model()
        scene = document.make_scene()
        self.assertEqual(scene.source, "kotor-mdl")
        self.assertEqual(scene.node_count, document.mdl.tree.count)
        meshes = [m for m in scene.meshes if m.vertex_count]
        self.assertGreater(len(meshes), 2)
        for mesh in meshes:
            self.assertEqual(mesh.positions.shape, (mesh.vertex_count, 3))
            self.assertLess(max(rows(mesh.indices)), mesh.vertex_count)
            for uvs in mesh.uvs:
                self.assertTrue(uvs is None or uvs.shape == (mesh.vertex_count, 2))
        skinned = [m for m in meshes if m.weights is not None]
        self.assertEqual(skinned[0].joints.shape, (skinned[0].vertex_count, 4))
        self.assertIsNone(next(m for m in meshes if m.weights is None).joints)

    def test_names_and_kinds(self):
        scene = model().make_scene()
        index = scene.find_node(scene.nodes[2].name.upper())
        self.assertEqual(index, 2)
        self.assertIsNone(scene.find_node("no such node"))
        self.assertIsInstance(scene.nodes[0].kind, enums.NodeKind)
        self.assertEqual(scene.nodes[0].parent, NO_INDEX)

    def test_options(self):
        self.assertEqual(model().make_scene(no_animations=True).animation_count, 0)
        with self.assertRaisesRegex(TypeError, "no option"):
            model().make_scene(colour=1)

    def test_extras(self):
        scene = model().make_scene()
        found = [e for node in scene.nodes for e in node.extras.items]
        self.assertGreater(len(found), 0)
        for extra in found:
            values = extra.texts if extra.numbers is None else rows(extra.numbers)
            self.assertEqual(len(values), extra.count)

    def test_areas(self):
        """A layout shares its arrays with the scene: the scene keeps the layout."""
        layout = SAMPLES / "area/grid.lyt"
        scene = waymark.open(layout).make_scene()
        self.assertGreater(scene.mesh_count, 1)
        self.assertGreater(sum(len(m.positions) for m in scene.meshes), 10)

    def test_images(self):
        textures = SAMPLES / "textures"
        names = sorted(p.name for p in textures.glob("*.t[pg][ca]"))
        self.assertGreater(len(names), 1)
        texture = waymark.open(textures / names[0])
        self.assertGreater(texture.texture.width, 0)
        self.assertEqual(texture.texture.images[0].data.nbytes, texture.texture.images[0].size)
        scene = model().make_scene(images=True)
        self.assertGreater(len(scene.missing) + len(scene.images), 0)


class Poses(Case):
    def test_rest(self):
        scene = model().make_scene()
        pose = scene.pose()
        self.assertEqual(pose.world.shape, (scene.node_count, 3, 4))
        self.assertEqual(pose.local[0].scale, scene.nodes[0].rest.scale)

    def test_sample(self):
        scene = model().make_scene()
        pose = scene.pose()
        rest = rows(pose.world)
        name = scene.animations[0].name
        moved = rows(pose.sample(name, 0.5).world)
        self.assertNotEqual(moved, rest)
        self.assertEqual(
            rows(pose.sample(0, 0.5 + scene.animations[0].length, Play.LOOP).world), moved
        )
        self.assertEqual(rows(pose.sample(None).world), rest)
        self.assertEqual(rows(pose.sample(name, 0.5).rest().world), rest)
        for wrong in ("none", 99, -1):
            with self.assertRaises(ValueError):
                pose.sample(wrong)

    def test_meshes(self):
        scene = model().make_scene()
        pose = scene.pose()
        for index, node in enumerate(scene.nodes):
            positions, normals = pose.mesh(index)
            if node.mesh == NO_INDEX:
                self.assertEqual(len(positions), 0)
                continue
            mesh = scene.meshes[node.mesh]
            self.assertEqual(positions.shape, (mesh.vertex_count, 3))
            if node.skin == NO_INDEX:
                world = rows(pose.world)[index]
                for p, q in zip(rows(mesh.positions), rows(positions)):
                    for axis in range(3):
                        want = sum(world[axis][k] * p[k] for k in range(3)) + world[axis][3]
                        self.assertAlmostEqual(q[axis], want, 4)
        with self.assertRaises(ValueError):
            pose.mesh("none")

    def test_skin(self):
        """A skin follows its joints: weight * world * inverse bind."""
        scene = model().make_scene()
        index = next(i for i, n in enumerate(scene.nodes) if n.skin != NO_INDEX)
        node = scene.nodes[index]
        mesh, skin = scene.meshes[node.mesh], scene.skins[node.skin]
        pose = scene.pose().sample(scene.animations[0].name, 0.4)
        positions, _ = pose.mesh(index)
        world, bind, joints = rows(pose.world), rows(skin.inverse_bind), rows(skin.joints)

        def apply(m, p):
            return [sum(m[r][k] * p[k] for k in range(3)) + m[r][3] for r in range(3)]

        for p, chosen, weights, got in zip(
            rows(mesh.positions), rows(mesh.joints), rows(mesh.weights), rows(positions)
        ):
            want = [0.0, 0.0, 0.0]
            for j, w in zip(chosen, weights):
                if w:
                    q = apply(world[joints[j]], apply(bind[j], p))
                    want = [a + w * b for a, b in zip(want, q)]
            for a, b in zip(got, want):
                self.assertAlmostEqual(a, b, 4)

    def test_mix(self):
        scene = model().make_scene()
        a, b = scene.pose(), scene.pose().sample(0, 0.5)
        moved = rows(b.world)
        self.assertEqual(rows(a.mix(b, 0).world), moved)
        with self.assertRaises(ValueError):
            a.mix(model().make_scene().pose(), 0.5)

    def test_changing_local(self):
        scene = model().make_scene()
        pose = scene.pose()
        before = pose.world[0, 0, 3]
        pose.local[0].translation = (5, 0, 0)
        self.assertEqual(pose.update().world[0, 0, 3], 5.0)
        self.assertNotEqual(before, 5.0)
        if NUMPY:
            pose.alpha[:] = 0.5
            self.assertEqual(pose.alpha[1], 0.5)


if __name__ == "__main__":
    unittest.main()
