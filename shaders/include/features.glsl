// The variant of a solver pass: what a scene does not have costs nothing.
layout(constant_id = 1) const uint FEATURES = 0;
const bool DAMPED = (FEATURES & FEATURE_DAMPED) != 0;
const bool ONE_MATERIAL = (FEATURES & FEATURE_ONE_MATERIAL) != 0;
const bool ONE_ITERATION = (FEATURES & FEATURE_ONE_ITERATION) != 0;
const bool MOMENTUM = (FEATURES & FEATURE_MOMENTUM) != 0;
const bool CORNERS = (FEATURES & FEATURE_CORNERS) != 0;
const bool FUSED = (FEATURES & FEATURE_FUSED) != 0;
const bool JACOBI = (FEATURES & FEATURE_JACOBI) != 0;
const bool FORCES = (FEATURES & FEATURE_FORCES) != 0;
const bool WIND = (FEATURES & FEATURE_WIND) != 0;
const bool OPEN = (FEATURES & FEATURE_OPEN) != 0;
const bool TALLY = (FEATURES & FEATURE_TALLY) != 0;
const bool SHELLS = (FEATURES & FEATURE_SHELLS) != 0;
const bool BUNDLED = (FEATURES & FEATURE_BUNDLED) != 0;
const bool PLACES = (FEATURES & FEATURE_PLACES) != 0;
const bool COHESION = (FEATURES & FEATURE_COHESION) != 0;
const bool SWIRL = (FEATURES & FEATURE_SWIRL) != 0;
const bool TIED = (FEATURES & FEATURE_TIED) != 0;
