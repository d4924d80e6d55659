"""Which vertex of the file is which vertex of Blender. The export splits vertices at seams and sharp edges and may reorder them.

Positions decide. The program merges vertices of a mesh at one position to one particle, so that a match by position is also
right where several vertices lie on each other: they move as one.
"""

import numpy
from mathutils.kdtree import KDTree

# Rounding of positions, as a fraction of the size: the program computes in single precision.
TOLERANCE = 2e-5


def nearest(points, others):
    """For each point the nearest of the others and its distance."""
    tree = KDTree(len(others))
    for index, other in enumerate(others.tolist()):
        tree.insert(other, index)
    tree.balance()
    found = [tree.find(point) for point in points.tolist()]
    return numpy.array([index for _, index, _ in found], "i8"), numpy.array([distance for *_, distance in found])


def size(points):
    """The largest coordinate or extent: what rounding is relative to."""
    return max(float(numpy.abs(points).max()), 1e-6) if len(points) else 1.0


def match(points, others):
    """For each point the index of the other at its position, -1 where there is none."""
    if not len(points) or not len(others):
        return numpy.full(len(points), -1)
    indices, distances = nearest(points, others)
    indices[distances > TOLERANCE * size(others)] = -1
    return indices
