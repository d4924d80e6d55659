"""Blender's axes and those of glTF: both right-handed, in Blender Z is up, in glTF Y."""


def to_blender(vector):
    """A vector of glTF in Blender's axes."""
    x, y, z = vector
    return (x, -z, y)


def to_gltf(vector):
    """A vector of Blender in glTF's axes."""
    x, y, z = vector
    return (x, z, -y)


def points_to_blender(points):
    """The rows of a numpy array, changed in place: they must not be shared."""
    points[:, 1:] = points[:, [2, 1]]
    points[:, 1] *= -1
    return points


def points_to_gltf(points):
    """As `points_to_blender`, the other way."""
    points[:, 1:] = points[:, [2, 1]]
    points[:, 2] *= -1
    return points


def rotation_to_blender(quaternion):
    """A quaternion x, y, z, w of glTF as w, x, y, z in Blender's axes."""
    x, y, z, w = quaternion
    return (w, *to_blender((x, y, z)))


def scale_to_blender(scale):
    """A scale: lengths along axes have no sign to change."""
    x, y, z = scale
    return (x, z, y)
