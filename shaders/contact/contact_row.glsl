// The words of a contact row. Needs `rows`, a buffer of vectors that is fetched.

uvec4 row_vector(uint row, uint k) { return FETCH(rows, ROW * row + k); }

// What orders the rows of a particle: the element and the key of the candidate.
uvec2 order_of(uint row) { return row_vector(row, 0).xy; }

uint candidate_of(uint row) { return row_vector(row, 0).z; }

float gap_of(uint row) { return uintBitsToFloat(row_vector(row, 0).w); }

uvec4 corners_of(uint row) { return row_vector(row, 1); }

vec4 weights_of(uint row) { return uintBitsToFloat(row_vector(row, 2)); }

// The weight of the corner of an entry.
float weight_of(uint entry) { return weights_of(entry / 4)[entry % 4]; }

// The normal, and the separation at the substep's start.
vec4 plane_of(uint row) { return uintBitsToFloat(row_vector(row, 3)); }

// The slip so far, and the predicted change of the separation.
vec4 slip_of(uint row) { return uintBitsToFloat(row_vector(row, 4)); }

// Whether the contact is active if no other one pushes.
bool is_predicted(uint row) { return plane_of(row).w + slip_of(row).w < ACTIVE_MARGIN * gap_of(row); }
