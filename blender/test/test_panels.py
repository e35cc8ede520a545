"""The panels of the sidebar, drawn into a layout that only remembers; the packed files; textures."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from types import SimpleNamespace

sys.path.insert(0, str(Path(__file__).parent))
import bpy
import common


class Layout:
    """Stands for Blender's layout: keeps labels, properties and operators instead of drawing them."""

    def __init__(self, seen: list[str] | None = None) -> None:
        self.seen = [] if seen is None else seen

    def column(self, **_options: object) -> "Layout":
        return Layout(self.seen)

    row = column

    def label(self, text: str = "", **_options: object) -> None:
        self.seen.append(text)

    def prop(self, data: object, name: str, **_options: object) -> None:
        assert hasattr(data, name), f"{data} has no {name}"
        self.seen.append(name)

    def operator(self, name: str, **_options: object) -> SimpleNamespace:
        module, _, function = name.partition(".")
        getattr(getattr(bpy.ops, module), function).get_rna_type()  # fails if it does not exist
        self.seen.append(name)
        return SimpleNamespace()

    def operator_menu_enum(self, name: str, field: str) -> None:
        self.operator(name)
        module, _, function = name.partition(".")
        assert field in getattr(getattr(bpy.ops, module), function).get_rna_type().properties, f"{name} has no {field}"

    def template_list(self, kind: str, *_fields: object, **_options: object) -> None:
        assert hasattr(bpy.types, kind), f"there is no list {kind}"
        self.seen.append(kind)


def draw() -> dict[str, list[str]]:
    """What each panel shows now; panels that are not shown are left out."""
    shown = {}
    for panel in sys.modules[common.MODULE].panels.CLASSES:
        if not hasattr(panel, "poll") or panel.poll(bpy.context):
            layout = Layout()
            panel.draw(SimpleNamespace(layout=layout), bpy.context)
            shown[panel.bl_label] = layout.seen
    return shown


def nothing() -> None:
    """Without an imported file there is little to see."""
    bpy.context.window_manager.waymark.checked = ""
    shown = draw()
    assert "Nothing imported is active" in shown["File"] and "Surface" not in shown and "Rooms" not in shown
    assert shown["Check"] == ["waymark.check"]


def room() -> None:
    """A room has surfaces, links, and no findings; then one with findings."""
    hall = common.bring("hall.wok")
    bpy.ops.waymark.check()
    shown = draw()
    assert "KotOR walkmesh: hall" in shown["File"] and str(Path("hall.wok").resolve()) in shown["File"]
    assert "No findings" in shown["Check"]
    assert "kotor_surface" in shown["Surface"] and "2 links" in shown["Rooms"]
    assert any(re.fullmatch(r"Selected: \d+ faces, \d+ walkable", text) for text in shown["Surface"])
    sys.modules[common.MODULE].findings.show(bpy.context, hall, common.check("broken.wok"))
    bpy.context.window_manager.waymark.finding = 0
    shown = draw()
    assert shown["Hooks"] == ["waymark.add_hook"] and shown["Floor"][:2] == ["Select two empties", "waymark.path"]
    assert "WAYMARK_UL_findings" in shown["Check"] and "KOTOR_ADJACENCY_MISSING" in shown["Check"]
    assert "Run 'waymark rebuild'." in shown["Check"]


def messages() -> None:
    """What the command said about an import or export stays in the sidebar, and the last report counts it."""
    common.bring("rooms/room.wok")
    assert "Messages" not in draw(), draw()
    bpy.ops.mesh.primitive_plane_add()
    said = common.reports(lambda: bpy.ops.export_scene.waymark(filepath="plane.wok"))
    lines = [line for line in draw()["Messages"] if "plane.wok: 1 mesh left out" in line]
    assert len(lines) == 1 and "no errors or warnings; " in said.splitlines()[-1], said
    assert re.search(r"; \d+ messages in the sidebar", said), said


def others() -> None:
    """An area, terrain and a model."""
    common.bring("area/grid.lyt")
    assert "export_scene.waymark_area" in draw()["File"]
    common.begin()
    common.bring("terrain/hall.trx")
    assert "nwn2_surface" in draw()["Surface"] and "Rooms" not in draw()
    common.begin()
    model = common.bring("bw2/m_square.bwm")
    common.activate(common.mesh_of(model, "square_lod1"))
    assert "Surface" not in draw() and "Black & White 2 model: m_square" in draw()["File"]


def menus() -> None:
    """File > Import and File > Export offer what the documentation names."""
    module = sys.modules[common.MODULE]
    for menu, part, names in ((bpy.types.TOPBAR_MT_file_import, module.imports, ["waymark", "waymark_archive"]),
                              (bpy.types.TOPBAR_MT_file_export, module.exports, ["waymark", "waymark_area"])):
        ours = [entry for entry in menu._dyn_ui_initialize() if entry.__module__ == part.__name__]
        assert len(ours) == 1, f"{len(ours)} entries in {menu.__name__}"
        layout = Layout()
        ours[0](SimpleNamespace(layout=layout), bpy.context)
        assert [name.partition(".")[2] for name in layout.seen] == names, layout.seen


def progress() -> None:
    """An import of several files counts them, also those that cannot be read."""
    imports = sys.modules[common.MODULE].imports
    for names, expected in ((["rooms/room.wok", "hall.wok"], [(0, 2), 0, 1, 2, "end"]), (["missing.wok", "hall.wok"], [(0, 2), 0, 1, 2, "end"])):
        seen: list[object] = []
        manager = SimpleNamespace(progress_begin=lambda low, high, seen=seen: seen.append((low, high)),
                                  progress_update=seen.append,
                                  progress_end=lambda seen=seen: seen.append("end"))
        context = SimpleNamespace(window_manager=manager, scene=bpy.context.scene, view_layer=bpy.context.view_layer,
                                  object=None, active_object=None)
        operator = SimpleNamespace(textures="none", models=False, report=lambda *_words: None)
        imports.ImportOptions.import_all(operator, context, names)
        assert seen == expected, seen


def packed() -> None:
    """The zip file has one version, which is that of the command, and a manifest by the rules of Blender 4.2."""
    folder = Path(sys.modules[common.MODULE].__file__).parent
    manifest = tomllib.loads((folder / "blender_manifest.toml").read_text("utf-8"))
    version = common.waymark("--version").split()[1]
    info = sys.modules[common.MODULE].bl_info
    assert manifest["version"] == version == ".".join(map(str, info["version"])) == sys.modules[common.MODULE].command.own_version()
    assert manifest["name"] == info["name"] and manifest["tags"] == [info["category"]], "two descriptions of one add-on"
    needed = {"schema_version", "id", "version", "name", "tagline", "maintainer", "type", "blender_version_min", "license"}
    assert needed <= set(manifest) <= needed | {"tags", "permissions", "platforms", "website", "copyright"}, set(manifest)
    assert manifest["id"] == folder.name and manifest["type"] == "add-on" and manifest["schema_version"] == "1.0.0"
    assert manifest["id"].isidentifier() and "__" not in manifest["id"] and manifest["id"].strip("_") == manifest["id"]
    assert re.fullmatch(r"\d+\.\d+\.\d+", manifest["version"]) and manifest["blender_version_min"] == "4.2.0"
    assert manifest["license"] == ["SPDX:MIT"] and set(manifest["permissions"]) <= {"files", "network", "clipboard", "camera", "microphone"}
    for text in (manifest["tagline"], *manifest["permissions"].values()):
        assert len(text) <= 64 and text[-1].isalnum() and text == text.strip(), text
    assert (folder / "LICENSE").is_file()
    with zipfile.ZipFile(sys.argv[sys.argv.index("--") + 1]) as archive:
        names = archive.namelist()
    assert all(name.startswith("io_waymark/") for name in names), "all files are in one folder"
    assert {"io_waymark/__init__.py", "io_waymark/blender_manifest.toml"} <= set(names)
    assert not [name for name in names if "__pycache__" in name or name.endswith((".pyc", ".whl"))]


def with_command() -> None:
    """COMMAND= puts a command into the zip file, which then is for its platform alone."""
    Path("bundled").mkdir()
    shutil.copy("packed/list_surfaces", "bundled")
    Path("waymark.exe").write_bytes(b"MZ" + bytes(30))
    script = Path(__file__).parents[2] / "scripts" / "blender-addon"
    for name, platform in ((shutil.which("waymark"), "linux-x64"), (str(Path("waymark.exe").resolve()), "windows-x64")):
        subprocess.run([script], env={**os.environ, "BUILD": str(Path("bundled").resolve()), "COMMAND": name}, check=True,
                       stdout=subprocess.DEVNULL)
        with zipfile.ZipFile(next(Path("bundled").glob("*.zip"))) as archive:
            manifest = tomllib.loads(archive.read("io_waymark/blender_manifest.toml").decode())
            assert archive.read(f"io_waymark/bin/{Path(name).name}") == Path(name).read_bytes()
        assert manifest["platforms"] == [platform] and set(manifest["permissions"]) == {"files"}, manifest


class FileHandler:
    """Stands for bpy.types.FileHandler, which Blender has since 4.1."""


class Later:
    """A part of bpy with more in it than this version of Blender has."""

    def __init__(self, part: object, **more: object) -> None:
        self.part = part
        vars(self).update(more)

    def __getattr__(self, name: str) -> object:
        return getattr(self.part, name)


def dropped() -> None:
    """Drag and drop by the documentation of Blender 4.1: the handler, and the properties that its operator needs."""
    imports = sys.modules[common.MODULE].imports
    assert not any(issubclass(cls, FileHandler) for cls in imports.CLASSES)
    registered: list[type] = []
    utils = Later(bpy.utils, register_class=registered.append, unregister_class=registered.remove)
    sys.modules["bpy"] = Later(bpy, types=Later(bpy.types, FileHandler=FileHandler), utils=utils)
    try:
        spec = importlib.util.spec_from_file_location(f"{common.MODULE}.later", imports.__file__)
        later = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(later)
        later.register()
    finally:
        sys.modules["bpy"] = bpy
    handler = next(cls for cls in registered if issubclass(cls, FileHandler))
    assert handler.bl_idname == handler.__name__ == "WAYMARK_FH_files" and handler.bl_label
    endings = handler.bl_file_extensions.split(";")
    assert {".mdl", ".wok", ".pwk", ".dwk", ".lyt", ".trn", ".trx", ".mdb", ".bwm"} <= set(endings)
    assert ".txt" not in endings and all(re.fullmatch(r"\.[a-z0-9]+", ending) for ending in endings)
    for kind, taken in (("VIEW_3D", True), ("OUTLINER", True), ("TEXT_EDITOR", False)):
        assert handler.poll_drop(SimpleNamespace(area=SimpleNamespace(type=kind))) == taken
    assert not handler.poll_drop(SimpleNamespace(area=None))
    module, _, function = handler.bl_import_operator.partition(".")
    properties = getattr(getattr(bpy.ops, module), function).get_rna_type().properties
    assert properties["filepath"].subtype == "FILE_PATH" and properties["directory"].subtype == "DIR_PATH"
    assert properties["files"].fixed_type.identifier == "OperatorFileListElement"
    assert all(properties[name].is_skip_save for name in ("filepath", "directory", "files"))
    later.unregister()
    assert not registered


def textures() -> None:
    """Textures that are found are linked as files; an export writes them as the game wants them."""
    robot = common.bring("robot/robot.mdl")
    images = [i for i in bpy.data.images if i.source == "FILE"]
    assert sorted(Path(i.filepath).name for i in images) == ["robot_glow.png", "robot_joint.png", "robot_shell.png"]
    for image in images:
        assert Path(bpy.path.abspath(image.filepath)).is_file() and not image.packed_file
    assert not list(Path(bpy.path.abspath(images[0].filepath)).parent.glob("*.glb")), "the glTF is left"
    common.activate(next(o for o in robot.all_objects if o.type == "MESH"))
    Path("painted").mkdir()
    common.clean(common.send("painted/robot.mdl", write_textures=True))
    assert sorted(p.name for p in Path("painted").glob("*.tga")) == ["robot_glow.tga", "robot_joint.tga", "robot_shell.tga"]
    for image in list(bpy.data.images):
        bpy.data.images.remove(image)
    common.begin()
    common.bring("robot/robot.mdl", textures="embed")
    assert all(i.packed_file for i in bpy.data.images if i.source == "FILE") and len(bpy.data.images) >= 3
    for image in list(bpy.data.images):
        bpy.data.images.remove(image)
    common.begin()
    common.bring("robot/robot.mdl", textures="none")
    assert not [i for i in bpy.data.images if i.source == "FILE"]


common.run(nothing, room, messages, others, menus, progress, packed, with_command, dropped, textures)
