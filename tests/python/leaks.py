"""Opens everything there is through Python, reads all of it, and counts the memory that is left.

    leaks.py [--few]        --few: one file of each kind of the samples

All memory of the library comes from a budget, which counts it. The samples are always used; the
files of the corpus too where they are.
"""
import gc
import os
import sys
from pathlib import Path

import waymark
from support import SAMPLES, touch

CORPUS = Path(os.environ.get("WAYMARK_CORPUS") or Path(__file__).parents[3] / "shared/corpus")


def use(path, budget):
    """Everything that can be done with one file. Returns how many values were read."""
    document = waymark.open(path, budget=budget)
    count = touch(document)
    tries = [
        lambda: touch(document.make_scene(images=True)),
        lambda: touch(document.make_scene(no_animations=True).pose().sample(None)),
        lambda: walk(document.make_walkmesh()),
        lambda: len(document.check()),
        lambda: len(document.info()),
        lambda: len(document.write()),
        lambda: len(document.write("glb")),
    ]
    if document.size < 1 << 20:
        tries.append(lambda: touch(document.rebuild()))
    for work in tries:
        try:
            count += work()
        except waymark.Error:  # not every document has a scene, a walkmesh and so on
            pass
    return count + touch(document)


def walk(mesh):
    middle = [(a + b) / 2 for a, b in zip(mesh.min, mesh.max)]
    mesh.path(mesh.min, middle, partial=True)
    return touch(mesh) + len(mesh.heights([mesh.min, middle])) + len(mesh.locate(middle))


def use_archive(path, budget):
    """Opens entries of an archive, some of each type."""
    archive, taken, count = waymark.Archive.open(path, budget=budget), {}, 0
    for name in archive:
        kind = name.rpartition(".")[2]
        taken[kind] = taken.get(kind, 0) + 1
        if taken[kind] <= 3:
            try:
                count += use(f"{path}:{name}", budget)
            except waymark.Error:
                pass
    return count + touch(archive)


def files(folder, few):
    found = sorted(p for p in folder.rglob("*") if p.is_file() and p.stat().st_size < 1 << 26)
    if not few:
        return found
    first = {}
    for path in found:
        first.setdefault(path.suffix.lower(), path)
    return list(first.values())


def main():
    few = "--few" in sys.argv
    budget = waymark.Budget()
    opened = archives = refused = values = 0
    paths = files(SAMPLES, few)
    if few:
        pass
    elif CORPUS.is_dir():
        paths += files(CORPUS, False)
    else:
        print("skipped: there is no corpus; only the samples are opened")
    for path in paths:
        try:
            values += use(path, budget)
            opened += 1
        except waymark.Error as error:
            str(error)
            try:
                values += use_archive(path, budget)
                archives += 1
            except waymark.Error:
                refused += 1
        if opened % 64 == 0:
            gc.collect()
            assert budget.used == 0, f"{path}: {budget.used} bytes are still in use"
    gc.collect()
    assert budget.used == 0, f"{budget.used} bytes are still in use"
    assert opened >= (10 if few else 100), f"only {opened} files could be opened"
    print(
        f"{opened} files and {archives} archives opened, {refused} refused, {values} values read, "
        f"{budget.peak} bytes at most, 0 left"
    )


main()
