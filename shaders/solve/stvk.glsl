// The 6 × 6 block of an elastic tetrahedron, in blocks of 3 × 3: normal strains first, then engineering shears
// (01, 12, 20). Shear i is between the axes i and i + 1.

struct Block {
    mat3 normal;
    mat3 mixed; // a column for each shear
    mat3 shear;
};

uint next(uint i) { return i == 2 ? 0 : i + 1; }

// ∇C W ∇Cᵀ from W = Σ w b bᵀ and M = FᵀF, scaled by γ, plus K⁻¹/(V h²).
Block stvk_block(mat3 w, mat3 m, float gamma, float alpha, float nu) {
    Block block;
    for (uint i = 0; i < 3; ++i) {
        for (uint j = 0; j < 3; ++j) {
            const uint a = next(i);
            const uint b = next(j);
            block.normal[i][j] = gamma * w[i][j] * m[i][j] + (i == j ? alpha : -nu * alpha);
            block.mixed[j][i] = gamma * (w[i][j] * m[i][b] + w[i][b] * m[i][j]);
            block.shear[i][j] = gamma * (w[i][j] * m[a][b] + w[i][b] * m[a][j] + w[a][j] * m[i][b] + w[a][b] * m[i][j])
                + (i == j ? 2.0 * (1.0 + nu) * alpha : 0.0);
        }
    }
    return block;
}

// The inverse of a symmetric positive matrix, regularized: the block of a collapsed element is nearly singular, and
// directions without stiffness get no correction.
mat3 inverse_of(mat3 a) {
    const float scale = a[0][0] + a[1][1] + a[2][2];
    if (!(scale > 0.0)) return mat3(0.0);
    const mat3 b = a / scale + mat3(1e-6);
    const mat3 adjugate = mat3(cross(b[1], b[2]), cross(b[2], b[0]), cross(b[0], b[1]));
    const float det = dot(b[0], adjugate[0]);
    return det > 0.0 ? adjugate / (det * scale) : mat3(0.0);
}

// Solves the block for a right-hand side of 3 + 3, by its Schur complement.
void solve_block(Block block, inout vec3 normal, inout vec3 shear) {
    const mat3 inverse_shear = inverse_of(block.shear);
    const mat3 coupling = block.mixed * inverse_shear;
    normal = inverse_of(block.normal - coupling * transpose(block.mixed)) * (normal - coupling * shear);
    shear = inverse_shear * (shear - transpose(block.mixed) * normal);
}
