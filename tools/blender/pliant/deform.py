"""Bodies that deform get their motion as a point cache, in the modifier Mesh Cache on the same object."""

import numpy

from . import axes, matching, result
from .point_cache import Writer


class Cache:
    """The cache of an object, which is written frame by frame."""

    def __init__(self, item, body, exported, file):
        self.item = item
        self.body = body
        self.start = exported.points[item.name]
        self.indices = matching.match(self.start, world(body, 0).astype("f8"))
        self.writer = Writer(file, len(self.start), exported.frames + 1)

    @property
    def missing(self):
        """Number of vertices that are not simulated, such as those of no face."""
        return int((self.indices < 0).sum())

    def add(self, frame, matrix):
        """Adds a frame, given the object's matrix in it. Vertices that are not simulated stay where they were in the world."""
        points = world(self.body, frame).astype("f8")
        points = numpy.where((self.indices < 0)[:, None], self.start, points[self.indices])
        inverse = numpy.array(matrix.inverted(), "f8")
        local = points @ inverse[:3, :3].T + inverse[:3, 3]
        self.writer.add(local.astype("<f4").tobytes())

    def finish(self, _scene, exported):
        """Completes the file and shows it."""
        self.writer.close()
        self.item.pliant.result.role = "CACHE"
        modifier = add_modifier(self.item, self.writer.file, exported.start)
        last = self.item.pliant.last_modifier
        if last:
            modifiers = self.item.modifiers
            modifiers.move(modifiers.find(modifier.name), modifiers.find(last) + 1)


def world(body, frame):
    """Positions of a body in Blender's axes."""
    return axes.points_to_blender(body.positions(frame))


def add_modifier(item, file, start):
    """The modifier that reads a cache: its first sample is the first frame of the scene."""
    modifier = item.modifiers.new(result.NAME, "MESH_CACHE")
    modifier.cache_format = "PC2"
    modifier.filepath = result.relative(file)
    modifier.interpolation = "LINEAR"
    modifier.deform_mode = "OVERWRITE"
    modifier.time_mode, modifier.play_mode = "FRAME", "SCENE"
    modifier.frame_start = start
    modifier.frame_scale = 1
    modifier.forward_axis, modifier.up_axis = "POS_Y", "POS_Z"
    return modifier


def moves(item):
    """Whether an object's own transform may change over time, by its animation or that of its parents."""
    while item is not None:
        data = item.animation_data
        animated = data is not None and (data.action or data.drivers or data.nla_tracks)
        if animated or item.constraints or item.parent_type == "BONE":
            return True
        item = item.parent
    return False
