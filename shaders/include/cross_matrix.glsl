// The matrix of v ×.
mat3 cross_matrix(vec3 v) { return mat3(0.0, v.z, -v.y, -v.z, 0.0, v.x, v.y, -v.x, 0.0); }
