"""Reads the particles of a PLY file of `pliant run`."""

import numpy

PARTICLE = numpy.dtype([("position", "<f4", 3), ("velocity", "<f4", 3), ("body", "<u4"), ("id", "<u4")])


def read(name):
    """The particles of a frame."""
    with open(name, "rb") as file:
        content = file.read()
    start = content.index(b"end_header\n") + len(b"end_header\n")
    lines = content[:start].decode().splitlines()
    count = next(line for line in lines if line.startswith("element vertex")).split()[-1]
    return numpy.frombuffer(content, PARTICLE, int(count), start)


def distance(points, particles):
    """Largest distance of a particle to the nearest point, m."""
    if len(points) == len(particles):
        direct = numpy.abs(points - particles).max(initial=0)
        if direct < 1e-4:
            return direct
    nearest = [numpy.square(points - particle).sum(axis=1).min() for particle in particles[::17]]
    return float(numpy.sqrt(max(nearest, default=0)))
