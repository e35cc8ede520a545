"""Judges a wheel by the rules of its format, without installing it: wheel.py WHEEL...

The name says the same as WHEEL, RECORD has every file with its hash and size, the metadata is
complete, and the library inside is one for the platform and has every function that the package calls.
"""
import base64
import email
import hashlib
import re
import struct
import sys
import zipfile
from pathlib import Path

NAME = re.compile(r"(?P<name>\w+)-(?P<version>[\d.]+)-(?P<tag>py3-none-(?P<platform>\w+))\.whl")
PLATFORMS = {
    "manylinux": ("libwaymark.so", b"\x7fELF"),
    "win_amd64": ("libwaymark.dll", b"MZ"),
}


def digest(data):
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def check_record(files, info):
    """Every file is listed once, with its hash and size; RECORD itself has neither."""
    lines = [line.split(",") for line in files[f"{info}/RECORD"].decode().splitlines()]
    assert all(len(line) == 3 for line in lines), "three fields in a line"
    listed = {name: (hashed, size) for name, hashed, size in lines}
    assert len(listed) == len(lines) and set(listed) == set(files), set(listed) ^ set(files)
    for name, data in files.items():
        wanted = ("", "") if name == f"{info}/RECORD" else (digest(data), str(len(data)))
        assert listed[name] == wanted, f"{name}: {listed[name]}"


def check_metadata(files, info, parts):
    tags = email.message_from_bytes(files[f"{info}/WHEEL"])
    assert tags["Wheel-Version"] == "1.0" and tags["Root-Is-Purelib"] == "false"
    assert tags.get_all("Tag") == [parts["tag"]], tags.get_all("Tag")
    data = email.message_from_bytes(files[f"{info}/METADATA"])
    assert data["Metadata-Version"] == "2.1" and data["Name"] == parts["name"] == "waymark"
    assert data["Version"] == parts["version"] and data["Requires-Python"] == ">=3.10"
    assert data["Description-Content-Type"] == "text/markdown" and len(data.get_payload()) > 1000
    assert data.get_all("Requires-Dist") == ['numpy ; extra == "numpy"'], "numpy is optional"
    for name in ("LICENSE", "licenses/libdeflate.txt", "licenses/zlib.txt"):
        assert files[f"{info}/{name}"], name


def exports_of_dll(data):
    """The names in the export table of a PE file for x86-64."""
    start = struct.unpack_from("<I", data, 60)[0]
    assert data[start : start + 4] == b"PE\0\0"
    machine, sections = struct.unpack_from("<HH", data, start + 4)
    assert machine == 0x8664, f"machine {machine:#x}"
    optional = start + 24
    assert struct.unpack_from("<H", data, optional)[0] == 0x20B, "not PE32+"
    table = optional + struct.unpack_from("<H", data, start + 20)[0]

    def place(address):
        for i in range(sections):
            size, base, stored, offset = struct.unpack_from("<4I", data, table + 40 * i + 8)
            if base <= address < base + max(size, stored):
                return address - base + offset
        raise AssertionError(f"no section has {address:#x}")

    directory = place(struct.unpack_from("<I", data, optional + 112)[0])
    count, _, names = struct.unpack_from("<3I", data, directory + 24)
    found = set()
    for i in range(count):
        at = place(struct.unpack_from("<I", data, place(names) + 4 * i)[0])
        found.add(data[at : data.index(b"\0", at)].decode())
    return found


def check_library(files, platform):
    """One library, of the platform, with the functions that _abi.py names."""
    name, magic = next(v for k, v in PLATFORMS.items() if platform.startswith(k))
    found = [n for n in files if n.endswith((".so", ".dll"))]
    assert found == [f"waymark/{name}"], found
    data = files[f"waymark/{name}"]
    assert data.startswith(magic)
    called = set(re.findall(r'^    "(wm_\w+)": ', files["waymark/_abi.py"].decode(), re.MULTILINE))
    assert len(called) > 100, len(called)
    if name.endswith(".dll"):
        missing = called - exports_of_dll(data)
    else:
        missing = {n for n in called if n.encode() + b"\0" not in data}
    return called, missing


def check(path):
    parts = NAME.fullmatch(path.name)
    assert parts, f"{path.name} is not the name of a wheel"
    with zipfile.ZipFile(path) as wheel:
        assert wheel.testzip() is None
        names = wheel.namelist()
        files = {name: wheel.read(name) for name in names}
    assert len(names) == len(files), "a file is there twice"
    info = f"waymark-{parts['version']}.dist-info"
    assert {name.split("/")[0] for name in files} == {"waymark", info}
    assert names[-1] == f"{info}/RECORD", "the metadata is at the end"
    for name in ("__init__.py", "_abi.py", "py.typed", "structs.py"):
        assert f"waymark/{name}" in files, name
    check_record(files, info)
    check_metadata(files, info, parts)
    called, missing = check_library(files, parts["platform"])
    assert not missing, f"the library has no {sorted(missing)[:5]}"
    print(f"{path.name}: {len(files)} files, {len(called)} functions")


for argument in sys.argv[1:]:
    check(Path(argument))
