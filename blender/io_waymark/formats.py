"""What the command calls each format, and which options its conversions take."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Form:
    """One format, as `waymark info --json` names it."""

    label: str
    family: str  # whose surfaces it has: "kotor", "nwn2" or "bw2"
    ending: str  # of the file that an export writes, unless the source has one of `endings`
    endings: tuple[str, ...]
    textures: bool = False  # has textures
    walkmesh: bool = False  # is a walkmesh: its collision mesh is what people want to see


FORMS = {
    "kotor-bwm": Form("KotOR walkmesh", "kotor", ".wok", (".wok", ".pwk", ".dwk"), walkmesh=True),
    "kotor-mdl": Form("KotOR model", "kotor", ".mdl", (".mdl",), textures=True),
    "kotor-lyt": Form("KotOR area", "kotor", ".wok", (".lyt",), textures=True, walkmesh=True),
    "nwn2-trn": Form("NWN2 terrain", "nwn2", ".trx", (".trx", ".trn"), walkmesh=True),
    "nwn2-mdb": Form("NWN2 model", "nwn2", ".mdb", (".mdb",), textures=True),
    "bw2-model": Form("Black & White 2 model", "bw2", ".bwm", (".bwm",), textures=True),
}

# Endings of files that can be imported; texts and archives among them.
IMPORTED = (".mdl", ".wok", ".pwk", ".dwk", ".lyt", ".trn", ".trx", ".mdb", ".bwm", ".ascii", ".txt")
ARCHIVES = (".mod", ".rim", ".erf", ".hak", ".sav", ".key", ".bif", ".zip", ".stuff")
EXPORTED = (".wok", ".pwk", ".dwk", ".mdl", ".mdl.ascii", ".trx", ".trn", ".mdb", ".bwm")


def takes_template(path: str, form: Form) -> bool:
    """Whether a file of this format is a template for an output: only for one of the same format."""
    name = path.lower().removesuffix(".ascii")
    return name.endswith(form.endings) or (name != path.lower() and form.family == "kotor")


def game_options(path: str, game: str) -> list[str]:
    """The options of `convert` for KotOR 1 ("k1") or 2 ("k2"); any other word leaves the choice to the command."""
    suffix = Path(path).suffix.lower()
    if game not in ("k1", "k2"):
        return []
    if suffix in (".mdl", ".ascii"):
        return ["--game", game]
    return ["--rounding", game] if suffix in (".wok", ".pwk", ".dwk") else []
