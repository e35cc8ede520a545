"""The table of `edits`: one edit each, what it changes, and with which values."""

import math
from dataclasses import dataclass, field
from typing import Any, Callable

COLOUR, RADIUS, MULTIPLIER, POSITION, ORIENTATION = 76, 88, 140, 8, 20  # controllers of KotOR


def near(a: Any, b: Any, most: float = 1e-4) -> bool:
    """Numbers, or lists of them."""
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(near(x, y, most) for x, y in zip(a, b))
    return abs(a - b) <= most


class File:
    """What `waymark dump` prints."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data

    def __getitem__(self, name: str) -> Any:
        return self.data[name]

    def names(self) -> list[str]:
        return [node["name"] for node in self.data["nodes"]]

    def node(self, name: str) -> dict[str, Any]:
        return next(node for node in self.data["nodes"] if node["name"] == name)

    def value(self, name: str, kind: int) -> list[float]:
        """A controller with one key."""
        return next(c["rows"][0][1:] for c in self.node(name)["controllers"] if c["type"] == kind)

    def animation(self, name: str) -> dict[str, Any]:
        return next(a for a in self.data["animations"] if a["name"] == name)

    def keys(self, animation: str, name: str, kind: int) -> list[list[float]]:
        node = next(n for n in self.animation(animation)["nodes"] if n["name"] == name)
        return next(c["rows"] for c in node["controllers"] if c["type"] == kind)

    def packet(self, name: str) -> dict[str, Any]:
        """Of NWN2: by its name or, without one, by its type."""
        return next(p for p in self.data["packets"] if p.get("name") == name or p["type"] == name)

    def places(self, name: str = "") -> list[list[float]]:
        """The places of the vertices of a packet, or of a Black & White 2 model: each once, in order."""
        found = self.packet(name)["vertices"] if name else self.data["vertices"]
        if found and isinstance(found[0], dict):
            found = [vertex["position"] for vertex in found]
        return sorted(map(list, {tuple(round(v, 4) + 0.0 for v in place) for place in found}))

    def rooms(self) -> dict[int, int]:
        """By room: how many border edges lead to it."""
        found: dict[int, int] = {}
        for edge in self.data["edges"]:
            if edge["transition"] is not None:
                found[edge["transition"]] = found.get(edge["transition"], 0) + 1
        return found

    def ways(self) -> set[tuple]:
        """The border edges that lead somewhere: room and ends."""
        made = set()
        for edge in self.data["edges"]:
            if edge["transition"] is not None:
                corners = self.data["faces"][edge["edge"] // 3]["vertex"]
                ends = [self.data["vertices"][corners[(edge["edge"] + k) % 3]] for k in (0, 1)]
                made.add((edge["transition"], *(tuple(round(v, 3) for v in end) for end in ends)))
        return made


@dataclass
class Case:
    name: str
    sample: str
    edit: list[Any]
    differs: list[str] = field(default_factory=list)  # what may, and must, differ; "(?i)": only may
    value: Callable[[File, File], bool] | None = None
    says: list[str] = field(default_factory=list)
    never: list[str] = field(default_factory=list)
    hows: tuple[str, ...] = ("default", "recommended")
    options: tuple[str, ...] = ()


def moved(name: str, *by: float) -> Callable[[File, File], bool]:
    def judge(before: File, after: File) -> bool:
        old, new = before.value(name, POSITION), after.value(name, POSITION)
        return near([a + b for a, b in zip(old, by)], new)

    return judge


def both(*judges: Callable[[File, File], bool]) -> Callable[[File, File], bool]:
    return lambda before, after: all(judge(before, after) for judge in judges)


def vertices(name: str, count: int, *by: float) -> Callable[[File, File], bool]:
    """So many vertices of a mesh are elsewhere, each by the same vector."""

    def judge(before: File, after: File) -> bool:
        old, new = before.node(name)["mesh"]["vertices"], after.node(name)["mesh"]["vertices"]
        gone = [v for v in old if not any(near(v, w) for w in new)]
        there = [v for v in new if not any(near(v, w) for w in old)]
        want = [[a + b for a, b in zip(v, by)] for v in gone]
        return len(gone) == count and all(any(near(v, w) for w in want) for v in there)

    return judge


def renamed(name: str, to: str) -> list[str]:
    """What `diff` prints, which goes by names."""
    return [f"^nodes: 1 node is gone: '{name}'", f"^nodes: 1 node is new: '{to}'", "(?i)^(nodes|super_node|parent)"]


def same_node(name: str, to: str) -> Callable[[File, File], bool]:
    """A node of KotOR has a new name, and everything else as it was."""

    def strip(value: Any) -> Any:
        """Without names and what follows from where things are in the file."""
        if isinstance(value, dict):
            return {k: strip(v) for k, v in value.items() if k not in PLACES}
        return [strip(v) for v in value] if isinstance(value, list) else value

    def judge(before: File, after: File) -> bool:
        old, new = strip(before.node(name)), strip(after.node(to))
        for key in old:
            if old[key] != new.get(key):
                print(f"{to}: {key}: {str(old[key])[:300]} was, {str(new.get(key))[:300]} is")
        return old == new and to in after.names() and name not in after.names()

    return judge


PLACES = {"name", "offset"}
STAGE = "own/stage.mdl"
NEVER = ["renamed", "is missing", "are missing"]


def stage(name: str, edit: list[Any], differs: list[str], value=None, **more: Any) -> Case:
    return Case("mdl-" + name, STAGE, edit, differs, value, never=more.pop("never", NEVER), **more)


MODELS = [
    stage("nothing", ["nothing"], [], says=["nothing was edited: the template is copied"]),
    stage("light-moved", ["move_object", "lamp", 0.2, 0, 0],
          ["^position: 1 node is elsewhere: 'lamp'", "^controllers: 1 node has other controllers or keys: 'lamp'"],
          moved("lamp", 0.2, 0, 0), says=["1 node was moved"]),
    stage("light-below-moved", ["move_object", "torch", 0, 0.3, 0],
          ["^position: 1 node is elsewhere: 'torch'", "^controllers: 1 node has .*'torch'"],
          moved("torch", 0, 0.3, 0), says=["1 node was moved"]),
    stage("rotating-light-moved", ["move_object", "beacon", 0, 0, 0.4],
          ["^nodes: 1 node is new: 'beacon_2'", "^flags: 1 node has another type: 'beacon'", "^controllers: .*'beacon'"],
          lambda a, b: b.names()[b.node("beacon_2")["parent"]] == "beacon" and
          near(b.value("beacon_2", POSITION), [0, 0, 0.4]) and b.node("beacon_2")["light"] == a.node("beacon")["light"] and
          all(near(b.value("beacon_2", kind), a.value("beacon", kind)) for kind in (COLOUR, RADIUS, MULTIPLIER)),
          says=["1 light was moved away from a node that an animation rotates: it is a node of its own now"],
          never=["template has a light", "light was changed"]),
    stage("light-stronger", ["light", "lamp", {"strength": 10}], ["^controllers: 1 node has .*'lamp'"],
          lambda a, b: near(b.value("lamp", MULTIPLIER), [20], 0.01) and
          b.value("lamp", COLOUR) == a.value("lamp", COLOUR), says=["1 light was changed"]),
    stage("light-off", ["light", "torch", {"strength": 0}], ["^controllers: 1 node has .*'torch'"],
          lambda a, b: b.value("torch", MULTIPLIER) == [0], says=["1 light was changed"]),
    stage("light-coloured", ["light", "lamp", {"colour": [1, 0.25, 0.2]}], ["^controllers: 1 node has .*'lamp'"],
          lambda a, b: near(b.value("lamp", COLOUR), [1.5, 0.375, 0.3]) and
          b.value("lamp", MULTIPLIER) == a.value("lamp", MULTIPLIER), says=["1 light was changed"]),
    stage("light-range", ["light", "torch", {"range": 7.5}], ["^controllers: 1 node has .*'torch'"],
          lambda a, b: near(b.value("torch", RADIUS), [7.5]), says=["1 light was changed"]),
    stage("light-deleted", ["delete_object", "torch"], ["^flags: 1 node has another type: 'torch'", "^controllers: .*'torch'"],
          lambda a, b: "light" not in b.node("torch"), says=["a light on the node 'torch'"]),
    stage("mesh-moved", ["move_object", "crate", 0, 0, 0.3], ["^position: 2 nodes", "^controllers: 2 nodes"],
          both(moved("crate", 0, 0, 0.3), moved("lid", 0, 0, -0.3)), says=["2 nodes were moved"]),
    stage("mesh-rotated", ["rotate_object", "lid", 90], ["^position: 1 node.*'lid'", "^controllers: 1 node.*'lid'"],
          lambda a, b: near([abs(v) for v in b.value("lid", ORIENTATION)], [0, 0, 0.7071, 0.7071])),
    stage("moving-mesh-moved", ["move_object", "lift", 0.5, 0, 0],
          ["^position: 3 nodes", "^controllers: 3 nodes"],
          both(moved("lift", 0.5, 0, 0), moved("hand", -0.5, 0, 0),
               lambda a, b: near(a.keys("work", "lift", POSITION), b.keys("work", "lift", POSITION)))),
    stage("rotating-mesh-moved", ["move_object", "rotor", 0, 0, 0.25],
          ["^vertices: 1 node has other vertices: 'rotor'", "(?i)^faces: .*'rotor'"],
          both(vertices("rotor", 3, 0, 0, 0.25), lambda a, b: a.animation("work")["nodes"][1]["controllers"] ==
               b.animation("work")["nodes"][1]["controllers"])),
    stage("vertex-moved", ["move_far_vertices", "lift", 0, 0.5, 0, 0.25, 0],
          ["^vertices: 1 node has other vertices: 'lift'", "(?i)^faces: 1 node.*'lift'"],
          lambda a, b: near(sorted(b.node("lift")["mesh"]["vertices"]), [[0, 0, 0], [0, 1, 0], [1, 0.25, 0]]) or
          near(sorted(b.node("lift")["mesh"]["vertices"]), [[0, 0, 0], [0, 1, 0], [1, 0, -0.25]])),
    stage("face-deleted", ["delete_face", "crate", 3],
          ["^faces: 1 node has .*'crate'", "(?i)^vertices: .*'crate'", "(?i)^normals: .*'crate'"],
          lambda a, b: len(b.node("crate")["mesh"]["faces"]) == 3, says=["1 mesh was changed"]),
    stage("mesh-added", ["add_wedge", 5, 6, 7], ["^nodes: 1 node is new: 'wedge'"],
          lambda a, b: near(b.value("wedge", POSITION), [5, 6, 7]) and
          near(sorted(map(list, {tuple(v) for v in b.node("wedge")["mesh"]["vertices"]})),
               [[0, 0, -1], [0, 0, 0], [0, 0.5, 0], [2, 0, 0]]) and
          near(b.value("wedge", ORIENTATION), [0.7071, 0, 0, 0.7071]), says=["1 node is new"]),
    *[stage("mesh-below-skin" + name, ["add_wedge_below", "sleeve", by, 0, 0], ["^nodes: 1 node is new: 'wedge'", *differs],
            lambda a, b, by=by: near(b.value("wedge", POSITION), [5 + by, 6, 7]) and
            near(b.value("wedge", ORIENTATION), [0.7071, 0, 0, 0.7071]), says=["1 node is new"])
      for name, by, differs in (("", 0, []), ("-moved", 1, ["'sleeve'"]))],
    stage("image", ["another_image", "st_lid", "my_lid.tga"], ["^texture: 1 node.*'lid'"],
          lambda a, b: b.node("lid")["mesh"]["texture"] == "my_lid" and b.node("lid")["mesh"]["lightmap"] == "st_lm0",
          says=["1 material has another texture"]),
    stage("material-name", ["rename_material", "st_lid", "my_lid"], ["^texture: 1 node has another texture: 'lid'"],
          lambda a, b: b.node("lid")["mesh"] == {**a.node("lid")["mesh"], "texture": "my_lid"},
          says=["1 mesh was changed", "1 material has another texture"]),
    stage("material-new", ["another_material", "lid", "my_lid"], ["^texture: 1 node has another texture: 'lid'"],
          lambda a, b: b.node("lid")["mesh"]["texture"] == "my_lid" and b.node("lid")["mesh"]["lightmap"] == "st_lm0",
          says=["1 mesh was changed"]),
    stage("bone-renamed", ["rename_bone", "hand", "hook"], [*renamed("hand", "hook")], same_node("hand", "hook"),
          says=["'hand' of the template was renamed to 'hook'"], never=["is new", "missing"]),
    stage("mesh-renamed", ["rename_both", "lid", "cover"], [*renamed("lid", "cover")], same_node("lid", "cover"),
          says=["'lid' of the template was renamed to 'cover'"], never=["is new", "missing", "changed"]),
    stage("object-renamed", ["rename_object", "lid", "cover"], [*renamed("lid", "cover")], same_node("lid", "cover"),
          says=["'lid' of the template was renamed to 'cover'"], never=["is new", "missing", "changed"]),
    stage("mesh-bone-renamed", ["rename_bone", "lid", "cover"], [*renamed("lid", "cover")], same_node("lid", "cover"),
          says=["'lid' of the template was renamed to 'cover'"], never=["is new", "missing", "changed"]),
    stage("skin-renamed", ["rename_both", "sleeve", "glove"], [*renamed("sleeve", "glove")],
          same_node("sleeve", "glove"), says=["'sleeve' of the template was renamed to 'glove'"],
          never=["is new", "missing", "changed"]),
    stage("limb-renamed", ["rename_bone", "lower", "elbow"], [*renamed("lower", "elbow"), "(?i)^skin: 1 node has other bones.*'sleeve'"],
          both(same_node("lower", "elbow"), lambda a, b: a.keys("wave", "lower", ORIENTATION) ==
               b.keys("wave", "elbow", ORIENTATION)),
          says=["'lower' of the template was renamed to 'elbow'"], never=["is new", "missing", "changed"]),
    stage("light-renamed", ["rename_both", "lamp", "lantern"], [*renamed("lamp", "lantern")],
          same_node("lamp", "lantern"), says=["'lamp' of the template was renamed to 'lantern'"],
          never=["is new", "missing", "changed"]),
    stage("hook-moved", ["move_bone", "hand", 0, 0, 0.5], ["^position: 1 node is elsewhere: 'hand'", "^controllers: .*'hand'"],
          moved("hand", 0, 0, 0.5)),
    stage("bone-moved", ["move_bone", "lower", 0, 0, 0.25],
          ["^position: 1 node is elsewhere: 'lower'", "^controllers: .*'lower'", "(?i)^bones: .*'sleeve'"],
          both(moved("lower", 0, 0, 0.25), lambda a, b: a.node("sleeve")["mesh"]["vertices"] ==
               b.node("sleeve")["mesh"]["vertices"])),
    stage("key-changed", ["change_keys", "work", "lift", "location", 0.5],
          ["^controllers: 1 node of animation 'work' has other controllers or keys: 'lift'"],
          lambda a, b: near(sorted({round(sum(k[1:]), 3) for k in b.keys("work", "lift", POSITION)}), [0.5, 2], 1e-3),
          says=["1 animation channel was changed"]),
    *[stage("action-" + name, ["stretch_action", "work", by],
            ["^animations: 'work' differs in length", "^controllers: .*'work' "],
            lambda a, b, by=by: near([b.animation("work")["length"]], [by * a.animation("work")["length"]], 0.02),
            says=["animation has another length"]) for name, by in (("longer", 2), ("shorter", 0.5))],
    *[Case(f"mdl-{frames}-frames", "own/drop.mdl", ["nothing_at", frames], says=["nothing was edited"])
      for frames in (24, 25, 60)],
    Case("mdl-24-frames-edited", "own/drop.mdl", ["change_keys_at", 24, "fall", "box", "location", 0.1], ["'box'"],
         lambda a, b: near(max(k[3] for k in b.keys("fall", "box", POSITION)), 0.4, 0.001), says=["1 animation channel was"]),
    stage("model-beside", ["import_beside", "own-lit.mdl.glb"], ["^nodes: [0-9]+ nodes are new"],
          lambda a, b: b.names()[:12] == a.names() and {"ground", "wall"} <= set(b.names()), says=["nodes are new"]),
    Case("mdl-model-twice", "own/lit.mdl", ["import_beside", "own-lit.mdl.glb"],
         ["^nodes: [0-9]+ nodes are new", "(?i)^uvs: 1 node has other texture coordinates: 'wall'"],
         lambda a, b: b.names()[:len(a.names())] == a.names(), says=["nodes are new"]),
    stage("tracks-deleted", ["delete_tracks"], [], says=["nothing was edited"]),
    stage("action-deleted", ["delete_action", "wave"], [], lambda a, b: len(b["animations"]) == 2,
          says=["animation is not in the file: kept from the template"]),
    stage("action-renamed", ["rename_action", "wave", "greet"], ["^animations: 'wave' is gone", "^animations: 'greet' is new"],
          lambda a, b: {k: v for k, v in b.animation("greet").items() if k in ("length", "transition", "events", "root")} ==
          {k: v for k, v in a.animation("wave").items() if k in ("length", "transition", "events", "root")} and
          b.keys("greet", "lower", ORIENTATION) == a.keys("wave", "lower", ORIENTATION),
          says=["'wave'.*renamed.*'greet'"], never=[]),
    stage("uvs", ["move_uvs", "crate", 0.25, 0], ["^uv.*'crate'|^rows.*'crate'|^vertices.*'crate'"],
          lambda a, b: near(sorted(r["uv0"][0] for r in b.node("crate")["mesh"]["rows"])[0], 0.25)),
    stage("normals", ["point_normals", "crate", None, 0, 0, 1], ["'crate'"],
          lambda a, b: all(near(r["normal"], b.node("crate")["mesh"]["rows"][0]["normal"], 0.01)
                           for r in b.node("crate")["mesh"]["rows"])),
    stage("one-normal", ["point_normals", "crate", 0, 1, 0, 0], ["'crate'"],
          lambda a, b: sum(abs(r["normal"][0]) > 0.99 or abs(r["normal"][1]) > 0.99
                           for r in b.node("crate")["mesh"]["rows"]) >= 3, says=["1 mesh was changed"]),
    stage("normals-tilted", ["tilt_normals", "crate", 1.2, 0, 1, 0], ["'crate'"],
          lambda a, b: all(near(math.degrees(math.acos(min(1, sum(x * y for x, y in zip(
              r["normal"], next(q for q in b.node("crate")["mesh"]["rows"] if near(q["position"], r["position"]))["normal"]
          ))))), 1.2 * math.hypot(*r["normal"][:2]), 0.15) for r in a.node("crate")["mesh"]["rows"]),
          says=["1 mesh was changed"]),
    stage("armature-moved", ["move_frame", 1, 2, 0.5], ["^nodes: 1 node is new: 'stage_2'", "(?i)^(parent|super_node|controllers|animations|nodes)"],
          lambda a, b: near(b.value("stage_2", POSITION), [1, 2, 0.5]) and
          all(b.names()[b.node(n)["parent"]] in ("stage_2", a.names()[a.node(n)["parent"]]) for n in a.names()[1:]) and
          b.node("sleeve")["mesh"]["vertices"] == a.node("sleeve")["mesh"]["vertices"], never=["is missing", "changed"]),
    stage("z-up", ["export_z_up"], ["(?i)."], says=["exported without '.Y Up': it was rotated back"],
          never=["missing", "is new", "are new"]),
    stage("no-materials", ["export_no_materials"], [],
          says=["nothing was edited: the template is copied", "meshes have no material: they keep those of the template"]),
    stage("skin-vertex", ["move_slice", "sleeve", 2, 1.9, 2.1, 0, 0, 0.25], ["^vertices: 1 node [^:]*: 'sleeve'", "(?i)^faces.*'sleeve'"],
          both(vertices("sleeve", 2, 0, 0, 0.25), lambda a, b: a.node("sleeve")["mesh"]["skin"]["bone_map"] ==
               b.node("sleeve")["mesh"]["skin"]["bone_map"]), never=["missing", "is new"]),
    stage("skin-normals", ["point_normals", "sleeve", 0, 0, 0, 1], ["^(vertices|normals): 1 node [^:]*: 'sleeve'", "(?i)^faces.*'sleeve'"],
          lambda a, b: sum(abs(r["normal"][2]) > 0.99 for r in b.node("sleeve")["mesh"]["rows"]) >= 3,
          says=["1 mesh was changed"]),
]

ROOM = "rooms/room.wok"
TREE = "(?i)^(aabb_nodes|adjacency|perimeters|edges|aabb)"  # follow from the faces


def room(name: str, edit: list[Any], differs: list[str], value=None, **more: Any) -> Case:
    return Case("wok-" + name, ROOM, edit, [*differs, *([TREE] if differs else [])], value, **more)


def leads(*edges: tuple) -> Callable[[File, File], bool]:
    """Exactly these border edges lead to other rooms: room and ends, in any order."""
    return lambda before, after: {(e[0], frozenset(e[1:])) for e in after.ways()} == {
        (e[0], frozenset(e[1:])) for e in edges}


WEST, EAST = (1, (0, 2, 0), (0, 1, 0)), (2, (13, 1, 3), (13, 2, 3))
WALKMESHES = [
    room("nothing", ["nothing"], [], says=["nothing was edited: the template is copied"]),
    room("wall-moved", ["move_slice", "walkmesh", 0, -0.01, 0.01, -0.3, 0, 0], ["^vertices|^faces"],
         leads((1, (-0.3, 2, 0), (-0.3, 1, 0)), EAST), never=["not in the middle"]),
    room("floor-moved", ["move_object", "walkmesh", 0, 0, 0.5], ["^vertices|^faces"],
         leads((1, (0, 2, 0.5), (0, 1, 0.5)), (2, (13, 1, 3.5), (13, 2, 3.5)))),
    room("vertex-moved", ["move_slice", "walkmesh", 0, 1.9, 2.1, 0, 0, 0.1], ["^vertices|^faces"], leads(WEST, EAST)),
    room("face-deleted", ["delete_face", "walkmesh", 73], ["^faces"],
         both(leads(WEST, EAST), lambda a, b: len(b["faces"]) == 73)),
    room("quads", ["join_to_quads", "walkmesh"], ["(?i)faces|adjacency|edges|aabb"], leads(WEST, EAST),
         says=["1 mesh was changed"], never=["dropped", "not in the middle"]),
    room("sorted", ["sort_faces", "walkmesh"], ["(?i)aabb"], leads(WEST, EAST), says=["1 mesh was changed"],
         never=["dropped", "not in the middle"]),
    room("transition-moved", ["move_object", "transition_1", 0, 1, 0], ["(?i)edges|transitions"],
         leads((1, (0, 3, 0), (0, 2, 0)), EAST), says=["2 transitions link 2 border edges"]),
    room("transition-between", ["move_object", "transition_1", 0, 1.2, 0], ["(?i)edges|transitions"],
         leads((1, (0, 3, 0), (0, 2, 0)), EAST), says=["1 transition is not in the middle of an edge any more"]),
    room("transition-deleted", ["delete_object", "transition_1"], ["(?i)edges|transitions"], leads(EAST),
         says=["has a node 'transition_1'"]),
    room("transition-added", ["add_empty", "transition_5", 0, 3.5, 0], ["(?i)edges|transitions"],
         lambda a, b: b.rooms() == {1: 1, 2: 1, 5: 2}),
    room("painted", ["paint", "walkmesh", 3, 0, 0.01], ["(?i)edges|transitions"],
         lambda a, b: b.rooms() == {3: 4, 2: 1}, says=["4 border edges linked by vertex colours"]),
    room("heat", ["colour_all", "walkmesh", 0.9, 0.4, 0.1], [], leads(WEST, EAST), says=["nothing was edited"]),
    room("object-added", ["add_wedge", 5, 6, 7], ["(?i)vertices"], leads(WEST, EAST),
         says=["1 mesh left out: it is not the walkmesh"], never=["coordinates of the scene"]),
    room("frame-moved", ["move_frame", 1, 2, 0.5], ["^vertices|^faces"],
         leads((1, (1, 4, 0.5), (1, 3, 0.5)), (2, (14, 3, 3.5), (14, 4, 3.5))), never=["is new", "missing", "changed"]),
    room("frame-scaled", ["scale_frame", 2], ["^vertices|^faces"],
         leads((1, (0, 4, 0), (0, 2, 0)), (2, (26, 2, 6), (26, 4, 6))), never=["is new", "missing", "changed"]),
    room("frame-deleted", ["delete_frame"], [], leads(WEST, EAST), says=["nothing was edited"]),
    room("transforms-applied", ["apply_transforms"], ["(?i)vertices"], leads(WEST, EAST), never=["missing", "is new"]),
    room("selected", ["export_selected", "walkmesh"], ["(?i)edges|transitions"], lambda a, b: b.rooms() == {},
         says=["has a node 'transition_1'", "2 nodes of the template are missing"], never=["changed"]),
    room("z-up", ["export_z_up"], [], leads(WEST, EAST),
         says=["exported without '.Y Up': it was rotated back", "nothing was edited"]),
    room("no-materials", ["export_no_materials"], [], leads(WEST, EAST),
         says=["nothing was edited", "1 mesh has no material: it keeps those of the template"]),
    room("empty-slots", ["empty_slots", "walkmesh"], [], leads(WEST, EAST), says=["1 mesh has no material"]),
    room("doorway-closed", ["surface_around", "walkmesh", 0.5, 1.5, 0.4, "Nonwalk"],
         ["^materials", "^transitions: 1 edge leads elsewhere: edge \\d+, to nowhere instead of room 1",
          "(?i)edges|perimeters|adjacency|faces"],
         leads(EAST), says=["1 transition dropped"], never=["not in the middle"]),
    room("surface", ["surface", "walkmesh", 0, "Grass"], ["(?i)materials|surface"],
         lambda a, b: sorted(f["material"] for f in b["faces"])[:1] == [3], never=["dropped"]),
]



def moved_places(name: str, *by: float, where: Callable[[list[float]], bool] = lambda place: True):
    """The vertices for which `where` is true moved, and no others."""

    def judge(before: File, after: File) -> bool:
        want = [[a + b for a, b in zip(v, by)] if where(v) else v for v in before.places(name)]
        return near(sorted(want), after.places(name), 2e-4)

    return judge


def packets(name: str, sample: str, edit: list[Any], differs: list[str], value=None, **more: Any) -> Case:
    return Case("mdb-" + name, sample, edit, differs, value, **more)


PLC, TOY = "mdb/plc_stage.mdb", "mdb/c_toy.mdb"
MDB = [
    packets("nothing", PLC, ["nothing"], [], says=["nothing was edited: the template is copied"]),
    packets("toy-nothing", TOY, ["nothing"], [], says=["nothing was edited: the template is copied"]),
    packets("mesh-moved", PLC, ["move_object", "plc_stage", 0.5, 0, 0], ["plc_stage"],
            both(moved_places("plc_stage", 0.5, 0, 0), moved_places("plc_stage_L01", 0, 0, 0),
                 moved_places("plc_stage_C2", 0, 0, 0)), says=["1 node was moved"]),
    packets("vertex-moved", PLC, ["move_slice", "plc_stage", 2, 0.9, 1.1, 0, 0, 0.25], ["plc_stage"],
            both(moved_places("plc_stage", 0, 0, 0.25, where=lambda v: v[2] > 0.9), moved_places("plc_stage_C3", 0, 0, 0))),
    packets("face-deleted", PLC, ["delete_face", "plc_stage", 11], ["plc_stage"],
            lambda a, b: len(b.packet("plc_stage")["triangles"]) == 11, says=["1 mesh was changed"]),
    packets("mesh-added", PLC, ["add_wedge", 5, 6, 7], ["wedge"],
            lambda a, b: near(b.places("wedge"), [[5, 6, 7], [5, 6, 7.5], [5, 7, 7], [7, 6, 7]]), says=["1 node is new"]),
    packets("image", PLC, ["another_image", "plc_stage.001", "my_stage.tga"], ["plc_stage"],
            lambda a, b: b.packet("plc_stage")["material"]["diffuse_map"] == "my_stage" and
            b.packet("plc_stage")["material"]["normal_map"] == "plc_stage_n", says=["1 material has another texture"]),
    packets("material-name", PLC, ["rename_material", "plc_stage.001", "my_stage"], ["^textures: 1 packet.*plc_stage"],
            lambda a, b: b.packet("plc_stage")["material"] == {**a.packet("plc_stage")["material"], "diffuse_map": "my_stage"},
            says=["1 mesh was changed", "1 material has another texture"]),
    packets("hook-moved", PLC, ["move_object", "hp_1", 0, 0, 0.5], ["hp_1"],
            lambda a, b: near(b.packet("hp_1")["position"], [0, 0, 1.5]) and
            near(b.packet("hp_1")["axis"], a.packet("hp_1")["axis"])),
    packets("hook-renamed", PLC, ["rename_object", "hp_1", "hp_2"], ["hp_"],
            lambda a, b: {**b.packet("hp_2"), "name": 0, "offset": 0} == {**a.packet("hp_1"), "name": 0, "offset": 0},
            says=["'hp_1' of the template was renamed to 'hp_2'"], never=["is new", "missing"]),
    packets("mesh-renamed", PLC, ["rename_object", "plc_stage", "plc_podium"], ["plc_podium"],
            lambda a, b: {**a.packet("plc_stage"), "name": "", "offset": 0} == {**b.packet("plc_podium"), "name": "", "offset": 0},
            says=["'plc_stage' of the template was renamed to 'plc_podium'"], never=["is new", "missing", "changed"]),
    packets("skin-renamed", TOY, ["rename_object", "c_toy_body01", "c_toy_coat"], ["c_toy_coat"],
            lambda a, b: {**a.packet("c_toy_body01"), "name": "", "offset": 0} == {**b.packet("c_toy_coat"), "name": "", "offset": 0},
            says=["renamed to 'c_toy_coat'"], never=["is new", "missing", "changed"]),
    packets("another-kind", PLC, ["rename_object", "plc_stage_C2", "plc_stage_C3b_C3"], ["plc_stage"],
            lambda a, b: b.packet("plc_stage_C3b_C3")["type"] == "COL3", says=["1 node is new"], never=["renamed to"],
            hows=("default",)),
    packets("collision-moved", PLC, ["move_object", "plc_stage_C2", 0, 1, 0], ["plc_stage_C2"],
            both(moved_places("plc_stage_C2", 0, 1, 0), moved_places("plc_stage_C3", 0, 0, 0))),
    packets("floor-raised", PLC, ["move_slice", "plc_stage_W", 0, -1.1, -0.9, 0, 0, 0.5], ["plc_stage_W"],
            both(moved_places("plc_stage_W", 0, 0, 0.5, where=lambda v: v[0] < 0),
                 lambda a, b: len(b.packet("plc_stage_W")["vertices"]) == 6)),
    packets("uvs", PLC, ["move_uvs", "plc_stage", 0.25, 0], ["plc_stage"],
            lambda a, b: near(min(v["uvw"][0] for v in b.packet("plc_stage")["vertices"]), 0.25)),
    packets("normals", PLC, ["point_normals", "plc_stage", None, 1, 0, 0], ["plc_stage"],
            lambda a, b: len({tuple(round(n, 2) for n in v["normal"]) for v in b.packet("plc_stage")["vertices"]}) == 1),
    packets("normals-tilted", PLC, ["tilt_normals", "plc_stage", 1.2, 0, 0, 1], ["plc_stage"], None,
            says=["1 mesh was changed"]),
    packets("skin-vertex", TOY, ["move_slice", "c_toy_body01", 2, 1.4, 1.6, 0, 0, 0.25], ["c_toy_body01"],
            both(moved_places("c_toy_body01", 0, 0, 0.25, where=lambda v: v[2] > 1.4),
                 lambda a, b: {tuple(v["weight"]) for v in a.packet("c_toy_body01")["vertices"]} ==
                 {tuple(v["weight"]) for v in b.packet("c_toy_body01")["vertices"]})),
    packets("skin-deleted", TOY, ["delete_object", "c_toy_body01"], ["(?i)packets.removed"],
            lambda a, b: len(b["packets"]) == len(a["packets"]) - 1, says=["c_toy_body01"], never=["left out"]),
    packets("frame-moved", PLC, ["move_frame", 1, 0, 0.5], ["plc_stage", "(?i)hp_"],
            both(moved_places("plc_stage", 1, 0, 0.5), moved_places("plc_stage_C2", 1, 0, 0.5)),
            never=["is new", "missing", "changed"]),
    packets("frame-deleted", PLC, ["delete_frame"], [], says=["nothing was edited"]),
    packets("frame-renamed", PLC, ["rename_frame"], ["(?i)packets.name|vertices.position"],
            lambda a, b: all({**b.packet(p["name"]), "offset": 0} == {**p, "offset": 0} for p in a["packets"]), never=["missing", "changed"]),
    packets("selected", PLC, ["export_selected", "plc_stage"], ["(?i)packets"],
            lambda a, b: {**b.packet("plc_stage"), "offset": 0} == {**a.packet("plc_stage"), "offset": 0},
            says=["has a node 'plc_stage_W'", "nodes of the template are missing"], never=["changed"]),
    packets("z-up", PLC, ["export_z_up"], [], says=["exported without '.Y Up'", "nothing was edited"]),
    packets("no-weights", TOY, ["no_weights", "c_toy_body01", 3], ["c_toy_body01"],
            both(moved_places("c_toy_body01", 0, 0, 0),
                 lambda a, b: all(near(sum(v["weight"]), 1) for v in b.packet("c_toy_body01")["vertices"])),
            says=["vertices had no weights: the first bone moves them"]),
    packets("rigid-moved", TOY, ["move_object", "c_toy_hat", 0, 0, 0.25], ["c_toy_hat"],
            both(moved_places("c_toy_hat", 0, 0, 0.25), moved_places("c_toy_body01", 0, 0, 0))),
]


def lionhead(name: str, edit: list[Any], differs: list[str], value=None, sample: str = "bw2/m_square.bwm",
             **more: Any) -> Case:
    return Case("bwm-" + name, sample, edit, differs, value, **more)


BOUNDS = "(?i)^(bounds|centre|radius|size|footprint|base|height|cleaves|vertices|indices|meshes|references|materials)"
LIONHEAD = [
    lionhead("nothing", ["nothing"], [], says=["nothing was edited: the template is copied"]),
    lionhead("skin-nothing", ["nothing"], [], sample="bw2/s_square.bwm", says=["nothing was edited: the template is copied"]),
    lionhead("vertex-moved", ["move_slice", "square_lod1", 2, 1.9, 2.1, 0, 0, 0.25], [BOUNDS],
             lambda a, b: near(max(v[1] for v in b.places()), 2.25)),
    lionhead("vertex-far", ["move_slice", "square_lod1", 2, 1.9, 2.1, 0, 0, 3], [BOUNDS],
             lambda a, b: near(max(v[1] for v in b.places()), 5) and
             sorted(b["cleaves"][:8]) == sorted(a["cleaves"][:8]) and any(any(c) for c in b["cleaves"]),
             never=["far from all"]),
    lionhead("hook-moved", ["move_object", "bws_ep_door", 0.5, 0, 0], ["entit"],
             lambda a, b: near(b["entities"][0]["frame"]["position"], [0.5, 0, 0]) and
             b["entities"][0]["frame"]["axis"] == a["entities"][0]["frame"]["axis"] and b["entities"][1] == a["entities"][1]),
    lionhead("face-deleted", ["delete_face", "square_lod1", 3], [BOUNDS],
             lambda a, b: b["meshes"][0]["face_count"] == 3, says=["1 mesh was changed"]),
    lionhead("mesh-added", ["add_wedge", 5, 6, 7], [BOUNDS],
             lambda a, b: near(sorted(b.places()[-4:]), [[5, 7, 6], [5, 7, 7], [5, 7.5, 6], [7, 7, 6]]),
             says=["1 node is new"]),
    lionhead("image", ["another_image", "1 - default", "my_square.dds"], ["^textures"],
             lambda a, b: b["materials"][0]["diffuse"].startswith("my_square") and
             b["materials"][0]["name"] == a["materials"][0]["name"], says=["1 material has another texture"]),
    lionhead("material-name", ["rename_material", "1 - default", "my square"],
             ["^materials.name", "(?i)textures|references", BOUNDS],
             lambda a, b: {m["name"]: m for m in b["materials"]} ==
             {"my square": {**a["materials"][0], "name": "my square"}, "lh_phys": a["materials"][1]},
             says=["1 mesh was changed"]),
    lionhead("hook-renamed", ["rename_object", "bws_ep_door", "bws_ep_gate"], ["entit"],
             lambda a, b: {e["name"]: e["frame"] for e in b["entities"]}["bws_ep_gate"] == a["entities"][0]["frame"],
             says=["'bws_ep_door' of the template was renamed"], never=["is new", "missing"]),
    lionhead("mesh-renamed", ["rename_object", "square_lod1", "plaza_lod1"], ["^meshes.name: 1 differs"],
             lambda a, b: [m["name"] for m in b["meshes"]][0] == "plaza_lod1" and
             {**a.data, "meshes": 0, "file": 0, "offset": 0} == {**b.data, "meshes": 0, "file": 0, "offset": 0},
             says=["'square_lod1' of the template was renamed to 'plaza_lod1'"], never=["is new", "missing", "changed"]),
    lionhead("uvs", ["move_uvs", "square_lod1", 0.25, 0], [BOUNDS],
             lambda a, b: near(min(v["uv"][0][0] for v in b["vertices"][:8]), 0.25)),
    lionhead("normals-tilted", ["tilt_normals", "square_lod1", 1.2, 1, 0, 0], [BOUNDS], None, says=["1 mesh was changed"]),
    lionhead("frame-moved", ["move_frame", 1, 0, 0.5], [BOUNDS, "(?i)entit|circles"],
             lambda a, b: near(max(v[1] for v in b.places()), max(v[1] for v in a.places()) + 0.5),
             never=["is new", "missing", "changed"]),
    lionhead("skin-frame-moved", ["move_frame", 1, 0, 0.5], [BOUNDS, "(?i)entit|bones|circles"],
             lambda a, b: near(max(v[1] for v in b.places()), max(v[1] for v in a.places()) + 0.5),
             sample="bw2/s_square.bwm", never=["is new", "missing", "changed"]),
    lionhead("frame-deleted", ["delete_frame"], [], says=["nothing was edited"]),
    lionhead("z-up", ["export_z_up"], [], says=["exported without '.Y Up'", "nothing was edited"]),
    lionhead("skin-vertex", ["move_slice", "square_lod1", 2, 1.9, 2.1, 0, 0, 0.25], [BOUNDS],
             lambda a, b: near(max(v[1] for v in b.places()), 2.25) and b["bones"] == a["bones"],
             sample="bw2/s_square.bwm"),
    lionhead("skin-deleted", ["delete_object", "square_lod1"], [BOUNDS, "(?i)textures"],
             lambda a, b: b["entities"] == a["entities"] and "square_lod1" not in [m["name"] for m in b["meshes"]] and
             len(b["meshes"]) == len(a["meshes"]) - 1, sample="bw2/s_square.bwm"),
]


def terrain(name: str, edit: list[Any], differs: list[str], value=None, **more: Any) -> Case:
    return Case("trx-" + name, "terrain/hall.trx", edit, differs, value, **more)


BAKED = "(?i)^(vertices|edges|triangles|tiles|islands)"
TERRAIN = [
    terrain("nothing", ["nothing"], [], says=["nothing was edited: the template is copied"]),
    terrain("vertex-moved", ["move_slice", "walkmesh", 0, 4.4, 4.6, 0, 0, 0.1], [BAKED],
            moved_places("ASWM", 0, 0, 0.1, where=lambda v: abs(v[0] - 4.5) < 0.01)),
    terrain("face-deleted", ["delete_face", "walkmesh", 119], [BAKED],
            lambda a, b: len(b.packet("ASWM")["triangles"]) == 119, says=["1 mesh was changed"]),
    terrain("surface", ["surface", "walkmesh", 10, "stone"], [BAKED], None, says=["1 mesh was changed"]),
    terrain("z-up", ["export_z_up"], [], says=["exported without '.Y Up'", "nothing was edited"]),
    terrain("no-materials", ["export_no_materials"], [],
            says=["nothing was edited", "has no material|have no material"]),
    terrain("frame-deleted", ["delete_frame"], [], says=["nothing was edited"]),
    terrain("heat", ["colour_all", "walkmesh", 0.9, 0.4, 0.1], [], says=["nothing was edited"]),
    terrain("water-raised", ["move_object", "water_1_0", 0, 0, 0.25], ["(?i)packets|WATR|water", "(?i)tiles.sight"],
            lambda a, b: near(max(v["position"][2] for v in b.packet("WATR")["vertices"]), -0.25)),
    Case("trn-water-raised", "terrain/hall.trn", ["move_object", "water_1_0", 0, 0, 0.25], ["(?i)packets|WATR|water"],
         lambda a, b: near(max(v["position"][2] for v in b.packet("WATR")["vertices"]), -0.25), never=["left out"]),
    *[Case("trn-" + edit[0], "terrain/hall.trn", edit, [], says=["the edited walkmesh is left out: a TRN keeps"])
      for edit in (["move_slice", "walkmesh", 0, 4.4, 4.6, 0, 0, 0.1], ["delete_face", "walkmesh", 100],
                   ["surface", "walkmesh", 10, "stone"], ["move_object", "walkmesh", 0, 0, 1])],
]

CASES = [*MODELS, *WALKMESHES, *MDB, *LIONHEAD, *TERRAIN]
