"""The height of the floor at many points, in one call.

    python3 heights.py WALKMESH STEP
"""
import sys

import waymark

mesh = waymark.open(sys.argv[1]).make_walkmesh()
step = float(sys.argv[2])
points = []
y = mesh.min.y
while y <= mesh.max.y:
    x = mesh.min.x
    while x <= mesh.max.x:
        points.append((x, y, mesh.max.z))
        x += step
    y += step
hits = mesh.heights(points, waymark.Locate.BELOW, filter=waymark.Filter(walkable_only=True))
floor = [hit.z for hit in hits if hit.face != waymark.NO_INDEX]
print(
    f"{len(points)} points, {len(floor)} on the floor, from {min(floor):.2f} to {max(floor):.2f} m"
)
