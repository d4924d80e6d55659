#version 460
#extension GL_GOOGLE_include_directive : require
// One face of a deforming collider: its corners, the normals of its features, its box, and how its corners move in the substep.
// The faces around each corner include those at its edges, so one loop over them sums up all normals.
#include "bindings/collide/deform_faces.glsl"

vec3 corner_at(uint corner) { return vertices[corners[corner].vertex]; }

// The unit normal of a triangle; 0 where it has hardly any area.
vec3 normal_of(vec3 a, vec3 b, vec3 c) {
    const vec3 n = cross(b - a, c - a);
    const float longest = max(dot(b - a, b - a), max(dot(c - b, c - b), dot(a - c, a - c)));
    const float l = length(n);
    return l > 1e-6 * longest ? n / l : vec3(0.0);
}

vec3 unit_or_zero(vec3 v) {
    const float l = length(v);
    return l > 1e-5 ? v / l : vec3(0.0);
}

// Sums the normals of the faces around corner `own`, weighted by angle, and of those at the edge from it to corner `next`.
void sum_normals(uint own, uint next, out vec3 around, out vec3 adjacent) {
    around = vec3(0.0);
    adjacent = vec3(0.0);
    for (uint k = corners[own].first; k < corners[own].last; ++k) {
        uvec3 c = deforming_faces[one_ring[k]].corners;
        // Rotates the corners until the own one is the first.
        if (c.y == own) c = c.yzx;
        else if (c.z == own) c = c.zxy;
        const vec3 a = corner_at(c.x);
        const vec3 to_b = corner_at(c.y) - a;
        const vec3 to_c = corner_at(c.z) - a;
        const vec3 n = normal_of(a, a + to_b, a + to_c);
        around += atan(length(cross(to_b, to_c)), dot(to_b, to_c)) * n;
        if (c.y == next || c.z == next) adjacent += n;
    }
}

// Whether the surface is bent away at a corner: some point around it is below its tangent plane. Of two sides, whether it is bent.
bool bends_at_corner(uint own, vec3 normal, bool two_sided) {
    const vec3 here = corner_at(own);
    for (uint k = corners[own].first; k < corners[own].last; ++k) {
        const uvec3 around = deforming_faces[one_ring[k]].corners;
        for (uint j = 0; j < 3; ++j) {
            const vec3 away = corner_at(around[j]) - here;
            const float below = -dot(away, normal);
            if ((two_sided ? abs(below) : below) > LEAST_BEND * length(away)) return true;
        }
    }
    return false;
}

// Whether the faces at an edge are bent away from each other; of two sides, whether they are bent at all.
bool bends_at_edge(vec3 along, vec3 normal, vec3 mean, bool two_sided) {
    if (normal == vec3(0.0) || mean == vec3(0.0)) return true;
    const float sine = dot(mean, cross(along, normal)) / length(along);
    return (two_sided ? abs(sine) : sine) > LEAST_BEND;
}

// Which features of a face rigid bodies are tested against, as `Face::tested` has them: convex ones, each from one face.
uint tested_features(DeformingFace own, vec3 normal, vec3 at_corner[3], vec3 at_edge[3]) {
    uint tested = 0;
    for (uint k = 0; k < 3; ++k) {
        const uint corner = own.corners[k];
        const vec3 along = corner_at(own.corners[(k + 1) % 3]) - corner_at(corner);
        if ((own.owned >> k & 1) != 0 && bends_at_edge(along, normal, at_edge[k], own.two_sided != 0)) tested |= 1 << k;
        const bool open = at_corner[k] == vec3(0.0);
        if ((own.owned >> 3 + k & 1) != 0 && (open || bends_at_corner(corner, at_corner[k], own.two_sided != 0))) tested |= 1 << 3 + k;
    }
    return tested;
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const DeformingFace own = deforming_faces[i];
    vec3 at_corner[3];
    vec3 at_edge[3];
    for (uint k = 0; k < 3; ++k) {
        sum_normals(own.corners[k], own.corners[(k + 1) % 3], at_corner[k], at_edge[k]);
        at_corner[k] = (own.open >> k & 1) != 0 ? vec3(0.0) : unit_or_zero(at_corner[k]);
        at_edge[k] = (own.open >> (3 + k) & 1) != 0 ? vec3(0.0) : unit_or_zero(at_edge[k]);
    }
    Face face;
    face.a = corner_at(own.corners.x);
    face.b = corner_at(own.corners.y);
    face.c = corner_at(own.corners.z);
    const vec3 normal = normal_of(face.a, face.b, face.c);
    face.normal = normal != vec3(0.0) ? normal : unit_or_zero(at_edge[0] + at_edge[1] + at_edge[2]);
    face.normal_ab = at_edge[0];
    face.normal_bc = at_edge[1];
    face.normal_ca = at_edge[2];
    face.normal_a = at_corner[0];
    face.normal_b = at_corner[1];
    face.normal_c = at_corner[2];
    face.tested = tested_features(own, normal, at_corner, at_edge);
    mesh_faces[own.face] = face;
    mesh_boxes[own.node] = Bounds(min(face.a, min(face.b, face.c)), max(face.a, max(face.b, face.c)));
    FaceMotion motion;
    motion.a = vertex_motions[corners[own.corners.x].vertex - params.first_vertex];
    motion.b = vertex_motions[corners[own.corners.y].vertex - params.first_vertex];
    motion.c = vertex_motions[corners[own.corners.z].vertex - params.first_vertex];
    face_motions[i] = motion;
    const float largest = max(length(motion.a), max(length(motion.b), length(motion.c)));
    // Bits of floats that are not negative have the order of the floats.
    atomicMax(largest_motions[own.collider], floatBitsToUint(largest));
}
