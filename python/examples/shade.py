"""A picture in letters: rays from above, bright where the floor is high.

    python3 shade.py WALKMESH COLUMNS
"""
import sys

import waymark

mesh = waymark.open(sys.argv[1]).make_walkmesh()
columns = int(sys.argv[2])
size = (mesh.max.x - mesh.min.x) / columns
lines = max(1, round((mesh.max.y - mesh.min.y) / size / 2))
top = mesh.max.z + 1
starts = [
    (mesh.min.x + (i + 0.5) * size, mesh.max.y - (k + 0.5) * size * 2, top)
    for k in range(lines)
    for i in range(columns)
]
hits = mesh.rays(starts, [(0, 0, -1)] * len(starts))
depth = max(top - mesh.min.z, 0.001)
for k in range(lines):
    line = ""
    for hit in hits[k * columns : (k + 1) * columns]:
        bright = int(4 * (1 - hit.distance / depth) + 1)
        line += " .:+#"[min(max(bright, 1), 4)] if hit.face != waymark.NO_INDEX else " "
    print(line.rstrip())
