#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One place: where its particle ends up in the substep, its velocity and viscosity, for its neighbours, and what else its fluid
// is. What is no fluid has a viscosity of 0.
layout(push_constant, scalar) uniform Params { FluidParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Fluids { Fluid fluids[]; };
layout(set = 0, binding = 1, scalar) readonly buffer BodyOf { uint body_of[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Particles { uint particles[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Volumes { float volumes[]; };
layout(set = 0, binding = 4, scalar) readonly buffer Order { uint order[]; };
layout(set = 0, binding = 5, scalar) readonly buffer Positions { vec4 position[]; };
layout(set = 0, binding = 6, scalar) readonly buffer Velocities { vec4 velocity[]; };
layout(set = 0, binding = 7, scalar) writeonly buffer Places { vec4 places[]; };
layout(set = 0, binding = 8, scalar) writeonly buffer Flows { vec4 flows[]; };
layout(set = 0, binding = 9, scalar) writeonly buffer Weights { float weights[]; };
layout(set = 0, binding = 10, scalar) writeonly buffer Livings { vec2 livings[]; };

#include "features.glsl"
#include "fluid.glsl"

void main() {
    const uint s = gl_GlobalInvocationID.x;
    if (s >= params.count) return;
    const uint p = particles[order[s]];
    places[s] = vec4(position[p].xyz - params.origin, size_of(volumes[order[s]], position[p]));
    const Fluid fluid = fluids[body_of[p]];
    flows[s] = vec4(velocity[p].xyz, fluid.viscosity);
    weights[s] = velocity[p].w;
    if (COHESION || SWIRL) livings[s] = vec2(fluid.cohesion, fluid.vorticity);
}
