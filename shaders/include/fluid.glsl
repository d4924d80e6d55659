// The kernel of fluids, W ∝ (1 − r/H)³, and what a wall takes of it (docs/method.md §25). Needs `params`, a FluidParams.

// What a particle fills of kernels, as its `position` says: nothing if it is gone.
float size_of(float volume, vec4 position) { return volume > 0.0 && position.w < 0.0 ? 0.0 : volume; }

// Where point i is looked for while its particle is gone: nowhere near another one.
vec3 parked(uint i) { return vec3((PARKED + PARKED_SPACING * float(i)) * params.radius, 0.0, 0.0); }

// 1 at a point itself, 0 from the kernel's radius on.
float closeness(float r) { return max(0.0, 1.0 - r / params.radius); }

// How two particles of a fluid that holds together draw each other: apart where they are nearer than at rest.
float draw(float u) {
    const float over = u / params.rest;
    return u * u * (1.0 - over * over);
}

// Share of the kernel behind a plane at a distance of 1 − u radii.
float share_behind(float u) { return u * u * u * u * u * (1.5 - u); }

// How that falls with the distance, 1/m.
float share_slope(float u) { return u * u * u * u * (7.5 - 6.0 * u) / params.radius; }
