"""Runs every program of python/examples with the samples and looks for what it must print."""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from support import SAMPLES, pack_erf

EXAMPLES = Path(__file__).parents[2] / "python/examples"


def cases(work):
    """name: its arguments, what it must print"""
    rooms = work / "rooms"
    rooms.mkdir()
    for name in ("room.wok", "degenerate.wok"):
        shutil.copy(SAMPLES / name, rooms)
    pack_erf(work / "rooms.mod", [("room", 2016, (SAMPLES / "room.wok").read_bytes())])
    room, model = SAMPLES / "room.wok", SAMPLES / "models/sample.mdl"
    return {
        "describe": ([model], ["format: kotor-mdl", "needs sample.mdx: "]),
        "check_all": ([rooms], ["KOTOR_FACE_DEGENERATE"]),
        "heights": ([room, "0.5"], ["243 points, 187 on the floor, from 0.00 to 3.00 m"]),
        "walk": (
            [SAMPLES / "courtyard.wok", "1", "1", "6", "4"],
            ["6.000 m\n  1.00 1.00 1.25\n  2.00 1.00 1.25\n  6.00 4.00 1.25\n"],
        ),
        "shade": ([room, "26"], ["...............::+++######\n"]),
        "repaint": ([room, "10", "4", work / "painted.wok"], ["20 faces changed, 0 findings"]),
        "to_gltf": ([model, work / "sample.glb"], ["sample.glb: ", " nodes, "]),
        "to_walkmesh": ([SAMPLES / "room.obj", work / "room.wok"], ["74 triangles, 0 vertices"]),
        "pose": ([model], ["walk: 1.00 s, from 0.00 to 2.25 m\n"]),
        "list_archive": (
            [work / "rooms.mod"],
            ["1 entries", "room.wok: 74 faces, 32 border edges"],
        ),
    }


def main():
    with tempfile.TemporaryDirectory() as folder:
        table = cases(Path(folder))
        programs = {path.stem for path in EXAMPLES.glob("*.py")}
        assert programs == set(table), programs ^ set(table)
        for name, (arguments, wanted) in table.items():
            command = [sys.executable, EXAMPLES / f"{name}.py", *map(str, arguments)]
            run = subprocess.run(
                command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=os.environ
            )
            missing = [text for text in wanted if text not in run.stdout]
            if run.returncode or missing:
                sys.exit(f"{name}: exit {run.returncode}, without {missing}\n{run.stdout}")
    print(f"{len(table)} examples")


main()
