#version 460
#extension GL_GOOGLE_include_directive : require
// One point in grid order: copies its position, velocity and viscosity for its neighbours, and the material of its fluid.
// What is not fluid has a viscosity of 0.
#include "bindings/fluid/gather_velocities.glsl"

#include "include/features.glsl"
#include "fluid/kernel.glsl"

void main() {
    const uint s = gl_GlobalInvocationID.x;
    if (s >= params.count) return;
    const uint p = particles[order[s]];
    sorted_position[s] = vec4(position[p].xyz - params.origin, kernel_volume(volumes[order[s]], position[p]));
    const Fluid fluid = fluids[body_of[p]];
    sorted_velocity[s] = vec4(velocity[p].xyz, fluid.viscosity);
    sorted_inverse_mass[s] = velocity[p].w;
    if (COHESION || VORTICITY) sorted_material[s] = vec2(fluid.cohesion, fluid.vorticity);
}
