"""Which file can become which, and the functions of the library that do it."""
import ctypes
import os
import warnings
from pathlib import Path as FilePath
from typing import Any, Callable, Dict, List, Optional, Tuple

from waymark import _abi, structs
from waymark._native import (
    Error,
    Handle,
    buffer,
    call,
    encode,
    allocator,
    lib,
    options,
    parents_of,
    plain,
    take,
)
from waymark._places import PathLike
from waymark._views import Struct, decode
from waymark.document import IN_MEMORY, Conversion, Document, LossWarning
from waymark.enums import Format, KotorMdxState, Status
from waymark.scene import Scene

Files = Dict[str, bytes]
Opts = Dict[str, Any]

WALKMESHES = ("wok", "pwk", "dwk")
TEXTS = ("ascii", "txt")


class _Job:
    """A conversion under way."""

    def __init__(self, document: Document, to: str, opts: Opts, stem: str) -> None:
        self.document, self.to, self.opts, self.stem = document, to, dict(opts), stem
        self.budget = document._budget
        self.losses: List[str] = []
        self.result: Optional[Struct] = None

    def settings(self, kind: Any) -> Any:
        """An options struct. It takes the options that are its own."""
        own = _members(kind)
        return options(kind, self.budget, {n: self.opts.pop(n) for n in own if n in self.opts})

    def spent(self) -> None:
        """Options that nothing took are mistakes."""
        if self.opts:
            raise TypeError(f"there is no option '{next(iter(self.opts))}' for .{self.to}")

    def note(self, losses: Any) -> None:
        for i in range(losses.count):
            loss = losses.item[i]
            self.losses.append(f"{decode(loss.field)}: {decode(loss.message)} ({loss.count})")


def _members(kind: Any) -> List[str]:
    names = []
    for name, member in kind._fields_:
        if name == "base":
            names += _members(member)
        elif name not in ("begin_zero", "end_zero", "allocator"):
            names.append(name)
    return names


# ---- documents in their own format -------------------------------------------


def _plain_write(name: str, kind: Any, member: str) -> Callable[[_Job], Files]:
    """A writer with the usual arguments."""

    def run(job: _Job) -> Files:
        opts = job.settings(kind)
        job.spent()
        pointer = getattr(job.document._c, member)
        return {job.to: buffer(name, pointer, ctypes.byref(opts), file=job.document.file)}

    return run


_bwm = _plain_write("wm_kotor_bwm_write", _abi.wm_write_opts, "bwm")
_trn = _plain_write("wm_nwn2_trn_write", _abi.wm_nwn2_trn_write_opts, "trn")
_mdb = _plain_write("wm_nwn2_mdb_write", _abi.wm_write_opts, "mdb")
_bw2 = _plain_write("wm_bw2_model_write", _abi.wm_write_opts, "bw2")
_texture = _plain_write("wm_texture_write", _abi.wm_write_opts, "texture")
_pth = _plain_write("wm_kotor_pth_write", _abi.wm_write_opts, "pth")
_lyt = _plain_write("wm_kotor_lyt_write", _abi.wm_write_opts, "lyt")
_vis = _plain_write("wm_kotor_vis_write", _abi.wm_write_opts, "vis")
_mdl_text = _plain_write("wm_kotor_mdl_text_write", _abi.wm_kotor_mdl_text_write_opts, "mdl")


def _bwm_text(job: _Job) -> Files:
    """A walkmesh as text, also one that was read from a binary file."""
    opts = job.settings(_abi.wm_kotor_bwm_text_write_opts)
    job.spent()
    if not opts.model:
        opts.model = encode(FilePath(job.document.name or "walkmesh").stem)
    c = job.document._c
    mesh = _abi.wm_kotor_bwm_text_mesh()
    mesh.bwm = c.bwm
    mesh.state = _abi.WM_NO_INDEX
    text = _abi.wm_kotor_bwm_text(1, ctypes.pointer(mesh))
    losses = _abi.wm_losses()
    source = c.text if c.text else ctypes.pointer(text)
    data = buffer("wm_kotor_bwm_text_write", source, ctypes.byref(opts),
                  tail=[ctypes.byref(losses)], file=job.document.file)  # fmt: skip
    job.note(losses)
    return {job.to: data}


def _mdl(job: _Job) -> Files:
    opts = job.settings(_abi.wm_write_opts)
    job.spent()
    return _mdl_bytes(job.document._c.mdl, opts, job.document.file)


def _mdl_bytes(pointer: Any, opts: Any, file: Optional[str]) -> Files:
    mdl, mdx = _abi.wm_buffer(), _abi.wm_buffer()
    call("wm_kotor_mdl_write", pointer, ctypes.byref(opts), ctypes.byref(mdl), ctypes.byref(mdx),
         file=file)  # fmt: skip
    return {"mdl": take(mdl), "mdx": take(mdx)}


def _png(job: _Job) -> Files:
    opts = job.settings(_abi.wm_write_opts)
    job.spent()
    image = call("wm_texture_decode_sheet", job.document._c.texture, allocator(job.budget),
                 file=job.document.file)  # fmt: skip
    handle = Handle(image, "wm_image_free", parents_of(job.budget))
    files = {"png": buffer("wm_png_write", handle.pointer, ctypes.byref(opts))}
    texture = job.document._c.texture.contents
    if texture.txi_size:
        files["txi"] = ctypes.string_at(texture.txi, texture.txi_size)
    if texture.level_count > 1:
        job.losses.append(f"levels: mipmaps; a PNG has none ({texture.level_count - 1})")
    return files


# ---- scenes ------------------------------------------------------------------


def _scene(job: _Job) -> Scene:
    own = [n for n in _members(_abi.wm_scene_opts) if n in job.opts]
    return job.document.make_scene(
        images=bool(job.opts.pop("images", False)), **{n: job.opts.pop(n) for n in own}
    )


def _gltf(job: _Job) -> Files:
    scene = _scene(job)
    job.opts["text"] = job.to == "gltf"
    opts = job.settings(_abi.wm_gltf_write_opts)
    job.spent()
    return {job.to: buffer("wm_gltf_write", scene._handle.pointer, ctypes.byref(opts))}


def _obj(job: _Job) -> Files:
    scene = _scene(job)
    job.opts.setdefault("material_file", f"{job.stem}.mtl")
    job.opts.setdefault("y_up", True)
    opts = job.settings(_abi.wm_obj_write_opts)
    job.spent()
    if job.document.bwm or job.document.trn:
        text = buffer("wm_obj_write_walkmesh", scene._handle.pointer, ctypes.byref(opts))
    else:
        pose = scene.pose()
        text = buffer("wm_obj_write", pose._handle.pointer, ctypes.byref(opts))
    materials = buffer("wm_obj_write_mtl", scene._handle.pointer, ctypes.byref(opts))
    return {"obj": text, "mtl": materials}


def _import(
    prefix: str, kind: Any, view: Any, write: Callable[[_Job, Any], Files]
) -> Callable[[_Job], Files]:
    """A document made from a scene, as bytes."""

    def run(job: _Job) -> Files:
        if prefix == "wm_kotor_bwm" and job.to == "wok":
            job.opts.setdefault("type", _abi.WM_KOTOR_BWM_TYPE_AREA)
        opts = job.settings(kind)
        job.spent()
        result = plain(view)
        made = call(f"{prefix}_from_scene", job.document._c.scene, ctypes.byref(opts),
                    ctypes.byref(result._c), file=job.document.file)  # fmt: skip
        handle = Handle(made, f"{prefix}_free", parents_of(job.budget))
        job.result = result
        return write(job, handle.pointer)

    return run


def _simple(name: str, kind: Any) -> Callable[[_Job, Any], Files]:
    def run(job: _Job, pointer: Any) -> Files:
        opts = options(kind, job.budget, {})
        return {job.to: buffer(name, pointer, ctypes.byref(opts))}

    return run


def _mdl_pair(job: _Job, pointer: Any) -> Files:
    return _mdl_bytes(pointer, options(_abi.wm_write_opts, job.budget, {}), job.document.file)


_to_bwm = _import("wm_kotor_bwm", _abi.wm_walkmesh_import_opts, structs.WalkmeshImportResult,
                  _simple("wm_kotor_bwm_write", _abi.wm_write_opts))  # fmt: skip
_to_trn = _import("wm_nwn2_trn", _abi.wm_walkmesh_import_opts, structs.WalkmeshImportResult,
                  _simple("wm_nwn2_trn_write", _abi.wm_nwn2_trn_write_opts))  # fmt: skip
_to_mdb = _import("wm_nwn2_mdb", _abi.wm_nwn2_mdb_import_opts, structs.Nwn2MdbImportResult,
                  _simple("wm_nwn2_mdb_write", _abi.wm_write_opts))  # fmt: skip
_to_bw2 = _import("wm_bw2_model", _abi.wm_bw2_model_import_opts, structs.Bw2ModelImportResult,
                  _simple("wm_bw2_model_write", _abi.wm_write_opts))  # fmt: skip
_to_mdl = _import("wm_kotor_mdl", _abi.wm_kotor_mdl_import_opts, structs.KotorMdlImportResult,
                  _mdl_pair)  # fmt: skip
_to_mdl_text = _import("wm_kotor_mdl", _abi.wm_kotor_mdl_import_opts, structs.KotorMdlImportResult,
                       _simple("wm_kotor_mdl_text_write", _abi.wm_kotor_mdl_text_write_opts))  # fmt: skip

# ---- the table ---------------------------------------------------------------

_SCENE = {"glb": _gltf, "gltf": _gltf, "obj": _obj}
_IMPORT: Dict[str, Callable[[_Job], Files]] = {
    **{ending: _to_bwm for ending in WALKMESHES},
    "trx": _to_trn,
    "mdb": _to_mdb,
    "bwm": _to_bw2,
    "mdl": _to_mdl,
    "mdl.ascii": _to_mdl_text,
}
_BWM: Dict[str, Callable[[_Job], Files]] = {
    **{ending: _bwm for ending in WALKMESHES},
    **{ending: _bwm_text for ending in TEXTS},
    **_SCENE,
}
_MDL: Dict[str, Callable[[_Job], Files]] = {
    "mdl": _mdl,
    "mdl.ascii": _mdl_text,
    **{ending: _mdl_text for ending in TEXTS},
    **_SCENE,
}

#: for each format its targets; the first is the format itself
TABLE: Dict[Format, Dict[str, Callable[[_Job], Files]]] = {
    Format.KOTOR_BWM: _BWM,
    Format.KOTOR_BWM_TEXT: {"ascii": _bwm_text, **_BWM},
    Format.KOTOR_MDL: _MDL,
    Format.KOTOR_MDL_TEXT: {"mdl.ascii": _mdl_text, **_MDL},
    Format.KOTOR_LYT: {"lyt": _lyt, **_SCENE},
    Format.KOTOR_VIS: {"vis": _vis},
    Format.KOTOR_PTH: {"pth": _pth},
    Format.NWN2_TRN: {"trx": _trn, "trn": _trn, **_SCENE},
    Format.NWN2_MDB: {"mdb": _mdb, **_SCENE},
    Format.BW2_MODEL: {"bwm": _bw2, **_SCENE},
    Format.TEXTURE: {"tpc": _texture, "tga": _texture, "dds": _texture, "png": _png},
    Format.GLTF: {**_SCENE, **_IMPORT},
    Format.OBJ: {"obj": _obj, **_SCENE, **_IMPORT},
}

#: endings that mean the bytes of the document itself
_SAME = {
    Format.KOTOR_BWM: WALKMESHES,
    Format.KOTOR_MDL: ("mdl",),
    Format.NWN2_TRN: ("trx", "trn"),
    Format.NWN2_MDB: ("mdb",),
    Format.BW2_MODEL: ("bwm",),
}

_KIND_ENDINGS = {0: "tpc", 1: "tga", 2: "dds", 3: "dds"}


def _need_mdx(job: _Job) -> None:
    """The vertices of a model are in its MDX: without it, only the same model can be written."""
    allowed = job.opts.pop("allow_missing_mdx", False)
    if job.document.format != Format.KOTOR_MDL or job.to == "mdl":
        return
    state = job.document._c.mdl.contents.mdx_state
    if state == KotorMdxState.MISSING and not allowed:
        message = (
            "the MDX, which holds the vertices, is missing; put it next to the MDL, or use "
            "allow_missing_mdx=True to convert without them"
        )
        raise Error(Status.BAD_VALUE, message, file=job.document.file)
    if state in (KotorMdxState.MISSING, KotorMdxState.SHORT):
        missing = state == KotorMdxState.MISSING
        what = "the vertices, because the MDX is missing" if missing else "vertices beyond its end"
        job.losses.append(f"mdx: {what} (1)")


def _own_ending(document: Document) -> str:
    """The ending of the document's own format."""
    name = document.file.rpartition(".")[2].lower()
    targets = TABLE[document.format]
    if document.texture:
        return _KIND_ENDINGS[int(document.texture.kind)]
    return name if name in targets else next(iter(targets))


def write(document: Document, to: Optional[str], opts: Opts, stem: str = "") -> Conversion:
    """Makes the bytes of a document in another format."""
    targets = TABLE.get(document.format, {})
    if not targets:
        raise Error(Status.UNSUPPORTED, "this format cannot be written", file=document.file)
    ending = (to or _own_ending(document)).lower().lstrip(".")
    if document.texture and ending != "png" and ending != _own_ending(document):
        targets = {}
    if ending not in targets:
        known = ", ".join(f".{name}" for name in TABLE[document.format])
        message = f"cannot become .{ending}; it can become {known}"
        raise Error(Status.UNSUPPORTED, message, file=document.file)
    job = _Job(document, ending, opts, stem or FilePath(document.file).stem)
    _need_mdx(job)
    files = targets[ending](job)
    _note_faults(job, ending)
    return Conversion(files, job.losses, job.result)


def _note_faults(job: _Job, ending: str) -> None:
    """What reading a damaged file passed over is lost, unless the same bytes are written again."""
    document = job.document
    same = document._faults_now() == document.faults and ending in _SAME.get(document.format, ())
    if document.faults and not same and not any(x.startswith("faults:") for x in job.losses):
        message = "what the faults in the file concern is left out (see waymark.check)"
        job.losses.append(f"faults: {message} ({document.faults})")


def _ending_of(path: FilePath, document: Document) -> Tuple[str, str]:
    """The name without its ending, and the ending: "x.mdl.ascii" has a long one."""
    for ending in sorted(TABLE.get(document.format, {}), key=len, reverse=True):
        if path.name.lower().endswith(f".{ending}"):
            return path.name[: -len(ending) - 1], ending
    return path.stem, path.suffix[1:]


def convert(document: Document, path: PathLike, overwrite: bool, opts: Opts) -> Conversion:
    """Makes the files of a conversion and writes them, all or none."""
    target = FilePath(os.fspath(path))
    stem, ending = _ending_of(target, document)
    if not ending:
        raise ValueError(f"{target} has no ending that says what it is to become")
    made = write(document, ending, opts, stem)
    made.paths = _save(target, stem, made.files, overwrite)
    return made


def _check_name(document: Document, target: FilePath) -> None:
    """A name that says another format would hide what is in the file from the game."""
    targets = TABLE.get(document.format, {})
    known = {ending for table in TABLE.values() for ending in table}
    ending = _ending_of(target, document)[1].lower()
    own = _own_ending(document)
    same = ending == own or (not document.texture and targets.get(ending) is targets.get(own))
    if ending in known and not same:
        raise ValueError(f"{target}: save writes .{own}; use convert to write .{ending}")


def save(document: Document, path: Optional[PathLike], overwrite: bool) -> None:
    """Writes a document in its own format."""
    if path is None and document.file == IN_MEMORY:
        raise ValueError("a document that was read from memory needs a path")
    target = FilePath(os.fspath(path) if path is not None else document.file)
    if path is not None and document.format in TABLE:
        _check_name(document, target)
    stem = target.stem
    made = write(document, _own_ending(document), {}, stem)
    _save(target, stem, made.files, overwrite or path is None)
    for loss in made.losses:
        warnings.warn(f"{target}: {loss}", LossWarning, stacklevel=4)


def _save(target: FilePath, stem: str, files: Files, overwrite: bool) -> List[str]:
    """The first file has the name that was asked for, the others its name with their endings."""
    paths = [str(target)] + [str(target.with_name(f"{stem}.{e}")) for e in list(files)[1:]]
    cells = (_abi.wm_file_output * len(files))()
    keep = []
    for cell, path, data in zip(cells, paths, files.values()):
        keep.append(ctypes.create_string_buffer(data, max(len(data), 1)))
        cell.path, cell.size = encode(path), len(data)
        cell.data = ctypes.addressof(keep[-1])
    at = ctypes.c_size_t()
    error = _abi.wm_error()
    status = lib.wm_file_write_all(
        cells, len(files), overwrite, ctypes.byref(at), ctypes.byref(error)
    )
    if status != Status.OK:
        message = decode(error.message) or ""
        raise Error(Status(status), message, path=decode(error.path) or "", file=paths[at.value])
    return paths
