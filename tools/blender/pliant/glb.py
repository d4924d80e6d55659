"""A GLB file: its JSON document, and its arrays as numpy arrays."""

import json
import mmap
import struct

import numpy

COMPONENTS = {5120: "i1", 5121: "u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
MAGIC, JSON_CHUNK, BINARY_CHUNK = 0x46546C67, 0x4E4F534A, 0x004E4942


class Glb:
    """The document and the binary chunk, which stays on the disk until an array of it is read."""

    def __init__(self, file):
        with open(file, "rb") as handle:
            self.bytes = mmap.mmap(handle.fileno(), 0, access=mmap.ACCESS_READ)
        magic, _, _, length, kind = struct.unpack_from("<5I", self.bytes)
        if magic != MAGIC or kind != JSON_CHUNK:
            raise ValueError(f"{file} is no GLB")
        self.json = json.loads(self.bytes[20 : 20 + length])
        self.start = 20 + length + 8
        self.added = []
        self.length = max(0, len(self.bytes) - self.start)

    def close(self):
        """Releases the file, which Windows does not delete before."""
        self.bytes.close()

    def view(self, index, dtype, count, offset=0, width=1):
        """Numbers of a buffer view, as a copy."""
        view = self.json["bufferViews"][index]
        first = self.start + view.get("byteOffset", 0) + offset
        size = numpy.dtype(dtype).itemsize * width
        stride = view.get("byteStride", 0) or size
        rows = numpy.ndarray((count, width), dtype, self.bytes, first, (stride, numpy.dtype(dtype).itemsize))
        return rows.copy()

    def array(self, index):
        """The rows of an accessor."""
        accessor = self.json["accessors"][index]
        dtype, width = COMPONENTS[accessor["componentType"]], WIDTHS[accessor["type"]]
        count = accessor["count"]
        if "bufferView" in accessor:
            rows = self.view(accessor["bufferView"], dtype, count, accessor.get("byteOffset", 0), width)
        else:
            rows = numpy.zeros((count, width), dtype)
        self.scatter(accessor.get("sparse"), rows, dtype, width)
        return rows

    def scatter(self, sparse, rows, dtype, width):
        """Sets the rows that a sparse accessor names."""
        if not sparse:
            return
        places, values = sparse["indices"], sparse["values"]
        which = self.view(
            places["bufferView"], COMPONENTS[places["componentType"]], sparse["count"], places.get("byteOffset", 0)
        )
        rows[which[:, 0]] = self.view(values["bufferView"], dtype, sparse["count"], values.get("byteOffset", 0), width)

    def positions(self, mesh):
        """Positions of all primitives of a mesh, in their order."""
        parts = [self.array(part["attributes"]["POSITION"]) for part in self.json["meshes"][mesh]["primitives"]]
        return numpy.concatenate(parts) if parts else numpy.zeros((0, 3), "<f4")

    def add_scalars(self, values):
        """Appends single-precision numbers; returns their accessor."""
        block = numpy.asarray(values, "<f4").tobytes()
        padding = -self.length % 4
        self.added.append(b"\0" * padding + block)
        views, accessors = self.json["bufferViews"], self.json["accessors"]
        views.append({"buffer": 0, "byteOffset": self.length + padding, "byteLength": len(block)})
        self.length += padding + len(block)
        accessors.append({"bufferView": len(views) - 1, "componentType": 5126, "type": "SCALAR", "count": len(values)})
        return len(accessors) - 1

    def save(self, file):
        """Writes the document and its data to another file."""
        binary = self.bytes[self.start :] + b"".join(self.added)
        if binary:
            self.json["buffers"][0]["byteLength"] = len(binary)
        with open(file, "wb") as handle:
            handle.write(pack(self.json, binary))


def pack(document, binary):
    """The bytes of a GLB; a chunk's length is a multiple of four."""
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    binary += b"\0" * (-len(binary) % 4)
    chunks = struct.pack("<2I", len(text), JSON_CHUNK) + text
    if binary:
        chunks += struct.pack("<2I", len(binary), BINARY_CHUNK) + binary
    return struct.pack("<3I", MAGIC, 2, 12 + len(chunks)) + chunks
