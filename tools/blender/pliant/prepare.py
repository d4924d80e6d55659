"""What Blender's export cannot write, added to its file: marks, pins and attachments by vertex group, and times.

The user's objects stay as they are. Vertex numbers are those of the file, so they are known only after the export.
"""

import numpy

from . import axes, convert, matching
from .baked import MARK

PIN = "_PIN"
FIRM = 0.5
# Where the add-on's own properties are: `object.pliant`.
OWN = "pliant"


class Group:
    """A vertex group of an object, by positions in the file's axes: weights are those of the vertices at them."""

    def __init__(self, points, weights):
        self.points = axes.points_to_gltf(points.copy())
        self.weights = weights

    def of(self, positions):
        """Weights of vertices of the file."""
        indices = matching.match(positions.astype("f8"), self.points)
        return numpy.where(indices < 0, 0.0, self.weights[indices])


def mark(glb, items):
    """Writes each object's name on its node, and returns these nodes. Nodes below a collection instance belong to no object."""
    nodes, found = glb.json.get("nodes", []), {}
    instancers = {item.name for item in items if item.instance_type == "COLLECTION" and item.instance_collection}
    names = {item.name for item in items}
    left = [index for listed in glb.json.get("scenes", []) for index in listed.get("nodes", [])]
    while left:
        index = left.pop()
        node = nodes[index]
        if node.get("name") in instancers:
            continue
        left += node.get("children", [])
        if "mesh" in node and node.get("name") in names:
            node.setdefault("extras", {})[MARK] = node["name"]
            found[node["name"]] = index
    return found


def strip(glb):
    """Removes the add-on's own properties, which Blender before 5.0 exports like custom ones."""
    for part in glb.json.get("nodes", []) + glb.json.get("scenes", []):
        part.get("extras", {}).pop(OWN, None)


def leave_out(glb, names):
    """Removes the meshes of objects that do not take part; their nodes stay, since others may be below them."""
    for node in glb.json.get("nodes", []):
        if node.get("name") in names and "mesh" in node:
            del node["mesh"]
            node.pop("extras", None)


def pin(glb, node, group):
    """Writes the weights of a vertex group as the attribute `_PIN`, into a copy of the mesh, which others may share."""
    node = glb.json["nodes"][node]
    mesh = glb.json["meshes"][node["mesh"]]
    primitives = []
    for primitive in mesh["primitives"]:
        weights = group.of(glb.array(primitive["attributes"]["POSITION"]))
        attributes = primitive["attributes"] | {PIN: glb.add_scalars(weights)}
        primitives.append(primitive | {"attributes": attributes})
    glb.json["meshes"].append(mesh | {"primitives": primitives})
    node["mesh"] = len(glb.json["meshes"]) - 1


def attach(glb, node, rows):
    """Adds entries to `pliant_attach`. A row is a side or a group, and the name of the target."""
    node = glb.json["nodes"][node]
    extras = node.setdefault("extras", {})
    entries = convert.entries(extras.get("pliant_attach", []))
    for vertices, target in rows:
        selector = vertices if isinstance(vertices, str) else listed(vertices, glb.positions(node["mesh"]))
        entries.append(f"{selector}={target}")
    extras["pliant_attach"] = entries


def listed(group, positions):
    """The vertices of a group as a selector, one for each position."""
    firm = numpy.flatnonzero(group.of(positions) >= FIRM)
    _, first = numpy.unique(positions[firm], axis=0, return_index=True)
    return ",".join(str(index) for index in sorted(firm[first].tolist()))
