"""Prints the text of a KotOR model that its animations put 280 m away from the origin: a limb of ten
bones with a skin. Bones are rotated by 90.0002 degrees, which Blender makes 90; some weights add up
to 0.999999, and one weight is so small that Blender drops it."""

BONES = 10
FAR = "249.36 128.567 38.9425"


def bone(number):
    return "b%d" % number


def geometry():
    yield "node dummy far\n  parent NULL\nendnode"
    yield "node dummy stage\n  parent far\nendnode"
    for i in range(BONES):
        axis = ("1 0 0", "0 0 1", "0 1 0")[i % 3]
        yield "node dummy %s\n  parent %s" % (bone(i), bone(i - 1) if i else "stage")
        yield "  position 0.07 0.21 0.013\n  orientation %s 1.5708\nendnode" % axis
    yield "node trimesh shield\n  parent %s\n  position 0.1 0 0" % bone(BONES - 1)
    yield "  orientation 1 0 0 1.5708\n  bitmap shield\n  verts 3\n    0 0 0\n    1 0 0\n    0 1 0"
    yield "  faces 1\n    0 1 2 1 0 1 2 0\n  tverts 3\n    0 0 0\n    1 0 0\n    0 1 0\nendnode"
    yield "node skin cloth\n  parent far\n  bitmap cloth\n  verts %d" % (2 * BONES)
    for i in range(BONES):
        yield "    %g 0 0\n    %g 1 0" % (0.3 * i, 0.3 * i)
    yield "  faces %d" % (2 * BONES - 2)
    for i in range(2 * BONES - 2):
        corners = (i, i + 1, i + 2) if i % 2 == 0 else (i + 1, i, i + 2)
        yield "    %d %d %d 1 %d %d %d 0" % (*corners, *corners)
    yield "  tverts %d" % (2 * BONES)
    for i in range(BONES):
        yield "    %g 0 0\n    %g 1 0" % (i / BONES, i / BONES)
    yield "  weights %d" % (2 * BONES)
    for i in range(BONES):
        if 0 < i < BONES - 1:
            yield "    %s 0.333333 %s 0.333333 %s 0.333333" % (bone(i - 1), bone(i), bone(i + 1))
        else:
            yield "    %s 0.99999 %s 0.00001" % (bone(i), bone(BONES // 2))
        yield "    %s 1" % bone(i)
    yield "endnode"


def animation(name, moves):
    yield "newanim %s far\n  length 2\n  transtime 0.25\n  animroot far\n  node dummy far\n    parent NULL\n  endnode" % name
    yield "  node dummy stage\n    parent far\n    positionkey"
    yield "      0 %s\n      2 249.36 %s 38.9425\n    endlist" % (FAR, "128.9" if moves else "128.567")
    yield "    orientationkey\n      0 0 0 1 0.3\n      2 0 0 1 %g\n    endlist\n  endnode" % (0.9 if moves else 0.3)
    for i in range(BONES):
        yield "  node dummy %s\n    parent %s\n    positionkey" % (bone(i), bone(i - 1) if i else "stage")
        yield "      0 0.07 0.21 0.013\n      2 0.07 0.21 0.013\n    endlist\n    orientationkey"
        for key in range(5):
            yield "      %g 0 %g %g %g" % (0.5 * key, 0.6, 0.8, 0.2 + 0.1 * ((i + key * moves) % 4))
        yield "    endlist\n  endnode"
    yield "doneanim %s far" % name


print("newmodel far\nsetsupermodel far NULL\nclassification Character\nsetanimationscale 1\nbeginmodelgeom far")
print("\n".join(geometry()))
print("endmodelgeom far")
print("\n".join([*animation("cut001", True), *animation("cut002", False)]))
print("donemodel far")
