// From a pair of colliders to its manifold. Contact points are detected in the bodies' frames. While the bodies hardly move against
// each other, each substep only updates separations and normals from these. Needs "rotation.glsl", "friction.glsl",
// "candidates.glsl", and buffers of all of them.

RigidPair pair;
// Size of the smaller collider, m.
float size;
// States and velocities of both bodies.
RigidState first;
RigidState second;
RigidVelocity first_velocity;
RigidVelocity second_velocity;
// Pose of the first body in the second one's frame.
vec3 position;
vec4 rotation;
// Motion of the second collider's surface relative to its body in the substep, m and rad. Contact points are those of the surface at its end.
vec3 surface_translation = vec3(0.0);
vec3 surface_rotation = vec3(0.0);

float size_of(uint part) {
    const vec3 half_size = parts[part].half_size;
    return min(half_size.x, min(half_size.y, half_size.z));
}

vec4 conjugate(vec4 q) { return vec4(-q.xyz, q.w); }

void load_manifold(uint i) {
    pair = pairs[i];
    size = min(size_of(pair.parts.x), size_of(pair.parts.y));
    first = states[pair.bodies.x];
    second = states[pair.bodies.y];
    first_velocity = velocities[pair.bodies.x];
    second_velocity = velocities[pair.bodies.y];
    position = unrotate(second.rotation, first.position - second.position);
    rotation = quaternion_product(conjugate(second.rotation), first.rotation);
}

// Distance up to which a contact point counts in this substep, m: bounds of the speeds of any points of both bodies, times its length.
float contact_margin() {
    const float first_speed = length(first_velocity.linear) + rigids[pair.bodies.x].extent * length(first_velocity.angular);
    const float second_speed = length(second_velocity.linear) + rigids[pair.bodies.y].extent * length(second_velocity.angular);
    return frame[0].h * (first_speed + second_speed + 2.0 * frame[0].rest_speed) + 1e-3 * size;
}

vec3 relative_displacement(vec3 at) {
    const vec3 one = first_velocity.linear + cross(first_velocity.angular, at);
    const vec3 other = second_velocity.linear + cross(second_velocity.angular, at - (second.position - first.position));
    return frame[0].h * (one - other);
}

bool is_curved(uint part) {
    const uint shape = colliders[part].shape;
    return shape == SPHERE || shape == CAPSULE || shape == CYLINDER;
}

// Fraction of the motion without a new detection that is allowed to this pair.
float kept_fraction() { return is_curved(pair.parts.x) || is_curved(pair.parts.y) ? KEPT_IF_CURVED : 1.0; }

bool must_detect(uint i) {
    if (params.detects_all != 0) return true;
    const Detection known = detections[i];
    const float travel = distance(position, known.position);
    const float angle = 2.0 * length(quaternion_product(conjugate(known.rotation), rotation).xyz);
    if (known.points == 0 && travel + rigids[pair.bodies.x].extent * angle + contact_margin() < known.gap) return false;
    const float kept = kept_fraction();
    return travel > kept * KEPT_DISTANCE * size || angle > kept * KEPT_ANGLE;
}

// Points up to this distance are detected: they may come closer before the next detection.
float detection_margin() {
    return contact_margin() + kept_fraction() * (KEPT_DISTANCE * size + KEPT_ANGLE * rigids[pair.bodies.x].extent);
}

// Loads what the last detection found.
void load_axis(uint i) {
    if (params.detects_all != 0) return;
    axis_known = rotate(second.rotation, anchors[POINTS * i].normal);
    touched = detections[i].points > 0;
}

// Stores the candidates in the bodies' frames; their positions are relative to the first body.
void store_detection(uint i) {
    choose(1e-5 * size);
    detections[i] = Detection(position, candidates, rotation, separated_by);
    for (uint k = 0; k < candidates; ++k)
        anchors[POINTS * i + k] = ContactAnchor(unrotate(second.rotation, found[k].normal), found[k].gap, unrotate(first.rotation, found[k].position));
    // The next detection begins with this axis.
    if (candidates == 0 && axis_known != vec3(0.0)) anchors[POINTS * i] = ContactAnchor(unrotate(second.rotation, axis_known), 0.0, vec3(0.0));
    atomicAdd(status[STATUS_DETECTIONS], 1);
}

// Stores the manifold of this substep.
void store_manifold(uint i) {
    const Detection known = detections[i];
    const float most = contact_margin();
    const vec3 travel = position - known.position;
    const vec3 offset = second.position - first.position;
    uint points = 0;
    for (uint k = 0; k < known.points; ++k) {
        const ContactAnchor anchor = anchors[POINTS * i + k];
        // Motion of the first body at the point since detection, in the second one's frame.
        const vec3 motion = travel + rotate(rotation, anchor.position) - rotate(known.rotation, anchor.position);
        const float separation = anchor.gap + dot(anchor.normal, motion);
        if (separation >= most) continue;
        const vec3 normal = rotate(second.rotation, anchor.normal);
        const vec3 arm_x = rotate(first.rotation, anchor.position);
        const vec3 arm_y = arm_x - offset - rotate(second.rotation, motion);
        const vec3 moved = surface_translation + cross(surface_rotation, arm_y);
        const vec3 velocity = (first_velocity.linear + cross(first_velocity.angular, arm_x)) - (second_velocity.linear + cross(second_velocity.angular, arm_y)) - moved / frame[0].h;
        // A deep overlap is corrected little by little: at once, bodies would be thrown into others.
        const float corrected = max(separation + dot(normal, moved), -MOST_CORRECTION * size);
        contacts[POINTS * i + points++] = RigidContact(normal, corrected, arm_x, arm_y, 0.0, dot(velocity, normal));
    }
    const Coefficients both = combine(colliders[pair.parts.x].coefficients, colliders[pair.parts.y].coefficients);
    manifolds[i] = Manifold(points, both, vec3(0.0), 0.0);
}
