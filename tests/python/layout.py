"""Compares every struct and constant of waymark/_abi.py with what the C compiler makes of the headers.

    layout.py SOURCE [COMPILER [RUNNER]]

SOURCE is the root of the repository. COMPILER is cc, or one for Windows, whose programs RUNNER (wine)
runs: the wheel for Windows has the same _abi.py.
"""
import ctypes
import importlib.util
import subprocess
import sys
import tempfile
from pathlib import Path


# Numbers with a letter for each kind. Signed ones are left out: an enum is c_int, and unsigned in gcc.
NUMBERS = {
    ctypes.c_bool: "b",
    ctypes.c_float: "f",
    ctypes.c_double: "d",
    ctypes.c_uint8: "u",
    ctypes.c_uint16: "u",
    ctypes.c_uint32: "u",
    ctypes.c_uint64: "u",
}
KIND = """#define KIND(x) _Generic((x), _Bool: 'b', float: 'f', double: 'd', uint8_t: 'u', uint16_t: 'u', \\
    uint32_t: 'u', uint64_t: 'u', int8_t: 'i', int16_t: 'i', int32_t: 'i', int64_t: 'i', default: '?')"""


def load(source):
    """_abi.py by itself: it needs no library."""
    spec = importlib.util.spec_from_file_location("abi", source / "python/waymark/_abi.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def structs(abi):
    found = {
        name: kind
        for name, kind in vars(abi).items()
        if isinstance(kind, type)
        and issubclass(kind, ctypes.Structure)
        and hasattr(kind, "_fields_")
    }
    return {name: kind for name, kind in found.items() if kind._fields_}


def program(abi):
    """A C program that prints a line for each struct, member and constant."""
    lines = ["#include <stddef.h>", "#include <stdio.h>"]
    lines += [f'#include "waymark/{name}.h"' for name in ("waymark", "file", "folder", "game")]
    lines += [KIND, "int main(void) {"]
    for name, kind in structs(abi).items():
        lines.append(f'printf("{name} %zu\\n", sizeof({name}));')
        for member, type_, *_ in kind._fields_:
            at = f"(({name} *)0)->{member}"
            letter = f"KIND({at})" if type_ in NUMBERS else "'-'"
            lines.append(
                f'printf("{name}.{member} %zu %zu %c\\n", offsetof({name}, {member}), '
                f"sizeof({at}), {letter});"
            )
    for name, value in vars(abi).items():
        if name.startswith("WM_") and isinstance(value, int):
            lines.append(f'printf("{name} %llu\\n", (unsigned long long){name});')
    return "\n".join(lines + ["return 0; }"])


def expected(abi):
    """What ctypes says, in the same form."""
    for name, kind in structs(abi).items():
        yield f"{name} {ctypes.sizeof(kind)}"
        for member, type_, *_ in kind._fields_:
            at = getattr(kind, member)
            yield f"{name}.{member} {at.offset} {at.size} {NUMBERS.get(type_, '-')}"
    for name, value in vars(abi).items():
        if name.startswith("WM_") and isinstance(value, int):
            yield f"{name} {value}"


def main():
    source = Path(sys.argv[1])
    compiler, runner = sys.argv[2] if len(sys.argv) > 2 else "cc", sys.argv[3:]
    abi = load(source)
    with tempfile.TemporaryDirectory() as folder:
        code = Path(folder) / "layout.c"
        code.write_text(program(abi))
        binary = Path(folder) / "layout.exe"
        command = [compiler, "-std=c11", "-w", f"-I{source}/include", str(code), "-o", str(binary)]
        subprocess.run(command, check=True)
        compiled = subprocess.run(
            [*runner, str(binary)], check=True, stdout=subprocess.PIPE, text=True
        )
    ours, theirs = list(expected(abi)), compiled.stdout.splitlines()
    wrong = [f"Python: {a}    C: {b}" for a, b in zip(ours, theirs) if a != b]
    assert len(ours) == len(theirs), (len(ours), len(theirs))
    assert len(structs(abi)) > 200, len(structs(abi))
    if wrong:
        sys.exit("\n".join(wrong))
    print(
        f"{len(structs(abi))} structs, {len(ours)} sizes, offsets and constants agree with the compiler"
    )


main()
