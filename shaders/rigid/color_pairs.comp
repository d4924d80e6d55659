#version 460
#extension GL_GOOGLE_include_directive : require
// One workgroup: colours pairs, so that pairs of one colour share no free body. In each round, a pair with the highest hash at
// both of its bodies takes the lowest free colour. Pairs without a colour get the last one, whose pairs are solved one after the
// other. Then pairs are sorted by colour, and each large colour gets its workgroup count.
#include "bindings/rigid/color_pairs.glsl"

#include "math.glsl"
#include "rigid.glsl"
#include "lane.glsl"

shared uint uncolored;

// By the two colliders, so that the result does not depend on pairs elsewhere. A bijection of 32 bits.
uint hashed(uint pair) {
    const uvec2 parts = pairs[pair].parts;
    return ((params.parts <= 65536 ? 65536 * parts.x + parts.y : pair) + 1u) * 0x9E3779B1u;
}

bool wins(uint pair, uint body) { return !is_free(rigids[body]) || claims[body] == hashed(pair); }

uint taken_by(uint body) { return is_free(rigids[body]) ? taken[body] : 0u; }

void claim(uint pair, uint body) {
    if (is_free(rigids[body])) atomicMax(claims[body], hashed(pair));
}

void mark_taken(uint body, uint bit) {
    if (is_free(rigids[body])) taken[body] |= bit;
}

uint free_colors(uvec2 bodies) { return ~(taken_by(bodies.x) | taken_by(bodies.y)) & ((1u << COLORS) - 1u); }

// No colour is taken meanwhile, so that the claims do not depend on the order of threads.
void claim_bodies(uint pair) {
    const uvec2 bodies = pairs[pair].bodies;
    if (free_colors(bodies) == 0u) {
        colors[pair] = COLORS;
        return;
    }
    claim(pair, bodies.x);
    claim(pair, bodies.y);
    uncolored = 1;
}

void assign(uint pair) {
    const uvec2 bodies = pairs[pair].bodies;
    if (!wins(pair, bodies.x) || !wins(pair, bodies.y)) return;
    const uint color = findLSB(free_colors(bodies));
    colors[pair] = color;
    mark_taken(bodies.x, 1u << color);
    mark_taken(bodies.y, 1u << color);
}

uint key(uint pair) { return colors[pair]; }

#define KEYS (COLORS + 1)
#define KEY_STARTS color_starts
#include "order.glsl"
#include "small_colors.glsl"

void main() {
    const uint count = min(starts[params.parts], params.capacity);
    for (uint body = lane; body < params.count; body += WORKGROUP) {
        claims[body] = 0;
        taken[body] = 0;
    }
    for (uint pair = lane; pair < count; pair += WORKGROUP) colors[pair] = NONE;
    for (uint round = 0; round < MOST_ROUNDS; ++round) {
        if (lane == 0) uncolored = 0;
        sync();
        for (uint pair = lane; pair < count; pair += WORKGROUP) {
            if (colors[pair] == NONE) claim_bodies(pair);
        }
        sync();
        if (uncolored == 0) break;
        for (uint pair = lane; pair < count; pair += WORKGROUP) {
            if (colors[pair] == NONE) assign(pair);
        }
        sync();
        for (uint body = lane; body < params.count; body += WORKGROUP) claims[body] = 0;
        sync();
    }
    for (uint pair = lane; pair < count; pair += WORKGROUP) colors[pair] = min(colors[pair], COLORS);
    sync();
    order(count);
    sync();
    const uint small = first_small_color();
    if (lane < COLOR_DISPATCHES) {
        const uint size = color_starts[lane + 1] - color_starts[lane];
        calls[KINDS + lane] = uvec3(lane < small ? (size + WORKGROUP - 1) / WORKGROUP : 0, 1, 1);
    }
}
