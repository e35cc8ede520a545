"""File > Import: game files, whole areas and entries of archives."""

import tempfile
from pathlib import Path

import bpy
from bpy.props import BoolProperty, CollectionProperty, EnumProperty, StringProperty
from bpy_extras.io_utils import ImportHelper

from . import arrange, command, formats, gltf, models, motion, progress, seams, sources
from .words import count

TEXTURES = (
    ("link", "Linked", "Write the textures that are found as PNG files, in a folder beside the blend file"),
    ("embed", "Packed", "Store the textures that are found in the blend file"),
    ("none", "None", "Only the names of textures"),
)


def texture_folder(source: str) -> Path:
    """Where linked textures go: beside the blend file, or in Blender's own folder before it is saved."""
    if bpy.data.filepath:
        root = Path(bpy.path.abspath("//textures"))
    else:
        root = Path(bpy.utils.user_resource("DATAFILES", path="waymark", create=True))
    folder = root / sources.stem(source)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _options(form: formats.Form, textures: str) -> list[str]:
    """The options of `convert` for this format."""
    options = ["--all-levels"]
    if form.textures:
        options += ["--textures", textures]
    return options


def _glb(source: str) -> str:
    """The name of the file between the command and Blender."""
    return sources.stem(source) + ".glb"


def _convert(source: str, form: formats.Form, folder: Path, textures: str) -> tuple[Path, list[str]]:
    """Makes a GLB of a game file. Returns it with the command's messages."""
    path = folder / _glb(source)
    with command.renamed(str(path), source):
        done = command.run("convert", "--force", *_options(form, textures), source, str(path))
    lines = [line for line in command.messages(done.stderr) if not line.startswith("wrote ")]
    return path, [line.replace(str(path), source) for line in lines]


def _new_collection(context: bpy.types.Context, name: str, parent: bpy.types.Collection | None) -> bpy.types.Collection:
    """An empty collection in the scene, or below another one, which takes the next objects."""
    collection = bpy.data.collections.new(name)
    (parent or context.scene.collection).children.link(collection)
    arrange.activate(context, collection)
    return collection


def _load(context: bpy.types.Context, path: Path, collection: bpy.types.Collection, pack: bool) -> dict:
    """Imports a GLB into a collection and returns the extras of its scene."""
    scene = context.scene
    scene.render.fps, scene.render.fps_base = gltf.FPS, 1.0
    keys, objects = set(scene.keys()), set(bpy.data.objects)
    gltf.load(str(path), pack)
    for item in [o for o in bpy.data.objects if o not in objects]:
        arrange.move(item, collection)
    found = {}
    for key in set(scene.keys()) - keys:
        found[key] = arrange.plain(scene[key])
        del scene[key]
    return found


def _load_new(context: bpy.types.Context, path: Path, collection: bpy.types.Collection, pack: bool) -> dict:
    """Imports a GLB into a new collection, of which nothing is left if that fails."""
    objects = set(bpy.data.objects)
    try:
        with gltf.object_mode(context):
            return _load(context, path, collection, pack)
    except Exception:
        for item in [o for o in bpy.data.objects if o not in objects]:
            bpy.data.objects.remove(item)
        bpy.data.collections.remove(collection)
        raise


def _import(context: bpy.types.Context, source: str, textures: str, name: str = "",
            parent: bpy.types.Collection | None = None) -> tuple[bpy.types.Collection, list[str], dict]:
    """Imports a file, or ARCHIVE:name, into a collection. Returns it with the messages and what `info` says."""
    info = command.ask("info", source)
    form = formats.FORMS.get(info.get("format", ""))
    if not form:
        raise command.CommandError(f"{source} is no walkmesh, model or layout: {info.get('format', 'unknown')}")
    with tempfile.TemporaryDirectory() as temporary:
        linked = form.textures and textures == "link"
        folder = texture_folder(source) if linked else Path(temporary)
        try:
            path, lines = _convert(source, form, folder, textures)
            collection = _new_collection(context, name or sources.stem(source), parent)
            extras = _load_new(context, path, collection, pack=not linked)
        finally:
            (folder / _glb(source)).unlink(missing_ok=True)
            if linked and not any(folder.iterdir()):
                folder.rmdir()
    sources.remember(collection, source, info["format"], extras)
    _arrange(context, collection, form, info)
    return collection, lines, info


def import_file(context: bpy.types.Context, source: str, textures: str = "link",
                with_models: bool = False) -> tuple[bpy.types.Collection, list[str]]:
    """Imports a file, or ARCHIVE:name, into a collection of its own."""
    collection, lines, info = _import(context, sources.absolute(source), textures)
    if with_models and info["format"] == "kotor-lyt":
        lines += _import_models(context, collection, info, textures)
        arrange.activate(context, collection)
        arrange.choose(context, sources.walkmeshes(collection)[0])
    return collection, lines


def _import_model(context: bpy.types.Context, room: bpy.types.Collection, source: str, position: list[float],
                  textures: str) -> list[str]:
    """Imports the model of one room. The area can be used without one that cannot be read."""
    name = room[sources.ROOM]
    try:
        model, lines, _ = _import(context, source, textures, f"{name} model", room)
    except command.FAILURES as error:
        return [f"room {name} is without its model: {command.describe(error)}"]
    model[sources.MODEL] = name
    models.put(model, name, position)
    motion.remember(model)
    return lines


def _import_models(context: bpy.types.Context, area: bpy.types.Collection, info: dict, textures: str) -> list[str]:
    """Imports the models of the rooms of an area. Returns the messages, with the rooms that have none."""
    lines, missing = [], []
    places = {room["name"]: room["position"] for room in info["rooms"]}
    rooms = sources.rooms(area)
    with progress.shown(context, len(rooms)) as step:
        for room in rooms:
            name = room[sources.ROOM]
            source = models.find(area[sources.SOURCE], name)
            if source:
                lines += _import_model(context, room, source, places[name], textures)
            else:
                missing.append(name)
            step()
    if missing:
        lines.append(f"{count(len(missing), 'room')} without a model; the first is {missing[0]}")
    return lines


def _arrange(context: bpy.types.Context, collection: bpy.types.Collection, form: formats.Form, info: dict) -> None:
    """What happens after Blender has made the objects."""
    last = arrange.mute_tracks(list(collection.objects))
    for floor in sources.walkmeshes(collection) if form.walkmesh else ():
        seams.close(floor)
    if last > 0:
        context.scene.frame_start, context.scene.frame_end = 0, int(last + 0.5)
    if info["format"] == "kotor-lyt":
        arrange.split_rooms(collection, [room["name"] for room in info["rooms"]])
        for room in sources.rooms(collection):
            arrange.hide_extras(context, room, form)
    arrange.hide_extras(context, collection, form)
    motion.remember(collection)
    arrange.activate(context, collection)
    if form.walkmesh and sources.walkmeshes(collection):
        arrange.choose(context, sources.walkmeshes(collection)[0])


class ImportOptions:
    """The options that both import operators have."""

    textures: EnumProperty(name="Textures", items=TEXTURES, default="link")
    models: BoolProperty(
        name="Models of rooms", description="For an area: also import the models of its rooms", default=False
    )

    def import_all(self, context: bpy.types.Context, names: list[str]) -> set[str]:
        """Imports some sources, with the progress beside the mouse pointer."""
        done, lines = False, []
        with progress.shown(context, len(names)) as step:
            for name in names:
                try:
                    lines += import_file(context, name, self.textures, self.models)[1]
                    done = True
                except command.FAILURES as error:  # the other files are imported all the same
                    self.report({"ERROR"}, command.describe(error))
                step()
        command.pass_on(self, lines)
        return {"FINISHED"} if done else {"CANCELLED"}


class IMPORT_SCENE_OT_waymark(bpy.types.Operator, ImportOptions, ImportHelper):
    """Import a walkmesh, a model or a whole area of KotOR, NWN2 or Black & White 2"""

    bl_idname = "import_scene.waymark"
    bl_label = "Import game file"
    bl_options = {"REGISTER", "UNDO"}

    filter_glob: StringProperty(default=";".join("*" + e for e in formats.IMPORTED), options={"HIDDEN"})
    # What is dropped sets these; SKIP_SAVE keeps files of an earlier call out.
    filepath: StringProperty(name="File path", subtype="FILE_PATH", options={"SKIP_SAVE"})
    files: CollectionProperty(type=bpy.types.OperatorFileListElement, options={"HIDDEN", "SKIP_SAVE"})
    directory: StringProperty(subtype="DIR_PATH", options={"HIDDEN", "SKIP_SAVE"})

    def execute(self, context: bpy.types.Context) -> set[str]:
        names = [str(Path(self.directory) / f.name) for f in self.files if f.name]
        return self.import_all(context, names or [self.filepath])

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        """Files that were dropped are imported at once; otherwise the file browser opens."""
        if self.directory and any(f.name for f in self.files):
            return self.execute(context)
        return ImportHelper.invoke(self, context, event)


def _entries(self: bpy.types.Operator, context: bpy.types.Context) -> list[tuple[str, str, str]]:
    """What the archive of the operator holds that can be imported. Blender needs the list kept."""
    cls = IMPORT_SCENE_OT_waymark_entry
    if cls.listed != self.filepath:
        cls.listed, cls.entries = self.filepath, list_entries(self.filepath)
    return cls.entries


def list_entries(archive: str) -> list[tuple[str, str, str]]:
    """The entries of an archive that can be imported, as Blender wants enumerations."""
    try:
        names = sorted(command.entries(archive))
    except command.FAILURES as error:
        return [("", command.describe(error), "")]
    return [(n, n, f"{archive}:{n}") for n in names if Path(n).suffix.lower() in formats.IMPORTED]


def why_empty(archive: str) -> str:
    """Why nothing of an archive can be imported; "" if something can."""
    entries = list_entries(archive)
    if not entries:
        return f"{archive} has no walkmesh, model or layout"
    return "" if entries[0][0] else entries[0][1]


class IMPORT_SCENE_OT_waymark_entry(bpy.types.Operator, ImportOptions):
    """Choose an entry of an archive"""

    bl_idname = "import_scene.waymark_entry"
    bl_label = "Import from archive"
    bl_options = {"REGISTER", "UNDO"}
    bl_property = "entry"
    listed = ""
    entries: list[tuple[str, str, str]] = []

    filepath: StringProperty(subtype="FILE_PATH")
    entry: EnumProperty(name="Entry", items=_entries)

    def execute(self, context: bpy.types.Context) -> set[str]:
        why = why_empty(self.filepath)
        if why:
            self.report({"ERROR"}, why)
            return {"CANCELLED"}
        return self.import_all(context, [f"{self.filepath}:{self.entry}"])

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        context.window_manager.invoke_search_popup(self)
        return {"FINISHED"}


class IMPORT_SCENE_OT_waymark_archive(bpy.types.Operator, ImportHelper):
    """Import an entry of an archive: KEY, MOD, RIM, ERF, HAK, ZIP or STUFF"""

    bl_idname = "import_scene.waymark_archive"
    bl_label = "Import from archive"

    filter_glob: StringProperty(default=";".join("*" + e for e in formats.ARCHIVES), options={"HIDDEN"})

    def execute(self, context: bpy.types.Context) -> set[str]:
        why = why_empty(self.filepath)
        if why:
            self.report({"ERROR"}, why)
            return {"CANCELLED"}
        return bpy.ops.import_scene.waymark_entry("INVOKE_DEFAULT", filepath=self.filepath)


CLASSES = [IMPORT_SCENE_OT_waymark, IMPORT_SCENE_OT_waymark_entry, IMPORT_SCENE_OT_waymark_archive]

if hasattr(bpy.types, "FileHandler"):  # Blender 4.1

    class WAYMARK_FH_files(bpy.types.FileHandler):
        """Drag and drop of game files"""

        bl_idname = "WAYMARK_FH_files"
        bl_label = "Waymark"
        bl_import_operator = "import_scene.waymark"
        bl_file_extensions = ";".join(e for e in formats.IMPORTED if e != ".txt")

        @classmethod
        def poll_drop(cls, context: bpy.types.Context) -> bool:
            return context.area is not None and context.area.type in {"VIEW_3D", "OUTLINER"}

    CLASSES.append(WAYMARK_FH_files)


def _menu(self: bpy.types.Menu, context: bpy.types.Context) -> None:
    self.layout.operator(IMPORT_SCENE_OT_waymark.bl_idname, text="Waymark: game file (.mdl, .wok, .lyt, .trx, .mdb, .bwm)")
    self.layout.operator(IMPORT_SCENE_OT_waymark_archive.bl_idname, text="Waymark: from archive (.mod, .rim, .key, .zip)")


def register() -> None:
    for cls in CLASSES:
        bpy.utils.register_class(cls)
    bpy.types.TOPBAR_MT_file_import.append(_menu)


def unregister() -> None:
    bpy.types.TOPBAR_MT_file_import.remove(_menu)
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
