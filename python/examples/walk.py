"""The shortest path between two points.

    python3 walk.py FILE X1 Y1 X2 Y2
"""
import sys

import waymark

x1, y1, x2, y2 = (float(n) for n in sys.argv[2:6])
mesh = waymark.open(sys.argv[1]).make_walkmesh()
path = mesh.path((x1, y1, 0), (x2, y2, 0))
if not path:
    sys.exit("there is no path")
print(f"{path.length:.3f} m")
for x, y, z in path.points.tolist():
    print(f"  {x:.2f} {y:.2f} {z:.2f}")
