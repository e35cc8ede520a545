"""Where the vertices of a model are during an animation, skinned.

    python3 pose.py MODEL
"""
import sys

import waymark

scene = waymark.open(sys.argv[1]).make_scene()
pose = scene.pose()
for animation in scene.animations:
    lowest = highest = 0.0
    for step in range(5):
        pose.sample(animation.name, animation.length * step / 4)
        for index, node in enumerate(scene.nodes):
            if node.mesh != waymark.NO_INDEX:
                positions, normals = pose.mesh(index)
                heights = [position[2] for position in positions.tolist()]
                lowest, highest = min([lowest, *heights]), max([highest, *heights])
    print(f"{animation.name}: {animation.length:.2f} s, from {lowest:.2f} to {highest:.2f} m")
