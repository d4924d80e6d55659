// The kernel of fluids, W ∝ (1 − r/H)³, and what a wall takes of it (docs/method.md §25). Needs `params`, a FluidParams.

// What is nearer than this has no direction, m.
#define TINY 1e-9

// 1 at a point itself, 0 from the kernel's radius on.
float closeness(float r) { return max(0.0, 1.0 - r / params.radius); }

// Share of the kernel behind a plane at a distance of 1 − u radii.
float share_behind(float u) { return u * u * u * u * u * (1.5 - u); }

// How that falls with the distance, 1/m.
float share_slope(float u) { return u * u * u * u * (7.5 - 6.0 * u) / params.radius; }
