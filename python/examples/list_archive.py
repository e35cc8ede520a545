"""Lists an archive and describes the walkmeshes in it.

    python3 list_archive.py ARCHIVE
"""
import sys

import waymark

archive = waymark.Archive.open(sys.argv[1])
print(f"{len(archive)} entries")
for name in archive:
    if name.endswith(".wok"):
        room = waymark.open(f"{sys.argv[1]}:{name}")
        print(f"{name}: {room.bwm.face_count} faces, {room.bwm.edge_count} border edges")
