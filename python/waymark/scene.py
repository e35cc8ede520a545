"""Scenes and poses."""
import ctypes
import operator
from typing import Any, Optional, Tuple, Union

from waymark import _abi, _memory, structs
from waymark._native import Budget, Handle, Root, allocator, call, encode, lib, options, parents_of
from waymark.enums import Play


class Scene(Root, structs.Scene):
    """The neutral scene: nodes, meshes, materials, skins, lights and animations. It never changes.

    The arrays of its meshes are memory of the library; they keep the scene alive.
    """

    def __init__(self, handle: Handle, budget: Optional[Budget] = None) -> None:
        super().__init__(handle, budget, frozen=True)

    def find_node(self, name: str) -> Optional[int]:
        """The index of the first node of this name, ignoring case, or None."""
        return _index(lib.wm_scene_find_node(self._handle.pointer, encode(name)))

    def find_animation(self, name: str) -> Optional[int]:
        """The index of the first animation of this name, ignoring case, or None."""
        return _index(lib.wm_scene_find_animation(self._handle.pointer, encode(name)))

    def pose(self) -> "Pose":
        """A new pose, at rest."""
        pointer = call("wm_pose_new", self._handle.pointer, allocator(self._budget))
        return Pose(Handle(pointer, "wm_pose_free", parents_of(self._budget, self._handle)), self)

    def _load_images(self, finder: Any) -> None:
        opts = options(_abi.wm_scene_images_opts, None, {})
        opts.finder = finder
        call("wm_scene_load_images", self._handle.pointer, ctypes.byref(opts))


def _index(value: int) -> Optional[int]:
    return None if value == _abi.WM_NO_INDEX else int(value)


class Pose(Root, structs.Pose):
    """Where the nodes of a scene are: `local` relative to their parents, `world` in the model."""

    def __init__(self, handle: Handle, scene: Scene) -> None:
        super().__init__(handle, scene._budget)
        self._scene = scene

    def rest(self) -> "Pose":
        """Sets the rest pose."""
        lib.wm_pose_rest(self._handle.pointer)
        return self._updated()

    def sample(
        self, animation: Union[int, str, None], time: float = 0.0, play: Play = Play.ONCE
    ) -> "Pose":
        """Sets the pose that an animation has at a time.

        animation: an index or a name; None: the rest pose.
        time: seconds.
        """
        chosen = self._animation(animation)
        lib.wm_pose_sample(self._handle.pointer, chosen, float(time), Play(play))
        return self._updated()

    def mix(self, other: "Pose", share: float) -> "Pose":
        """Blends another pose of the same scene in: share 0 is the other pose, 1 this one."""
        if not isinstance(other, Pose):
            raise TypeError(f"expected a Pose, found {type(other).__name__}")
        if other._scene != self._scene:
            raise ValueError("the poses are of different scenes")
        lib.wm_pose_mix(self._handle.pointer, other._handle.pointer, float(share))
        return self._updated()

    def update(self) -> "Pose":
        """Computes `world` again after `local` has been changed."""
        return self._updated()

    def _updated(self) -> "Pose":
        lib.wm_pose_update(self._handle.pointer)
        return self

    def _animation(self, which: Union[int, str, None]) -> int:
        if which is None:
            return _abi.WM_NO_INDEX
        found = self._scene.find_animation(which) if isinstance(which, str) else which
        if found is None or not 0 <= operator.index(found) < self._scene.animation_count:
            raise ValueError(f"there is no animation {which!r}")
        return found

    def mesh(self, node: Union[int, str]) -> Tuple[_memory.Array, _memory.Array]:
        """The vertices of a node in model space, skinned if it has a skin: positions, normals."""
        index = self._scene.find_node(node) if isinstance(node, str) else node
        if index is None or not 0 <= operator.index(index) < self._scene.node_count:
            raise ValueError(f"there is no node {node!r}")
        mesh = self._scene.nodes[index].mesh
        count = 0 if mesh == _abi.WM_NO_INDEX else self._scene.meshes[mesh].vertex_count
        result = []
        pointers = []
        for _ in range(2):
            cells, array = _memory.new(ctypes.c_float, (count, 3))
            pointers.append(ctypes.cast(cells, ctypes.POINTER(_abi.wm_vec3)))
            result.append(array)
        if count:
            lib.wm_pose_mesh(self._handle.pointer, index, *pointers)
        return result[0], result[1]
