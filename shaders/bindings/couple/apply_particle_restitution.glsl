// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { ContactVelocityParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer FrameBuffer { Frame frame[]; };
layout(set = 0, binding = 1, scalar) readonly buffer BodiesBuffer { Body bodies[]; };
layout(set = 0, binding = 2, scalar) readonly buffer BodyOfBuffer { uint body_of[]; };
layout(set = 0, binding = 3, scalar) readonly buffer CollidersBuffer { Collider colliders[]; };
layout(set = 0, binding = 4, scalar) readonly buffer RigidsBuffer { Rigid rigids[]; };
layout(set = 0, binding = 5, scalar) readonly buffer StatesBuffer { RigidState states[]; };
layout(set = 0, binding = 6, scalar) readonly buffer SumsBuffer { CoupledSum sums[]; };
layout(set = 0, binding = 7, scalar) readonly buffer ContactsBuffer { ColliderContact contacts[]; };
layout(set = 0, binding = 8, scalar) readonly buffer CouplingsBuffer { Coupling couplings[]; };
layout(set = 0, binding = 9, scalar) buffer ImpulsesBuffer { RigidImpulse impulses[]; };
layout(set = 0, binding = 10, scalar) buffer VelocityBuffer { vec4 velocity[]; };
layout(set = 0, binding = 11, scalar) buffer AccumulatorsBuffer { Accumulator accumulators[]; };
layout(set = 0, binding = 12, scalar) buffer StatusBuffer { uint status[]; };
