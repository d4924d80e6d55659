//! Residuals of a substep's equations [MMC16, eqs 8, 9], in double precision on the host.

use super::measure::{State, vector};
use crate::constraints::constraint_lists::ConstraintList;
use crate::metrics::Residual;
use glam::{DVec3, Vec3};
use pliant_kernels::surface;
use pliant_math::powi;
use pliant_passes::types::{Balloon, Body, ColliderContact, MATERIALS, Material, NONE};

/// Results of the frame's last substep, besides its state.
pub(crate) struct SubstepResults {
    /// Compensation terms of positions, m.
    pub(crate) compensations: Vec<[f32; 3]>,
    /// Predicted and final displacements, m.
    pub(crate) displacement: [Vec<[f32; 4]>; 2],
    /// ∇C λ of the corners of lists.
    pub(crate) corrections: Vec<[f32; 3]>,
    /// Residual of each row of each list.
    pub(crate) row_residuals: Vec<Vec<f32>>,
    /// Contacts of the first slot of every particle, then of the second slot …
    pub(crate) contacts: Vec<ColliderContact>,
}

/// The equations of the last substep with all data that their residuals depend on.
pub(crate) struct SubstepEquations<'a> {
    pub(crate) results: &'a SubstepResults,
    pub(crate) state: &'a State<'a>,
    /// Row of the material pool and λ of each balloon.
    pub(crate) inflations: &'a [(u32, f32)],
    pub(crate) balloons: &'a [Balloon],
    pub(crate) closed_surfaces: &'a [Vec<[u32; 3]>],
    pub(crate) materials: &'a [Material],
    pub(crate) bodies: &'a [Body],
    pub(crate) body_of: &'a [u32],
}

impl SubstepEquations<'_> {
    pub(crate) fn residuals(&self) -> Vec<Residual> {
        // ∇Cᵀ λ of each particle, and the sum of squared residuals of each body.
        let mut gradient_terms = vec![DVec3::ZERO; self.body_of.len()];
        let mut duals = vec![0.0; self.bodies.len()];
        self.links(&mut gradient_terms, &mut duals);
        self.lists(&mut gradient_terms, &mut duals);
        self.balloons(&mut gradient_terms, &mut duals);
        self.contacts(&mut gradient_terms, &mut duals);
        let mut primals = vec![0.0; self.bodies.len()];
        for (i, gradient_terms) in gradient_terms.iter().enumerate() {
            let free = self.state.velocities[i][3] > 0.0;
            let [predicted, solved] =
                [0, 1].map(|k: usize| vector(&self.results.displacement[k][i]));
            let g = f64::from(self.state.masses[i]) * (solved - predicted) - *gradient_terms;
            primals[self.body_of[i] as usize] += if free { g.length_squared() } else { 0.0 };
        }
        let norms = primals.into_iter().zip(duals);
        let norm = |(primal, dual): (f64, f64)| Residual {
            primal: primal.sqrt(),
            dual: dual.sqrt(),
        };
        norms.map(norm).collect()
    }

    fn position(&self, particle: u32) -> DVec3 {
        let i = particle as usize;
        vector(&self.state.positions[i]) + vector(&self.results.compensations[i])
    }

    fn displacement(&self, particle: u32) -> DVec3 {
        vector(&self.results.displacement[1][particle as usize])
    }

    fn links(&self, gradient_terms: &mut [DVec3], duals: &mut [f64]) {
        for (link, lambda) in self.state.links.iter().zip(self.state.link_lambda) {
            let separation = self.position(link.a) - self.position(link.b);
            let n = separation.normalize_or_zero();
            let lambda = f64::from(*lambda);
            gradient_terms[link.a as usize] += lambda * n;
            gradient_terms[link.b as usize] -= lambda * n;
            let material = self.materials[link.material as usize];
            let damped = n.dot(self.displacement(link.a) - self.displacement(link.b));
            let h = separation.length() - f64::from(link.rest)
                + f64::from(material.compliance) * lambda
                + f64::from(material.damping) * damped;
            duals[(link.material / MATERIALS) as usize] += h * h;
        }
    }

    fn lists(&self, gradient_terms: &mut [DVec3], duals: &mut [f64]) {
        for (particle, slot) in self.state.lists.iter().flat_map(ConstraintList::corners) {
            gradient_terms[particle as usize] += vector(&self.results.corrections[slot as usize]);
        }
        for (list, row_residuals) in self.state.lists.iter().zip(&self.results.row_residuals) {
            for (body, rows) in list
                .bodies()
                .zip(row_residuals.chunks_exact(list.kind.rows))
            {
                duals[body] += rows.iter().map(|h| powi(f64::from(*h), 2)).sum::<f64>();
            }
        }
    }

    /// Balloons: C = V − target; V and its gradients are sums over triangles, relative to one of their corners.
    fn balloons(&self, gradient_terms: &mut [DVec3], duals: &mut [f64]) {
        for ((row, lambda), balloon) in self.inflations.iter().zip(self.balloons) {
            let body = (row / MATERIALS) as usize;
            let material = self.materials[*row as usize];
            let lambda = f64::from(*lambda);
            let (mut volume, mut damped) = (0.0, 0.0);
            let center = self.closed_surfaces[body].first().map_or(0, |t| t[0]);
            for triangle in &self.closed_surfaces[body] {
                let x = triangle.map(|p| self.position(p) - self.position(center));
                volume += x[0].dot(x[1].cross(x[2])) / 6.0;
                for k in 0..3 {
                    let gradient = x[(k + 1) % 3].cross(x[(k + 2) % 3]) / 6.0;
                    damped += gradient.dot(self.displacement(triangle[k]));
                    gradient_terms[triangle[k] as usize] += lambda * gradient;
                }
            }
            let h = volume - f64::from(balloon.volume)
                + f64::from(material.compliance) * lambda
                + f64::from(material.damping) * damped;
            duals[body] += h * h;
        }
    }

    /// Adds contacts that push; the others are inequalities that hold.
    fn contacts(&self, gradient_terms: &mut [DVec3], duals: &mut [f64]) {
        let particles = self.body_of.len();
        for (at, contact) in self.results.contacts.iter().enumerate() {
            if contact.collider == NONE || contact.lambda == 0.0 {
                continue;
            }
            let i = at % particles;
            let impulse = contact.lambda * Vec3::from(contact.normal) + Vec3::from(contact.tangent);
            gradient_terms[i] += impulse.as_dvec3();
            let collider = contact.collider as usize;
            let pose = &self.state.poses[collider];
            let position = self.position(i as u32);
            let to_local = glam::Quat::from_array(pose.rotation).conjugate();
            let local = |x: DVec3| to_local * (x.as_vec3() - Vec3::from(pose.translation));
            let previous = local(position - self.displacement(i as u32));
            let posed = self.state.colliders[collider].posed(pose);
            let collision_meshes = self.state.collision_meshes;
            let distance = surface(
                collision_meshes,
                &posed,
                local(position),
                previous,
                f32::MAX,
            )
            .distance;
            let body = self.body_of[i] as usize;
            duals[body] += powi(f64::from(distance - self.bodies[body].half_thickness), 2);
        }
    }
}
