//! What a primitive becomes in USD: a mesh, curves or points, with the parts that do not change.

use super::layer::{Array, Element, Prim, Store, Value};
use super::materials::Looks;
use crate::error::Error;
use pliant_scene::{Primitive, Scene, Topology};

/// Width of lines and points of a mesh that is only drawn, m.
pub(super) const WIDTH: f32 = 0.005;

/// The vertices of a prim, as vertices of a primitive.
pub(super) enum Form {
    /// All of them, with triangles.
    Mesh,
    /// Those along polylines.
    Curves(Vec<u32>),
    /// All of them.
    Points,
}

impl Form {
    /// Picks what belongs to the vertices of the prim.
    pub(super) fn pick<T: Copy>(&self, values: &[T]) -> Vec<T> {
        match self {
            Self::Mesh | Self::Points => values.to_vec(),
            Self::Curves(order) => order.iter().map(|v| values[*v as usize]).collect(),
        }
    }
}

/// Makes the prims of primitives.
pub(super) struct Former<'a> {
    pub(super) scene: &'a Scene,
    pub(super) store: &'a mut Store,
    pub(super) looks: &'a mut Looks,
}

impl Former<'_> {
    /// The prim of a primitive without its vertices. Its width is that of curves and points, m. A mirrored one is written in the world, where
    /// its triangles would be inside out.
    pub(super) fn form(
        &mut self,
        name: String,
        primitive: &Primitive,
        width: f32,
        mirrored: bool,
    ) -> Result<(Prim, Form), Error> {
        let (mut prim, form) = match primitive.topology {
            Topology::Triangles => (self.mesh(name, primitive, mirrored)?, Form::Mesh),
            Topology::Lines => self.curves(name, primitive)?,
            Topology::Points => (Prim::new(name, "Points"), Form::Points),
        };
        if primitive.topology != Topology::Triangles {
            self.width(&mut prim, width)?;
        }
        self.texcoords(&mut prim, primitive, &form)?;
        self.color(&mut prim, primitive, &form)?;
        self.looks.bind(&mut prim, primitive);
        Ok((prim, form))
    }

    fn mesh(&mut self, name: String, primitive: &Primitive, mirrored: bool) -> Result<Prim, Error> {
        let mut indices = primitive.indices.clone();
        let triangles = indices.as_chunks_mut::<3>().0;
        if mirrored {
            triangles.iter_mut().for_each(|t| t.swap(1, 2));
        }
        let counts = self.store.ints(triangles.iter().map(|_| 3))?;
        let mut prim = Prim::new(name, "Mesh");
        prim.set("faceVertexCounts", "int[]", counts);
        prim.set("faceVertexIndices", "int[]", self.store.ints(indices)?);
        prim.set_uniform("subdivisionScheme", "token", Value::Token("none"));
        if self.scene.materials[primitive.material].double_sided {
            prim.set_uniform("doubleSided", "bool", Value::Bool(true));
        }
        Ok(prim)
    }

    fn curves(&mut self, name: String, primitive: &Primitive) -> Result<(Prim, Form), Error> {
        let lines = polylines(&primitive.indices);
        let mut prim = Prim::new(name, "BasisCurves");
        let counts = self
            .store
            .ints(lines.iter().map(|line| line.len() as u32))?;
        prim.set("curveVertexCounts", "int[]", counts);
        prim.set_uniform("type", "token", Value::Token("linear"));
        Ok((prim, Form::Curves(lines.concat())))
    }

    /// One width for all vertices.
    pub(super) fn width(&mut self, prim: &mut Prim, width: f32) -> Result<(), Error> {
        let width = self.store.floats(&[width])?;
        prim.set("widths", "float[]", width).interpolation = Some("constant");
        Ok(())
    }

    /// The material of a prim whose vertices have no colours.
    pub(super) fn plain(&mut self, prim: &mut Prim, material: usize) -> Result<(), Error> {
        self.constant_color(prim, material)?;
        self.looks.bind_plain(prim, material);
        Ok(())
    }

    fn constant_color(&mut self, prim: &mut Prim, material: usize) -> Result<(), Error> {
        let color = self.scene.materials[material].base_color.truncate();
        let color = self.store.vectors(&[color.to_array()])?;
        prim.set("primvars:displayColor", "color3f[]", color)
            .interpolation = Some("constant");
        Ok(())
    }

    fn texcoords(
        &mut self,
        prim: &mut Prim,
        primitive: &Primitive,
        form: &Form,
    ) -> Result<(), Error> {
        let names = ["primvars:st", "primvars:st1"];
        for (name, accessor) in names.into_iter().zip(primitive.texcoords) {
            let Some(accessor) = accessor else { continue };
            let vertices = 0..primitive.vertex_count as usize;
            // V goes up in USD, and down in glTF.
            let all: Vec<[f32; 2]> = vertices
                .map(|v| self.scene.accessors.vec4(accessor, v))
                .map(|[u, v, ..]| [u, 1.0 - v])
                .collect();
            let array = self
                .store
                .array(Element::Vec2, bytemuck::cast_slice(&form.pick(&all)))?;
            prim.set(name, "texCoord2f[]", Value::Array(array))
                .interpolation = Some("vertex");
        }
        Ok(())
    }

    /// Display colours are those of the vertices times that of the material; with a texture, its shader multiplies by the tint.
    fn color(&mut self, prim: &mut Prim, primitive: &Primitive, form: &Form) -> Result<(), Error> {
        let base = self.scene.materials[primitive.material].base_color;
        let Some(accessor) = primitive.color else {
            return self.constant_color(prim, primitive.material);
        };
        // A colour without alpha is opaque.
        let opaque = self.scene.accessors.accessors[accessor].components == 3;
        let tint = |v: usize| {
            let [r, g, b, a] = self.scene.accessors.vec4(accessor, v);
            let a = if opaque { 1.0 } else { a };
            (glam::Vec4::new(r, g, b, a) * base).to_array()
        };
        let tints: Vec<[f32; 4]> = (0..primitive.vertex_count as usize).map(tint).collect();
        let tints = form.pick(&tints);
        let colors: Vec<[f32; 3]> = tints.iter().map(|[r, g, b, _]| [*r, *g, *b]).collect();
        let opacities: Vec<f32> = tints.iter().map(|tint| tint[3]).collect();
        let tints = Value::Array(
            self.store
                .array(Element::Vec4, bytemuck::cast_slice(&tints))?,
        );
        let arrays = [
            (
                "primvars:displayColor",
                "color3f[]",
                self.store.vectors(&colors)?,
            ),
            (
                "primvars:displayOpacity",
                "float[]",
                self.store.floats(&opacities)?,
            ),
            ("primvars:tint", "float4[]", tints),
        ];
        for (name, kind, array) in arrays {
            prim.set(name, kind, array).interpolation = Some("vertex");
        }
        Ok(())
    }
}

/// Joins segments that follow each other into polylines.
fn polylines(indices: &[u32]) -> Vec<Vec<u32>> {
    let mut lines: Vec<Vec<u32>> = Vec::new();
    for [from, to] in indices.as_chunks::<2>().0 {
        match lines.last_mut() {
            Some(line) if line.last() == Some(from) => line.push(*to),
            _ => lines.push(vec![*from, *to]),
        }
    }
    lines
}

/// The box around points, with a margin.
pub(super) fn extent(points: &[[f32; 3]], margin: f32) -> [[f32; 3]; 2] {
    let bound = |pick: fn(f32, f32) -> f32, margin: f32| {
        let bound = points
            .iter()
            .copied()
            .reduce(|a, b| [0, 1, 2].map(|i| pick(a[i], b[i])));
        bound.unwrap_or_default().map(|x| x + margin)
    };
    [bound(f32::min, -margin), bound(f32::max, margin)]
}

/// An attribute that is sampled.
pub(super) struct Channel {
    name: &'static str,
    kind: &'static str,
    element: Element,
    interpolation: Option<&'static str>,
    samples: Vec<(u64, Value)>,
    /// The last frame's bytes, whose array serves as long as they are the same.
    last: Option<(Vec<u8>, Array)>,
}

impl Channel {
    /// An attribute without samples.
    pub(super) fn new(name: &'static str, kind: &'static str, element: Element) -> Self {
        Self {
            name,
            kind,
            element,
            interpolation: None,
            samples: Vec::new(),
            last: None,
        }
    }

    /// Sets how the values interpolate over a surface.
    pub(super) fn interpolated(mut self, interpolation: &'static str) -> Self {
        self.interpolation = Some(interpolation);
        self
    }

    /// Adds the values of a frame.
    pub(super) fn add<T: bytemuck::NoUninit>(
        &mut self,
        frame: u64,
        values: &[T],
        store: &mut Store,
    ) -> Result<(), Error> {
        let bytes: &[u8] = bytemuck::cast_slice(values);
        let array = match &self.last {
            Some((last, array)) if last == bytes => *array,
            _ => {
                let array = store.array(self.element, bytes)?;
                self.last = Some((bytes.to_vec(), array));
                array
            }
        };
        self.samples.push((frame, Value::Array(array)));
        Ok(())
    }

    /// Puts the attribute into a prim.
    pub(super) fn finish(self, prim: &mut Prim) {
        let property = prim.declare(self.name, self.kind);
        property.interpolation = self.interpolation;
        property.samples = self.samples;
    }
}

/// Positions, m.
pub(super) fn points() -> Channel {
    Channel::new("points", "point3f[]", Element::Vec3)
}

/// Velocities, m/s.
pub(super) fn velocities() -> Channel {
    Channel::new("velocities", "vector3f[]", Element::Vec3)
}

/// Boxes around all points, m.
pub(super) fn extents() -> Channel {
    Channel::new("extent", "float3[]", Element::Vec3)
}

/// Normals of vertices.
pub(super) fn normals() -> Channel {
    Channel::new("normals", "normal3f[]", Element::Vec3).interpolated("vertex")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_join_to_polylines() {
        let lines = polylines(&[0, 1, 1, 2, 5, 6, 2, 3]);
        assert_eq!(lines, [vec![0, 1, 2], vec![5, 6], vec![2, 3]]);
    }

    #[test]
    fn the_extent_has_a_margin() {
        let [low, high] = extent(&[[0.0, 1.0, 2.0], [-1.0, 5.0, 2.0]], 0.5);
        assert_eq!((low, high), ([-1.5, 0.5, 1.5], [0.5, 5.5, 2.5]));
    }
}
