"""Opening, describing and checking files; errors; archives; budgets."""
import gc
import json
import os
import subprocess
import threading
import unittest
import zipfile

import waymark
from support import BUILD, SAMPLES, Case, pack_erf
from waymark import Format, Severity, Status


class Open(Case):
    def test_formats(self):
        kinds = {
            "room.wok": (Format.KOTOR_BWM, "bwm"),
            "models/sample.mdl": (Format.KOTOR_MDL, "mdl"),
            "room.obj": (Format.OBJ, "scene"),
        }
        for name, (kind, member) in kinds.items():
            document = waymark.open(SAMPLES / name)
            self.assertEqual(document.format, kind)
            self.assertIsNotNone(getattr(document, member))
        self.assertIsNone(waymark.open(SAMPLES / "room.wok").mdl)

    def test_companions(self):
        model = waymark.open(SAMPLES / "models/sample.mdl")
        self.assertTrue(model.mdx.found.where.endswith("sample.mdx"))

    def test_info_is_that_of_the_command(self):
        for name in ("room.wok", "models/sample.mdl"):
            path = str(SAMPLES / name)
            said = subprocess.run(
                [BUILD / "waymark", "info", "--json", path], check=True, stdout=subprocess.PIPE
            ).stdout
            self.assertEqual(waymark.open(path).info(), json.loads(said))

    def test_check_is_that_of_the_command(self):
        data = bytearray((SAMPLES / "room.wok").read_bytes())
        broken = self.folder / "broken.wok"
        for at in range(3000, 5000, 97):
            data[at] ^= 0x55
        broken.write_bytes(data)
        said = subprocess.run(
            [BUILD / "waymark", "check", "--json", broken], stdout=subprocess.PIPE
        )
        wanted = json.loads(said.stdout)["findings"]
        found = waymark.check(broken)
        self.assertGreater(len(wanted), 3)
        self.assertEqual([f.code for f in found], [w["code"] for w in wanted])
        self.assertEqual([f.message for f in found], [w["message"] for w in wanted])
        self.assertEqual([f.severity.name.lower() for f in found], [w["severity"] for w in wanted])
        self.assertEqual([f.offset for f in found], [w.get("offset") for w in wanted])
        self.assertIn(found[0].code, str(found[0]))

    def test_archives_are_named(self):
        path = self.folder / "room.mod"
        pack_erf(path, [("room", 2016, (SAMPLES / "room.wok").read_bytes())])
        with self.assertRaises(waymark.Error) as caught:
            waymark.open(path)
        self.assertEqual(caught.exception.code, Status.BAD_MAGIC)
        self.assertIn("is an archive: Archive.open lists it", str(caught.exception))
        with self.assertRaisesRegex(TypeError, "Archive.open makes objects of Archive"):
            waymark.Archive(path)

    def test_check_of_a_document(self):
        room = waymark.open(SAMPLES / "room.wok")
        self.assertEqual(room.check(), [])
        room.bwm.normals[0, 0] = 5
        found = room.check()
        self.assertEqual({f.severity for f in found}, {Severity.WARNING})
        self.assertTrue(found[0].path.startswith("normals[0]"), found[0])

    def test_bytes(self):
        data = (SAMPLES / "room.wok").read_bytes()
        self.assertEqual(waymark.read(data).bwm.face_count, 74)
        self.assertEqual(waymark.detect(data), Format.KOTOR_BWM)
        model = waymark.read(
            (SAMPLES / "models/sample.mdl").read_bytes(), SAMPLES / "models/sample.mdl"
        )
        self.assertTrue(model.mdx.found.where)

    def test_options(self):
        area = waymark.open(
            SAMPLES / "area/grid.lyt",
            room_walkmeshes=waymark.Load.SKIP,
        )
        self.assertIsNone(area.area)
        with self.assertRaisesRegex(TypeError, "no option 'rooms'"):
            waymark.open(SAMPLES / "room.wok", rooms=1)


class Errors(Case):
    def test_position(self):
        cut = self.folder / "cut.wok"
        cut.write_bytes((SAMPLES / "room.wok").read_bytes()[:200])
        with self.assertRaises(waymark.Error) as caught:
            waymark.open(cut)
        error = caught.exception
        self.assertEqual(error.code, Status.TRUNCATED)
        self.assertIsInstance(error.offset, int)
        self.assertIn("vertices", error.path + error.message)
        self.assertEqual(error.file, str(cut))
        self.assertTrue(str(error).endswith("[truncated]"), error)

    def test_line(self):
        text = self.folder / "bad.json.gltf"
        text.write_text('{"asset": {"version": "2.0"},\n  "meshes": [}')
        with self.assertRaises(waymark.Error) as caught:
            waymark.open(text)
        self.assertEqual(caught.exception.line, 2)
        self.assertIsInstance(caught.exception.column, int)

    def test_codes(self):
        with self.assertRaises(waymark.Error) as caught:
            waymark.open(self.folder / "nothing.wok")
        self.assertEqual(caught.exception.code, Status.IO)
        with self.assertRaises(waymark.Error) as caught:
            waymark.read(b"what is this?")
        self.assertEqual(caught.exception.code, Status.BAD_MAGIC)
        with self.assertRaises(waymark.Error) as caught:
            waymark.read(b"")
        self.assertEqual(caught.exception.code, Status.TRUNCATED)

    def test_budget(self):
        with self.assertRaises(waymark.Error) as caught:
            waymark.open(SAMPLES / "room.wok", budget=waymark.Budget(2000))
        self.assertEqual(caught.exception.code, Status.NO_MEMORY)
        budget = waymark.Budget()
        room = waymark.open(SAMPLES / "room.wok", budget=budget)
        self.assertGreater(budget.used, 10_000)
        del room
        gc.collect()
        self.assertEqual(budget.used, 0)
        self.assertGreater(budget.peak, 10_000)


class Archives(Case):
    def archive(self):
        path = self.folder / "module.mod"
        models = SAMPLES / "models"
        pack_erf(
            path,
            [
                ("room", 2016, (SAMPLES / "room.wok").read_bytes()),
                ("sample", 2002, (models / "sample.mdl").read_bytes()),
                ("sample", 3008, (models / "sample.mdx").read_bytes()),
            ],
        )
        return path

    def test_entry(self):
        path = self.archive()
        room = waymark.open(f"{path}:room.wok")
        self.assertEqual(room.bwm.face_count, 74)
        self.assertEqual(room.info()["faces"], 74)
        model = waymark.open(f"{path}:SAMPLE.MDL")
        self.assertIn("module.mod", model.mdx.found.where)
        self.assertEqual(waymark.check(f"{path}:room.wok"), [])
        with self.assertRaises(waymark.Error) as caught:
            waymark.open(f"{path}:none.wok")
        self.assertIn("none.wok", str(caught.exception))

    def test_listing(self):
        with waymark_archive(self.archive()) as archive:
            self.assertEqual(list(archive), ["room.wok", "sample.mdl", "sample.mdx"])
            self.assertEqual(len(archive), 3)
            self.assertEqual(archive.read("room.wok"), (SAMPLES / "room.wok").read_bytes())
            self.assertEqual(archive.tag, "MOD ")
            self.assertEqual(archive.entries[0].size, (SAMPLES / "room.wok").stat().st_size)

    def test_nested(self):
        inner = self.archive()
        outer = self.folder / "all.zip"
        with zipfile.ZipFile(outer, "w", zipfile.ZIP_DEFLATED) as file:
            file.write(inner, "data/module.mod")
        room = waymark.open(f"{outer}:data/module.mod:room.wok")
        self.assertEqual(room.bwm.face_count, 74)

    def test_colon_in_a_name(self):
        path = self.folder / "a:b.wok"
        path.write_bytes((SAMPLES / "room.wok").read_bytes())
        self.assertEqual(waymark.open(path).bwm.face_count, 74)


class waymark_archive:
    def __init__(self, path):
        self.path = path

    def __enter__(self):
        return waymark.Archive.open(self.path)

    def __exit__(self, *reason):
        gc.collect()


class Games(Case):
    def test_no_game(self):
        with self.assertRaises(waymark.Error) as caught:
            waymark.Game(self.folder)
        self.assertEqual(caught.exception.code, Status.BAD_MAGIC)

    def test_game(self):
        """A folder that looks like Neverwinter Nights 2: archives in "data", files in "override"."""
        (self.folder / "data").mkdir()
        with zipfile.ZipFile(self.folder / "data/walk.zip", "w") as file:
            file.write(SAMPLES / "terrain/hall.trx", "hall.trx")
        game = waymark.Game(self.folder)
        self.assertEqual(game.kind, waymark.enums.GameKind.NWN2)
        self.assertEqual(game.read("HALL.trx"), (SAMPLES / "terrain/hall.trx").read_bytes())
        self.assertIn("walk.zip", [os.path.basename(s.path) for s in game.sources])
        hall = waymark.open("hall.trx", game=game)
        self.assertEqual(hall.format, Format.NWN2_TRN)
        del game
        gc.collect()
        self.assertGreater(hall.trn.aswm.triangle_count, 0)
        with self.assertRaises(waymark.Error) as caught:
            waymark.open("none.trx", game=self.folder)
        self.assertIn("none.trx", str(caught.exception))

    def test_nul(self):
        with self.assertRaises(ValueError):
            waymark.open("room.wok\0.txt")


class Threads(Case):
    def test_many(self):
        """Documents and queries in threads: the library runs without Python's lock."""
        mesh = waymark.open(SAMPLES / "room.wok").make_walkmesh()
        wrong = []

        def work():
            for _ in range(20):
                room = waymark.open(SAMPLES / "room.wok")
                path = mesh.path((0.5, 0.5, 0), (12, 3, 0))
                if room.bwm.face_count != 74 or room.check() or path.found is None:
                    wrong.append(room)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])


if __name__ == "__main__":
    unittest.main()
