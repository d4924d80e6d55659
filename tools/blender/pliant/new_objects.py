"""New objects for what no existing object can show: fluids, whose particles are no vertices, and bodies that tear."""

import bpy
import numpy
from mathutils.kdtree import KDTree

from . import deform, result, values
from .point_cache import Writer

# Distance within which the corners of triangles are one vertex: closed parts of a body that tears are shaded smoothly.
WELD = 1e-5


class NewObject:
    """An object in the collection of results, with a cache that is written frame by frame."""

    # All of its vertices are simulated.
    missing = 0

    def __init__(self, item, body, exported, file):
        self.item = item
        self.body = body
        self.points = deform.world(body, 0)
        self.writer = Writer(file, len(self.points), exported.frames + 1)
        self.elements = [elements(body, primitive) for primitive in body.primitives]

    def add(self, frame, _):
        """Adds a frame; the object has no transform."""
        self.writer.add(deform.world(self.body, frame).astype("<f4").tobytes())

    def finish(self, scene, exported):
        """Creates the object."""
        self.writer.close()
        shown = bpy.data.objects.new(f"{self.item.name} {result.NAME}", self.mesh())
        result.collection(scene).objects.link(shown)
        deform.add_modifier(shown, self.writer.file, exported.start)
        if values.kind(self.item) == "fluid":
            add_points(shown, self.radius())
        else:
            shown.modifiers.new("Weld", "WELD").merge_threshold = WELD
        result.hide(self.item)

    def mesh(self):
        """The mesh at the first frame, with the materials of the original object."""
        mesh = bpy.data.meshes.new(f"{self.item.name} {result.NAME}")
        edges = [row for rows in self.elements for row in rows.tolist() if len(row) == 2]
        faces = [row for rows in self.elements for row in rows.tolist() if len(row) == 3]
        mesh.from_pydata(self.points.tolist(), edges, faces)
        for slot in self.item.material_slots:
            mesh.materials.append(slot.material)
        self.paint(mesh)
        return mesh

    def paint(self, mesh):
        """Material, texture coordinates and smoothness of each face."""
        if not mesh.polygons:
            return
        parts = [(primitive, len(rows)) for primitive, rows in zip(self.body.primitives, self.elements) if rows.shape[1] == 3]
        slots = [self.slot(primitive.get("material")) for primitive, _ in parts]
        mesh.polygons.foreach_set("material_index", numpy.repeat(slots, [count for _, count in parts]))
        mesh.polygons.foreach_set("use_smooth", [True] * len(mesh.polygons))
        coordinates = [self.coordinates(primitive) for primitive in self.body.primitives]
        if all(part is not None for part in coordinates):
            layer = mesh.uv_layers.new()
            corners = numpy.empty(len(mesh.loops), "i4")
            mesh.loops.foreach_get("vertex_index", corners)
            layer.data.foreach_set("uv", numpy.concatenate(coordinates)[corners].ravel())

    def slot(self, material):
        """The slot of a material of the file."""
        names = [slot.material.name if slot.material else "" for slot in self.item.material_slots]
        glb = self.body.segments[0].glb
        name = "" if material is None else glb.json["materials"][material].get("name", "")
        return names.index(name) if name in names else 0

    def coordinates(self, primitive):
        """Texture coordinates of a primitive; None without them. V grows upwards in Blender, downwards in glTF."""
        accessor = primitive["attributes"].get("TEXCOORD_0")
        if accessor is None:
            return None
        found = self.body.segments[0].glb.array(accessor).astype("f4")
        found[:, 1] = 1 - found[:, 1]
        return found

    def radius(self):
        """Half of the distance of particles."""
        spacing = values.raw(self.item, "pliant_spacing")
        return 0.5 * (spacing or nearest_distance(self.points))


def elements(body, primitive):
    """Triangles or segments of a primitive as rows of vertices of the body."""
    primitives, glb = body.primitives, body.segments[0].glb
    counts = [glb.json["accessors"][part["attributes"]["POSITION"]]["count"] for part in primitives]
    first = sum(counts[: primitives.index(primitive)])
    width = {1: 2, 4: 3}.get(primitive.get("mode", 4), 1)
    if "indices" in primitive:
        indices = glb.array(primitive["indices"])[:, 0].astype("i8")
    else:
        indices = numpy.arange(counts[primitives.index(primitive)])
    return first + indices.reshape(-1, width)


def nearest_distance(points):
    """The median distance of some particles to their nearest one."""
    unique = numpy.unique(points, axis=0)
    if len(unique) < 2:
        return 0.1
    tree = KDTree(len(unique))
    for index, point in enumerate(unique.tolist()):
        tree.insert(point, index)
    tree.balance()
    sample = unique[:: max(1, len(unique) // 100)].tolist()
    return float(numpy.median([tree.find_n(point, 2)[1][2] for point in sample]))


def add_points(item, radius):
    """Shows vertices as spheres: a mesh of vertices alone is not rendered."""
    tree = bpy.data.node_groups.new(f"{result.NAME} Particles", "GeometryNodeTree")
    tree.is_modifier = True
    for way in ("INPUT", "OUTPUT"):
        tree.interface.new_socket("Geometry", in_out=way, socket_type="NodeSocketGeometry")
    first, points, painted, last = (
        tree.nodes.new(kind)
        for kind in ("NodeGroupInput", "GeometryNodeMeshToPoints", "GeometryNodeSetMaterial", "NodeGroupOutput")
    )
    points.inputs["Radius"].default_value = radius
    painted.inputs["Material"].default_value = item.data.materials[0] if item.data.materials else None
    for i, (left, right) in enumerate(((first, points), (points, painted), (painted, last))):
        tree.links.new(left.outputs[0], right.inputs[0])
        left.location.x, right.location.x = 200 * i, 200 * (i + 1)
    item.modifiers.new(tree.name, "NODES").node_group = tree
