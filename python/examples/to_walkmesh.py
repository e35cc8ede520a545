"""Makes a KotOR walkmesh from a glTF or OBJ and says what was repaired.

    python3 to_walkmesh.py IN OUT.wok
"""
import sys

import waymark

made = waymark.convert(sys.argv[1], sys.argv[2], overwrite=True)
result = made.result
print(
    f"{result.triangles} triangles, {result.welded} vertices welded, {result.flipped} faces flipped"
)
for finding in waymark.check(sys.argv[2]):
    print(finding)
