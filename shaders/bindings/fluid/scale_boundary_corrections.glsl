// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { FluidParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer ImpulsesBuffer { RigidImpulse impulses[]; };
layout(set = 0, binding = 1, scalar) readonly buffer BoundaryGradientBuffer { vec3 boundary_gradient[]; };
layout(set = 0, binding = 2, scalar) readonly buffer RigidsBuffer { Rigid rigids[]; };
layout(set = 0, binding = 3, scalar) readonly buffer SumsBuffer { CoupledSum sums[]; };
layout(set = 0, binding = 4, scalar) writeonly buffer BoundaryScaleBuffer { float boundary_scale[]; };
