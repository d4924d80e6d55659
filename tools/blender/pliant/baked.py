"""The motion in a `.glb` that `pliant run` has written: positions of bodies and poses of nodes at each frame.

Bodies that deform are meshes in world coordinates with a morph target for each key. Rigid bodies have keys of translation and
rotation. Between keys everything is linear, as docs/command-line.md says.
"""

import re

import numpy

# An object's name on its node: `export.py` writes it, and the program keeps it.
MARK = "blender_object"


class Baked:
    """A file with motion, at a frame rate."""

    def __init__(self, glb, fps):
        self.glb = glb
        self.fps = fps
        self.nodes = glb.json.get("nodes", [])
        self.channels = channels(glb)
        self.by_object = {}
        for index, node in enumerate(self.nodes):
            name = node.get("extras", {}).get(MARK)
            if name is not None and "mesh" in node:
                self.by_object[name] = index

    def body(self, name):
        """The body that an object became; None without one."""
        first = self.by_object.get(name)
        return None if first is None else Body(self, first)

    def pose(self, name):
        """The moving node of an object; None without one."""
        index = self.by_object.get(name)
        return None if index is None else Pose(self, index)

    def sampled(self, node, path):
        """Frames and values of a channel; None if the node has no such channel."""
        sampler = self.channels.get((node, path))
        if sampler is None:
            return None
        seconds = self.glb.array(sampler["input"])[:, 0].astype("f8")
        return seconds * self.fps, self.glb.array(sampler["output"])


def channels(glb):
    """The sampler of each node and property."""
    found = {}
    for animation in glb.json.get("animations", []):
        for channel in animation["channels"]:
            target = channel["target"]
            if "node" in target:
                found[target["node"], target["path"]] = animation["samplers"][channel["sampler"]]
    return found


def bracket(frames, frame):
    """The last key at or before a frame, the next one, and how far the frame is between them."""
    i = int(numpy.searchsorted(frames, frame + 1e-3, side="right")) - 1
    i = min(max(i, 0), len(frames) - 1)
    j = min(i + 1, len(frames) - 1)
    length = frames[j] - frames[i]
    part = (frame - frames[i]) / length if length > 0 else 0.0
    part = min(max(part, 0.0), 1.0)
    return i, j, part if part > 1e-3 else 0.0


class Body:
    """A body that deforms. A mesh has at most 255 targets, so that a long run has several nodes, one after another."""

    def __init__(self, baked, first):
        self.segments = [Segment(baked, node) for node in followed(baked.nodes, first)]
        self.mesh = baked.nodes[first]["mesh"]
        self.primitives = baked.glb.json["meshes"][self.mesh]["primitives"]

    def positions(self, frame):
        """Positions at a frame: world, glTF's axes."""
        started = [segment for segment in self.segments if segment.frames[0] <= frame + 1e-3]
        return (started or self.segments)[-1].positions(frame)


def followed(nodes, first):
    """The nodes of a body: its first one, and those with its name and a number behind it, which have no mark."""
    name = re.escape(nodes[first].get("name", "body"))
    later = []
    for index, node in enumerate(nodes):
        match = re.fullmatch(rf"{name}\.(\d+)", node.get("name", ""))
        if match and "mesh" in node and MARK not in node.get("extras", {}):
            later.append((int(match[1]), index))
    return [first] + [index for _, index in sorted(later)]


class Segment:
    """A mesh with its morph targets; its first key is the mesh itself."""

    def __init__(self, baked, node):
        self.glb = baked.glb
        primitives = self.glb.json["meshes"][baked.nodes[node]["mesh"]]["primitives"]
        self.bases = [part["attributes"]["POSITION"] for part in primitives]
        self.targets = [[target["POSITION"] for target in part.get("targets", [])] for part in primitives]
        found = baked.sampled(node, "weights")
        self.frames = found[0] if found else numpy.zeros(1)
        self.base = None
        self.keys = {}

    def key(self, index):
        """Positions of a key. The last two are kept, since frames are read in order."""
        if index not in self.keys:
            if self.base is None:
                self.base = numpy.concatenate([self.glb.array(base) for base in self.bases])
            if len(self.keys) > 1:
                self.keys.pop(min(self.keys))
            deltas = [self.glb.array(targets[index - 1]) for targets in self.targets] if index else None
            self.keys[index] = self.base + numpy.concatenate(deltas) if index else self.base
        return self.keys[index]

    def positions(self, frame):
        """Positions at a frame."""
        i, j, part = bracket(self.frames, frame)
        if not part:
            return self.key(i).copy()
        first = self.key(i)
        return first + numpy.float32(part) * (self.key(j) - first)


class Pose:
    """A node that moves as a whole: translation and rotation relative to its parent."""

    def __init__(self, baked, node):
        rest = baked.nodes[node]
        self.rest = {
            "translation": rest.get("translation", [0, 0, 0]),
            "rotation": rest.get("rotation", [0, 0, 0, 1]),
        }
        self.tracks = {path: baked.sampled(node, path) for path in self.rest}

    @property
    def moves(self):
        """Whether it has keys."""
        return any(self.tracks.values())

    def at(self, path, frame):
        """Its translation or rotation at a frame."""
        track = self.tracks[path]
        if track is None:
            return numpy.array(self.rest[path], "f8")
        frames, values = track
        i, j, part = bracket(frames, frame)
        first, last = values[i].astype("f8"), values[j].astype("f8")
        if path == "rotation" and first @ last < 0:
            last = -last
        value = first + part * (last - first)
        return value / numpy.linalg.norm(value) if path == "rotation" else value
