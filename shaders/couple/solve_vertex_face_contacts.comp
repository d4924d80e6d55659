#version 460
#extension GL_GOOGLE_include_directive : require
// One workgroup: keeps corners and edges of colliders on their side of triangles that are so large that these would pass between
// their particles, colour by colour. Where one pokes, both ends go as in couple/solve_particle_contacts.
#include "bindings/couple/solve_vertex_face_contacts.glsl"

#include "math.glsl"
#include "features.glsl"
#include "filter.glsl"
#include "friction.glsl"
#include "inertia.glsl"
#include "coupled.glsl"
#include "whole.glsl"
#include "sums.glsl"
#include "push_body.glsl"

struct Poke {
    uint stud;
    // Of the triangle, towards the side that the stud comes from.
    vec3 normal;
    // Where it meets the triangle.
    vec3 weights;
    // How far it is from touching, m.
    float open;
};

Poke pokes[MOST_POKES];
uint found;

vec3 place_of(Stud stud, Pose pose) { return pose.translation + rotate(pose.rotation, stud.place); }

// Seen from the triangle's first corner: places themselves have too few digits far from the origin.
void corners_of(Patch patch_, bool now, out vec3 b, out vec3 c) {
    const vec3 a = position[patch_.corners.x].xyz;
    b = position[patch_.corners.y].xyz - a;
    c = position[patch_.corners.z].xyz - a;
    if (!now) return;
    const vec3 d = displacement[patch_.corners.x].xyz;
    b += displacement[patch_.corners.y].xyz - d;
    c += displacement[patch_.corners.z].xyz - d;
}

// Where a stud is beyond the triangle's face, by the side where it was at the substep's start.
bool poked(Patch patch_, uint at, out Poke poke) {
    const Stud stud = studs[at];
    const Pose now = poses[params.first_pose + stud.collider];
    const Pose then = poses[params.first_pose - params.colliders + stud.collider];
    const vec3 first = position[patch_.corners.x].xyz;
    vec3 b;
    vec3 c;
    corners_of(patch_, false, b, c);
    const vec3 from = place_of(stud, then) - first;
    const float side = dot(cross(b, c), from) < 0.0 ? -1.0 : 1.0;
    corners_of(patch_, true, b, c);
    const vec3 to = place_of(stud, now) - first - displacement[patch_.corners.x].xyz;
    const vec3 area = cross(b, c);
    const float size = dot(area, area);
    if (size == 0.0) return false;
    const vec2 share = vec2(dot(cross(to, c), area), dot(cross(b, to), area)) / size;
    poke.stud = at;
    poke.normal = side * inversesqrt(size) * area;
    poke.weights = vec3(1.0 - share.x - share.y, share);
    poke.open = dot(poke.normal, to) - stud.radius - bodies[patch_.body].half_thickness;
    return poke.open < 0.0 && min(min(share.x, share.y), poke.weights.x) >= 0.0;
}

// Whether a collider is so far away that none of its studs can poke.
bool is_far(Patch patch_, Studded near) {
    vec3 b;
    vec3 c;
    corners_of(patch_, true, b, c);
    const vec3 apart = poses[params.first_pose + near.collider].translation - position[patch_.corners.x].xyz - displacement[patch_.corners.x].xyz;
    return length(apart) > near.extent + bodies[patch_.body].half_thickness + max(length(b), length(c));
}

void keep_deepest(Poke poke) {
    for (uint k = 0; k < found; ++k) {
        if (poke.open >= pokes[k].open) continue;
        const Poke less = pokes[k];
        pokes[k] = poke;
        poke = less;
    }
    if (found < MOST_POKES) pokes[found++] = poke;
}

// The deepest studs that poke a patch; each is one more for its body to share itself out to.
void find(Patch patch_) {
    found = 0;
    for (uint row = 0; row < params.studded; ++row) {
        const Studded near = studded[row];
        if (!meets(bodies[patch_.body].filters, colliders[near.collider].filters) || is_far(patch_, near)) continue;
        for (uint at = near.first; at < near.first + near.count; ++at) {
            Poke poke;
            if (poked(patch_, at, poke)) keep_deepest(poke);
        }
    }
    for (uint k = 0; k < found; ++k) {
        const uint body = colliders[studs[pokes[k].stud].collider].rigid;
        if (body != NONE) atomicAdd(sums[body].share, WHOLE_SHARE);
    }
}

#include "poke.glsl"

void main() {
    for (uint color = 0; color < params.colors; ++color) {
        for (uint first = color_starts[color]; first < color_starts[color + 1]; first += WORKGROUP) {
            const uint i = first + gl_LocalInvocationIndex;
            const bool any = i < color_starts[color + 1];
            if (any) find(patches[i]);
            memoryBarrierBuffer();
            barrier();
            if (any) solve(patches[i]);
            memoryBarrierBuffer();
            barrier();
            for (uint b = gl_LocalInvocationIndex; b < params.bodies; b += WORKGROUP) {
                push_body(b);
                sums[b].share = 0;
            }
            memoryBarrierBuffer();
            barrier();
        }
    }
}
