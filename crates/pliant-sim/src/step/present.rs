//! What is drawn: particles become vertices, normals and tangents.

use super::recorder::Step;
use crate::buffers::Buffers;
use crate::model::Model;
use crate::settings::Settings;
use pliant_passes::passes::particles;
use pliant_passes::types::CountParams;
use pliant_passes::{Recording, bind};

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
        let buffers = bind!(particles::WriteVertices {
            particle_of from b; position from self.b.particles;
            vertices = b.positions;
        });
        self.record.pass(buffers, params, params.count);
    }

    /// Interpolates vertices of soft bodies from the particles of their lattices.
    fn write_embedded_vertices(&mut self) {
        let b = &self.b.vertices;
        let params = CountParams {
            count: self.model.vertices.embedded_vertices.len() as u32,
        };
        let buffers = bind!(particles::WriteEmbeddedVertices {
            embedded_vertices from b; position from self.b.particles;
            vertices = b.positions;
        });
        self.record.pass(buffers, params, params.count);
    }

    fn compute_normals(&mut self) {
        let b = &self.b.vertices;
        let params = CountParams {
            count: self.model.vertices.ranges.len() as u32,
        };
        let buffers = bind!(particles::ComputeNormals {
            ranges, one_ring, triangles, normals from b; vertices = b.positions;
        });
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
        let buffers = bind!(particles::ComputeTangents {
            ranges, one_ring, triangles, normals, texcoords, tangents from b;
            vertices = b.positions;
        });
        self.record.pass(buffers, params, params.count);
    }
}
