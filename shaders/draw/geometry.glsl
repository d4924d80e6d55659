// Set 1: vertices and elements, from the scene's buffers or from the simulation's.
layout(set = 1, binding = 0, scalar) readonly buffer Positions { vec3 positions[]; };
layout(set = 1, binding = 1, scalar) readonly buffer Normals { vec3 normals[]; };
layout(set = 1, binding = 2, scalar) readonly buffer Tangents { vec4 tangents[]; };
layout(set = 1, binding = 3, scalar) readonly buffer Attributes { VertexAttributes attributes[]; };
layout(set = 1, binding = 4, scalar) readonly buffer Elements { uint elements[]; };
layout(set = 1, binding = 5, scalar) readonly buffer Colors { uint colors[]; };

// The colour of a vertex: of the primitive or the vertex where a quantity is shown, else the factor that the file has.
vec4 vertex_color(SurfaceDraw draw, uint vertex) {
    if ((draw.flags & (HAS_COLORS | ONE_COLOR)) == 0u) {
        return unpackUnorm4x8(attributes[draw.first_attribute + vertex].color);
    }
    bool one = (draw.flags & ONE_COLOR) != 0u;
    vec4 srgb = unpackUnorm4x8(one ? draw.color : colors[draw.first_vertex + vertex]);
    return vec4(pow(srgb.rgb, vec3(2.2)), srgb.a);
}
