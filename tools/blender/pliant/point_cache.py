"""Point caches of the format PC2, which Blender's modifier Mesh Cache and other programs read: positions of each frame."""

import struct
from pathlib import Path

HEADER = struct.Struct("<12siiffi")
MAGIC = b"POINTCACHE2\0"


class Writer:
    """Writes a cache under a temporary name; `close` gives it its own, so that no half cache remains."""

    def __init__(self, file, points, frames, start=0.0):
        self.file = Path(file)
        self.partial = self.file.with_name(self.file.name + ".partial")
        self.handle = open(self.partial, "wb")
        self.handle.write(HEADER.pack(MAGIC, 1, points, start, 1.0, frames))
        self.row, self.left = 12 * points, frames

    def add(self, block):
        """Adds the positions of a frame: bytes of three single-precision numbers for each point."""
        if len(block) != self.row:
            raise ValueError(f"{self.file.name}: a frame has {len(block)} bytes instead of {self.row}")
        self.handle.write(block)
        self.left -= 1

    def close(self):
        """Completes the file."""
        self.handle.close()
        if self.left:
            raise ValueError(f"{self.file.name}: {self.left} frames are missing")
        self.partial.replace(self.file)

    def discard(self):
        """Removes what was written."""
        self.handle.close()
        self.partial.unlink(missing_ok=True)
        self.file.unlink(missing_ok=True)


def read(file):
    """The frames of a cache, each a list of positions."""
    data = Path(file).read_bytes()
    magic, _, points, _, _, frames = HEADER.unpack_from(data)
    if magic != MAGIC or len(data) != HEADER.size + 12 * points * frames:
        raise ValueError(f"{file} is no complete PC2 cache")
    numbers = struct.iter_unpack("<3f", data[HEADER.size :])
    all_points = list(numbers)
    return [all_points[points * i : points * (i + 1)] for i in range(frames)]
