//! The rows of the pass table, in the folders of the shaders.
//!
//! A row is `name: Name (one INVOCATION, params PARAMS, tolerance T) { ACCESS slot: Type, … }`. `name` is the shader's file, and `Name`
//! is the struct that binds its buffers. Where invocations of a workgroup work together, `workgroup` replaces `one`, and the CPU
//! implementation is a function of a workgroup. With `range` instead of `one`, it is a function of a range of invocations, and computes
//! several at a time. ACCESS is one of these:
//! - `read`; `fetch` is a read that a device may do through texels,
//! - `write`, where the pass writes every element that later passes read,
//! - `update`, which reads and writes; `shared` is an update where invocations also read what others of the same dispatch wrote.
//! - `group`, where Type is a group of slots that several passes bind together ([`crate::slot_groups!`]). Its slots stand in its place
//!   in the shader's bindings, each with the access that the group says. CPU implementations share what works with the group.

/// Calls a macro with all groups of slots: `Name { ACCESS slot: Type, … } …`.
#[macro_export]
macro_rules! slot_groups {
    ($callback:ident) => {
        $callback! {
            /// Collision meshes: the boxes of their trees, and their faces.
            Meshes { read mesh_boxes: Bounds, read mesh_faces: Face }
            /// All colliders with their poses in a frame.
            Surroundings { read colliders: Collider, read poses: Pose, group meshes: Meshes }
            /// Gravity fields, the shapes of their sources and volumes, and the points of lines.
            GravityFields {
                read fields: Field, read zones: Collider, read zone_poses: Pose, read line_points: [f32; 3], group meshes: Meshes,
            }
            /// What passes over constraints of one type read and change.
            ConstraintRows {
                read materials: Material, read position: [f32; 4], shared displacement: [f32; 4], update lambda: f32,
                update lambda_before: f32, write correction: [f32; 3], read ranges: [u32; 3],
            }
            /// The neighbours of fluid points, and their positions, in grid order.
            NeighbourLists { read counts: u32, read neighbours: [u32; 3], fetch sorted_position: [f32; 4] }
            /// Pairs of colliders and what they are sorted by.
            PairKeys { read colliders: Collider, read starts: u32, read pairs: RigidPair, read colors: u32 }
            /// Pairs of colliders while they are coloured.
            UncoloredPairs { read starts: u32, read pairs: RigidPair, read slips: [f32; 4] }
            /// Pairs of colliders in the order of their colours.
            ColoredPairs { read pairs: RigidPair, read ordered: u32, read color_starts: u32 }
            /// What the narrow phase of all pairs of colliders reads and writes.
            NarrowPhase {
                read frame: Frame, read rigids: Rigid, read parts: RigidCollider, read colliders: Collider, read states: RigidState,
                read velocities: RigidVelocity, read kind_starts: u32, read pairs: RigidPair, read ordered: u32,
                update detections: Detection, update anchors: ContactAnchor, write manifolds: Manifold, write contacts: RigidContact,
                update status: u32,
            }
        }
    };
}

/// Calls a macro with all rows: `folder { row … } …`.
#[macro_export]
macro_rules! pass_table {
    ($callback:ident) => {
        $callback! {
            build {
                /// Lists the edges around each particle; runs twice, to count and to fill.
                list_half_edges: ListHalfEdges (one "a triangle or segment", params FillParams, tolerance 0.0) {
                    read elements: [u32; 3], read starts: u32, update cursor: u32, write entries: [u32; 3],
                }
                /// Sums blocks of counts, for `scan_counts`.
                sum_counts: SumCounts (workgroup "a part of a block of counts, a workgroup each", params CountParams, tolerance 0.0) {
                    read counts: u32, write sums: u32,
                }
                /// Exclusive prefix sum: turns counts into the start of each list, with the total as an extra last entry.
                scan_counts: ScanCounts (workgroup "a part of a block of counts, a workgroup each", params CountParams, tolerance 0.0) {
                    read counts: u32, read sums: u32, write starts: u32,
                }
                /// Sorts each list in ascending order, so that results do not depend on the order in which threads filled it.
                sort_lists: SortLists (one "a list", params SortParams, tolerance 0.0) {
                    read starts: u32, update entries: [u32; 3], update overflow: u32,
                }
                /// Lumps triangle areas and segment lengths to particles, at rest.
                lump_areas: LumpAreas (one "a particle", params CountParams, tolerance 1e-6) {
                    read starts: u32, read entries: [u32; 3], read rest: [f32; 4], write measure: f32,
                }
                /// Finds candidate distance links: mesh edges, quad diagonals and bending links across an edge.
                find_links: FindLinks (one "a particle", params FillParams, tolerance 0.0) {
                    read starts: u32, read entries: [u32; 3], read rest: [f32; 4], read body_of: u32, read bodies: BuildBody,
                    read candidate_starts: u32, update cursor: u32, write candidates: [u32; 3],
                }
                /// Removes duplicate distance links and measures rest lengths.
                deduplicate_links: DeduplicateLinks (one "a particle", params FillParams, tolerance 1e-6) {
                    read starts: u32, read candidates: [u32; 3], read rest: [f32; 4], read body_of: u32, read link_starts: u32,
                    update counts: u32, write links: Link,
                }
                /// Finds hinges, which are pairs of triangles at an edge, and measures their rest angles.
                find_hinges: FindHinges (one "a particle", params FillParams, tolerance 1e-5) {
                    read starts: u32, read entries: [u32; 3], read rest: [f32; 4], read body_of: u32, read bodies: BuildBody,
                    read hinge_starts: u32, update counts: u32, write hinges: Hinge,
                }
                /// Lists the constraints of each particle; runs twice, to count and to fill.
                list_constraints: ListConstraints (one "a constraint", params EndsParams, tolerance 0.0) {
                    read constraints: u32, read starts: u32, update cursor: u32, write entries: [u32; 3],
                }
                /// Writes the links of each particle into interleaved slots for the Jacobi solver.
                fill_slots: FillSlots (one "a particle", params CountParams, tolerance 0.0) {
                    read starts: u32, read entries: [u32; 3], read links: Link, read slices: u32, write slots: LinkEnd,
                }
            }
            grid {
                /// Lists the points of each bucket of the hash grid; runs twice, to count and to fill.
                list_points: ListPoints (one "a point", params GridParams, tolerance 0.0) {
                    read position: [f32; 4], read starts: u32, update cursor: u32, write entries: u32,
                }
                /// Sorts points by bucket and then by index: the grid order.
                order_points: OrderPoints (one "an entry of a bucket", params GridParams, tolerance 0.0) {
                    read position: [f32; 4], read body_of: u32, read half_radius: f32, read starts: u32, read entries: u32,
                    write order: u32, write sorted_position: [f32; 4],
                }
                /// Finds the neighbours of each point within the sum of both radii.
                find_neighbours: FindNeighbours (one "a point in grid order", params GridParams, tolerance 0.0) {
                    read starts: u32, read order: u32, fetch sorted_position: [f32; 4], write found: u32, write counts: u32, update overflow: u32,
                }
                /// Sorts each list of neighbours in ascending order.
                sort_neighbours: SortNeighbours (one "a group of entries of a list", params GridParams, tolerance 0.0) {
                    read counts: u32, read found: u32, write neighbours: u32,
                }
            }
            particles {
                /// Reads particle positions from the accessor pool and transforms them to the world.
                generate_particles: GenerateParticles (one "a particle", params CountParams, tolerance 1e-6) {
                    read pool: u32, read accessors: Accessor, read meshes: Mesh, read matrices: [f32; 4], read sources: Source,
                    write position: [f32; 4], write rest: [f32; 4],
                }
                /// Computes the velocity change by aerodynamic drag and lift, linearly implicit.
                compute_wind: ComputeWind (one "a particle", params CountParams, tolerance 1e-4) {
                    read frame: Frame, read bodies: Body, read body_of: u32, read one_ring_starts: u32, read one_ring: [u32; 2],
                    read position: [f32; 4], read velocity: [f32; 4], write wind_change: [f32; 3],
                }
                /// Applies external forces to velocities.
                apply_forces: ApplyForces (one "a particle", params CountParams, tolerance 1e-6) {
                    read frame: Frame, read forces: [f32; 3], update velocity: [f32; 4],
                }
                /// Integrates gravity and wind and predicts displacements.
                predict_particles: PredictParticles (one "a particle", params PredictParams, tolerance 1e-6) {
                    read frame: Frame, group gravity: GravityFields, read position: [f32; 4], read compensation: [f32; 3],
                    read wind_change: [f32; 3], update velocity: [f32; 4], write displacement: [f32; 4],
                }
                /// Computes the matrices of joints that rigid bodies carry.
                carry_joints: CarryJoints (one "a joint that a rigid body carries", params CarryParams, tolerance 1e-6) {
                    read joints: CarriedJoint, read locals: [f32; 4], read states: RigidState, read steps: RigidStep, write matrices: [f32; 4],
                }
                /// Deforms meshes by morph targets and skins, and computes the motion of their vertices in a substep.
                deform_vertices: DeformVertices (one "a vertex of a deforming mesh", params DeformParams, tolerance 1e-5) {
                    read deforming_vertices: DeformingVertex, read influences: Influence, read deltas: MorphDelta, read matrices: [f32; 4],
                    read morph_weights: f32, update vertices: [f32; 3], update vertex_motions: [f32; 3],
                }
                /// Moves pinned particles with their nodes or skins.
                move_pins: MovePins (one "a pin", params PinParams, tolerance 1e-6) {
                    read pins: Pin, read matrices: [f32; 4], read vertices: [f32; 3], read position: [f32; 4], update displacement: [f32; 4],
                }
                /// Computes the targets of attachments to nodes and to deforming meshes.
                move_anchors: MoveAnchors (one "an attachment", params AnchorParams, tolerance 1e-6) {
                    read matrices: [f32; 4], read vertices: [f32; 3], read vertex_motions: [f32; 3], read position: [f32; 4], update attachments: Attachment,
                }
                /// Derives velocities from displacements, applies restitution and drag, and updates positions.
                update_velocities: UpdateVelocities (one "a particle", params ContactVelocityParams, tolerance 1e-4) {
                    read frame: Frame, read bodies: Body, read body_of: u32, read colliders: Collider, read poses: Pose,
                    read contacts: ColliderContact, read displacement: [f32; 4], update position: [f32; 4], update compensation: [f32; 3],
                    update velocity: [f32; 4], update status: u32, update accumulators: Accumulator, read surface_motions: [f32; 3],
                }
                /// Fits a rigid motion to each body: centre of mass, linear and angular velocity.
                fit_rigid_motion: FitRigidMotion (workgroup "a part of a body, a workgroup each", params CountParams, tolerance 1e-4) {
                    read bodies: Body, read firsts: u32, read position: [f32; 4], read velocity: [f32; 4], write motion: Motion,
                }
                /// Damps velocities towards the rigid motion of their body.
                damp_velocities: DampVelocities (one "a particle", params CountParams, tolerance 1e-4) {
                    read bodies: Body, read body_of: u32, read firsts: u32, read motion: Motion, read position: [f32; 4],
                    update velocity: [f32; 4],
                }
                /// Copies particle positions to vertices.
                write_vertices: WriteVertices (one "a vertex", params CountParams, tolerance 0.0) {
                    read particle_of: u32, read position: [f32; 4], write vertices: [f32; 3],
                }
                /// Interpolates vertices that are embedded in a tetrahedral lattice.
                write_embedded_vertices: WriteEmbeddedVertices (one "an embedded vertex", params CountParams, tolerance 1e-6) {
                    read embedded_vertices: EmbeddedVertex, read position: [f32; 4], update vertices: [f32; 3],
                }
                /// Computes area-weighted vertex normals.
                compute_normals: ComputeNormals (one "a vertex", params CountParams, tolerance 1e-4) {
                    read ranges: [u32; 2], read one_ring: u32, read triangles: [u32; 3], read vertices: [f32; 3], write normals: [f32; 3],
                }
                /// Computes vertex tangents from texture coordinates.
                compute_tangents: ComputeTangents (one "a vertex", params CountParams, tolerance 1e-3) {
                    read ranges: [u32; 2], read one_ring: u32, read triangles: [u32; 3], read vertices: [f32; 3], read normals: [f32; 3],
                    read texcoords: [f32; 2], write tangents: [f32; 4],
                }
            }
            collide {
                /// Computes faces of deforming colliders, with the normals of their features, their boxes and their motion in a substep.
                deform_faces: DeformFaces (one "a face of a deforming collider", params DeformFacesParams, tolerance 1e-4) {
                    read deforming_faces: DeformingFace, read corners: DeformingCorner, read one_ring: u32, read vertices: [f32; 3],
                    read vertex_motions: [f32; 3], update mesh_faces: Face, update mesh_boxes: Bounds, update face_motions: FaceMotion,
                    update largest_motions: u32,
                }
                /// Refits the bounding volume hierarchies of deforming colliders.
                refit_meshes: RefitMeshes (workgroup "a part of a level of a tree, a workgroup each", params CountParams, tolerance 0.0) {
                    read trees: [u32; 2], shared nodes: Bounds,
                }
                /// Computes a box around each collider and its motion in a frame: the leaves of a tree.
                bound_colliders: BoundColliders (one "a collider in the tree's order", params ColliderBoxParams, tolerance 1e-5) {
                    read parts: RigidCollider, read states: RigidState, read motion_bounds: MotionBound, read poses: Pose, read order: u32,
                    read colliders: Collider, read deforming_boxes: Bounds, write nodes: Bounds,
                }
                /// Refits a level of that tree to the level below.
                refit_collider_tree: RefitColliderTree (one "a node of a level", params ColliderTreeParams, tolerance 0.0) {
                    shared nodes: Bounds,
                }
                /// Finds the nearest colliders of each particle, one for each contact slot.
                find_collider_contacts: FindColliderContacts (one "a particle", params ColliderContactParams, tolerance 1e-5) {
                    read frame: Frame, read bodies: Body, read body_of: u32, group surroundings: Surroundings,
                    read face_motions: FaceMotion, read largest_motions: u32, read order: u32, read nodes: Bounds,
                    read search_distances: f32, read position: [f32; 4], read displacement: [f32; 4], update contacts: ColliderContact,
                    write clearances: f32, update status: u32,
                }
                /// Solves contacts of particles with colliders, with friction.
                solve_collider_contacts: SolveColliderContacts (one "a particle", params ContactSolveParams, tolerance 1e-3) {
                    read frame: Frame, read bodies: Body, read body_of: u32, group surroundings: Surroundings,
                    read face_motions: FaceMotion, read largest_motions: u32, read velocity: [f32; 4], read position: [f32; 4],
                    update displacement: [f32; 4], update displacement_before: [f32; 4], update current_position: [f32; 4],
                    update contacts: ColliderContact, update clearances: f32, update surface_motions: [f32; 3],
                }
            }
            solve {
                /// Mass splitting for Jacobi: scales each inverse mass by a bound of its rows' largest eigenvalue, once a substep.
                split_masses: SplitMasses (one "a particle", params CountParams, tolerance 1e-4) {
                    read slices: u32, read slots: LinkEnd, read corner_starts: u32, read position: [f32; 4], update displacement: [f32; 4],
                    write current_position: [f32; 4],
                }
                /// Solves distance links in Gauss-Seidel order, colour by colour.
                solve_links: SolveLinks (range "a link of a colour", params SolveParams, tolerance 1e-5) {
                    fetch links: Link, read materials: Material, fetch position: [f32; 4], shared displacement: [f32; 4], update lambda: f32,
                    read ranges: [u32; 3],
                }
                /// Solves dihedral-angle constraints at hinges.
                solve_bending: SolveBending (one "a hinge", params SolveParams, tolerance 1e-4) {
                    read hinges: Hinge, group rows: ConstraintRows,
                }
                /// Solves strain limits: inequality constraints on the length of edges.
                limit_strain: LimitStrain (one "an edge", params SolveParams, tolerance 1e-4) {
                    read limits: Limit, group rows: ConstraintRows,
                }
                /// Solves volume constraints of tetrahedra.
                solve_volumes: SolveVolumes (one "a tetrahedron", params SolveParams, tolerance 1e-4) {
                    read volumes: Volume, group rows: ConstraintRows,
                }
                /// Solves St. Venant-Kirchhoff triangles in plane strain.
                solve_stvk_triangles: SolveStvkTriangles (one "an elastic triangle", params SolveParams, tolerance 1e-3) {
                    read triangles: Triangle, group rows: ConstraintRows,
                }
                /// Solves St. Venant-Kirchhoff tetrahedra.
                solve_stvk_tetrahedra: SolveStvkTetrahedra (one "an elastic tetrahedron", params SolveParams, tolerance 1e-3) {
                    read tetrahedra: Tetrahedron, group rows: ConstraintRows,
                }
                /// Solves attachments between points of bodies, or between a body and a node.
                solve_attachments: SolveAttachments (one "an attachment", params SolveParams, tolerance 1e-5) {
                    read attachments: Attachment, group rows: ConstraintRows,
                }
                /// One Jacobi iteration: solves distance links and adds the corrections of all other constraints.
                iterate_jacobi: IterateJacobi (range "a particle, by LANES invocations", params SolveParams, tolerance 1e-5) {
                    fetch slices: u32, fetch slots: LinkEnd, fetch lambda: f32, update lambda_before: f32, read materials: Material,
                    read body_of: u32, read corner_starts: u32, read corners: u32, read correction: [f32; 3], fetch velocity: [f32; 4],
                    fetch position: [f32; 4], fetch current_position: [f32; 4], write next_position: [f32; 4], fetch displacement: [f32; 4],
                    update displacement_before: [f32; 4],
                }
                /// Computes the gradient of a balloon's volume with respect to each of its particles.
                compute_volume_gradients: ComputeVolumeGradients (one "a particle of a balloon", params CountParams, tolerance 1e-5) {
                    read members: [u32; 2], read one_ring_starts: u32, read one_ring: [u32; 2], read position: [f32; 4], read displacement: [f32; 4],
                    write gradient: [f32; 3],
                }
                /// Sums the volume of each balloon and solves its pressure constraint for Δλ.
                solve_balloon_volumes: SolveBalloonVolumes (workgroup "a part of a balloon, a workgroup each", params SolveParams, tolerance 1e-5) {
                    read balloons: Balloon, read materials: Material, read members: [u32; 2], read gradient: [f32; 3], read velocity: [f32; 4],
                    read position: [f32; 4], read displacement: [f32; 4], update volume_lambda: [f32; 2],
                }
                /// Applies the volume corrections of balloons to their particles.
                apply_balloon_volumes: ApplyBalloonVolumes (one "a particle of a balloon", params SolveParams, tolerance 1e-5) {
                    read members: [u32; 2], read gradient: [f32; 3], read volume_lambda: [f32; 2], read velocity: [f32; 4], update displacement: [f32; 4],
                    update displacement_before: [f32; 4], update current_position: [f32; 4], write correction: [f32; 3],
                }
                /// Pulls the grabbed particle towards the mouse with a compliant constraint.
                drag_particle: DragParticle (one "the grabbed particle", params SolveParams, tolerance 1e-5) {
                    read frame: Frame, read velocity: [f32; 4], read position: [f32; 4], update displacement: [f32; 4], update current_position: [f32; 4],
                    update lambda: [f32; 4],
                }
                /// Sums constraint and contact forces on pins, probes and attachments.
                sum_forces: SumForces (one "a watched particle", params ReadoutParams, tolerance 1e-4) {
                    read watches: Watch, read ends: [u32; 2], read position: [f32; 4], read displacement: [f32; 4], read lambda: f32,
                    read correction: [f32; 3], read contacts: ColliderContact, read starts: u32, read entries: u32,
                    read rows: [u32; 4], read lambdas: [f32; 4], update sums: [f32; 4],
                }
                /// Counts edges that are longer than their tearing length.
                count_torn_edges: CountTornEdges (one "an edge that may tear", params CountParams, tolerance 0.0) {
                    read edges: Edge, read position: [f32; 4], update status: u32,
                }
            }
            contact {
                /// Moves the particles that stand for corners of colliders, and turns the outward directions there.
                move_collider_corners: MoveColliderCorners (one "a corner of a collider", params ColliderCornerParams, tolerance 1e-4) {
                    read collider_corners: ColliderCorner, read colliders: Collider, read poses: Pose, read mesh_faces: Face,
                    read face_motions: FaceMotion, update position: [f32; 4], update displacement: [f32; 4], update displacement_before: [f32; 4],
                    update velocity: [f32; 4], write outwards: [f32; 4],
                }
                /// Measures how far each particle deviates from its expected trajectory; at a substep's end after truncating its displacement.
                measure_motion: MeasureMotion (one "a particle", params DeformableContactParams, tolerance 1e-4) {
                    update state: ContactState, fetch references: [f32; 4], fetch trajectories: [f32; 4], fetch position: [f32; 4],
                    update means: [f32; 4], update displacement: [f32; 4], update limit_bits: u32, write motions: f32, update anchors: [f32; 4], write moved: u32,
                    update dispatch_arguments: [u32; 3], update status: u32,
                }
                /// Decides whether the substep searches, and writes indirect dispatch arguments.
                count_workgroups: CountWorkgroups (one "all, in one invocation", params DeformableContactParams, tolerance 0.0) {
                    update state: ContactState, write dispatch_arguments: [u32; 3], update status: u32,
                }
                /// Stores the reference positions of a search, and computes the boxes of surface elements on their expected trajectories.
                bound_elements: BoundElements (one "a surface element", params DeformableContactParams, tolerance 1e-6) {
                    read state: ContactState, fetch elements: [u32; 4], read bodies: ContactBody, read body_of: u32,
                    fetch position: [f32; 4], fetch means: [f32; 4], fetch displacement: [f32; 4], write references: [f32; 4], write trajectories: [f32; 4],
                    write motions: f32, write nodes: Bounds, write spreads: [f32; 4], read starts: u32, read slips: [f32; 4],
                    read keys: [u32; 4], write old_starts: [u32; 2], write old_slips: [u32; 4],
                }
                /// Refits the bounding volume hierarchy (BVH) above the element boxes.
                refit_elements: RefitElements (workgroup "a part of a level, in one workgroup", params DeformableContactParams, tolerance 0.0) {
                    shared nodes: Bounds,
                }
                /// Broad phase: finds pairs of elements whose boxes overlap.
                find_element_pairs: FindElementPairs (one "a BVH leaf of eight surface elements", params DeformableContactParams, tolerance 0.0) {
                    update state: ContactState, fetch elements: [u32; 4], read bodies: ContactBody, read body_of: u32, read nodes: Bounds,
                    write found: [u32; 2], update status: u32,
                }
                /// Finds the candidates: feature pairs that can come within the contact distance before the next search.
                find_candidates: FindCandidates (range "an element, for every so many pairs of elements", params DeformableContactParams, tolerance 1e-5) {
                    update state: ContactState, fetch elements: [u32; 4], read bodies: ContactBody, read body_of: u32, read groups: u32,
                    fetch rest: [f32; 4], fetch origin: [f32; 4], fetch references: [f32; 4], fetch spreads: [f32; 4], fetch adjacent: [u32; 4],
                    read linked: u32, read element_pairs: [u32; 2], update counts: u32, write found: FoundPair, update status: u32,
                }
                /// Lists candidates by the element that found them.
                list_candidates: ListCandidates (range "an element, for every so many candidates", params DeformableContactParams, tolerance 0.0) {
                    read state: ContactState, read found: FoundPair, update cursor: u32, write listed: FoundPair, read starts: u32,
                }
                /// Sorts the candidates of each element, and carries over the slip of those that were known.
                sort_candidates: SortCandidates (one "a surface element", params DeformableContactParams, tolerance 1e-5) {
                    update state: ContactState, read starts: u32, shared listed: FoundPair, fetch elements: [u32; 4], fetch adjacent: [u32; 4],
                    read groups: u32, fetch references: [f32; 4], fetch trajectories: [f32; 4], read old_starts: [u32; 2], read old_slips: [u32; 4],
                    write corners: [u32; 4], write around: [u32; 4], write keys: [u32; 4], write clearances: [f32; 4], write slips: [f32; 4],
                    write dispatch_arguments: [u32; 3],
                }
                /// Finds the contacts of a substep among the candidates, with nearest points, weights and normal.
                evaluate_contacts: EvaluateContacts (one "a candidate", params DeformableContactParams, tolerance 2e-4) {
                    update state: ContactState, fetch corners: [u32; 4], fetch around: [u32; 4], fetch keys: [u32; 4], fetch clearances: [f32; 4],
                    update slips: [f32; 4], fetch motions: f32, fetch moved: u32, fetch position: [f32; 4], fetch displacement: [f32; 4],
                    read frame: Frame, read passing: u32, read body_of: u32, fetch outwards: [f32; 4], update counts: u32, write found: ContactRow,
                    update status: u32,
                }
                /// Lists the contacts of each particle.
                list_contacts: ListContacts (range "a particle, for every so many contacts", params DeformableContactParams, tolerance 0.0) {
                    read state: ContactState, fetch rows: [u32; 4], update cursor: u32, write entries: u32, read starts: u32,
                }
                /// Sorts the contacts of each particle, and counts those that are predicted to push (mass splitting).
                sort_contacts: SortContacts (one "a particle", params DeformableContactParams, tolerance 1e-6) {
                    read state: ContactState, fetch rows: [u32; 4], read starts: u32, shared entries: u32, fetch velocity: [f32; 4], write split_inverse_mass: f32,
                }
                /// Solves contact rows with friction.
                solve_contact_rows: SolveContactRows (range "a particle, for every so many contacts", params DeformableContactParams, tolerance 1e-4) {
                    read state: ContactState, read frame: Frame, fetch coefficients: [u32; 4], fetch body_of: u32, fetch rows: [u32; 4],
                    fetch split_inverse_mass: f32, fetch displacement: [f32; 4], update lambdas: [f32; 4], update pushes: [f32; 4],
                }
                /// Applies contact corrections to displacements, and counts the contacts of each particle that push.
                apply_contacts: ApplyContacts (one "a particle", params DeformableContactParams, tolerance 1e-5) {
                    read starts: u32, read entries: u32, fetch rows: [u32; 4], fetch pushes: [f32; 4], fetch velocity: [f32; 4],
                    fetch position: [f32; 4], update displacement: [f32; 4], update displacement_before: [f32; 4], update current_position: [f32; 4],
                    write split_inverse_mass: f32,
                }
                /// Limits the displacements of particles, so that no candidates pass through each other. Its stage test compares the limits as distances.
                limit_displacements: LimitDisplacements (one "a candidate", params DeformableContactParams, tolerance 1e-5) {
                    update state: ContactState, fetch corners: [u32; 4], fetch keys: [u32; 4], fetch clearances: [f32; 4], fetch motions: f32,
                    fetch position: [f32; 4], fetch displacement: [f32; 4], read passing: u32, read body_of: u32, fetch outwards: [f32; 4],
                    update limit_bits: u32, update dispatch_arguments: [u32; 3],
                }
                /// Computes impulses of restitution, and impulses that remove the velocity of deep contacts. Stores the slip of each contact.
                compute_bounces: ComputeBounces (range "a particle, for every so many contacts", params DeformableContactParams, tolerance 1e-4) {
                    read state: ContactState, read frame: Frame, fetch coefficients: [u32; 4], fetch body_of: u32, fetch rows: [u32; 4],
                    fetch lambdas: [f32; 4], fetch split_inverse_mass: f32, fetch displacement: [f32; 4], fetch velocity: [f32; 4], write pushes: [f32; 4],
                    update slips: [f32; 4], update status: u32,
                }
                /// Applies these impulses to velocities.
                apply_bounces: ApplyBounces (one "a particle", params DeformableContactParams, tolerance 1e-4) {
                    read frame: Frame, read body_of: u32, read starts: u32, read entries: u32, fetch rows: [u32; 4], fetch lambdas: [f32; 4],
                    fetch pushes: [f32; 4], update velocity: [f32; 4], update accumulators: Accumulator, update status: u32,
                }
            }
            intersection {
                /// Finds edges that pass through triangles.
                find_intersections: FindIntersections (range "a surface element, for every so many pairs of elements", params DeformableContactParams, tolerance 0.0) {
                    read state: ContactState, fetch elements: [u32; 4], read groups: u32, read element_pairs: [u32; 2], fetch position: [f32; 4],
                    write found: [u32; 3], update status: u32,
                }
                /// Solves intersection constraints, which move edges out of triangles; in velocities they lose the speed of that.
                solve_intersections: SolveIntersections (one "an edge–triangle intersection", params IntersectionParams, tolerance 1e-3) {
                    read passing: u32, read intersections: Intersection, read frame: Frame, read bodies: ContactBody, read body_of: u32,
                    read starts: u32, read velocity: [f32; 4], read position: [f32; 4], read displacement: [f32; 4],
                    update pulls: Pull, write pushes: [f32; 3],
                }
                /// Applies intersection corrections to displacements or velocities.
                apply_intersections: ApplyIntersections (one "a particle", params IntersectionParams, tolerance 1e-5) {
                    read starts: u32, read entries: u32, read pulls: Pull, read pushes: [f32; 3], update velocity: [f32; 4],
                    read position: [f32; 4], update displacement: [f32; 4], update displacement_before: [f32; 4], update current_position: [f32; 4],
                }
            }
            fluid {
                /// Emits fluid particles in their substep.
                emit_particles: EmitParticles (one "an emitted particle", params EmitParams, tolerance 1e-6) {
                    read births: Birth, update position: [f32; 4], update velocity: [f32; 4], update compensation: [f32; 3],
                }
                /// Removes fluid particles below the kill level.
                remove_particles: RemoveParticles (one "a fluid point", params RemoveParams, tolerance 1e-6) {
                    read particles: u32, read volumes: f32, update position: [f32; 4], update velocity: [f32; 4],
                    update compensation: [f32; 3],
                }
                /// Computes predicted positions of fluid points for the neighbour search.
                predict_points: PredictPoints (one "a fluid point", params FluidParams, tolerance 1e-6) {
                    read particles: u32, read volumes: f32, read position: [f32; 4], read displacement: [f32; 4], write points: [f32; 4],
                }
                /// Copies current positions and volumes of fluid points into grid order.
                order_positions: OrderPositions (one "a fluid point in grid order", params FluidParams, tolerance 1e-6) {
                    read particles: u32, read volumes: f32, read order: u32, read position: [f32; 4], read displacement: [f32; 4],
                    write sorted_position: [f32; 4],
                }
                /// Integrates the kernel over colliders near each point, linearized in its displacement.
                integrate_boundary: IntegrateBoundary (one "a fluid point in grid order", params FluidParams, tolerance 1e-3) {
                    read particles: u32, read order: u32, read sorted_position: [f32; 4], group surroundings: Surroundings,
                    read contacts: ColliderContact, read clearances: f32, read position: [f32; 4], write sorted_boundary: [f32; 4],
                    write boundary_gradient: [f32; 3],
                }
                /// Computes the step size of density corrections from an eigenvalue bound, once a substep.
                scale_density_corrections: ScaleDensityCorrections (range "a fluid point in grid order, by LANES invocations", params FluidParams, tolerance 1e-4) {
                    read particles: u32, read order: u32, group lists: NeighbourLists, read sorted_boundary: [f32; 4],
                    read velocity: [f32; 4], write correction_scale: f32,
                }
                /// Solves density constraints: computes densities and pressure changes, with pressure ≥ 0.
                solve_densities: SolveDensities (one "a fluid point in grid order, by LANES invocations", params FluidParams, tolerance 1e-3) {
                    group lists: NeighbourLists, read sorted_boundary: [f32; 4], read correction_scale: f32, read boundary_scale: f32,
                    update pressure: f32, write pressure_change: f32,
                }
                /// Applies pressure changes to displacements.
                apply_pressure: ApplyPressure (range "a fluid point in grid order, by LANES invocations", params FluidParams, tolerance 1e-4) {
                    read particles: u32, read order: u32, group lists: NeighbourLists, read sorted_boundary: [f32; 4],
                    read pressure_change: f32, read velocity: [f32; 4], read position: [f32; 4], update displacement: [f32; 4],
                    update displacement_before: [f32; 4], update current_position: [f32; 4],
                }
                /// Sums pressure impulses between fluids, colliders and other bodies for force readout.
                sum_boundary_forces: SumBoundaryForces (one "a fluid point in grid order", params FluidParams, tolerance 1e-4) {
                    read particles: u32, read body_of: u32, read order: u32, group lists: NeighbourLists, read contacts: ColliderContact,
                    read boundary_gradient: [f32; 3], read pressure_change: f32, update accumulators: Accumulator, update status: u32,
                }
                /// Computes the mass-splitting weights of fluid points at rigid bodies.
                compute_boundary_weights: ComputeBoundaryWeights (one "a fluid point in grid order", params FluidParams, tolerance 1e-3) {
                    read particles: u32, read order: u32, read sorted_position: [f32; 4], read colliders: Collider, read contacts: ColliderContact,
                    read boundary_gradient: [f32; 3], read rigids: Rigid, read states: RigidState, read steps: RigidStep, write impulses: RigidImpulse,
                }
                /// Computes how far rigid bodies near a point reduce the step size of its density corrections.
                scale_boundary_corrections: ScaleBoundaryCorrections (one "a fluid point in grid order", params FluidParams, tolerance 1e-4) {
                    read impulses: RigidImpulse, read boundary_gradient: [f32; 3], read rigids: Rigid, read sums: CoupledSum, write boundary_scale: f32,
                }
                /// Updates boundary densities for the motion of rigid bodies since they were integrated.
                update_boundary_density: UpdateBoundaryDensity (one "a fluid point in grid order", params FluidParams, tolerance 1e-4) {
                    read sorted_position: [f32; 4], read impulses: RigidImpulse, read boundary_gradient: [f32; 3], read states: RigidState, read steps: RigidStep,
                    read integrated_steps: RigidStep, update sorted_boundary: [f32; 4],
                }
                /// Computes the reactions of pressure changes on rigid bodies.
                compute_boundary_reactions: ComputeBoundaryReactions (one "a fluid point in grid order", params FluidParams, tolerance 1e-4) {
                    read sorted_position: [f32; 4], read boundary_gradient: [f32; 3], read pressure_change: f32, read states: RigidState, read steps: RigidStep,
                    update impulses: RigidImpulse,
                }
                /// Copies velocities and fluid materials into grid order.
                gather_velocities: GatherVelocities (one "a fluid point in grid order", params FluidParams, tolerance 1e-6) {
                    read fluids: Fluid, read body_of: u32, read particles: u32, read volumes: f32, read order: u32, read position: [f32; 4],
                    read velocity: [f32; 4], write sorted_position: [f32; 4], write sorted_velocity: [f32; 4], write sorted_inverse_mass: f32, write sorted_material: [f32; 2],
                }
                /// Computes the vorticity ∇ × v of fluids.
                compute_vorticity: ComputeVorticity (one "a fluid point in grid order, by LANES invocations", params FluidParams, tolerance 1e-4) {
                    group lists: NeighbourLists, fetch sorted_velocity: [f32; 4], write sorted_vorticity: [f32; 4],
                }
                /// Computes the velocity change by vorticity confinement.
                confine_vorticity: ConfineVorticity (one "a fluid point in grid order, by LANES invocations", params FluidParams, tolerance 1e-3) {
                    group lists: NeighbourLists, fetch sorted_vorticity: [f32; 4], read sorted_material: [f32; 2],
                    write sorted_confinement: [f32; 3],
                }
                /// Applies XSPH viscosity, cohesion and vorticity confinement to velocities, and computes densities for metrics.
                apply_viscosity: ApplyViscosity (range "a fluid point in grid order, by LANES invocations", params FluidParams, tolerance 1e-4) {
                    read particles: u32, read order: u32, group lists: NeighbourLists, read sorted_boundary: [f32; 4],
                    fetch sorted_velocity: [f32; 4], read sorted_inverse_mass: f32, read sorted_material: [f32; 2],
                    read sorted_confinement: [f32; 3], update velocity: [f32; 4], write density: f32,
                }
            }
            rigid {
                /// Bounds how far each rigid body can move in a frame.
                bound_motion: BoundMotion (one "a rigid body", params BoundMotionParams, tolerance 1e-4) {
                    read frame: Frame, group gravity: GravityFields, read rigids: Rigid, read poses: Pose, read states: RigidState,
                    update motion_bounds: MotionBound,
                }
                /// Broad phase: finds pairs of rigid bodies' colliders that may collide in a frame; runs three times, to bound motions, to
                /// count and to fill.
                find_collider_pairs: FindColliderPairs (one "a collider in the tree's order", params FindPairsParams, tolerance 0.0) {
                    read rigids: Rigid, read parts: RigidCollider, read colliders: Collider, read order: u32, read nodes: Bounds,
                    read excluded_starts: u32, read excluded: u32, read starts: u32, write counts: u32, write found: RigidPair,
                    update motion_bounds: MotionBound, update status: u32,
                }
                /// Sorts the pairs of each collider and copies the accumulated slip of pairs that the last frame had, too.
                match_contacts: MatchContacts (one "a pair of colliders", params PairParams, tolerance 0.0) {
                    read old_starts: u32, read old_pairs: RigidPair, read old_slips: [f32; 4], read starts: u32, read found: RigidPair,
                    write pairs: RigidPair, write slips: [f32; 4], write colors: u32, write dispatch_arguments: [u32; 3],
                }
                /// Begins a round of colouring: pairs without a colour propose one that no pair of their bodies has.
                propose_colors: ProposeColors (range "a pair of colliders", params ColoringParams, tolerance 0.0) {
                    read rigids: Rigid, group uncolored: UncoloredPairs, read taken: u32, update claims: u32, update colors: u32,
                }
                /// Lets pairs without a colour claim their bodies for the colour that they propose; the highest priority prevails.
                claim_bodies: ClaimBodies (range "a pair of colliders", params ColoringParams, tolerance 0.0) {
                    group uncolored: UncoloredPairs, read colors: u32, update claims: u32,
                }
                /// Ends a round of colouring: pairs that claimed both bodies get their colour. No two of one colour share a free body.
                assign_colors: AssignColors (range "a pair of colliders", params ColoringParams, tolerance 0.0) {
                    read rigids: Rigid, group uncolored: UncoloredPairs, read claims: u32, update taken: u32, update colors: u32,
                    update dispatch_arguments: [u32; 3],
                }
                /// Counts pairs of each workgroup by kind (two boxes, or others), or by colour.
                count_pairs: CountPairs (workgroup "a pair of colliders", params SortPairsParams, tolerance 0.0) {
                    group keys: PairKeys, write counts: u32,
                }
                /// Sorts pairs by kind or by colour.
                sort_pairs: SortPairs (workgroup "a pair of colliders", params SortPairsParams, tolerance 0.0) {
                    group keys: PairKeys, read offsets: u32, write ordered: u32, write key_starts: u32, write dispatch_arguments: [u32; 3],
                }
                /// Narrow phase of boxes: computes contact points and normals, anew where bodies moved against each other. The tolerance covers gaps of micrometres between edges, of which rounding leaves two digits.
                collide_boxes: CollideBoxes (one "a pair of boxes", params NarrowPhaseParams, tolerance 1e-2) {
                    group narrow: NarrowPhase,
                }
                /// Narrow phase of all other shapes: computes contact points and normals, anew where bodies moved against each other.
                collide_shapes: CollideShapes (one "a pair of other colliders", params NarrowPhaseParams, tolerance 1e-2) {
                    group narrow: NarrowPhase, read poses: Pose, group meshes: Meshes, read face_motions: FaceMotion,
                    write surface_motions: SurfaceMotion,
                }
                /// Measures normal velocities at contact points, which the velocity solve may leave to points that bounce, and whether any pair will collide in the substep.
                measure_impacts: MeasureImpacts (range "a pair of colliders", params ImpactParams, tolerance 1e-3) {
                    read frame: Frame, read starts: u32, read pairs: RigidPair, read manifolds: Manifold, update contacts: RigidContact,
                    read surface_motions: SurfaceMotion, read velocities: RigidVelocity, update impacts: u32,
                }
                /// Applies restitution to rigid bodies that will collide in the substep: one round, or rounds until no more do.
                apply_restitution: ApplyRestitution (range "a pair of a colour", params RestitutionParams, tolerance 1e-3) {
                    read frame: Frame, read rigids: Rigid, group colored: ColoredPairs, read manifolds: Manifold,
                    read contacts: RigidContact, read surface_motions: SurfaceMotion, shared velocities: RigidVelocity, shared impacts: u32,
                    update motion_bounds: MotionBound, update status: u32,
                }
                /// Integrates gravity and predicts displacement and rotation.
                predict_rigids: PredictRigids (one "a rigid body", params PredictRigidsParams, tolerance 1e-4) {
                    read frame: Frame, group gravity: GravityFields, read rigids: Rigid, read poses: Pose, update states: RigidState,
                    write steps: RigidStep,
                }
                /// Updates the poses of colliders from their rigid bodies.
                pose_colliders: PoseColliders (one "a collider", params PoseParams, tolerance 1e-5) {
                    read parts: RigidCollider, read states: RigidState, read steps: RigidStep, update poses: Pose,
                }
                /// Solves contacts between rigid bodies, with friction: Gauss–Seidel over colours.
                solve_contacts: SolveContacts (range "a pair of a colour", params ColorParams, tolerance 1e-3) {
                    read frame: Frame, group colored: ColoredPairs, shared steps: RigidStep, update manifolds: Manifold,
                    update contacts: RigidContact, read slips: [f32; 4], read surface_motions: SurfaceMotion,
                }
                /// Applies external forces and torques to velocities and angular momenta.
                apply_loads: ApplyLoads (one "a rigid body", params CountParams, tolerance 1e-6) {
                    read loads: RigidLoad, update states: RigidState,
                }
                /// Solves the spring between the mouse and the rigid body that it holds.
                drag_rigid: DragRigid (one "the grabbed body", params SolveParams, tolerance 1e-4) {
                    read frame: Frame, read grip: RigidGrip, read states: RigidState, update steps: RigidStep, update lambda: [f32; 4],
                }
                /// Solves all joints of a tree at once by articulated inertia, drives and limits that act among them.
                solve_joints: SolveJoints (one "a tree of joints", params JointParams, tolerance 1e-3) {
                    read frame: Frame, read joints: Joint, read rows: JointRow, read tree_starts: u32, read states: RigidState,
                    update steps: RigidStep, update lambdas: [f32; 3], update loads: JointLoad, read rigids: Rigid,
                    update equations: JointEquation, update articulated: ArticulatedInertia,
                }
                /// Derives velocities and angular momenta from displacements and impulses, and updates positions and rotations.
                update_rigid_velocities: UpdateRigidVelocities (one "a rigid body", params RigidVelocityParams, tolerance 1e-4) {
                    read frame: Frame, read rigids: Rigid, read start: RigidState, read steps: RigidStep, update states: RigidState, update motion_bounds: MotionBound,
                    update status: u32,
                }
                /// Copies velocities and inverse inertia of bodies to where contacts change them.
                load_velocities: LoadVelocities (one "a rigid body", params CountParams, tolerance 1e-4) {
                    read rigids: Rigid, read states: RigidState, write velocities: RigidVelocity,
                }
                /// Accumulates the slip that static friction could have held, and finds sleeping bodies that others disturb.
                accumulate_slip: AccumulateSlip (range "a pair of colliders", params PairParams, tolerance 1e-3) {
                    read frame: Frame, read rigids: Rigid, read starts: u32, read pairs: RigidPair, read manifolds: Manifold,
                    read contacts: RigidContact, read surface_motions: SurfaceMotion, read velocities: RigidVelocity, update slips: [f32; 4],
                    update motion_bounds: MotionBound, update status: u32,
                }
                /// Velocity solve: removes normal and sliding velocity at active contacts.
                solve_velocities: SolveVelocities (range "a pair of a colour", params ColorParams, tolerance 1e-3) {
                    read frame: Frame, group colored: ColoredPairs, read manifolds: Manifold, read contacts: RigidContact,
                    read surface_motions: SurfaceMotion, shared velocities: RigidVelocity,
                }
                /// Removes the velocity that the correction of overlaps added, and counts contacts.
                remove_stabilization_velocity: RemoveStabilizationVelocity (range "a pair of a colour", params StabilizationParams, tolerance 1e-3) {
                    read frame: Frame, group colored: ColoredPairs, read manifolds: Manifold, read contacts: RigidContact,
                    read surface_motions: SurfaceMotion, shared velocities: RigidVelocity, update status: u32,
                }
                /// Copies velocities back to the states of bodies.
                store_velocities: StoreVelocities (one "a rigid body", params CountParams, tolerance 1e-5) {
                    read rigids: Rigid, read velocities: RigidVelocity, update states: RigidState,
                }
            }
            couple {
                /// Solves attachments of particles to rigid bodies.
                solve_rigid_attachments: SolveRigidAttachments (range "an attachment to a rigid body, of a colour", params RigidAttachParams, tolerance 1e-3) {
                    read attachments: RigidAttachment, read color_starts: u32, read materials: Material, read position: [f32; 4],
                    read velocity: [f32; 4], shared displacement: [f32; 4], shared displacement_before: [f32; 4], shared current_position: [f32; 4],
                    read states: RigidState, shared steps: RigidStep, update lambdas: [f32; 3], write correction: [f32; 3],
                }
                /// Evaluates contacts of particles with free rigid bodies and marks those that are active.
                activate_particle_contacts: ActivateParticleContacts (one "a particle", params ContactActivationParams, tolerance 1e-4) {
                    read frame: Frame, read bodies: Body, read body_of: u32, group surroundings: Surroundings, read position: [f32; 4],
                    read displacement: [f32; 4], read states: RigidState, read steps: RigidStep, read contacts: ColliderContact,
                    read attached_to: u32, update couplings: Coupling, write impulses: RigidImpulse,
                }
                /// Solves active contacts of particles with free rigid bodies, with friction, and writes the impulses on the bodies.
                solve_particle_contacts: SolveParticleContacts (one "a particle", params ContactSolveParams, tolerance 1e-3) {
                    read frame: Frame, read bodies: Body, read body_of: u32, read colliders: Collider, read poses: Pose,
                    read velocity: [f32; 4], read position: [f32; 4], update displacement: [f32; 4], update displacement_before: [f32; 4],
                    update current_position: [f32; 4], read steps: RigidStep, read sums: CoupledSum, update contacts: ColliderContact,
                    read couplings: Coupling, update impulses: RigidImpulse,
                }
                /// Sums the impulses on each rigid body in fixed point, so that their order does not matter.
                sum_rigid_impulses: SumRigidImpulses (one "an impulse", params CountParams, tolerance 0.0) {
                    read rigids: Rigid, read impulses: RigidImpulse, update sums: CoupledSum,
                }
                /// Applies the summed impulses to displacement and rotation.
                apply_rigid_impulses: ApplyRigidImpulses (one "a rigid body", params CountParams, tolerance 1e-4) {
                    read rigids: Rigid, update steps: RigidStep, update sums: CoupledSum,
                }
                /// Finds the sample points of colliders that are beyond large triangles.
                find_vertex_faces: FindVertexFaces (one "a large triangle", params VertexFaceParams, tolerance 0.0) {
                    read large_triangles: LargeTriangle, read sample_points: SamplePoint, read sample_starts: u32, read order: u32, read nodes: Bounds,
                    read parts: RigidCollider, read bodies: Body, read colliders: Collider, read poses: Pose, read position: [f32; 4], read displacement: [f32; 4],
                    write vertex_faces: [u32; 4], write impulses: RigidImpulse,
                }
                /// Solves vertex–face contacts of these sample points with large triangles.
                solve_vertex_face_contacts: SolveVertexFaceContacts (range "a large triangle of a colour", params VertexFaceParams, tolerance 1e-3) {
                    read large_triangles: LargeTriangle, read color_starts: u32, read vertex_faces: [u32; 4], read sample_points: SamplePoint, read bodies: Body,
                    read colliders: Collider, read poses: Pose, read position: [f32; 4], read velocity: [f32; 4], shared displacement: [f32; 4],
                    shared displacement_before: [f32; 4], shared current_position: [f32; 4], read states: RigidState, read steps: RigidStep,
                    read sums: CoupledSum, update impulses: RigidImpulse,
                }
                /// Applies restitution to particles at free rigid bodies, sums contact forces, and counts contacts.
                apply_particle_restitution: ApplyParticleRestitution (one "a particle", params ContactVelocityParams, tolerance 1e-3) {
                    read frame: Frame, read bodies: Body, read body_of: u32, read colliders: Collider, read rigids: Rigid,
                    read states: RigidState, read sums: CoupledSum, read contacts: ColliderContact, read couplings: Coupling,
                    update impulses: RigidImpulse, update velocity: [f32; 4], update accumulators: Accumulator, update status: u32,
                }
                /// Applies the impulses of that restitution to velocities.
                apply_rigid_restitution: ApplyRigidRestitution (one "a rigid body", params CountParams, tolerance 1e-4) {
                    read frame: Frame, read rigids: Rigid, update states: RigidState, update sums: CoupledSum,
                }
            }
        }
    };
}
