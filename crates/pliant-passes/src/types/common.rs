//! Constants and structs of particles, constraints and colliders, and those that all passes share.

use crate::layout::{gpu_constants, gpu_struct};

gpu_constants! {
    /// No index: an absent accessor, the third corner of a segment, a padded slot.
    NONE = 0xFFFF_FFFF;
    /// `Link::material` modulo MATERIALS: a mesh edge.
    STRETCH = 0;
    /// A diagonal of a quad.
    SHEAR = 1;
    /// Two far ends of collinear edges.
    BEND = 2;
    /// A hinge.
    HINGE = 3;
    /// The volume of a tetrahedron, or of a balloon.
    VOLUME = 4;
    /// A St. Venant-Kirchhoff element.
    ELASTIC = 5;
    /// An attachment.
    ATTACH = 6;
    /// Rows of the material pool per body: one for each constraint type.
    MATERIALS = 7;
    /// Particles of one slice of the Jacobi slots; the slots of a slice are interleaved.
    SLICE = 32;
    /// `BuildBody::bend`: no bending.
    BEND_NONE = 0;
    /// Dihedral angles.
    BEND_DIHEDRAL = 1;
    /// Distances.
    BEND_DISTANCE = 2;
    /// `FillParams::stage`: counts the entries of each list.
    LIST_COUNT = 0;
    /// Writes the entries of each list.
    LIST_FILL = 1;
    /// Entries of a list of neighbours that one invocation sorts.
    GROUP = 16;
    /// Invocations of a workgroup, in every compute pass.
    WORKGROUP = 256;
    /// `Collider::shape`: half sizes along X and Z in `size.x` and `size.z`.
    PLANE = 0;
    /// Radius in `size.x`.
    SPHERE = 1;
    /// Half sizes in `size.xyz`.
    BOX = 2;
    /// Height, lower and upper radius in `size.xyz`.
    CAPSULE = 3;
    /// Height, lower and upper radius in `size.xyz`.
    CYLINDER = 4;
    /// Faces in the pool, and their BVH.
    MESH = 5;
    /// `Coefficients::combine`: the mean of the values of both surfaces.
    AVERAGE = 0;
    /// The smaller value.
    MINIMUM = 1;
    /// The larger value.
    MAXIMUM = 2;
    /// The product.
    MULTIPLY = 3;
    /// The rule of the other surface, or AVERAGE if it has none.
    UNSPECIFIED = 4;
    /// The most contact slots of a particle; further colliders near it are counted as overflow.
    MOST_CONTACTS = 4;
    /// Word of the status buffer: number of particles that are not finite after a substep, summed over the frame.
    STATUS_NONFINITE = 0;
    /// Word of the status buffer: number of active collider contacts in the last substep of the frame.
    STATUS_CONTACTS = 1;
    /// Word of the status buffer: number of colliders near a particle without a free contact slot.
    STATUS_OVERFLOW = 2;
    /// Word of the status buffer: number of edges beyond their tearing length at the end of the frame.
    STATUS_TORN = 3;
    /// Word of the status buffer: number of impulses without a free accumulator.
    STATUS_ACCUMULATOR_OVERFLOW = 4;
    /// Word of the status buffer: number of candidate pairs, the most in the frame.
    STATUS_PAIRS = 5;
    /// Word of the status buffer: number of active deformable contacts at the end of the last substep of the frame.
    STATUS_DEFORMABLE_CONTACTS = 6;
    /// Word of the status buffer: number of candidate pairs of rigid bodies' colliders, the most in the frame.
    STATUS_RIGID_PAIRS = 7;
    /// Word of the status buffer: number of rigid bodies beyond the motion bound of their broad phase.
    STATUS_BOUND_EXCEEDED = 8;
    /// Word of the status buffer: number of active rigid contact points at the end of the last substep of the frame.
    STATUS_RIGID_CONTACTS = 9;
    /// Word of the status buffer: number of contacts or impulses that wake a sleeping rigid body.
    STATUS_WAKES = 10;
    /// Word of the status buffer: number of overlapping pairs of surface elements, the most in the frame.
    STATUS_ELEMENT_PAIRS = 11;
    /// Word of the status buffer: number of edge–triangle intersections at the end of the frame.
    STATUS_INTERSECTIONS = 12;
    /// Word of the status buffer: number of contacts between deformable features in a substep, the most in the frame.
    STATUS_CONTACT_ROWS = 13;
    /// Word of the status buffer: number of displacements that were truncated in the frame, so that surfaces do not intersect.
    STATUS_TRUNCATED = 14;
    /// Word of the status buffer: number of searches for contacts in the frame.
    STATUS_SEARCHES = 15;
    /// Word of the status buffer: number of pairs of rigid bodies' colliders whose contact points were detected in the frame.
    STATUS_DETECTIONS = 16;
    /// Word of the status buffer: number of particles that started a substep enclosed by a deforming collider, summed over the frame.
    STATUS_ENCLOSED = 17;
    /// Number of words in the status buffer.
    STATUS_WORDS = 18;
    /// Number of counts that a workgroup sums and scans.
    SCAN_BLOCK = 1024;
    /// The most contact points of a pair of rigid bodies' colliders.
    POINTS = 4;
    /// Colours of such pairs; pairs without a colour are solved in sequence.
    COLORS = 31;
    /// Kinds of such pairs: two boxes, and all others.
    KINDS = 2;
    /// Kind of a pair: two boxes.
    KIND_BOXES = 0;
    /// Kind of a pair: other shapes.
    KIND_OTHERS = 1;
    /// `SortPairsParams::key`: the kind of a pair.
    PAIRS_BY_KIND = 0;
    /// Its colour.
    PAIRS_BY_COLOR = 1;
    /// `FindPairsParams::stage`: bounds how far bodies may be moved from their expected trajectories.
    PAIRS_BOUND = 0;
    /// Counts the pairs of each collider.
    PAIRS_COUNT = 1;
    /// Lists them.
    PAIRS_FILL = 2;
    /// `ImpactParams::stage`: finds out whether a pair will collide.
    BEFORE_RESTITUTION = 0;
    /// Measures only, where restitution has changed velocities.
    AFTER_RESTITUTION = 1;
    /// The first of these colours have a dispatch each.
    COLOR_DISPATCHES = 12;
    /// Colours of at most so many pairs are solved in one workgroup, with all later ones.
    SMALL_COLOR = 64;
    /// The most rounds of colouring; 16 suffice for 17,000 pairs. Pairs that have no colour then are solved in sequence.
    COLORING_ROUNDS = 24;
    /// Bit of the colour that a pair proposes, as long as it has none.
    PROPOSED = 0x8000_0000;
    /// Claims on a body at a time: pairs whose proposed colours differ by no multiple of this do not compete.
    CLAIMS = 4;
    /// The most rounds of restitution of rigid bodies in a substep.
    MOST_RESTITUTION_ROUNDS = 32;
    /// The first of these rounds have a dispatch for each large colour. Later ones have few impacts left.
    SPREAD_RESTITUTION_ROUNDS = 2;
    /// Accumulators per particle.
    ACCUMULATORS = 4;
    /// Feature bit: some constraint is damped.
    FEATURE_DAMPED = 1;
    /// Feature bit: all constraints of the pass have the material of row 0.
    FEATURE_ONE_MATERIAL = 2;
    /// Feature bit: one iteration a substep, so that λ starts at 0 in each.
    FEATURE_ONE_ITERATION = 4;
    /// Feature bit: Chebyshev momentum.
    FEATURE_MOMENTUM = 8;
    /// Feature bit: constraints other than distance links exist.
    FEATURE_CORNERS = 16;
    /// Feature bit: one workgroup solves a run of small colours.
    FEATURE_FUSED = 32;
    /// Feature bit: Jacobi; all constraints are solved from the same positions.
    FEATURE_JACOBI = 64;
    /// Feature bit: the pass only writes the force ∇C λ on each corner.
    FEATURE_FORCES = 128;
    /// Feature bit: the air exerts forces.
    FEATURE_WIND = 256;
    /// Feature bit, with FORCES: the pass also writes the residual of each row.
    FEATURE_RESIDUAL = 512;
    /// Feature bit: contact impulses are accumulated.
    FEATURE_ACCUMULATE = 1024;
    /// Feature bit: an invocation solves a bundle of constraints in sequence.
    FEATURE_BUNDLED = 2048;
    /// Feature bit: some collider is a mesh.
    FEATURE_MESHES = 4096;
    /// Feature bit: lists hold indices in grid order, not point numbers.
    FEATURE_GRID_INDICES = 8192;
    /// Feature bit: some fluid has cohesion.
    FEATURE_COHESION = 32768;
    /// Feature bit: some fluid has vorticity confinement.
    FEATURE_VORTICITY = 65536;
    /// Feature bit: fluids act on rigid bodies.
    FEATURE_COUPLED = 131_072;
    /// Feature bit: the scene has gravity fields.
    FEATURE_FIELDS = 262_144;
    /// Feature bit: the first round of a substep, so that λ starts at 0.
    FEATURE_FIRST_ROUND = 524_288;
    /// Feature bit: some collider deforms.
    FEATURE_DEFORMING = 1_048_576;
    /// Distance to a collider, m, where the search found no surface within its radius.
    NO_SURFACE: f32 = 3e38;
    /// Time of impact, as a fraction of the displacement, of a sweep without a hit: any number above 1.
    NO_HIT: f32 = 2.0;
    /// Speed at which a deforming collider pushes out what it has enclosed, m/s. A limb that passes through a body would otherwise throw
    /// particles across it.
    EXPULSION_SPEED: f32 = 1.0;
    /// A particle looks for colliders within this multiple of its predicted displacement in a substep.
    SEARCHED_MOTION: f32 = 4.0;
    /// Cosine of the largest angle, one degree, at which two edges count as collinear.
    COS_ONE_DEGREE: f32 = 0.999_847_7;
    /// All cells of the grid beyond this coordinate are one: right, but slow. A float32 hardly resolves positions there.
    FARTHEST_CELL: f32 = 1_073_741_824.0;
    /// Cells of the grid that a search for neighbours reads along an axis, less one: a bound for positions that are not finite.
    MOST_CELLS = 63;
    /// Points that a search for neighbours compares at most, since an invocation's loops are short. The rest is counted.
    MOST_SEEN = 25_000;
    /// Part of its rest volume below which a tetrahedron gets a volume constraint instead.
    /// The energy hardly resists crushing and does not tell an element from its mirror image.
    LEAST_VOLUME: f32 = 0.3;
    /// Height, m, at which vertices of removed particles are drawn, out of sight.
    HIDDEN_HEIGHT: f32 = -1e9;
}

gpu_struct! {
    /// Layout of one accessor in the pool.
    struct Accessor {
        /// Byte offset of element 0.
        offset: u32,
        /// Bytes from one element to the next.
        stride: u32,
        /// Component type as in glTF.
        component: u32,
        /// 1 if integers are normalized to −1..1 or 0..1.
        normalized: u32,
    }

    /// A primitive of a body in the mesh pool.
    struct Mesh {
        /// Accessor of POSITION.
        position: u32,
        /// Accessor of `_REST_POSITION`, or NONE.
        rest: u32,
        /// Its node's matrix in the matrix pool.
        matrix: u32,
    }

    /// The vertex that a particle is generated from.
    struct Source {
        /// Index in the mesh pool.
        mesh: u32,
        /// Index of the vertex in that primitive.
        vertex: u32,
    }

    /// Parameters of a body for building constraints.
    struct BuildBody {
        /// 1 if quads get both diagonals.
        grid: u32,
        /// BEND_NONE, BEND_DIHEDRAL or BEND_DISTANCE.
        bend: u32,
    }

    /// A distance constraint.
    struct Link {
        /// First particle.
        a: u32,
        /// Second particle.
        b: u32,
        /// Rest length, m.
        rest: f32,
        /// MATERIALS·body + STRETCH, SHEAR or BEND.
        material: u32,
    }

    /// A bending constraint: the triangles (a, b, c) and (b, a, d).
    struct Hinge {
        /// First end of the shared edge.
        a: u32,
        /// Second end of it.
        b: u32,
        /// Opposite corner of the first triangle.
        c: u32,
        /// Opposite corner of the second.
        d: u32,
        /// Rest angle, rad.
        rest: f32,
        /// MATERIALS·body + HINGE.
        material: u32,
    }

    /// An edge of bounded length.
    struct Limit {
        /// First particle.
        a: u32,
        /// Second particle.
        b: u32,
        /// Greatest length, m.
        max_length: f32,
        /// MATERIALS·body + STRETCH.
        material: u32,
    }

    /// A volume constraint of a tetrahedron.
    struct Volume {
        /// A corner.
        a: u32,
        /// Another.
        b: u32,
        /// Another.
        c: u32,
        /// The last one.
        d: u32,
        /// Rest volume, m³; positive if b, c, d are counter-clockwise seen from outside.
        rest: f32,
        /// MATERIALS·body + VOLUME.
        material: u32,
    }

    /// An elastic triangle. With its corners at x, the deformation gradient is F = Σ x bᵀ, with a vector b for each corner.
    /// The vectors of b and c are stored; that of a is minus their sum.
    struct Triangle {
        /// A corner.
        a: u32,
        /// Another.
        b: u32,
        /// The last one.
        c: u32,
        /// b of the second corner, in the frame of the rest triangle, 1/m.
        inverse_b: [f32; 2],
        /// b of the third corner, 1/m.
        inverse_c: [f32; 2],
        /// Rest area, m².
        area: f32,
        /// MATERIALS·body + ELASTIC.
        material: u32,
    }

    /// An elastic tetrahedron; F as of Triangle.
    struct Tetrahedron {
        /// A corner.
        a: u32,
        /// Another.
        b: u32,
        /// Another.
        c: u32,
        /// The last one.
        d: u32,
        /// 1/m.
        inverse_b: [f32; 3],
        /// 1/m.
        inverse_c: [f32; 3],
        /// 1/m.
        inverse_d: [f32; 3],
        /// Rest volume, m³.
        volume: f32,
        /// MATERIALS·body + ELASTIC.
        material: u32,
    }

    /// An attachment of a point of a body to a point of another body or of a node: Σ weight x = target. Both points are
    /// weighted means of particles; the weights of the anchor are negative.
    struct Attachment {
        /// Particles of the body; unused entries after the first are NONE.
        own: [u32; 4],
        /// Particles of the anchor; unused entries are NONE.
        other: [u32; 4],
        /// Their sum is 1.
        own_weights: [f32; 4],
        /// Their sum is −1, or 0 at a node.
        other_weights: [f32; 4],
        /// The anchor's row in a substep's matrices, or NONE.
        node: u32,
        /// Position in the frame of that node, m.
        local: [f32; 3],
        /// Vector from `own.x` at the start of the substep to the target, m; 0 between bodies.
        offset: [f32; 3],
        /// Displacement of the target by the node in this substep, m.
        target_displacement: [f32; 3],
        /// 1 if the anchor is a point of a deforming mesh.
        on_surface: u32,
        /// Vertices of that mesh, among those that are drawn.
        vertices: [u32; 3],
        /// Their weights; the sum is 1.
        vertex_weights: [f32; 3],
        /// Compliance in addition, as a multiple of the material's.
        extra_compliance: f32,
        /// MATERIALS·body + ATTACH.
        material: u32,
    }

    /// Material of one constraint type of a body, for one length of substep.
    struct Material {
        /// α̃ = α/h² [MMC16, eq. 18]; of elastic elements 1/(E h²).
        compliance: f32,
        /// γ = α̃β̃/h [MMC16, eq. 26].
        damping: f32,
        /// Over-relaxation for XPBD, k′ for PBD [MHHR07, §3.3].
        stiffness: f32,
        /// ν of elastic elements.
        poisson: f32,
    }

    /// One end of a distance constraint, in a slot of its particle.
    struct LinkEnd {
        /// The other particle in the low 30 bits, STRETCH, SHEAR or BEND above.
        other: u32,
        /// Rest length, m.
        rest: f32,
    }

    /// A volume (pressure) constraint of a closed surface.
    struct Balloon {
        /// Index of its first entry in the list of members.
        first: u32,
        /// Number of members.
        count: u32,
        /// Target volume, m³.
        volume: f32,
        /// MATERIALS·body + VOLUME.
        material: u32,
    }

    /// Friction and restitution of a surface, or of a pair of surfaces.
    struct Coefficients {
        /// Dynamic μ.
        friction: f32,
        /// Static μ.
        static_friction: f32,
        /// 0..1.
        restitution: f32,
        /// AVERAGE … UNSAID for both μ, and times 256 for restitution.
        combine: u32,
    }

    /// Collision filter: bits of collision systems.
    struct Filter {
        /// The systems of the surface, at least one.
        systems: u32,
        /// It collides only with surfaces all of whose systems are in this set.
        collides_with: u32,
        /// It does not collide with surfaces all of whose systems are in this set.
        ignores: u32,
    }

    /// Material and contact properties of a body.
    struct Body {
        /// Drag: factor of the velocity in a substep, exp(−c·h).
        drag_factor: f32,
        /// Half of the contact thickness, m.
        half_thickness: f32,
        /// Friction and restitution.
        coefficients: Coefficients,
        /// Collision filter.
        filters: Filter,
        /// Fraction of non-rigid motion that a substep damps, 0..1 [MHHR07, §3.5].
        damping: f32,
        /// ½ρC_N: drag normal to a surface, kg/m³.
        air_normal: f32,
        /// ½ρC_T: drag tangential to a surface, kg/m³.
        air_tangent: f32,
    }

    /// The rigid part of a body's motion.
    struct Motion {
        /// Centre of mass, relative to the body's first particle, m.
        center: [f32; 3],
        /// Its velocity, m/s.
        velocity: [f32; 3],
        /// ω, rad/s.
        angular_velocity: [f32; 3],
    }

    /// Values that change from frame to frame.
    struct Frame {
        /// m/s².
        gravity: [f32; 3],
        /// Length of a substep, s.
        h: f32,
        /// Normal speed below which restitution is 0, m/s: 2|g|h [MMCK20, §3.6].
        rest_speed: f32,
        /// The grabbed particle, or NONE.
        grabbed: u32,
        /// Target of the grabbed particle, m.
        target: [f32; 3],
        /// α̃ of the grab constraint.
        grab_compliance: f32,
        /// m/s.
        wind: [f32; 3],
        /// Number of earlier attempts at this frame, which exceeded a capacity or a motion bound.
        again: u32,
    }

    /// A collider in its own frame; its pose is in the pose pool.
    struct Collider {
        /// PLANE … MESH.
        shape: u32,
        /// 1 if a plane or an open mesh has contacts on both sides.
        double_sided: u32,
        /// 1 if it is convex; only a mesh that is no hull is not.
        convex: u32,
        /// By shape; a plane's half sizes along X and Z, infinite as 3e38; a mesh's scale, from its pose.
        size: [f32; 3],
        /// MESH: number of faces.
        faces: u32,
        /// Index of the first face in the pool.
        first_face: u32,
        /// Index of the first node of their BVH in the pool of boxes.
        first_box: u32,
        /// Friction and restitution.
        coefficients: Coefficients,
        /// Collision filter.
        filters: Filter,
        /// The rigid body it belongs to if that body can move, else NONE.
        rigid: u32,
        /// 1 + index of the motion of its first face, or 0 if it does not deform.
        first_motion: u32,
    }

    /// Pose of a collider: x = rotation·local + translation, with local already scaled.
    struct Pose {
        /// Unit quaternion.
        rotation: [f32; 4],
        /// m.
        translation: [f32; 3],
        /// Scale of a mesh along its own axes, never 0; 1 for other shapes.
        scale: [f32; 3],
    }

    /// A face of a collision mesh, and the outward unit normals of its features \[BA05\], which are zero at the boundary of
    /// an open mesh.
    struct Face {
        /// A corner, m.
        a: [f32; 3],
        /// Another.
        b: [f32; 3],
        /// The last one, counter-clockwise seen from outside.
        c: [f32; 3],
        /// Normal of its interior.
        normal: [f32; 3],
        /// Normal of the edge from b to c.
        normal_bc: [f32; 3],
        /// Normal of the edge from c to a.
        normal_ca: [f32; 3],
        /// Normal of the edge from a to b.
        normal_ab: [f32; 3],
        /// Normal of corner a.
        normal_a: [f32; 3],
        /// Normal of corner b.
        normal_b: [f32; 3],
        /// Normal of corner c.
        normal_c: [f32; 3],
        /// Which of its edges (bits 0 to 2: ab, bc, ca) and corners (bits 3 to 5) rigid bodies are tested against from this face.
        tested: u32,
    }

    /// An axis-aligned bounding box, m.
    struct Bounds {
        /// Its lowest corner.
        low: [f32; 3],
        /// Its highest corner.
        high: [f32; 3],
    }

    /// A contact of a particle with a collider.
    struct ColliderContact {
        /// Outward normal, world.
        normal: [f32; 3],
        /// λₙ ≥ 0 of this substep.
        lambda: f32,
        /// λ of friction, world.
        tangent: [f32; 3],
        /// The collider, or NONE.
        collider: u32,
    }

    /// Impulse on a particle by one source, summed over a frame.
    struct Accumulator {
        /// 1 + the collider; 0 if the accumulator is free.
        other: u32,
        /// N s.
        impulse: [f32; 3],
    }

    /// A pinned particle that follows an animated node or its skin.
    struct Pin {
        /// The particle.
        particle: u32,
        /// The node's row in a substep's matrices.
        matrix: u32,
        /// Position in the frame of the node, m.
        local: [f32; 3],
        /// Its vertex of a deforming mesh, among those that are drawn, or NONE if it follows the node.
        vertex: u32,
    }

    /// An edge that can tear.
    struct Edge {
        /// First particle.
        a: u32,
        /// Second particle.
        b: u32,
        /// The length above which it tears, m.
        tear_length: f32,
    }

    /// A particle, or a set of attachment corners, whose forces are read out.
    struct Watch {
        /// The particle, or NONE.
        particle: u32,
        /// Index of its first entry in the list of ends.
        first: u32,
        /// Number of entries for links.
        links: u32,
        /// Number of entries for corners of other constraints, which follow.
        corners: u32,
    }

    /// A vertex embedded in a tetrahedron of a soft body's lattice.
    struct EmbeddedVertex {
        /// The vertex.
        vertex: u32,
        /// Corners of the tetrahedron: particles.
        nodes: [u32; 4],
        /// Barycentric weights.
        weights: [f32; 4],
    }

    /// Push constants of passes that need only their count.
    struct CountParams {
        /// Number of invocations.
        count: u32,
    }

    /// Push constants of passes that run twice: to count, then to fill.
    struct FillParams {
        /// Number of invocations.
        count: u32,
        /// LIST_COUNT or LIST_FILL.
        stage: u32,
    }

    /// Push constants of `build/sort_lists`.
    struct SortParams {
        /// Number of lists.
        count: u32,
        /// Length of the longest list that is sorted; longer lists are counted as overflow.
        limit: u32,
    }

    /// Push constants of the passes of the neighbour grid.
    struct GridParams {
        /// Number of points.
        count: u32,
        /// `grid/list_points`: LIST_COUNT or LIST_FILL.
        stage: u32,
        /// Number of buckets, a power of two of at least 64.
        buckets: u32,
        /// Capacity of a list, in entries.
        capacity: u32,
        /// The largest half of a radius, m.
        reach: f32,
        /// Sides of a cell, m.
        size: [f32; 3],
        /// Cells per metre along each axis.
        inverse: [f32; 3],
    }

    /// Push constants of `build/list_constraints`.
    struct EndsParams {
        /// Number of constraints.
        count: u32,
        /// LIST_COUNT or LIST_FILL.
        stage: u32,
        /// Words of a constraint; the particles come first.
        stride: u32,
        /// Particles of a constraint.
        ends: u32,
    }

    /// Push constants of `particles/move_pins`.
    struct PinParams {
        /// Number of pins.
        count: u32,
        /// First matrix of this substep.
        first_matrix: u32,
    }

    /// Push constants of `particles/move_anchors`.
    struct AnchorParams {
        /// Number of attachments.
        count: u32,
        /// First matrix of this substep.
        first_matrix: u32,
        /// Matrices per substep; those before them are of the previous substep.
        matrices: u32,
        /// Index of the first deforming vertex among all drawn vertices.
        first_vertex: u32,
    }

    /// Push constants of `collide/find_collider_contacts`.
    struct ColliderContactParams {
        /// Number of particles.
        count: u32,
        /// Contact slots a particle.
        slots: u32,
        /// Number of colliders, including pieces of them.
        colliders: u32,
        /// Number of colliders that particles collide with, which are the first: pieces come later.
        whole_colliders: u32,
        /// First pose of this substep; the previous substep's poses lie `colliders` before.
        first_pose: u32,
    }

    /// Push constants of `couple/activate_particle_contacts`.
    struct ContactActivationParams {
        /// Number of particles.
        count: u32,
        /// Contact slots a particle.
        slots: u32,
        /// Number of colliders, including pieces of them.
        colliders: u32,
        /// First pose of this substep; the previous substep's poses lie `colliders` before.
        first_pose: u32,
        /// 1 in the first iteration of a substep.
        begins: u32,
    }

    /// Push constants of the passes that solve contacts of particles with colliders.
    struct ContactSolveParams {
        /// Number of particles.
        count: u32,
        /// Contact slots a particle.
        slots: u32,
        /// Number of colliders, including pieces of them.
        colliders: u32,
        /// First pose of this substep; the previous substep's poses lie `colliders` before.
        first_pose: u32,
        /// 1 takes the normal part out of the Jacobi momentum.
        momentum: u32,
    }

    /// Push constants of the passes that change velocities at contacts of particles with colliders.
    struct ContactVelocityParams {
        /// Number of particles.
        count: u32,
        /// Contact slots a particle.
        slots: u32,
        /// Number of colliders, including pieces of them.
        colliders: u32,
        /// First pose of this substep; the previous substep's poses lie `colliders` before.
        first_pose: u32,
        /// 1 counts active contacts.
        counts_contacts: u32,
    }

    /// Push constants of `collide/bound_colliders`.
    struct ColliderBoxParams {
        /// Number of colliders, including pieces of them.
        count: u32,
        /// Sets of poses in a frame: those of its start come first.
        sets: u32,
    }

    /// Push constants of `collide/refit_collider_tree`.
    struct ColliderTreeParams {
        /// Number of nodes of the level.
        count: u32,
        /// First node of the level below.
        below: u32,
        /// Number of nodes of the level below.
        children: u32,
    }

    /// Push constants of the solver passes.
    struct SolveParams {
        /// First constraint of a colour, or first range of a fused run.
        first: u32,
        /// Constraints of the colour, ranges of the run, or particles.
        count: u32,
        /// Index of the first corner of this constraint type, or of a balloon's particles, among the corrections.
        first_correction: u32,
        /// Factor of the previous λ: 0 in the first iteration of a substep, then 1. A product, not a branch: λ is finite.
        keep_lambda: f32,
        /// Jacobi: factor of the λ before that one: 0 in the first two iterations, then 1.
        keep_lambda_before: f32,
        /// Jacobi: γ of the relaxation; 1 in Gauss-Seidel.
        relaxation: f32,
        /// Jacobi: σ, the relaxation with which the iterations solve a row that shares no particle exactly.
        lone_relaxation: f32,
        /// Jacobi: ωₖ₊₁ of Chebyshev.
        omega: f32,
    }

    /// Push constants of `solve/sum_forces`.
    struct ReadoutParams {
        /// Number of watched particles.
        count: u32,
        /// 1 in the first substep of a frame, where sums start at 0.
        restart: u32,
        /// Contact slots a particle.
        slots: u32,
        /// Number of particles.
        particles: u32,
        /// 1 if there are deformable contacts.
        deformable_contacts: u32,
    }
}
