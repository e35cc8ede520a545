"""Writing, converting and rebuilding documents."""
import subprocess
import unittest
import warnings

import waymark
from support import BUILD, SAMPLES, Case
from waymark import Status


def command(*words):
    subprocess.run(
        [str(w) for w in (BUILD / "waymark", *words)], check=True, stderr=subprocess.PIPE
    )


class Write(Case):
    def test_same_bytes(self):
        """write(read(x)) == x for every family."""
        names = ["room.wok", "crate.pwk", "door0.dwk", "models/sample.mdl"]
        names += ["bw2/m_square.bwm"]
        names += ["mdb/plc_stage.mdb"]
        names += ["terrain/hall.trx", "terrain/hall.trn"]
        names += ["area/grid.lyt"]
        for name in names:
            with self.subTest(name):
                files = waymark.open(SAMPLES / name).write()
                self.assertEqual(next(iter(files.values())), (SAMPLES / name).read_bytes())
        files = waymark.open(SAMPLES / "models/sample.mdl").write()
        self.assertEqual(files["mdx"], (SAMPLES / "models/sample.mdx").read_bytes())

    def test_repr_is_short(self):
        made = waymark.convert(SAMPLES / "room.wok", self.folder / "room.glb")
        self.assertIn(f"glb: {len(made.files['glb'])} bytes", repr(made))
        self.assertLess(len(repr(made)), 500)

    def test_save(self):
        path = self.sample("room.wok")
        room = waymark.open(path)
        room.bwm.materials[0] = 3
        room.save()
        self.assertEqual(waymark.open(path).bwm.materials[0], 3)
        room.save(self.folder / "other.wok")
        self.assertEqual((self.folder / "other.wok").read_bytes(), path.read_bytes())
        with self.assertRaisesRegex(waymark.Error, "exists"):
            room.save(path)
        room.save(path, overwrite=True)
        for name in ("x.glb", "x.mdl", "x.ascii", "x.trx"):
            with self.assertRaisesRegex(ValueError, f"use convert to write .{name[2:]}"):
                room.save(self.folder / name)
        room.save(self.folder / "x.pwk")
        room.save(self.folder / "x.backup")

    def test_document_from_memory(self):
        room = waymark.read((SAMPLES / "room.wok").read_bytes())
        with self.assertRaisesRegex(ValueError, "needs a path"):
            room.save()
        room.save(self.folder / "room.wok")
        with self.assertRaisesRegex(waymark.Error, "^<bytes>: "):
            waymark.read(b"")

    def test_model_without_its_mdx(self):
        path = self.sample("models/sample.mdl")
        (path.parent / "sample.mdx").unlink(missing_ok=True)
        model = waymark.open(path)
        with self.assertRaisesRegex(waymark.Error, "allow_missing_mdx"):
            model.convert(self.folder / "x.glb")
        losses = model.convert(self.folder / "x.glb", allow_missing_mdx=True).losses
        self.assertEqual(losses, ["mdx: the vertices, because the MDX is missing (1)"])
        model.save(self.folder / "same.mdl")
        self.assertEqual((self.folder / "same.mdl").read_bytes(), path.read_bytes())

    def test_texture_as_png(self):
        textures = sorted((SAMPLES / "textures").glob("*.tpc"))
        texts = 0
        for path in textures:
            texture = waymark.open(path)
            if texture.texture.txi_size == 0 and texture.texture.level_count < 2:
                continue
            made = texture.convert(self.folder / f"{path.stem}.png")
            texts += texture.texture.txi_size > 0
            self.assertEqual("txi" in made.files, texture.texture.txi_size > 0)
            mipmaps = texture.texture.level_count - 1
            self.assertEqual(
                made.losses, [f"levels: mipmaps; a PNG has none ({mipmaps})"] * (mipmaps > 0)
            )
        self.assertGreater(texts, 0)

    def test_faults_of_a_damaged_file(self):
        """What reading passed over is a loss as soon as it is not written again."""
        whole = (SAMPLES / "room.wok").read_bytes()
        path = self.folder / "cut.wok"
        path.write_bytes(whole[: len(whole) * 3 // 4])
        self.assertEqual(waymark.open(SAMPLES / "room.wok").faults, 0)
        room = waymark.open(path)
        errors = [f for f in waymark.check(path) if f.severity == waymark.Severity.ERROR]
        self.assertEqual(room.faults, len(errors))
        self.assertGreater(room.faults, 0)
        self.assertTrue(any(x.startswith("faults: ") for x in self.convert_losses(room, "x.glb")))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            room.save(self.folder / "same.wok")
        self.assertEqual((self.folder / "same.wok").read_bytes(), path.read_bytes())
        room.rebuild()
        with self.assertWarnsRegex(waymark.LossWarning, "other.wok: faults: ") as caught:
            room.save(self.folder / "other.wok")
        self.assertEqual(caught.filename, __file__)
        self.assertTrue(any(x.startswith("faults: ") for x in self.convert_losses(room, "y.wok")))

    def convert_losses(self, document, name):
        return document.convert(self.folder / name).losses

    def test_model_has_two_files(self):
        waymark.open(SAMPLES / "models/sample.mdl").save(self.folder / "x.mdl")
        self.assertTrue((self.folder / "x.mdx").exists())
        self.assertEqual(
            waymark.check(self.folder / "x.mdl"), waymark.check(SAMPLES / "models/sample.mdl")
        )


class Convert(Case):
    def test_as_the_command(self):
        """The same bytes as `waymark convert` makes."""
        pairs = [
            ("models/sample.mdl", "a.glb"),
            ("models/sample.mdl", "a.obj"),
            ("models/sample.mdl", "a.mdl.ascii"),
            ("room.wok", "a.obj"),
            ("room.wok", "a.txt"),
            ("room.obj", "a.wok"),
            ("room.obj", "a.trx"),
            ("bw2/m_square.bwm", "a.glb"),
            ("mdb/plc_stage.mdb", "a.gltf"),
        ]
        ours, theirs = self.folder / "ours", self.folder / "theirs"
        ours.mkdir()
        theirs.mkdir()
        for source, target in pairs:
            with self.subTest(f"{source} to {target}"):
                command("convert", "--force", SAMPLES / source, theirs / target)
                waymark.convert(SAMPLES / source, ours / target, overwrite=True)
                self.assertEqual((ours / target).read_bytes(), (theirs / target).read_bytes())
        self.assertEqual((ours / "a.mtl").read_bytes(), (theirs / "a.mtl").read_bytes())

    def test_details(self):
        """The command adds perimeters and regions to a walkmesh; here that is an option."""
        command("convert", SAMPLES / "room.wok", self.folder / "a.glb")
        files = waymark.open(SAMPLES / "room.wok").write("glb", details=True)
        self.assertEqual(files["glb"], (self.folder / "a.glb").read_bytes())

    def test_there_and_back(self):
        glb = self.folder / "model.glb"
        waymark.convert(SAMPLES / "models/sample.mdl", glb)
        made = waymark.open(glb).convert(self.folder / "sample.mdl")
        self.assertTrue(made.result.straight)
        self.assertEqual([p.rpartition("/")[2] for p in made.paths], ["sample.mdl", "sample.mdx"])
        again = waymark.open(self.folder / "sample.mdl")
        first = waymark.open(SAMPLES / "models/sample.mdl")
        self.assertEqual([again.mdl.names], [first.mdl.names])

    def test_template(self):
        """A view is passed where the options have a pointer."""
        glb = self.folder / "model.glb"
        waymark.convert(SAMPLES / "models/sample.mdl", glb, no_animations=True)
        old = waymark.open(SAMPLES / "models/sample.mdl")
        # --game: otherwise the command copies the template, because nothing was edited.
        game = f"k{int(old.mdl.game)}"
        command("convert", "--template", old.file, "--game", game, glb, self.folder / "sample.mdl")
        files = waymark.open(glb).write("mdl", template_mdl=old.mdl)
        self.assertEqual(files["mdl"], (self.folder / "sample.mdl").read_bytes())
        self.assertNotEqual(files["mdl"], waymark.open(glb).write("mdl")["mdl"])

    def test_losses(self):
        made = waymark.open(SAMPLES / "room.wok").convert(self.folder / "room.txt")
        self.assertIsInstance(made.losses, list)
        text = (self.folder / "room.txt").read_text()
        self.assertTrue(text.startswith("#") or "node" in text)
        self.assertEqual(waymark.open(self.folder / "room.txt").bwm.face_count, 74)

    def test_texture(self):
        texture = next(p for p in sorted((SAMPLES / "textures").glob("*.tga")))
        png = waymark.open(texture).write("png")["png"]
        self.assertTrue(png.startswith(b"\x89PNG"))
        with self.assertRaises(waymark.Error):
            waymark.open(texture).write("tpc")

    def test_refusals(self):
        room = waymark.open(SAMPLES / "room.wok")
        with self.assertRaises(waymark.Error) as caught:
            room.convert(self.folder / "room.mdl")
        self.assertEqual(caught.exception.code, Status.UNSUPPORTED)
        self.assertIn(".glb", str(caught.exception))
        with self.assertRaisesRegex(TypeError, "no option 'levels'"):
            room.convert(self.folder / "room.glb", levels=3)
        with self.assertRaises(ValueError):
            room.convert(self.folder / "room")
        room.convert(self.folder / "room.glb")
        with self.assertRaises(waymark.Error) as caught:
            room.convert(self.folder / "room.glb")
        self.assertEqual(caught.exception.code, Status.IO)
        self.assertTrue(caught.exception.file.endswith("room.glb"))
        room.convert(self.folder / "room.glb", overwrite=True)


class Rebuild(Case):
    def test_families(self):
        names = ["room.wok", "models/sample.mdl"]
        names += ["bw2/m_square.bwm"]
        names += ["mdb/plc_stage.mdb"]
        for name in names:
            with self.subTest(name):
                document = waymark.open(SAMPLES / name)
                document.rebuild()
                document.write()
        self.assertEqual(
            waymark.open(SAMPLES / "room.wok").rebuild().normals,
            0,
            "the samples are rebuilt already",
        )

    def test_options(self):
        room = waymark.open(SAMPLES / "room.wok")
        room.rebuild(keep_tree=True, rounding=waymark.enums.KotorRounding.K2)
        with self.assertRaisesRegex(TypeError, "no option"):
            room.rebuild(fast=True)
        with self.assertRaises(waymark.Error) as caught:
            waymark.open(SAMPLES / "room.obj").rebuild()
        self.assertEqual(caught.exception.code, Status.UNSUPPORTED)

    def test_terrain(self):
        document = waymark.open(SAMPLES / "terrain/hall.trx")
        before = document.trn.aswm.triangle_count
        self.assertEqual(document.rebuild().degenerate, 0)
        self.assertEqual(document.trn.aswm.triangle_count, before)
        tile = max(document.trn.aswm.tiles, key=lambda t: t.node_count)
        self.assertEqual(tile.table.shape, (tile.node_count, tile.node_count))


if __name__ == "__main__":
    unittest.main()
