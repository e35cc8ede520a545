"""Gives all faces of one material another one, rebuilds the walkmesh and writes it.

    python3 repaint.py IN FROM TO OUT
"""
import sys

import waymark

source, old, new, target = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
room = waymark.open(source)
materials = room.bwm.materials
changed = 0
for i in range(len(materials)):
    if materials[i] == old:
        materials[i] = new
        changed += 1
room.rebuild()
room.save(target)
print(f"{changed} faces changed, {len(waymark.check(target))} findings")
