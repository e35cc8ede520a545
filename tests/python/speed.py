"""1,000,000 heights in one call from Python, and one by one in C: the ratio of the times.

Each side is measured in its own processor time, in the best of several rounds, alternately. Both
must find the same heights. The ratio is printed and not judged: other work on the machine changes it.
The target is 1.5.
"""
import os
import subprocess
import tempfile
import time
from pathlib import Path

import numpy

import waymark
from support import BUILD, SAMPLES

POINTS, ROUNDS = 1_000_000, 5
ROOT = Path(__file__).parents[2]


def compile_peer(folder):
    program = Path(folder) / "heights"
    command = ["cc", "-O2", "-std=c11", f"-I{ROOT}/include", Path(__file__).with_name("heights.c")]
    subprocess.run(
        [*map(str, command), "-o", str(program), f"-L{BUILD}", "-lwaymark", f"-Wl,-rpath,{BUILD}"],
        check=True,
    )
    return program


def random_points(mesh):
    """Points over the whole mesh, in no order."""
    random = numpy.random.default_rng(1)
    low, high = numpy.array(mesh.min), numpy.array(mesh.max)
    return (low + random.random((POINTS, 3)) * (high - low)).astype(numpy.float32)


def ours(mesh, points):
    best, total = 1e9, 0.0
    for _ in range(ROUNDS):
        start = time.process_time()
        hits = mesh.heights(points)
        best = min(best, time.process_time() - start)
        total = hits.column("z").sum(dtype=numpy.float64)
    return best, total


def theirs(program, file, stored):
    said = subprocess.run(
        [str(program), str(file), str(stored), str(ROUNDS)], check=True, stdout=subprocess.PIPE
    )
    best, total = (float(word) for word in said.stdout.split())
    return best, total


def measure(program, file, folder):
    mesh = waymark.open(file).make_walkmesh()
    points = random_points(mesh)
    stored = Path(folder) / "points"
    stored.write_bytes(points.tobytes())
    python = c = 1e9
    for _ in range(3):
        took, found = ours(mesh, points)
        python = min(python, took)
        took, wanted = theirs(program, file, stored)
        c = min(c, took)
        assert abs(found - wanted) <= 1e-9 * abs(wanted), (found, wanted)
    print(
        f"{file.name}, {mesh.face_count} faces: 1,000,000 heights in one call from Python "
        f"{python * 1e3:.1f} ms, one by one in C {c * 1e3:.1f} ms: {python / c:.2f} times"
    )


def main():
    corpus = Path(os.environ.get("WAYMARK_CORPUS") or ROOT.parent / "shared/corpus")
    files = [SAMPLES / "hills.wok", *sorted(corpus.rglob("203tell.wok"))[:1]]
    files += sorted(corpus.rglob("*.trx"), key=lambda p: p.stat().st_size)[-1:]
    with tempfile.TemporaryDirectory() as folder:
        program = compile_peer(folder)
        for file in files:
            measure(program, file, folder)


main()
