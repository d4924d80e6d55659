#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One tetrahedron: C = V − rest, V = (b − a) × (c − a) · (d − a) / 6 [MMC16, eqs 18, 26].
layout(set = 0, binding = 0, scalar) readonly buffer Volumes { Volume volumes[]; };

#include "constraint.glsl"

void project(uint at) {
    const Volume v = volumes[at];
    const vec4 a = moved[v.a];
    const vec4 b = moved[v.b];
    const vec4 c = moved[v.c];
    const vec4 d = moved[v.d];
    const vec3 origin = position[v.a].xyz;
    const vec3 p = (position[v.b].xyz - origin) + (b.xyz - a.xyz);
    const vec3 q = (position[v.c].xyz - origin) + (c.xyz - a.xyz);
    const vec3 s = (position[v.d].xyz - origin) + (d.xyz - a.xyz);
    const vec3 gb = cross(q, s) / 6.0;
    const vec3 gc = cross(s, p) / 6.0;
    const vec3 gd = cross(p, q) / 6.0;
    const vec3 ga = -(gb + gc + gd);
    float held = 0.0;
    if (!ONE_ITERATION || FORCES) held = held_lambda(at);
    const Material material = materials[v.material];
    const float w = a.w * dot(ga, ga) + b.w * dot(gb, gb) + c.w * dot(gc, gc) + d.w * dot(gd, gd);
    float r = v.rest - dot(gb, p) - material.compliance * held;
    float row = w + material.compliance;
    if (DAMPED) {
        r -= material.damping * (dot(ga, a.xyz) + dot(gb, b.xyz) + dot(gc, c.xyz) + dot(gd, d.xyz));
        row += material.damping * w;
    }
    const float change = w > 0.0 ? params.relaxation * material.stiffness * r / row : 0.0;
    leave_open(at, r);
    keep_lambda(at, held, change);
    const float lambda = FORCES ? held : change;
    give(4 * at, v.a, a, lambda * ga);
    give(4 * at + 1, v.b, b, lambda * gb);
    give(4 * at + 2, v.c, c, lambda * gc);
    give(4 * at + 3, v.d, d, lambda * gd);
}

#include "run.glsl"
