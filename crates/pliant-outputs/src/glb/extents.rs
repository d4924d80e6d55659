//! Sizes of nodes, from which the tolerances of their keys follow.

use glam::{Mat4, Vec3};
use pliant_scene::{Mesh, Scene};

/// Size of a node without a mesh, m.
const DEFAULT: f32 = 1.0;

/// How large a node is, in the world at rest.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent {
    /// The longest side of the bounding box of its mesh; of those below it where it has none, m.
    pub(super) size: f32,
    /// The largest distance of a vertex that it moves from its origin, m.
    pub(super) radius: f32,
    /// The largest scale of its parent's frame.
    pub(super) parent_scale: f32,
}

/// An axis-aligned box; empty where `low` is above `high`.
#[derive(Debug, Clone, Copy)]
struct Bounds {
    low: Vec3,
    high: Vec3,
}

impl Bounds {
    const EMPTY: Self = Self {
        low: Vec3::INFINITY,
        high: Vec3::NEG_INFINITY,
    };

    fn add(&mut self, point: Vec3) {
        self.low = self.low.min(point);
        self.high = self.high.max(point);
    }

    fn join(&mut self, other: Self) {
        self.low = self.low.min(other.low);
        self.high = self.high.max(other.high);
    }

    fn is_empty(&self) -> bool {
        self.low.x > self.high.x
    }

    fn corners(self) -> impl Iterator<Item = Vec3> {
        let pick = move |i: u8, bit: u8, axis: usize| match i & bit {
            0 => self.low[axis],
            _ => self.high[axis],
        };
        (0..8).map(move |i| Vec3::new(pick(i, 1, 0), pick(i, 2, 1), pick(i, 4, 2)))
    }

    /// The box around this one after a transform.
    fn transformed(self, matrix: &Mat4) -> Self {
        let mut all = Self::EMPTY;
        if !self.is_empty() {
            let corners = self.corners().map(|corner| matrix.transform_point3(corner));
            corners.for_each(|corner| all.add(corner));
        }
        all
    }
}

impl Extent {
    /// The extent of every node of a scene.
    pub(super) fn of_nodes(scene: &Scene) -> Vec<Self> {
        let world = scene.pose(0.0, false);
        let meshes: Vec<Bounds> = scene
            .meshes
            .iter()
            .map(|mesh| bounds(scene, mesh))
            .collect();
        let own = scene.nodes.iter().zip(&world).map(|(node, matrix)| {
            let mesh = node.mesh.map_or(Bounds::EMPTY, |mesh| meshes[mesh]);
            mesh.transformed(matrix)
        });
        let own: Vec<Bounds> = own.collect();
        let mut below = own.clone();
        for node in scene.order.iter().rev() {
            if let Some(parent) = scene.nodes[*node].parent {
                let bounds = below[*node];
                below[parent].join(bounds);
            }
        }
        let of = |node: usize| {
            let parent = scene.nodes[node]
                .parent
                .map_or(Mat4::IDENTITY, |p| world[p]);
            Self::new(own[node], below[node], &world[node], &parent)
        };
        (0..scene.nodes.len()).map(of).collect()
    }

    fn new(own: Bounds, below: Bounds, world: &Mat4, parent: &Mat4) -> Self {
        let body = if own.is_empty() { below } else { own };
        let scale = [parent.x_axis, parent.y_axis, parent.z_axis].map(|axis| axis.length());
        let parent_scale = scale.into_iter().fold(f32::MIN_POSITIVE, f32::max);
        if body.is_empty() {
            return Self {
                size: DEFAULT,
                radius: DEFAULT,
                parent_scale,
            };
        }
        let origin = world.w_axis.truncate();
        let distances = below.corners().map(|corner| corner.distance(origin));
        Self {
            size: (body.high - body.low).max_element(),
            radius: distances.fold(0.0, f32::max),
            parent_scale,
        }
    }
}

/// The box around a mesh, in its own frame.
fn bounds(scene: &Scene, mesh: &Mesh) -> Bounds {
    let mut all = Bounds::EMPTY;
    for primitive in &mesh.primitives {
        let vertices = 0..primitive.vertex_count as usize;
        vertices.for_each(|v| all.add(scene.accessors.vec3(primitive.position, v)));
    }
    all
}
