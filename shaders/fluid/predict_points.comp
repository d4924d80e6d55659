#version 460
#extension GL_GOOGLE_include_directive : require
// One point: the predicted position of its particle, relative to the centre of all fluids. Precision then does not depend on the
// distance from the world's origin. Removed particles are parked.
#include "bindings/fluid/predict_points.glsl"

#include "fluid/kernel.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const uint p = particles[i];
    const bool is_present = kernel_volume(volumes[i], position[p]) != 0.0;
    points[i] = vec4(is_present ? position[p].xyz - params.origin + displacement[p].xyz : parked_position(i), 0.0);
}
