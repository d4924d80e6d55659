// Two boxes: the separating axis test, then contact points of the faces or edges across the best axis [Eri05, §5.2]. Needs
// "candidates.glsl".

struct Cuboid {
    vec3 center;
    // Unit axes.
    mat3 axes;
    vec3 half_size;
};

float extent_along(Cuboid box, vec3 axis) { return dot(box.half_size, abs(axis * box.axes)); }

// The farthest corner of `box` along an axis; where a component of `kept` is 0, the middle of an edge or face.
vec3 farthest(Cuboid box, vec3 axis, vec3 kept) {
    const vec3 along = axis * box.axes;
    return box.center + box.axes * (kept * box.half_size * vec3(along.x < 0.0 ? -1.0 : 1.0, along.y < 0.0 ? -1.0 : 1.0, along.z < 0.0 ? -1.0 : 1.0));
}

// The axis of `box` nearest to a direction.
uint main_axis(Cuboid box, vec3 direction) {
    const vec3 along = abs(direction * box.axes);
    return along.x >= along.y && along.x >= along.z ? 0 : along.y >= along.z ? 1 : 2;
}

vec3 without(uint axis) { return vec3(axis == 0 ? 0.0 : 1.0, axis == 1 ? 0.0 : 1.0, axis == 2 ? 0.0 : 1.0); }

// The face of `other` opposite a face of `box`, clipped to the prism of that face. `out_of`: outward normal of the face.
void collide_faces(Cuboid box, Cuboid other, uint axis, vec3 out_of, float to_first) {
    const uint far_axis = main_axis(other, out_of);
    const vec3 middle = farthest(other, -out_of, vec3(1.0) - without(far_axis));
    const uint u = (far_axis + 1) % 3;
    const uint v = (far_axis + 2) % 3;
    vec3 corners[8];
    uint count = 4;
    for (uint k = 0; k < 4; ++k) {
        const float s = k == 0 || k == 3 ? -1.0 : 1.0;
        corners[k] = middle + s * other.half_size[u] * other.axes[u] + (k < 2 ? -1.0 : 1.0) * other.half_size[v] * other.axes[v] - box.center;
    }
    for (uint side = 0; side < 4; ++side) {
        const uint along = (axis + 1 + side / 2) % 3;
        const vec3 plane = (side % 2 == 0 ? 1.0 : -1.0) * box.axes[along];
        const float most = box.half_size[along];
        vec3 cut[8];
        uint kept = 0;
        for (uint k = 0; k < count; ++k) {
            const vec3 from = corners[k];
            const vec3 to = corners[(k + 1) % count];
            const float inside = most - dot(plane, from);
            const float next = most - dot(plane, to);
            if (inside >= 0.0 && kept < 8) cut[kept++] = from;
            if (inside * next < 0.0 && kept < 8) cut[kept++] = mix(from, to, inside / (inside - next));
        }
        count = kept;
        corners = cut;
    }
    for (uint k = 0; k < count; ++k) {
        const float gap = dot(corners[k], out_of) - box.half_size[axis];
        add_candidate(box.center + corners[k] - 0.5 * gap * out_of, to_first * out_of, gap);
    }
}

// The nearest points of the two edges across `n`, which leads from a to b.
void collide_edges(Cuboid a, Cuboid b, uint i, uint j, vec3 n, float gap) {
    const vec3 p = farthest(a, n, without(i));
    const vec3 q = farthest(b, -n, without(j));
    const vec3 d = a.axes[i];
    const vec3 e = b.axes[j];
    const float de = dot(d, e);
    const float s = clamp((dot(d, q - p) - de * dot(e, q - p)) / max(1.0 - de * de, 1e-12), -a.half_size[i], a.half_size[i]);
    const float t = clamp(de * s - dot(e, q - p), -b.half_size[j], b.half_size[j]);
    add_candidate(0.5 * (p + s * d + q + t * e), -n, gap);
}

void collide_cuboids(Cuboid a, Cuboid b, float least) {
    const vec3 between = b.center - a.center;
    float best = -3e38;
    uint axis = 0;
    vec3 n = vec3(0.0);
    [[unroll]] for (uint k = 0; k < 6; ++k) {
        const vec3 along = k < 3 ? a.axes[k] : b.axes[k - 3];
        const float gap = abs(dot(between, along)) - extent_along(a, along) - extent_along(b, along);
        if (gap > best + least) {
            best = gap;
            axis = k;
            n = dot(between, along) < 0.0 ? -along : along;
        }
    }
    separated_by = best;
    if (best >= margin) return;
    [[unroll]] for (uint k = 0; k < 9; ++k) {
        vec3 along = cross(a.axes[k / 3], b.axes[k % 3]);
        const float size = length(along);
        along /= max(size, 1e-3);
        const float gap = abs(dot(between, along)) - extent_along(a, along) - extent_along(b, along);
        // A face is preferred: it gives several contact points.
        if (size >= 1e-3 && gap > best + 20.0 * least) {
            best = gap;
            axis = 6 + k;
            n = dot(between, along) < 0.0 ? -along : along;
        }
    }
    separated_by = best;
    if (best >= margin) return;
    separated_by = 0.0;
    if (axis >= 6) {
        collide_edges(a, b, (axis - 6) / 3, (axis - 6) % 3, n, best);
        return;
    }
    // One call: drivers without branches run each.
    Cuboid box = a;
    Cuboid other = b;
    if (axis >= 3) {
        box = b;
        other = a;
        n = -n;
    }
    collide_faces(box, other, axis % 3, n, axis < 3 ? -1.0 : 1.0);
}
