"""What the tests of the Python package share."""
import ctypes
import gc
import os
import shutil
import struct
import tempfile
import unittest
from pathlib import Path

from waymark import _memory, _views

BUILD = Path(os.environ["WAYMARK_BUILD"])
SAMPLES = BUILD / "samples"
NUMPY = _memory.numpy is not None


def rows(array):
    """An array of any kind as lists."""
    return array.tolist()


class Case(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="waymark-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def sample(self, name):
        """A copy of a sample, which the test may change."""
        source = SAMPLES / name
        self.assertTrue(source.exists(), f"{source} is missing: run make_samples")
        return Path(shutil.copy(source, self.folder))


def touch(value, budget=100_000):
    """Reads everything that can be reached from an object. Returns how many values that were."""
    count, waiting = 0, [value]
    while waiting and count < budget:
        item = waiting.pop()
        if isinstance(item, _views.Struct):
            waiting += [getattr(item, name) for name in item._fields()]
        elif isinstance(item, _views.Records):
            # all of the memory, and the ends as objects
            ctypes.string_at(
                ctypes.addressof(item._cells), ctypes.sizeof(item._cells)
            ) if item else b""
            waiting += item[:40] + item[-1:]
        elif isinstance(item, (list, tuple)):
            waiting += item
        elif isinstance(item, memoryview):
            item.tobytes()
        elif hasattr(item, "tobytes"):
            item.tobytes()
        count += 1
    return count


def pack_erf(path, entries):
    """Writes an ERF, as the games store their modules: [(name, type number, bytes)]."""
    keys, resources, data = b"", b"", b""
    start = 160 + 24 * len(entries) + 8 * len(entries)
    for i, (name, kind, content) in enumerate(entries):
        keys += struct.pack("<16sIHH", name.encode(), i, kind, 0)
        resources += struct.pack("<II", start + len(data), len(content))
        data += content
    header = struct.pack(
        "<4s4sIIIIIIIII",
        b"MOD ",
        b"V1.0",
        0,
        0,
        len(entries),
        160,
        160,
        160 + len(keys),
        105,
        0,
        0xFFFFFFFF,
    )
    path.write_bytes(header.ljust(160, b"\0") + keys + resources + data)


def collect():
    gc.collect()
