#version 460
#extension GL_GOOGLE_include_directive : require
// One point: where its particle is predicted to be, if it is not gone, from the middle of all fluids, so that far from the world's origin as much is
// left of a float32 as near it.
#include "bindings/fluid/predict_points.glsl"

#include "fluid.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const uint p = particles[i];
    const bool here = size_of(volumes[i], position[p]) != 0.0;
    points[i] = vec4(here ? position[p].xyz - params.origin + displacement[p].xyz : parked(i), 0.0);
}
