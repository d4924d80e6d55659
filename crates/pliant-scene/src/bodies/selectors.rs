//! Selectors name vertices by their positions: `top`, `left,right`, `corners`, `0,16`.

use glam::Vec3;
use pliant_gltf::text::quote;
use pliant_math::powi;

/// The vertices of a mesh that selectors choose from, in world space at t = 0.
#[derive(Debug)]
pub(crate) struct Shape<'a> {
    positions: &'a [Vec3],
    min: Vec3,
    max: Vec3,
}

impl<'a> Shape<'a> {
    /// The shape of at least one vertex.
    pub(crate) fn new(positions: &'a [Vec3]) -> Self {
        let bounds = |pick: fn(Vec3, Vec3) -> Vec3| {
            positions.iter().copied().reduce(pick).unwrap_or_default()
        };
        Self {
            positions,
            min: bounds(Vec3::min),
            max: bounds(Vec3::max),
        }
    }

    /// The node's size: the largest extent of its bounding box, m.
    pub(crate) fn size(&self) -> f32 {
        (self.max - self.min).max_element()
    }

    /// The vertices that a selector names, or why it names none.
    pub(crate) fn select(&self, selector: &str) -> Result<Vec<usize>, String> {
        let mut vertices = Vec::new();
        for word in selector
            .split(',')
            .map(str::trim)
            .filter(|word| !word.is_empty())
        {
            match word {
                "top" => self.extreme(Vec3::Y, &mut vertices),
                "bottom" => self.extreme(Vec3::NEG_Y, &mut vertices),
                "right" => self.extreme(Vec3::X, &mut vertices),
                "left" => self.extreme(Vec3::NEG_X, &mut vertices),
                "front" => self.extreme(Vec3::Z, &mut vertices),
                "back" => self.extreme(Vec3::NEG_Z, &mut vertices),
                "corners" => vertices.extend(self.corners()),
                _ => {
                    let index = word.parse().map_err(|_| {
                        format!("{} is not a selector; use top, bottom, left, right, front, back, corners or a vertex index", quote(word))
                    })?;
                    vertices.push(self.vertex(index)?);
                }
            }
        }
        Ok(vertices)
    }

    /// `index` as an existing vertex.
    pub(crate) fn vertex(&self, index: u64) -> Result<usize, String> {
        let count = self.positions.len();
        let vertex = usize::try_from(index).ok().filter(|&vertex| vertex < count);
        vertex.ok_or_else(|| {
            format!("vertex {index} does not exist; the mesh has {count}, counted from 0")
        })
    }

    /// The vertices farthest along `axis`, within 0.1 % of the node's size.
    fn extreme(&self, axis: Vec3, vertices: &mut Vec<usize>) {
        let farthest = self.min.dot(axis).max(self.max.dot(axis));
        let limit = farthest - 1e-3 * self.size();
        let far = self
            .positions
            .iter()
            .enumerate()
            .filter(|(_, position)| position.dot(axis) >= limit);
        vertices.extend(far.map(|(vertex, _)| vertex));
    }

    /// The vertices nearest the four corners of the bounding box over its two largest extents.
    fn corners(&self) -> impl Iterator<Item = usize> {
        let extent = self.max - self.min;
        let mut axes = [0, 1, 2];
        axes.sort_by(|&a, &b| extent[b].total_cmp(&extent[a]));
        let [u, v, _] = axes;
        let ends = [self.min, self.max];
        let corner = move |i: usize| (ends[i & 1][u], ends[i >> 1][v]);
        (0..4).filter_map(move |i| {
            let (cu, cv) = corner(i);
            let distance = |position: &Vec3| powi(position[u] - cu, 2) + powi(position[v] - cv, 2);
            let nearest = self
                .positions
                .iter()
                .enumerate()
                .min_by(|(_, a), (_, b)| distance(a).total_cmp(&distance(b)));
            nearest.map(|(vertex, _)| vertex)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A 3 × 2 grid in the XY plane, row by row from below.
    const GRID: [Vec3; 6] = [
        Vec3::new(0.0, 0.0, 0.0),
        Vec3::new(1.0, 0.0, 0.0),
        Vec3::new(2.0, 0.0, 0.0),
        Vec3::new(0.0, 1.0, 0.0),
        Vec3::new(1.0, 0.9985, 0.0),
        Vec3::new(2.0, 0.9975, 0.0),
    ];

    #[test]
    fn words_select_by_world_position() {
        let shape = Shape::new(&GRID);
        let select = |selector| shape.select(selector).unwrap();
        assert_eq!(shape.size(), 2.0);
        assert_eq!(select("top"), [3, 4]);
        assert_eq!(select("bottom"), [0, 1, 2]);
        assert_eq!(select("left, right"), [0, 3, 2, 5]);
        assert_eq!(select("front"), [0, 1, 2, 3, 4, 5]);
        assert_eq!(select("corners"), [0, 2, 3, 5]);
        assert_eq!(select("1,4"), [1, 4]);
        assert_eq!(select(""), [0usize; 0]);
    }

    #[test]
    fn missing_vertices_and_unknown_words_are_reported() {
        let shape = Shape::new(&GRID);
        assert!(
            shape
                .select("6")
                .unwrap_err()
                .contains("vertex 6 does not exist")
        );
        assert!(
            shape
                .select("topp")
                .unwrap_err()
                .contains("\"topp\" is not a selector")
        );
    }
}
