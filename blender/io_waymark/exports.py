"""File > Export: game files, and the rooms of a whole area, each checked afterwards."""

from pathlib import Path

import bpy
from bpy.props import BoolProperty, EnumProperty, StringProperty
from bpy_extras.io_utils import ExportHelper

from . import command, findings, formats, progress, snapshot, sources
from .words import count

GAMES = (
    ("same", "As before", "The game of the template, or of the file that was imported"),
    ("k1", "KotOR 1", "Knights of the Old Republic"),
    ("k2", "KotOR 2", "The Sith Lords"),
)


def _textures(path: str, wanted: bool) -> list[str]:
    """The option that writes the images of a model as textures."""
    models = (".mdl", ".ascii", ".mdb", ".bwm")
    return ["--write-textures"] if wanted and Path(path).suffix.lower() in models else []


def _conclusion(report: dict, lines: list[str]) -> tuple[set[str], str]:
    """What Blender shows after an export: the findings in a few words, and where the messages are."""
    said = len([line for line in lines if not line.startswith("wrote ")])
    more = f"; {count(said, 'message')} in the sidebar" if said else ""
    wrong = report["errors"] or any(command.is_warning(line) for line in lines)
    return {"WARNING" if wrong else "INFO"}, findings.summary(report) + more


class EXPORT_SCENE_OT_waymark(bpy.types.Operator, ExportHelper):
    """Write the imported file of the active object as a game file again, and check it"""

    bl_idname = "export_scene.waymark"
    bl_label = "Export game file"
    filename_ext = ""

    filter_glob: StringProperty(default=";".join("*" + e for e in formats.EXPORTED), options={"HIDDEN"})
    use_template: BoolProperty(
        name="Use template", description="Take what Blender cannot hold from an older file", default=True
    )
    template: StringProperty(
        name="Template",
        description="An older file that provides what Blender cannot hold. Empty: the file that was imported",
        subtype="FILE_PATH",
    )
    game: EnumProperty(name="Game", items=GAMES, default="same")
    write_textures: BoolProperty(
        name="Write textures", description="Write the images of a model as TGA files beside it", default=False
    )
    check_after: BoolProperty(name="Check", description="Check the file that was written", default=True)

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return sources.active(context) is not None

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        collection = sources.active(context)
        folder = sources.folder(collection.get(sources.SOURCE, "")) or Path(bpy.path.abspath("//"))
        self.filepath = str(folder / (sources.name_of(collection) + snapshot.ending(collection)))
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    def out_path(self) -> str:
        """The path, with the ending that the format needs."""
        path = Path(self.filepath)
        return str(path) if path.suffix else str(path) + snapshot.ending(sources.active(bpy.context))

    def chosen_template(self, collection: bpy.types.Collection, out: str) -> str:
        """The template to use, or "". One that should be there and is not is reported."""
        if not self.use_template:
            return ""
        found = bpy.path.abspath(self.template) or sources.template(collection, out)
        source = sources.own_template(collection, out)
        if not found and source:
            self.report({"WARNING"}, f"{source} is no longer there: exported without a template, so that what "
                        "Blender cannot hold is lost or computed again")
        return found

    def execute(self, context: bpy.types.Context) -> set[str]:
        collection = sources.active(context)
        if collection.get(sources.FORMAT) == "kotor-lyt":
            self.report({"ERROR"}, "this is a whole area: choose a room, or use 'Export area'")
            return {"CANCELLED"}
        out = self.out_path()
        template = self.chosen_template(collection, out)
        options = formats.game_options(out, self.game) + _textures(out, self.write_textures)
        try:
            with progress.shown(context, 3) as step:
                lines = snapshot.write(context, collection, out, template, options, step)
                report = findings.check_file(context, collection, out) if self.check_after else None
                step()
        except command.FAILURES as error:
            self.report({"ERROR"}, command.describe(error))
            return {"CANCELLED"}
        command.pass_on(self, lines)
        if report:
            self.report(*_conclusion(report, lines))
        return {"FINISHED"}


class EXPORT_SCENE_OT_waymark_area(bpy.types.Operator, ExportHelper):
    """Write the walkmeshes of all rooms, and the layout, into a folder, and check them together"""

    bl_idname = "export_scene.waymark_area"
    bl_label = "Export area"
    filename_ext = ".lyt"
    use_filter_folder = True

    filter_glob: StringProperty(default="*.lyt", options={"HIDDEN"})

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        collection = sources.active(context)
        return collection is not None and sources.area_of(collection) is not None

    def execute(self, context: bpy.types.Context) -> set[str]:
        area = sources.area_of(sources.active(context))
        folder = Path(self.filepath)
        folder = folder.parent if folder.suffix.lower() == ".lyt" else folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with progress.shown(context, len(sources.rooms(area)) + 1) as step:
                layout, lines = snapshot.write_area(context, area, str(folder), step)
                report = findings.check_file(context, area, layout)
                step()
        except command.FAILURES as error:
            self.report({"ERROR"}, command.describe(error))
            return {"CANCELLED"}
        command.pass_on(self, lines)
        self.report(*_conclusion(report, lines))
        return {"FINISHED"}


CLASSES = (EXPORT_SCENE_OT_waymark, EXPORT_SCENE_OT_waymark_area)


def _menu(self: bpy.types.Menu, context: bpy.types.Context) -> None:
    self.layout.operator(EXPORT_SCENE_OT_waymark.bl_idname, text="Waymark: game file (.mdl, .wok, .trx, .mdb, .bwm)")
    self.layout.operator(EXPORT_SCENE_OT_waymark_area.bl_idname, text="Waymark: area (folder with .lyt and .wok)")


def register() -> None:
    for cls in CLASSES:
        bpy.utils.register_class(cls)
    bpy.types.TOPBAR_MT_file_export.append(_menu)


def unregister() -> None:
    bpy.types.TOPBAR_MT_file_export.remove(_menu)
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
