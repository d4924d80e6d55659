// Set 1: vertices and elements, from the scene's buffers or from the simulation's.
layout(set = 1, binding = 0, scalar) readonly buffer Positions { vec3 positions[]; };
layout(set = 1, binding = 1, scalar) readonly buffer Normals { vec3 normals[]; };
layout(set = 1, binding = 2, scalar) readonly buffer Tangents { vec4 tangents[]; };
layout(set = 1, binding = 3, scalar) readonly buffer Attributes { VertexAttributes attributes[]; };
layout(set = 1, binding = 4, scalar) readonly buffer Elements { uint elements[]; };
