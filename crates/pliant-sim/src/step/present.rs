//! What is drawn: particles become vertices, normals and tangents.

use super::recorder::Step;
use crate::buffers::Buffers;
use crate::model::Model;
use crate::settings::Settings;
use pliant_passes::Recording;
use pliant_passes::passes::particles;
use pliant_passes::types::CountParams;

/// Records only the passes that drawing the current state needs.
pub(crate) fn present(settings: &Settings, model: &Model, buffers: &Buffers) -> Recording {
    let mut step = Step::new(settings, model, buffers);
    let deforming = buffers.deforming();
    model.deforming.record_start(&mut step.record, deforming);
    step.present();
    step.record
}

impl Step<'_> {
    pub(super) fn present(&mut self) {
        self.write_vertices();
        self.write_embedded_vertices();
        self.compute_normals();
        self.compute_tangents();
    }

    fn write_vertices(&mut self) {
        let b = &self.b.vertices;
        let params = CountParams {
            count: self.model.pools.vertices(),
        };
        let buffers = particles::WriteVertices {
            particle_of: b.particle_of,
            position: self.b.particles.position,
            vertices: b.positions,
        };
        self.record.pass(buffers, params, params.count);
    }

    /// Interpolates vertices of soft bodies from the particles of their lattices.
    fn write_embedded_vertices(&mut self) {
        let b = &self.b.vertices;
        let params = CountParams {
            count: self.model.vertices.embedded_vertices.len() as u32,
        };
        let buffers = particles::WriteEmbeddedVertices {
            embedded_vertices: b.embedded_vertices,
            position: self.b.particles.position,
            vertices: b.positions,
        };
        self.record.pass(buffers, params, params.count);
    }

    fn compute_normals(&mut self) {
        let b = &self.b.vertices;
        let params = CountParams {
            count: self.model.vertices.ranges.len() as u32,
        };
        let buffers = particles::ComputeNormals {
            ranges: b.ranges,
            one_ring: b.one_ring,
            triangles: b.triangles,
            vertices: b.positions,
            normals: b.normals,
        };
        self.record.pass(buffers, params, params.count);
    }

    fn compute_tangents(&mut self) {
        if !self.model.vertices.has_tangents() {
            return;
        }
        let b = &self.b.vertices;
        let params = CountParams {
            count: self.model.vertices.ranges.len() as u32,
        };
        let buffers = particles::ComputeTangents {
            ranges: b.ranges,
            one_ring: b.one_ring,
            triangles: b.triangles,
            vertices: b.positions,
            normals: b.normals,
            texcoords: b.texcoords,
            tangents: b.tangents,
        };
        self.record.pass(buffers, params, params.count);
    }
}
