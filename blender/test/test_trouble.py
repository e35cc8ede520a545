"""What goes wrong ends with a message of one line, never with a traceback, and leaves nothing behind."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import bpy
import common


def message(call) -> str:
    """The error that an operator reports: one line without a traceback."""
    before = {name: len(getattr(bpy.data, name)) for name in ("collections", "objects", "scenes")}
    try:
        call()
    except RuntimeError as error:
        text = str(error).strip()
        assert "Traceback" not in text and "\n" not in text, text
        after = {name: len(getattr(bpy.data, name)) for name in before}
        assert after == before, f"{text}: {before} became {after}"
        return text
    raise AssertionError("it succeeded")


def damaged() -> None:
    """Files that are cut off or patched are imported, or refused with a message that names them."""
    refused = 0
    for source in ("rooms/room.wok", "models/sample.mdl", "mdb/plc_stage.mdb", "bw2/m_square.bwm", "terrain/hall.trx",
                   "area/grid.lyt"):
        whole = Path(source).read_bytes()
        for number, content in enumerate((b"", whole[:9], whole[: len(whole) // 3], whole[:-5],
                                          whole[:40] + b"\xff" * 24 + whole[64:])):
            path = Path(f"cut{number}-{Path(source).name}")
            path.write_bytes(content)
            try:
                bpy.ops.import_scene.waymark(filepath=str(path))
            except RuntimeError as error:
                refused += 1
                assert "Traceback" not in str(error) and path.name in str(error), error
            common.begin()
    assert refused >= 20, refused


def broken_archive() -> None:
    """An archive that cannot be read, and one without anything to import."""
    Path("broken.mod").write_bytes(Path("hall.mod").read_bytes()[:170])
    Path("texts.zip").write_bytes(b"PK\x05\x06" + bytes(18))
    imports = sys.modules[common.MODULE].imports
    assert "broken.mod" in imports.list_entries("broken.mod")[0][1]
    assert imports.list_entries("texts.zip") == []
    for name in ("broken.mod", "texts.zip", "missing.mod"):
        text = message(lambda: bpy.ops.import_scene.waymark_entry(filepath=name))
        assert name in text, text


def fake(text: str) -> None:
    """Puts a script in the place of the command."""
    Path("fake").write_text("#!/bin/sh\n" + text)
    os.chmod("fake", 0o755)
    bpy.context.preferences.addons[common.MODULE].preferences.command = str(Path("fake").resolve())


def commands() -> None:
    """A command that is missing, old, no program, or prints something else."""
    preferences = bpy.context.preferences.addons[common.MODULE].preferences
    common.activate(common.floor_of(common.bring("hall.wok")))
    operators = {"import": lambda: bpy.ops.import_scene.waymark(filepath="rooms/room.wok"),
                 "entry": lambda: bpy.ops.import_scene.waymark_entry(filepath="hall.mod"),
                 "export": lambda: bpy.ops.export_scene.waymark(filepath="out.wok"),
                 "check": bpy.ops.waymark.check}
    old = 'case $1 in --version) echo "waymark 0.0.9" ;; *) echo "waymark: error: unknown option \'$2\'" >&2; exit 2 ;; esac\n'
    cases = [(old, "is version 0.0.9, the add-on " + common.waymark("--version").split()[1]),
             ("echo no json\n", "printed no JSON: no json"), ("kill -9 $$\n", "exited with -9"), ("exit 3\n", "exited with 3"),
             ("", "printed nothing")]
    for script, expected in cases:
        fake(script)
        for name, call in operators.items():
            if name == "export" and script in ("echo no json\n", ""):
                continue  # convert seems to succeed; the check that follows is the case "check"
            text = message(call)
            assert expected in text, f"{name} with {script!r}: {text}"
    Path("fake").write_bytes(b"\x7fELF, but not really")
    assert "cannot be run" in message(operators["import"])
    preferences.command = "/nowhere/waymark"
    for call in operators.values():
        assert "/nowhere/waymark, which does not exist" in message(call)
    preferences.command = ""
    path, os.environ["PATH"] = os.environ["PATH"], "/nowhere"
    try:
        assert "is not on the PATH" in message(operators["import"])
    finally:
        os.environ["PATH"] = path


def unwritable() -> None:
    """Targets that cannot be written: a folder that does not exist, one in the place of the file, a file in the way."""
    common.activate(common.floor_of(common.bring("hall.wok")))
    Path("folder.wok").mkdir()
    Path("file").write_text("")
    for out in ("nowhere/hall.wok", "folder.wok", "file/hall.wok"):
        text = message(lambda: bpy.ops.export_scene.waymark(filepath=out))
        assert out.split("/")[0] in text, text
    area = common.bring("area/grid.lyt")
    common.activate(common.floor_of(next(c for c in area.children if "waymark_room" in c)))
    assert "file" in message(lambda: bpy.ops.export_scene.waymark_area(filepath="file/grid.lyt"))


def read_only() -> None:
    """A source that cannot be written is still imported, exported elsewhere and a template."""
    Path("locked").mkdir()
    Path("locked/room.wok").write_bytes(Path("rooms/room.wok").read_bytes())
    os.chmod("locked/room.wok", 0o444)
    os.chmod("locked", 0o555)
    try:
        common.activate(common.floor_of(common.bring("locked/room.wok")))
        common.clean(common.send("free.wok"))
        common.same("rooms/room.wok", "free.wok")
        if not os.access("locked", os.W_OK):  # root may write everywhere
            assert "locked" in message(lambda: bpy.ops.export_scene.waymark(filepath="locked/new.wok"))
    finally:
        os.chmod("locked", 0o755)


def blender_fails() -> None:
    """What Blender's glTF raises becomes a message, too; nothing of the import is left."""
    common.activate(common.floor_of(common.bring("hall.wok")))
    exporter = sys.modules["io_scene_gltf2.blender.exp.gltf2_blender_export"]
    importer = sys.modules["io_scene_gltf2.io.imp.gltf2_io_gltf"]
    saved, read = exporter.save, importer.glTFImporter.read

    def broken(*_words: object) -> None:
        raise KeyError("broken on purpose")

    exporter.save = importer.glTFImporter.read = broken
    try:
        text = message(lambda: bpy.ops.export_scene.waymark(filepath="never.wok"))
        assert "Blender's glTF exporter failed: KeyError: 'broken on purpose'" in text, text
        text = message(lambda: bpy.ops.import_scene.waymark(filepath="hall.wok"))
        assert "Blender's glTF importer failed: KeyError: 'broken on purpose'" in text, text
    finally:
        exporter.save, importer.glTFImporter.read = saved, read
    common.clean(common.send("again.wok"))
    assert not Path("never.wok").exists()


def nothing_there() -> None:
    """Objects and collections that were deleted or emptied."""
    hall = common.bring("hall.wok")
    floor = common.floor_of(hall)
    common.activate(floor)
    bpy.data.objects.remove(floor)
    bpy.context.view_layer.objects.active = next(o for o in hall.objects if o.type == "EMPTY")
    message(bpy.ops.waymark.check)
    message(lambda: bpy.ops.export_scene.waymark(filepath="empty.wok"))
    state = bpy.context.window_manager.waymark
    common.begin()
    common.activate(common.floor_of(common.bring("hall.wok")))
    sys.modules[common.MODULE].findings.show(bpy.context, bpy.data.collections["hall"], common.check("broken.wok"))
    bpy.data.collections.remove(bpy.data.collections["hall"])
    state.finding = 1  # a click in the list, when what it names is gone
    for operator in (bpy.ops.waymark.check, bpy.ops.waymark.budget, bpy.ops.waymark.path, bpy.ops.waymark.link_area,
                     bpy.ops.export_scene.waymark, bpy.ops.export_scene.waymark_area, bpy.ops.waymark.add_hook):
        assert not operator.poll()


common.run(damaged, broken_archive, commands, unwritable, read_only, blender_fails, nothing_there)
