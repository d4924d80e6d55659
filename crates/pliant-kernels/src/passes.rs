//! The pass table: each pass that the GPU runs, once.
//!
//! From a row follow the barriers, the dispatch size, the check of the shader, the types its twin is
//! called with, the stage test, and the names in timings and captures.

use crate::layout::GpuStruct;
use crate::layout::GpuType;
use crate::pass::{Access, Call, Pass, Slot};
use crate::types::*;

macro_rules! view {
    (read, $a:lifetime, $ty:ty) => { &$a [$ty] };
    (fetch, $a:lifetime, $ty:ty) => { &$a [$ty] };
    ($other:ident, $a:lifetime, $ty:ty) => { &$a mut [$ty] };
}
macro_rules! cast {
    (read, $words:expr) => {
        $words.view()
    };
    (fetch, $words:expr) => {
        $words.view()
    };
    ($other:ident, $words:expr) => {
        $words.view_mut()
    };
}
macro_rules! access {
    (read) => {
        Access::Read
    };
    (fetch) => {
        Access::Read
    };
    (write) => {
        Access::Write
    };
    (update) => {
        Access::ReadWrite
    };
}

macro_rules! passes {
    ($($(#[doc = $doc:literal])* $id:ident = $name:literal (one $one:literal, params $params:ident, tolerance $tolerance:literal, twin $twin:path) {
        $($access:ident $slot:ident: $ty:ty),* $(,)?
    })*) => {
        /// Names a row of [`PASSES`].
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(usize)]
        pub enum PassId { $($(#[doc = $doc])* $id),* }

        /// What each twin is called with: its push constants and its buffers as typed slices.
        #[allow(missing_docs, reason = "a field is a slot of the row above, which documents it")]
        pub mod view {
            use super::*;
            $($(#[doc = $doc])* pub struct $id<'a> { pub params: $params, pub features: u32, $(pub $slot: view!($access, 'a, $ty)),* })*
        }

        /// Every pass, in the order of [`PassId`].
        pub static PASSES: &[Pass] = &[$(Pass {
            id: PassId::$id,
            name: $name,
            doc: concat!($($doc),*),
            one: $one,
            params: <$params as GpuStruct>::LAYOUT,
            slots: &[$(Slot {
                name: stringify!($slot),
                glsl: <$ty as GpuType>::GLSL,
                stride: size_of::<$ty>(),
                access: access!($access),
                fetched: matches!(stringify!($access).as_bytes(), b"fetch"),
            }),*],
            twin: |call: &mut Call<'_>| {
                let params: $params = bytemuck::pod_read_unaligned(call.params);
                let mut buffers = call.buffers.iter_mut();
                $twin(view::$id { params, features: call.features, $($slot: cast!($access, buffers.next().expect("a buffer a slot"))),* });
            },
            tolerance: $tolerance,
        }),*];
    };
}

passes! {
    /// Places particles by the accessor, mesh and matrix pools.
    Generate = "particles/generate" (one "a particle", params CountParams, tolerance 1e-6, twin crate::cpu::particles::generate) {
        read pool: u32, read accessors: Accessor, read meshes: Mesh, read matrices: [f32; 4], read sources: Source,
        write position: [f32; 4], write rest: [f32; 4],
    }
    /// Lists the edges around each particle, twice: to count, then to fill.
    HalfEdges = "build/half_edges" (one "a triangle or segment", params FillParams, tolerance 0.0, twin crate::cpu::build::half_edges) {
        read elements: [u32; 3], read starts: u32, update cursor: u32, write entries: [u32; 3],
    }
    /// Turns counts into the start of each list; one entry more than counts, the last one the total.
    Scan = "build/scan" (one "a share of the counts, in one workgroup", params CountParams, tolerance 0.0, twin crate::cpu::build::scan) {
        read counts: u32, write starts: u32,
    }
    /// Sorts each list, so that nothing depends on the order in which threads filled it.
    Sort = "build/sort" (one "a list", params SortParams, tolerance 0.0, twin crate::cpu::build::sort) {
        read starts: u32, update entries: [u32; 3], update overflow: u32,
    }
    /// Lumps areas and lengths to particles.
    Measure = "build/measure" (one "a particle", params CountParams, tolerance 1e-6, twin crate::cpu::build::measure) {
        read starts: u32, read entries: [u32; 3], read rest: [f32; 4], write measure: f32,
    }
    /// Finds candidates for distance links: edges, diagonals, far ends.
    Links = "build/links" (one "a particle", params FillParams, tolerance 0.0, twin crate::cpu::build::links) {
        read starts: u32, read entries: [u32; 3], read rest: [f32; 4], read body_of: u32, read bodies: BuildBody,
        read candidate_starts: u32, update cursor: u32, write candidates: [u32; 3],
    }
    /// Keeps each pair of particles once and measures its rest length.
    Unique = "build/unique" (one "a particle", params FillParams, tolerance 1e-6, twin crate::cpu::build::unique) {
        read starts: u32, read candidates: [u32; 3], read rest: [f32; 4], read body_of: u32, read link_starts: u32,
        update counts: u32, write links: Link,
    }
    /// Finds hinges and measures their rest angles.
    Hinges = "build/hinges" (one "a particle", params FillParams, tolerance 1e-5, twin crate::cpu::build::hinges) {
        read starts: u32, read entries: [u32; 3], read rest: [f32; 4], read body_of: u32, read bodies: BuildBody,
        read hinge_starts: u32, update counts: u32, write hinges: Hinge,
    }
    /// Lists the constraints of each particle, twice: to count, then to fill.
    Ends = "build/ends" (one "a constraint", params EndsParams, tolerance 0.0, twin crate::cpu::build::ends) {
        read constraints: u32, read starts: u32, update cursor: u32, write entries: [u32; 3],
    }
    /// Lays the links of each particle out for the Jacobi solver.
    Slots = "build/slots" (one "a particle", params CountParams, tolerance 0.0, twin crate::cpu::build::slots) {
        read starts: u32, read entries: [u32; 3], read links: Link, read slices: u32, write slots: LinkEnd,
    }
    /// Lists the points of each bucket of the grid, twice: to count, then to fill.
    GridList = "grid/list" (one "a point", params GridParams, tolerance 0.0, twin crate::cpu::grid::list) {
        read position: [f32; 4], read starts: u32, update cursor: u32, write entries: u32,
    }
    /// Puts points into the grid's order.
    GridPlace = "grid/place" (one "an entry of a bucket", params GridParams, tolerance 0.0, twin crate::cpu::grid::place) {
        read position: [f32; 4], read body_of: u32, read half_radius: f32, read starts: u32, read entries: u32,
        write order: u32, write sorted: [f32; 4],
    }
    /// Finds the neighbours of each point.
    GridGather = "grid/gather" (one "a place in the grid's order", params GridParams, tolerance 0.0, twin crate::cpu::grid::gather) {
        read starts: u32, read order: u32, fetch sorted: [f32; 4], write found: u32, write counts: u32, update overflow: u32,
    }
    /// Puts neighbours into ascending order.
    GridOrder = "grid/order" (one "a group of entries of a list", params GridParams, tolerance 0.0, twin crate::cpu::grid::order) {
        read counts: u32, read found: u32, write neighbours: u32,
    }
    /// Finds what the air changes velocities by.
    Wind = "particles/wind" (one "a particle", params CountParams, tolerance 1e-4, twin crate::cpu::particles::wind) {
        read frame: Frame, read bodies: Body, read body_of: u32, read ring_starts: u32, read ring: [u32; 2],
        read position: [f32; 4], read velocity: [f32; 4], write gust: [f32; 3],
    }
    /// Applies gravity and wind, and predicts displacements.
    Predict = "particles/predict" (one "a particle", params PredictParams, tolerance 1e-6, twin crate::cpu::particles::predict) {
        read frame: Frame, read fields: Field, read zones: Collider, read zone_poses: Pose, read line_points: [f32; 3],
        read shell_boxes: Bounds, read shell_faces: Face, read position: [f32; 4], read remainder: [f32; 3], read gust: [f32; 3],
        update velocity: [f32; 4], write moved: [f32; 4],
    }
    /// Moves pins with their nodes.
    Pins = "particles/pin" (one "a pin", params PinParams, tolerance 1e-6, twin crate::cpu::particles::pin) {
        read pins: Pin, read matrices: [f32; 4], read position: [f32; 4], update moved: [f32; 4],
    }
    /// Moves what holds attachments with their nodes.
    Anchors = "particles/anchor" (one "an attachment", params AnchorParams, tolerance 1e-6, twin crate::cpu::particles::anchor) {
        read matrices: [f32; 4], read position: [f32; 4], update attachments: Attachment,
    }
    /// Gives each particle its nearest colliders.
    Detect = "collide/detect" (one "a particle", params ContactParams, tolerance 1e-5, twin crate::cpu::collide::detect) {
        read frame: Frame, read bodies: Body, read body_of: u32, read colliders: Collider, read poses: Pose,
        read shell_boxes: Bounds, read shell_faces: Face, read position: [f32; 4], read moved: [f32; 4], update contacts: Contact, update status: u32,
    }
    /// Sets how far Jacobi rows must hold back, once a substep.
    Split = "solve/split" (one "a particle", params CountParams, tolerance 1e-4, twin crate::cpu::solve::split) {
        read slices: u32, read slots: LinkEnd, read corner_starts: u32, read position: [f32; 4], update moved: [f32; 4],
        write place: [f32; 4],
    }
    /// Solves distance links, colour by colour.
    Distance = "solve/distance" (one "a link of a colour", params SolveParams, tolerance 1e-5, twin crate::cpu::solve::distance) {
        fetch links: Link, read materials: Material, fetch position: [f32; 4], update moved: [f32; 4], update lambda: f32,
        read ranges: [u32; 3],
    }
    /// Solves hinges.
    Bending = "solve/bending" (one "a hinge", params SolveParams, tolerance 1e-4, twin crate::cpu::solve::bending) {
        read hinges: Hinge, read materials: Material, read position: [f32; 4], update moved: [f32; 4], update lambda: f32,
        update before: f32, write push: [f32; 3], read ranges: [u32; 3],
    }
    /// Keeps edges from becoming too long.
    Limits = "solve/limit" (one "an edge", params SolveParams, tolerance 1e-4, twin crate::cpu::solve::limit) {
        read limits: Limit, read materials: Material, read position: [f32; 4], update moved: [f32; 4], update lambda: f32,
        update before: f32, write push: [f32; 3], read ranges: [u32; 3],
    }
    /// Solves the volumes of tetrahedra.
    Volumes = "solve/volume" (one "a tetrahedron", params SolveParams, tolerance 1e-4, twin crate::cpu::solve::volume) {
        read volumes: Volume, read materials: Material, read position: [f32; 4], update moved: [f32; 4], update lambda: f32,
        update before: f32, write push: [f32; 3], read ranges: [u32; 3],
    }
    /// Solves elastic triangles.
    StvkTriangles = "solve/stvk_triangle" (one "an elastic triangle", params SolveParams, tolerance 1e-3, twin crate::cpu::solve::stvk_triangle) {
        read triangles: Triangle, read materials: Material, read position: [f32; 4], update moved: [f32; 4], update lambda: f32,
        update before: f32, write push: [f32; 3], read ranges: [u32; 3],
    }
    /// Solves elastic tetrahedra.
    StvkTetrahedra = "solve/stvk_tetrahedron" (one "an elastic tetrahedron", params SolveParams, tolerance 1e-3, twin crate::cpu::solve::stvk_tetrahedron) {
        read tetrahedra: Tetrahedron, read materials: Material, read position: [f32; 4], update moved: [f32; 4], update lambda: f32,
        update before: f32, write push: [f32; 3], read ranges: [u32; 3],
    }
    /// Solves attachments.
    Attach = "solve/attach" (one "an attachment", params SolveParams, tolerance 1e-5, twin crate::cpu::solve::attach) {
        read attachments: Attachment, read materials: Material, read position: [f32; 4], update moved: [f32; 4],
        update lambda: f32, update before: f32, write push: [f32; 3], read ranges: [u32; 3],
    }
    /// A Jacobi iteration: links, and what other constraints push, moved at once.
    Jacobi = "solve/jacobi" (one "a particle, by LANES invocations", params SolveParams, tolerance 1e-5, twin crate::cpu::solve::jacobi) {
        fetch slices: u32, fetch slots: LinkEnd, fetch lambda: f32, update lambda_before: f32, read materials: Material,
        read body_of: u32, read corner_starts: u32, read corners: u32, read push: [f32; 3], fetch velocity: [f32; 4],
        fetch position: [f32; 4], fetch place: [f32; 4], write next_place: [f32; 4], fetch moved: [f32; 4],
        update moved_before: [f32; 4],
    }
    /// Finds how the volume of a balloon grows with each of its particles.
    InflateGradient = "solve/inflate_gradient" (one "a particle of a balloon", params CountParams, tolerance 1e-5, twin crate::cpu::solve::inflate_gradient) {
        read members: [u32; 2], read ring_starts: u32, read ring: [u32; 2], read position: [f32; 4], read moved: [f32; 4],
        write gradient: [f32; 3],
    }
    /// Adds up the volume of each balloon, and finds what its pressure changes by.
    InflateSum = "solve/inflate_sum" (one "a share of a balloon, a workgroup each", params SolveParams, tolerance 1e-5, twin crate::cpu::solve::inflate_sum) {
        read balloons: Balloon, read materials: Material, read members: [u32; 2], read gradient: [f32; 3], read velocity: [f32; 4],
        read position: [f32; 4], read moved: [f32; 4], update inflation: [f32; 2],
    }
    /// Moves the particles of balloons out or in.
    Inflate = "solve/inflate" (one "a particle of a balloon", params SolveParams, tolerance 1e-5, twin crate::cpu::solve::inflate) {
        read members: [u32; 2], read gradient: [f32; 3], read inflation: [f32; 2], read velocity: [f32; 4], update moved: [f32; 4],
        update before: [f32; 4], update place: [f32; 4], write push: [f32; 3],
    }
    /// Pulls the grabbed particle.
    Grab = "solve/grab" (one "the grabbed particle", params SolveParams, tolerance 1e-5, twin crate::cpu::solve::grab) {
        read frame: Frame, read velocity: [f32; 4], read position: [f32; 4], update moved: [f32; 4], update place: [f32; 4],
        update lambda: [f32; 4],
    }
    /// Keeps particles out of colliders, with friction.
    Contacts = "collide/contact" (one "a particle", params ContactParams, tolerance 1e-3, twin crate::cpu::collide::contact) {
        read frame: Frame, read bodies: Body, read body_of: u32, read colliders: Collider, read poses: Pose,
        read shell_boxes: Bounds, read shell_faces: Face, read velocity: [f32; 4], read position: [f32; 4], update moved: [f32; 4], update before: [f32; 4], update place: [f32; 4], update contacts: Contact,
    }
    /// Finds out whether pairs of surface parts must be sought, and which particles stir.
    TouchDrift = "touch/drift" (one "a particle", params TouchParams, tolerance 0.0, twin crate::cpu::touch::drift) {
        update state: TouchState, update sought: [f32; 4], fetch position: [f32; 4], fetch moved: [f32; 4], update stale: u32,
        read ways: [f32; 4], update detected: [f32; 4], write renewed: u32, write found: u32,
        read bodies: TouchBody, read body_of: u32,
    }
    /// Finds how many workgroups the passes behind it run.
    TouchCalls = "touch/calls" (one "all", params CallsParams, tolerance 0.0, twin crate::cpu::touch::calls) {
        read stale: u32, update state: TouchState, write calls: [u32; 3], update status: u32,
    }
    /// Finds how far all particles go together, where pairs are sought anew.
    TouchMean = "touch/mean" (one "a share of the particles, in one workgroup", params TouchParams, tolerance 1e-4, twin crate::cpu::touch::mean) {
        read stale: u32, read moved: [f32; 4], update state: TouchState,
    }
    /// Remembers where particles are while pairs are sought, and how far they may go until they are again.
    TouchRemember = "touch/remember" (one "a particle", params TouchParams, tolerance 1e-5, twin crate::cpu::touch::remember) {
        read stale: u32, read state: TouchState, read bodies: TouchBody, read body_of: u32, read position: [f32; 4],
        read moved: [f32; 4], update sought: [f32; 4], write counts: u32, write filled: u32,
        update ways: [f32; 4], write strayed: u32,
    }
    /// Makes the boxes of surface elements.
    TouchLeaves = "touch/leaves" (one "a surface element", params TouchParams, tolerance 1e-6, twin crate::cpu::touch::leaves) {
        read stale: u32, fetch elements: [u32; 4], read bodies: TouchBody, read body_of: u32, fetch sought: [f32; 4],
        write nodes: Bounds, read ways: [f32; 4], write speeds: [f32; 4], write counts: u32, write cursor: u32,
        fetch beside: [u32; 4], read strayed: u32, write fresh: u32,
    }
    /// Makes the boxes of the tree above them.
    TouchRefit = "touch/refit" (one "a share of a level, in one workgroup", params TouchParams, tolerance 0.0, twin crate::cpu::touch::refit) {
        read stale: u32, update nodes: Bounds,
    }
    /// Keeps pairs of elements around which none are sought.
    TouchKeep = "touch/keep" (one "a pair that was known", params TouchParams, tolerance 0.0, twin crate::cpu::touch::keep) {
        read stale: u32, update state: TouchState, read known: FoundPair, read fresh: u32, read near: f32, update counts: u32, write found: FoundPair,
    }
    /// Drops elements that may go through each other, and around which these are sought.
    TouchDrop = "touch/drop" (one "two elements that were known", params TouchParams, tolerance 0.0, twin crate::cpu::touch::let_go) {
        read stale: u32, update state: TouchState, read fresh: u32, update unparted: [u32; 2], write found: u32,
    }
    /// Finds groups of surface elements that are near each other.
    TouchGroups = "touch/groups" (one "a group of eight surface elements", params TouchParams, tolerance 0.0, twin crate::cpu::touch::groups) {
        read stale: u32, fetch elements: [u32; 4], read bodies: TouchBody, read body_of: u32, fetch nodes: [f32; 2],
        write found: [u32; 2], update state: TouchState, read fresh: u32,
    }
    /// Finds elements of these that are.
    TouchNear = "touch/near" (one "a surface element of a group", params TouchParams, tolerance 0.0, twin crate::cpu::touch::near) {
        read stale: u32, fetch elements: [u32; 4], read bodies: TouchBody, read body_of: u32, fetch nodes: [f32; 2],
        read groups: [u32; 2], write found: [u32; 2], update state: TouchState, fetch fresh: u32,
    }
    /// Finds parts of these that are, and elements that may go through each other.
    TouchParts = "touch/parts" (one "two surface elements", params TouchParams, tolerance 0.0, twin crate::cpu::touch::parts) {
        read stale: u32, fetch elements: [u32; 4], read bodies: TouchBody, read body_of: u32, read groups: u32, fetch sought: [f32; 4],
        fetch speeds: [f32; 4], read nears: [u32; 2], write found: u32, write found_unparted: [u32; 2],
        update state: TouchState, read vacant: u32,
    }
    /// Finds pairs among them.
    TouchPairs = "touch/pairs" (one "two parts of surface elements", params TouchParams, tolerance 1e-5, twin crate::cpu::touch::pairs) {
        read stale: u32, fetch elements: [u32; 4], read bodies: TouchBody, read body_of: u32, read groups: u32,
        fetch rest: [f32; 4], fetch origin: [f32; 4], fetch sought: [f32; 4], fetch speeds: [f32; 4], fetch beside: [u32; 4],
        read linked: u32, read nears: [u32; 2], read parts: u32, update counts: u32, write found: FoundPair, update state: TouchState,
    }
    /// Lists their keys by the elements that found them.
    TouchList = "touch/list" (one "a pair", params TouchParams, tolerance 0.0, twin crate::cpu::touch::list_keys) {
        read stale: u32, read state: TouchState, read found: FoundPair, read starts: u32, update cursor: u32, write keys: u32,
    }
    /// Orders pairs by those elements and keys, and counts those of each particle.
    TouchPlace = "touch/place" (one "a pair", params TouchParams, tolerance 1e-5, twin crate::cpu::touch::place) {
        read stale: u32, read state: TouchState, read starts: u32, fetch keys: u32, read found: FoundPair, fetch elements: [u32; 4],
        fetch beside: [u32; 4], read groups: u32, write corners: [u32; 4], write around: [u32; 4], write manners: [u32; 4],
        write known: FoundPair, update counts: u32,
    }
    /// Lists the pairs of each particle.
    TouchEnds = "touch/ends" (one "a pair", params TouchParams, tolerance 0.0, twin crate::cpu::touch::ends) {
        read stale: u32, fetch corners: [u32; 4], read starts: u32, update cursor: u32, write entries: u32,
        read state: TouchState,
    }
    /// Lists the pairs of particles that stir.
    TouchStir = "touch/stir" (one "a particle that stirs", params TouchParams, tolerance 0.0, twin crate::cpu::touch::stir) {
        update state: TouchState, read starts: u32, read entries: u32, read stirring: u32, update marks: u32, update calls: [u32; 3],
        write found: u32,
    }
    /// Finds where the parts of pairs meet in a substep.
    TouchDetect = "touch/detect" (one "a pair", params TouchParams, tolerance 2e-4, twin crate::cpu::touch::detect) {
        update state: TouchState, fetch corners: [u32; 4], fetch around: [u32; 4], fetch manners: [u32; 4], fetch position: [f32; 4],
        fetch moved: [f32; 4], fetch detected: [f32; 4], read stirred: u32, read slips: [f32; 4], write weights: [f32; 4],
        write normals: [f32; 4], write apart: f32, update near: f32, update renewed: u32, write found: u32,
        write anchors: [f32; 4],
    }
    /// Lists the particles of pairs that touches were detected among anew.
    TouchRenew = "touch/renew" (one "a particle", params TouchParams, tolerance 0.0, twin crate::cpu::touch::renew) {
        update state: TouchState, read renewed: u32, write found: u32,
    }
    /// Gathers those that may push a particle, and finds how far it may go until they are detected anew.
    TouchGather = "touch/gather" (one "a particle", params TouchParams, tolerance 0.0, twin crate::cpu::touch::gather) {
        read state: TouchState, read starts: u32, fetch entries: u32, fetch near: f32, fetch apart: f32, read position: [f32; 4],
        update renewed: u32, write ends: u32, update gathered: u32, update detected: [f32; 4],
        write free: f32, update calls: [u32; 3], read listed: u32, write changed: u32,
    }
    /// Sorts those of these lists that are long.
    TouchSort = "touch/sort" (one "a particle", params TouchParams, tolerance 0.0, twin crate::cpu::touch::sort) {
        read starts: u32, read ends: u32, update entries: u32, update renewed: u32,
    }
    /// Finds how the parts of touches stand to each other in a substep.
    TouchStand = "touch/stand" (one "a touch", params TouchParams, tolerance 1e-5, twin crate::cpu::touch::stand) {
        update state: TouchState, fetch touching: u32, read frame: Frame, fetch corners: [u32; 4],
        fetch weights: [f32; 4], fetch position: [f32; 4], fetch moved: [f32; 4], fetch near: f32, fetch normals: [f32; 4],
        write opens: [f32; 2], update presses: f32, update slips: [f32; 4], update anchors: [f32; 4],
        write found: u32, update changed: u32,
    }
    /// Finds the touches that take part in a round beyond the first.
    TouchPress = "touch/press" (one "a touch", params TouchParams, tolerance 1e-5, twin crate::cpu::touch::press) {
        read state: TouchState, fetch touching: u32, fetch corners: [u32; 4], fetch weights: [f32; 4], fetch normals: [f32; 4],
        fetch opens: [f32; 2], fetch lambdas: [f32; 4], fetch moved: [f32; 4], fetch near: f32, update presses: f32,
        update stale: u32, update changed: u32,
    }
    /// Counts the touches that press a particle.
    TouchShare = "touch/share" (one "a particle", params TouchParams, tolerance 1e-6, twin crate::cpu::touch::share) {
        read starts: u32, read ends: u32, fetch entries: u32, fetch presses: f32, fetch velocity: [f32; 4], write share: f32,
        read stale: u32, update changed: u32, update pressing: f32, read state: TouchState,
    }
    /// Solves touches, with friction.
    TouchSolve = "touch/solve" (one "a touch", params TouchParams, tolerance 1e-4, twin crate::cpu::touch::solve) {
        read state: TouchState, fetch touching: u32, read frame: Frame, fetch coefficients: [u32; 4], fetch body_of: u32, fetch corners: [u32; 4],
        fetch weights: [f32; 4], fetch normals: [f32; 4], fetch opens: [f32; 2], update slips: [f32; 4], fetch presses: f32,
        fetch share: f32, fetch moved: [f32; 4], update lambdas: [f32; 4], write pushes: [f32; 4], read stale: u32,
    }
    /// Moves particles as touches push them.
    TouchMove = "touch/move" (one "a particle", params TouchParams, tolerance 1e-5, twin crate::cpu::touch::push) {
        read starts: u32, read ends: u32, read entries: u32, fetch weights: [f32; 4], fetch pushes: [f32; 4], fetch velocity: [f32; 4],
        fetch position: [f32; 4], update moved: [f32; 4], update before: [f32; 4], update place: [f32; 4], update stale: u32,
        read state: TouchState, fetch detected: [f32; 4], fetch free: f32,
    }
    /// Finds out whether the solver left any particle where pairs were not sought for, or so far that its pairs must be guarded.
    TouchRestless = "touch/restless" (one "a particle", params TouchParams, tolerance 0.0, twin crate::cpu::touch::restless) {
        update state: TouchState, update sought: [f32; 4], read ways: [f32; 4], fetch position: [f32; 4], fetch moved: [f32; 4],
        fetch detected: [f32; 4], fetch free: f32, update stale: u32,
    }
    /// Finds how far pairs let their parts go, so that none goes through another.
    TouchGuard = "touch/guard" (one "a pair", params TouchParams, tolerance 1e-3, twin crate::cpu::touch::guard) {
        read stale: u32, read state: TouchState, fetch corners: [u32; 4], fetch manners: [u32; 4], fetch position: [f32; 4],
        fetch moved: [f32; 4], fetch apart: f32, write limit: f32, update least: u32,
    }
    /// Holds particles back by that.
    TouchHold = "touch/hold" (one "a particle", params TouchParams, tolerance 1e-5, twin crate::cpu::touch::hold) {
        read starts: u32, read entries: u32, read limit: f32, read least: u32, read state: TouchState, read frame: Frame,
        read start_position: [f32; 4], update moved: [f32; 4], update position: [f32; 4], update remainder: [f32; 3],
        update velocity: [f32; 4],
    }
    /// Finds what touches that came fast, or were deep, change velocities by: bounces, and what corrections would add.
    TouchBounce = "touch/bounce" (one "a touch", params TouchParams, tolerance 1e-4, twin crate::cpu::touch::bounce) {
        read state: TouchState, read bouncing: u32, read frame: Frame, fetch coefficients: [u32; 4], fetch body_of: u32, fetch corners: [u32; 4],
        fetch weights: [f32; 4], fetch normals: [f32; 4], fetch opens: [f32; 2], fetch lambdas: [f32; 4], fetch share: f32,
        fetch velocity: [f32; 4], write pushes: [f32; 4], write presses: f32, update bounced: u32,
    }
    /// Counts the touches that pushed.
    TouchCount = "touch/count" (one "a touch", params TouchParams, tolerance 0.0, twin crate::cpu::touch::count) {
        read state: TouchState, fetch touching: u32, fetch lambdas: [f32; 4], update status: u32,
    }
    /// Changes velocities by that.
    TouchSettle = "touch/settle" (one "a particle", params TouchParams, tolerance 1e-4, twin crate::cpu::touch::settle) {
        read frame: Frame, read body_of: u32, read starts: u32, read ends: u32, read entries: u32, fetch corners: [u32; 4],
        fetch manners: [u32; 4], fetch weights: [f32; 4], fetch normals: [f32; 4], fetch lambdas: [f32; 4], fetch pushes: [f32; 4],
        update velocity: [f32; 4], update tallies: Tally, update status: u32, fetch presses: f32, update bounced: u32,
    }
    /// Finds edges that go through triangles.
    TangleFind = "tangle/find" (one "two surface elements that may go through each other", params TangleParams, tolerance 0.0, twin crate::cpu::tangle::find) {
        read state: TouchState, fetch elements: [u32; 4], read groups: u32, read unparted: [u32; 2], fetch position: [f32; 4],
        write found: [u32; 3], update status: u32,
    }
    /// Lets go of pairs that would keep apart what has to come back.
    TangleFree = "tangle/free" (one "a pair", params TangleParams, tolerance 1e-5, twin crate::cpu::tangle::free) {
        read state: TouchState, fetch corners: [u32; 4], fetch manners: [u32; 4], read body_of: u32, read frame: Frame,
        read passing: u32, update near: f32, write apart: f32, update opens: [f32; 2], write presses: f32,
    }
    /// Finds which way edges have to go that go through triangles.
    TangleAim = "tangle/aim" (one "an edge through a triangle", params TangleParams, tolerance 1e-3, twin crate::cpu::tangle::aim) {
        read passing: u32, read crossings: Crossing, read frame: Frame, read bodies: TouchBody, read body_of: u32,
        read position: [f32; 4], write pulls: Pull,
    }
    /// Draws them that way.
    TanglePull = "tangle/pull" (one "an edge through a triangle", params TangleParams, tolerance 1e-4, twin crate::cpu::tangle::pull) {
        read passing: u32, read crossings: Crossing, read starts: u32, read velocity: [f32; 4], read moved: [f32; 4],
        update pulls: Pull, write pushes: [f32; 3],
    }
    /// Moves particles as they are drawn.
    TangleMove = "tangle/move" (one "a particle", params TangleParams, tolerance 1e-5, twin crate::cpu::tangle::push) {
        read starts: u32, read entries: u32, read pulls: Pull, read pushes: [f32; 3], read velocity: [f32; 4],
        read position: [f32; 4], update moved: [f32; 4], update before: [f32; 4], update place: [f32; 4],
    }
    /// Finds what takes the velocity of that away.
    TangleBounce = "tangle/bounce" (one "an edge through a triangle", params TangleParams, tolerance 1e-3, twin crate::cpu::tangle::bounce) {
        read passing: u32, read crossings: Crossing, read starts: u32, read velocity: [f32; 4],
        read pulls: Pull, write pushes: [f32; 3],
    }
    /// Changes velocities by that.
    TangleSettle = "tangle/settle" (one "a particle", params TangleParams, tolerance 1e-5, twin crate::cpu::tangle::settle) {
        read starts: u32, read entries: u32, read pulls: Pull, read pushes: [f32; 3], update velocity: [f32; 4],
    }
    /// Lets particles come out of emitters.
    FluidEmit = "fluid/emit" (one "a particle that comes out", params EmitParams, tolerance 1e-6, twin crate::cpu::fluid::emit) {
        read births: Birth, update position: [f32; 4], update velocity: [f32; 4], update remainder: [f32; 3],
    }
    /// Takes particles of fluids away that are below where there is no fluid.
    FluidKill = "fluid/kill" (one "a point of a fluid", params KillParams, tolerance 1e-6, twin crate::cpu::fluid::kill) {
        read particles: u32, read volumes: f32, update position: [f32; 4], update velocity: [f32; 4],
        update remainder: [f32; 3],
    }
    /// Puts the points of fluids where they are predicted.
    FluidPoints = "fluid/points" (one "a point of a fluid", params FluidParams, tolerance 1e-6, twin crate::cpu::fluid::points) {
        read particles: u32, read volumes: f32, read position: [f32; 4], read moved: [f32; 4], write points: [f32; 4],
    }
    /// Puts them where they are now, in the grid's order.
    FluidPlace = "fluid/place" (one "a place in the order of a fluid's grid", params FluidParams, tolerance 1e-6, twin crate::cpu::fluid::place) {
        read particles: u32, read volumes: f32, read order: u32, read position: [f32; 4], read moved: [f32; 4],
        write places: [f32; 4],
    }
    /// Finds what colliders near a fluid fill of its kernels.
    FluidWalls = "fluid/walls" (one "a place in the order of a fluid's grid", params FluidParams, tolerance 1e-3, twin crate::cpu::fluid::walls) {
        read particles: u32, read order: u32, read places: [f32; 4], read colliders: Collider, read poses: Pose,
        read shell_boxes: Bounds, read shell_faces: Face, read contacts: Contact, read position: [f32; 4],
        write walls: [f32; 4], write parts: [f32; 3],
    }
    /// Sets how far densities must hold back, once a substep.
    FluidSplit = "fluid/split" (one "a place in the order of a fluid's grid, by LANES invocations", params FluidParams, tolerance 1e-4, twin crate::cpu::fluid::split) {
        read particles: u32, read order: u32, read counts: u32, read neighbours: [u32; 3], fetch places: [f32; 4],
        read walls: [f32; 4], read velocity: [f32; 4], write hold: f32,
    }
    /// Finds densities, and what pressures change by.
    FluidPress = "fluid/press" (one "a place in the order of a fluid's grid, by LANES invocations", params FluidParams, tolerance 1e-3, twin crate::cpu::fluid::press) {
        read counts: u32, read neighbours: [u32; 3], fetch places: [f32; 4], read walls: [f32; 4], read hold: f32,
        read back: f32, update pressure: f32, write change: f32,
    }
    /// Moves particles as pressures push them.
    FluidMove = "fluid/move" (one "a place in the order of a fluid's grid, by LANES invocations", params FluidParams, tolerance 1e-4, twin crate::cpu::fluid::push) {
        read particles: u32, read order: u32, read counts: u32, read neighbours: [u32; 3], fetch places: [f32; 4],
        read walls: [f32; 4], read change: f32, read velocity: [f32; 4], read position: [f32; 4],
        update moved: [f32; 4], update before: [f32; 4], update place: [f32; 4],
    }
    /// Adds up what pressures put on colliders.
    FluidTally = "fluid/tally" (one "a place in the order of a fluid's grid", params FluidParams, tolerance 1e-4, twin crate::cpu::fluid::tally) {
        read particles: u32, read body_of: u32, read order: u32, read counts: u32, read neighbours: [u32; 3], fetch places: [f32; 4],
        read contacts: Contact, read parts: [f32; 3], read change: f32, update tallies: Tally, update status: u32,
    }
    /// Finds what of rigid bodies falls to the particles of fluids around them.
    FluidBrace = "fluid/brace" (one "a place in the order of a fluid's grid", params FluidParams, tolerance 1e-3, twin crate::cpu::fluid::brace) {
        read particles: u32, read order: u32, read places: [f32; 4], read colliders: Collider, read contacts: Contact,
        read parts: [f32; 3], read rigids: Rigid, read states: RigidState, read steps: RigidStep, write pushes: RigidPush,
    }
    /// Sets how far densities must hold back for rigid bodies' sake.
    FluidLean = "fluid/lean" (one "a place in the order of a fluid's grid", params FluidParams, tolerance 1e-4, twin crate::cpu::fluid::lean) {
        read pushes: RigidPush, read parts: [f32; 3], read rigids: Rigid, read sums: CoupledSum, write back: f32,
    }
    /// Finds what rigid bodies that have moved since fill of kernels.
    FluidFollow = "fluid/follow" (one "a place in the order of a fluid's grid", params FluidParams, tolerance 1e-4, twin crate::cpu::fluid::follow) {
        read places: [f32; 4], read pushes: RigidPush, read parts: [f32; 3], read states: RigidState, read steps: RigidStep,
        read seen: RigidStep, update walls: [f32; 4],
    }
    /// Finds what changes of pressures push rigid bodies by.
    FluidReact = "fluid/react" (one "a place in the order of a fluid's grid", params FluidParams, tolerance 1e-4, twin crate::cpu::fluid::react) {
        read places: [f32; 4], read parts: [f32; 3], read change: f32, read states: RigidState, read steps: RigidStep,
        update pushes: RigidPush,
    }
    /// Puts velocities of fluids into the grid's order.
    FluidFlow = "fluid/flow" (one "a place in the order of a fluid's grid", params FluidParams, tolerance 1e-6, twin crate::cpu::fluid::flow) {
        read fluids: Fluid, read body_of: u32, read particles: u32, read volumes: f32, read order: u32, read position: [f32; 4],
        read velocity: [f32; 4], write places: [f32; 4], write flows: [f32; 4], write weights: f32, write livings: [f32; 2],
    }
    /// Finds how fast fluids turn.
    FluidCurl = "fluid/curl" (one "a place in the order of a fluid's grid, by LANES invocations", params FluidParams, tolerance 1e-4, twin crate::cpu::fluid::curl) {
        read counts: u32, read neighbours: [u32; 3], fetch places: [f32; 4], fetch flows: [f32; 4], write curls: [f32; 4],
    }
    /// Finds what would quicken their swirls.
    FluidSwirl = "fluid/swirl" (one "a place in the order of a fluid's grid, by LANES invocations", params FluidParams, tolerance 1e-3, twin crate::cpu::fluid::swirl) {
        read counts: u32, read neighbours: [u32; 3], fetch places: [f32; 4], fetch curls: [f32; 4], read livings: [f32; 2],
        write swirls: [f32; 3],
    }
    /// Evens velocities of fluids out, draws their particles together, quickens swirls, and finds densities at the substep's end.
    FluidStir = "fluid/stir" (one "a place in the order of a fluid's grid, by LANES invocations", params FluidParams, tolerance 1e-4, twin crate::cpu::fluid::stir) {
        read particles: u32, read order: u32, read counts: u32, read neighbours: [u32; 3], fetch places: [f32; 4],
        read walls: [f32; 4], fetch flows: [f32; 4], read weights: f32, read livings: [f32; 2], read swirls: [f32; 3],
        update velocity: [f32; 4], write density: f32,
    }
    /// Takes velocities from displacements; bounces and drags; steps to the new positions.
    Velocity = "particles/velocity" (one "a particle", params ContactParams, tolerance 1e-4, twin crate::cpu::particles::velocity) {
        read frame: Frame, read bodies: Body, read body_of: u32, read colliders: Collider, read poses: Pose,
        read contacts: Contact, read moved: [f32; 4], update position: [f32; 4], update remainder: [f32; 3],
        update velocity: [f32; 4], update status: u32, update tallies: Tally,
    }
    /// Finds how far rigid bodies may go in a frame.
    RigidReaches = "rigid/reach" (one "a rigid body", params RigidParams, tolerance 1e-4, twin crate::cpu::rigid::reach) {
        read frame: Frame, read fields: Field, read zones: Collider, read zone_poses: Pose, read line_points: [f32; 3],
        read shell_boxes: Bounds, read shell_faces: Face, read rigids: Rigid, read poses: Pose, read states: RigidState,
        update reaches: RigidReach,
    }
    /// Makes boxes around where colliders may be in a frame.
    RigidBounds = "rigid/bounds" (one "a collider in the tree's order", params RigidParams, tolerance 1e-5, twin crate::cpu::rigid::bounds) {
        read parts: RigidPart, read states: RigidState, read reaches: RigidReach, read order: u32, write nodes: Bounds,
    }
    /// Makes the boxes of the tree above them.
    RigidRefit = "rigid/refit" (one "a share of a level, in one workgroup", params RigidParams, tolerance 0.0, twin crate::cpu::rigid::refit) {
        update nodes: Bounds,
    }
    /// Finds pairs of colliders of rigid bodies that may meet in a frame, twice: to count, then to fill.
    RigidPairs = "rigid/pairs" (one "a collider in the tree's order", params RigidParams, tolerance 0.0, twin crate::cpu::rigid::pairs) {
        read rigids: Rigid, read parts: RigidPart, read colliders: Collider, read order: u32, read nodes: Bounds,
        read apart_starts: u32, read apart: u32, read starts: u32, write counts: u32, write found: RigidPair,
        update reaches: RigidReach, update status: u32,
    }
    /// Orders the pairs of each collider by the other one, and finds what they slid before they were sought anew.
    RigidRecall = "rigid/recall" (one "a pair of colliders", params RigidParams, tolerance 0.0, twin crate::cpu::rigid::recall) {
        read old_starts: u32, read old_pairs: RigidPair, read old_slips: [f32; 4], read starts: u32, read found: RigidPair,
        write pairs: RigidPair, write slips: [f32; 4],
    }
    /// Colours pairs, so that those of one colour share no free body, and orders them by colour.
    RigidColor = "rigid/color" (one "a share of the pairs, in one workgroup", params RigidParams, tolerance 0.0, twin crate::cpu::rigid::color) {
        read rigids: Rigid, read starts: u32, read pairs: RigidPair, update claims: u32, update taken: u32, update colors: u32,
        update shares: u32, write ordered: u32, update color_starts: u32,
    }
    /// Lists pairs of boxes apart from all others.
    RigidSort = "rigid/sort" (one "a share of the pairs, in one workgroup", params RigidParams, tolerance 0.0, twin crate::cpu::rigid::sort) {
        read colliders: Collider, read starts: u32, read pairs: RigidPair, update shares: u32, write ordered: u32,
        update kind_starts: u32, write calls: [u32; 3],
    }
    /// Finds where pairs of boxes can meet in a substep. Two digits: of micrometres between edges rounding leaves no more.
    RigidBoxes = "rigid/boxes" (one "a pair of boxes", params RigidParams, tolerance 1e-2, twin crate::cpu::rigid::boxes) {
        read frame: Frame, read rigids: Rigid, read parts: RigidPart, read colliders: Collider, read states: RigidState,
        read kind_starts: u32, read pairs: RigidPair, read ordered: u32, write manifolds: Manifold, write contacts: RigidContact,
    }
    /// Finds where other pairs of colliders can.
    RigidDetect = "rigid/detect" (one "another pair of colliders", params RigidParams, tolerance 1e-2, twin crate::cpu::rigid::detect) {
        read frame: Frame, read rigids: Rigid, read parts: RigidPart, read colliders: Collider, read poses: Pose,
        read shell_boxes: Bounds, read shell_faces: Face, read states: RigidState, read kind_starts: u32, read pairs: RigidPair,
        read ordered: u32, write manifolds: Manifold, write contacts: RigidContact,
    }
    /// Lets rigid bodies bounce off what they will hit.
    RigidBounce = "rigid/bounce" (one "a share of the pairs, in one workgroup", params RigidParams, tolerance 1e-3, twin crate::cpu::rigid::bounce) {
        read frame: Frame, read rigids: Rigid, read pairs: RigidPair, read ordered: u32, read color_starts: u32,
        read manifolds: Manifold, update contacts: RigidContact, update states: RigidState,
    }
    /// Applies gravity to rigid bodies, and predicts how they move and turn.
    RigidPredict = "rigid/predict" (one "a rigid body", params RigidParams, tolerance 1e-4, twin crate::cpu::rigid::predict) {
        read frame: Frame, read fields: Field, read zones: Collider, read zone_poses: Pose, read line_points: [f32; 3],
        read shell_boxes: Bounds, read shell_faces: Face, read rigids: Rigid, read poses: Pose, update states: RigidState,
        write steps: RigidStep,
    }
    /// Brings rigid bodies' colliders along.
    RigidPose = "rigid/pose" (one "a collider", params RigidParams, tolerance 1e-5, twin crate::cpu::rigid::pose) {
        read parts: RigidPart, read states: RigidState, read steps: RigidStep, update poses: Pose,
    }
    /// Keeps rigid bodies apart, with friction.
    RigidContacts = "rigid/contact" (one "a share of the pairs, in one workgroup", params RigidParams, tolerance 1e-3, twin crate::cpu::rigid::contact) {
        read frame: Frame, read pairs: RigidPair, read ordered: u32, read color_starts: u32, update steps: RigidStep,
        update manifolds: Manifold, update contacts: RigidContact, read slips: [f32; 4],
    }
    /// Pulls the grabbed rigid body.
    RigidGrab = "rigid/grab" (one "the grabbed body", params SolveParams, tolerance 1e-4, twin crate::cpu::rigid::grab) {
        read frame: Frame, read grip: RigidGrip, read states: RigidState, update steps: RigidStep, update lambda: [f32; 4],
    }
    /// Holds and drives rigid bodies at their joints.
    RigidJoints = "rigid/joint" (one "a tree of joints", params JointParams, tolerance 1e-3, twin crate::cpu::rigid::joint) {
        read frame: Frame, read joints: Joint, read rows: JointRow, read tree_starts: u32, read states: RigidState,
        update steps: RigidStep, update lambdas: [f32; 3], update loads: JointLoad, read rigids: Rigid,
        update equations: JointEquation, update folds: RigidFold,
    }
    /// Takes velocities of rigid bodies from how they moved, and steps to their new places.
    RigidVelocity = "rigid/velocity" (one "a rigid body", params RigidParams, tolerance 1e-4, twin crate::cpu::rigid::velocity) {
        read frame: Frame, read rigids: Rigid, read steps: RigidStep, update states: RigidState, update reaches: RigidReach,
        update status: u32,
    }
    /// Takes from velocities with which what presses would part or slide on, and keeps what slid.
    RigidRelax = "rigid/relax" (one "a share of the pairs, in one workgroup", params RigidParams, tolerance 1e-3, twin crate::cpu::rigid::relax) {
        read frame: Frame, read rigids: Rigid, read pairs: RigidPair, read ordered: u32, read color_starts: u32,
        read manifolds: Manifold, read contacts: RigidContact, update states: RigidState, update slips: [f32; 4],
    }
    /// Takes from velocities what pushing overlapping bodies apart has added.
    RigidSettle = "rigid/settle" (one "a share of the pairs, in one workgroup", params RigidParams, tolerance 1e-3, twin crate::cpu::rigid::settle) {
        read frame: Frame, read rigids: Rigid, read pairs: RigidPair, read ordered: u32, read color_starts: u32,
        read manifolds: Manifold, read contacts: RigidContact, update states: RigidState, update status: u32,
    }
    /// Holds particles to rigid bodies.
    CoupleAttach = "couple/attach" (one "a share of the attachments to rigid bodies, in one workgroup", params RigidAttachParams, tolerance 1e-3, twin crate::cpu::couple::attach) {
        read attachments: RigidAttachment, read color_starts: u32, read materials: Material, read position: [f32; 4],
        read velocity: [f32; 4], update moved: [f32; 4], update before: [f32; 4], update place: [f32; 4],
        read states: RigidState, update steps: RigidStep, update lambdas: [f32; 3], write push: [f32; 3],
    }
    /// Finds where particles meet rigid bodies that something moves, and which of them press.
    CouplePress = "couple/press" (one "a particle", params ContactParams, tolerance 1e-4, twin crate::cpu::couple::press) {
        read frame: Frame, read bodies: Body, read body_of: u32, read colliders: Collider, read poses: Pose,
        read shell_boxes: Bounds, read shell_faces: Face, read position: [f32; 4], read moved: [f32; 4],
        read states: RigidState, read steps: RigidStep, read contacts: Contact, read tied: u32, update couplings: Coupling,
        write pushes: RigidPush,
    }
    /// Keeps particles and rigid bodies apart, with friction.
    CoupleSolve = "couple/solve" (one "a particle", params ContactParams, tolerance 1e-3, twin crate::cpu::couple::solve) {
        read frame: Frame, read bodies: Body, read body_of: u32, read colliders: Collider, read poses: Pose,
        read velocity: [f32; 4], read position: [f32; 4], update moved: [f32; 4], update before: [f32; 4],
        update place: [f32; 4], read steps: RigidStep, read sums: CoupledSum, update contacts: Contact,
        read couplings: Coupling, update pushes: RigidPush,
    }
    /// Adds up what particles push rigid bodies by, and how many share them.
    CoupleGather = "couple/gather" (one "a push", params CountParams, tolerance 0.0, twin crate::cpu::couple::gather) {
        read rigids: Rigid, read pushes: RigidPush, update sums: CoupledSum,
    }
    /// Moves rigid bodies as particles push them.
    CoupleMove = "couple/move" (one "a rigid body", params CountParams, tolerance 1e-4, twin crate::cpu::couple::r#move) {
        read rigids: Rigid, update steps: RigidStep, update sums: CoupledSum,
    }
    /// Keeps corners of colliders out of large triangles.
    CouplePoke = "couple/poke" (one "a share of the patches, in one workgroup", params PokeParams, tolerance 1e-3, twin crate::cpu::couple::poke) {
        read patches: Patch, read color_starts: u32, read studs: Stud, read studded: Studded, read bodies: Body, read colliders: Collider,
        read poses: Pose, read position: [f32; 4], read velocity: [f32; 4], update moved: [f32; 4], update before: [f32; 4],
        update place: [f32; 4], read rigids: Rigid, read states: RigidState, update steps: RigidStep, update sums: CoupledSum,
    }
    /// Lets particles leave rigid bodies as after an impact.
    CoupleBounce = "couple/bounce" (one "a particle", params ContactParams, tolerance 1e-3, twin crate::cpu::couple::bounce) {
        read frame: Frame, read bodies: Body, read body_of: u32, read colliders: Collider, read rigids: Rigid,
        read states: RigidState, read sums: CoupledSum, read contacts: Contact, read couplings: Coupling,
        update pushes: RigidPush, update velocity: [f32; 4], update tallies: Tally, update status: u32,
    }
    /// Changes velocities of rigid bodies by that.
    CoupleSettle = "couple/settle" (one "a rigid body", params CountParams, tolerance 1e-4, twin crate::cpu::couple::settle) {
        read frame: Frame, read rigids: Rigid, update states: RigidState, update sums: CoupledSum,
    }
    /// Finds the rigid part of each body's motion.
    Motions = "particles/motion" (one "a share of a body, a workgroup each", params CountParams, tolerance 1e-4, twin crate::cpu::particles::motion) {
        read bodies: Body, read firsts: u32, read position: [f32; 4], read velocity: [f32; 4], write motion: Motion,
    }
    /// Takes from velocities what is not rigid.
    Damp = "particles/damp" (one "a particle", params CountParams, tolerance 1e-4, twin crate::cpu::particles::damp) {
        read bodies: Body, read body_of: u32, read firsts: u32, read motion: Motion, read position: [f32; 4],
        update velocity: [f32; 4],
    }
    /// Adds up the forces on pins, probes and attachments.
    Readout = "solve/readout" (one "a watched particle", params ReadoutParams, tolerance 1e-4, twin crate::cpu::solve::readout) {
        read watches: Watch, read ends: [u32; 2], read position: [f32; 4], read moved: [f32; 4], read lambda: f32,
        read push: [f32; 3], read contacts: Contact, read starts: u32, read entry_ends: u32, read entries: u32,
        read weights: [f32; 4], read normals: [f32; 4], read lambdas: [f32; 4], update sums: [f32; 4],
    }
    /// Counts edges that are stretched so far that they tear.
    Tear = "solve/tear" (one "an edge that may tear", params CountParams, tolerance 0.0, twin crate::cpu::solve::tear) {
        read edges: Edge, read position: [f32; 4], update status: u32,
    }
    /// Brings particles back to vertices.
    WriteBack = "particles/write_back" (one "a vertex", params CountParams, tolerance 0.0, twin crate::cpu::particles::write_back) {
        read particle_of: u32, read position: [f32; 4], write vertices: [f32; 3],
    }
    /// Brings lattices back to the vertices that ride on them.
    Ride = "particles/ride" (one "a vertex on a lattice", params CountParams, tolerance 1e-6, twin crate::cpu::particles::ride) {
        read riders: Rider, read position: [f32; 4], update vertices: [f32; 3],
    }
    /// Makes normals.
    Normals = "particles/normals" (one "a vertex", params CountParams, tolerance 1e-4, twin crate::cpu::particles::normals) {
        read ranges: [u32; 2], read fan: u32, read triangles: [u32; 3], read vertices: [f32; 3], write normals: [f32; 3],
    }
    /// Makes tangents.
    Tangents = "particles/tangents" (one "a vertex", params CountParams, tolerance 1e-3, twin crate::cpu::particles::tangents) {
        read ranges: [u32; 2], read fan: u32, read triangles: [u32; 3], read vertices: [f32; 3], read normals: [f32; 3],
        read texcoords: [f32; 2], write tangents: [f32; 4],
    }
}
