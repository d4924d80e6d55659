"""PNG files without another package."""

from __future__ import annotations

import struct
import zlib

import numpy as np
import numpy.typing as npt


def png(image: npt.NDArray[np.uint8]) -> bytes:
    """The file of an image of (height, width, 4) RGBA bytes."""
    height, width, _ = image.shape
    # Each row begins with its filter: 0 is none.
    rows = np.zeros((height, 1 + 4 * width), np.uint8)
    rows[:, 1:] = image.reshape(height, 4 * width)

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    data = zlib.compress(rows.tobytes(), 6)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")
