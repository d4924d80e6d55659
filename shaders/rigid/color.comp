#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One workgroup: colours for pairs, so that pairs of one colour share no free body. In each round a pair whose number, hashed, is
// the highest at both of its bodies takes the lowest colour that is free there. Pairs that find none get the last colour, which
// is solved one after the other. Then pairs are ordered by colour.
layout(push_constant, scalar) uniform Params { RigidParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Rigids { Rigid rigids[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Starts { uint starts[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Pairs { RigidPair pairs[]; };
layout(set = 0, binding = 3, scalar) coherent buffer Claims { uint claims[]; };
layout(set = 0, binding = 4, scalar) coherent buffer Taken { uint taken[]; };
layout(set = 0, binding = 5, scalar) coherent buffer Colors { uint colors[]; };
layout(set = 0, binding = 6, scalar) coherent buffer Shares { uint shares[]; };
layout(set = 0, binding = 7, scalar) writeonly buffer Ordered { uint ordered[]; };
layout(set = 0, binding = 8, scalar) coherent buffer ColorStarts { uint color_starts[]; };

#include "math.glsl"
#include "rigid.glsl"

shared uint left;

#define lane gl_LocalInvocationIndex

void sync() {
    memoryBarrierBuffer();
    barrier();
}

// A bijection of 32 bits.
uint hashed(uint pair) { return (pair + 1u) * 0x9E3779B1u; }

bool holds(uint pair, uint body) { return !is_free(rigids[body]) || claims[body] == hashed(pair); }

uint taken_by(uint body) { return is_free(rigids[body]) ? taken[body] : 0u; }

void claim(uint pair, uint body) {
    if (is_free(rigids[body])) atomicMax(claims[body], hashed(pair));
}

void take(uint body, uint bit) {
    if (is_free(rigids[body])) taken[body] |= bit;
}

uint free_colors(uvec2 bodies) { return ~(taken_by(bodies.x) | taken_by(bodies.y)) & ((1u << COLORS) - 1u); }

// Nothing is taken in the meantime, so that it does not depend on threads which pairs claim.
void ask(uint pair) {
    const uvec2 bodies = pairs[pair].bodies;
    if (free_colors(bodies) == 0u) {
        colors[pair] = COLORS;
        return;
    }
    claim(pair, bodies.x);
    claim(pair, bodies.y);
    left = 1;
}

void settle(uint pair) {
    const uvec2 bodies = pairs[pair].bodies;
    if (!holds(pair, bodies.x) || !holds(pair, bodies.y)) return;
    const uint color = findLSB(free_colors(bodies));
    colors[pair] = color;
    take(bodies.x, 1u << color);
    take(bodies.y, 1u << color);
}

// Pairs in the order of their colours, and within one in their own: each invocation counts and places a share of them.
void order(uint count) {
    const uint share = (count + WORKGROUP - 1) / WORKGROUP;
    const uint first = min(lane * share, count);
    const uint last = min(first + share, count);
    for (uint color = 0; color <= COLORS; ++color) shares[lane * (COLORS + 1) + color] = 0;
    for (uint pair = first; pair < last; ++pair) {
        colors[pair] = min(colors[pair], COLORS);
        ++shares[lane * (COLORS + 1) + colors[pair]];
    }
    sync();
    if (lane == 0) {
        uint start = 0;
        for (uint color = 0; color <= COLORS; ++color) {
            color_starts[color] = start;
            for (uint other = 0; other < WORKGROUP; ++other) {
                const uint at = other * (COLORS + 1) + color;
                const uint size = shares[at];
                shares[at] = start;
                start += size;
            }
        }
        color_starts[COLORS + 1] = start;
    }
    sync();
    for (uint pair = first; pair < last; ++pair) ordered[shares[lane * (COLORS + 1) + colors[pair]]++] = pair;
}

void main() {
    const uint count = min(starts[params.parts], params.capacity);
    for (uint body = lane; body < params.count; body += WORKGROUP) {
        claims[body] = 0;
        taken[body] = 0;
    }
    for (uint pair = lane; pair < count; pair += WORKGROUP) colors[pair] = NONE;
    for (uint round = 0; round < MOST_ROUNDS; ++round) {
        if (lane == 0) left = 0;
        sync();
        for (uint pair = lane; pair < count; pair += WORKGROUP) {
            if (colors[pair] == NONE) ask(pair);
        }
        sync();
        if (left == 0) break;
        for (uint pair = lane; pair < count; pair += WORKGROUP) {
            if (colors[pair] == NONE) settle(pair);
        }
        sync();
        for (uint body = lane; body < params.count; body += WORKGROUP) claims[body] = 0;
        sync();
    }
    order(count);
}
