//! Quantities of single particles and bodies that a viewer shows by colours, and where contacts had to interfere.

use super::Simulation;
use crate::error::Error;
use crate::memory::read;
use crate::metrics::measure::{each_strain, is_present, vector};
use crate::views::{Crossing, Quantity};
use glam::{DVec3, Quat, Vec3};
use pliant_kernels::tree;
use pliant_math::powi;
use pliant_passes::Engine;
use pliant_passes::types::{
    ACCUMULATORS, Accumulator, Bounds, ContactRow, ContactState, MATERIALS, MESH, ROW, RigidState,
};

impl<E: Engine> Simulation<E> {
    /// A quantity of each particle at the frame's end, in the unit of [`Quantity`]; NaN where the particle has none.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn quantity(&mut self, quantity: Quantity) -> Result<Vec<f32>, Error> {
        match quantity {
            Quantity::Strain => self.strains(),
            Quantity::Speed => self.speeds(),
            Quantity::Pressure => self.excess_pressures(),
            Quantity::Density => self.densities(),
            Quantity::Thickness => Ok(self.thicknesses()),
            Quantity::ContactForce => self.particle_contact_forces(),
        }
    }

    /// A quantity of each rigid body, likewise; all bodies have a speed and a contact force, and nothing else.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn rigid_quantity(&mut self, quantity: Quantity) -> Result<Vec<f32>, Error> {
        let count = self.rigid_states.len();
        match quantity {
            Quantity::Speed => {
                let speed = |state: &RigidState| Vec3::from(state.velocity).length();
                Ok(self.rigid_states.iter().map(speed).collect())
            }
            Quantity::ContactForce => {
                let contacts = self.contact_points()?;
                let first = self.names.len() as u32;
                let mut sums = vec![0.0; count];
                for (body, [_, _, force]) in contacts.bodies.iter().zip(&contacts.vectors) {
                    if let Some(sum) = body
                        .checked_sub(first)
                        .and_then(|b| sums.get_mut(b as usize))
                    {
                        *sum += Vec3::from(*force).length();
                    }
                }
                Ok(sums)
            }
            _ => Ok(vec![f32::NAN; count]),
        }
    }

    /// The value of each drawn vertex, from a value of each particle. Vertices that are embedded in a lattice interpolate.
    #[must_use]
    pub fn on_vertices(&self, of_particles: &[f32]) -> Vec<f32> {
        let vertices = &self.assembly.model.vertices;
        let particles = vertices.particle_of.iter();
        let mut values: Vec<f32> = particles.map(|p| of_particles[*p as usize]).collect();
        for at in &vertices.embedded_vertices {
            let nodes = at.nodes.iter().zip(at.weights);
            values[at.vertex as usize] = nodes.map(|(n, w)| w * of_particles[*n as usize]).sum();
        }
        values
    }

    /// How often the displacement of each particle was truncated so far, because it would have passed through a surface.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn truncations(&mut self) -> Result<Vec<u32>, Error> {
        let means = self.assembly.buffers.deformable_contacts.means();
        if self.assembly.model.deformable_contacts.elements.is_empty() {
            return Ok(vec![0; self.assembly.model.masses.len()]);
        }
        let means = self.read_particles(means)?;
        Ok(means.iter().map(|mean| mean[3] as u32).collect())
    }

    /// Where edges of deformable surfaces intersect triangles of others at the frame's end.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn crossings(&mut self) -> Result<Vec<Crossing>, Error> {
        if !self.assembly.model.deformable_contacts.intersections.any() {
            return Ok(Vec::new());
        }
        let found = self.read_intersections()?;
        let elements = &self.assembly.model.deformable_contacts.elements;
        let corners = |element: u32| elements[element as usize];
        let crossing = |[element, k, triangle]: [u32; 3]| {
            let [i, j, l, _] = corners(triangle);
            let ends = [k, k + 1].map(|k| corners(element)[(k % 3) as usize]);
            Crossing {
                edge: ends,
                triangle: [i, j, l],
            }
        };
        Ok(found.into_iter().map(crossing).collect())
    }

    /// Contacts between deformable surfaces that push in the last substep: position (m), normal towards the first surface, and the force on
    /// it (N).
    ///
    /// # Errors
    /// When the device is lost.
    pub fn surface_contacts(&mut self) -> Result<Vec<[Vec3; 3]>, Error> {
        let own = &self.assembly.buffers.deformable_contacts;
        let (state, rows, lambdas) = (own.state(), own.contacts.rows, own.contacts.lambdas);
        if self.frame == 0 || self.assembly.model.deformable_contacts.elements.is_empty() {
            return Ok(Vec::new());
        }
        let state: Vec<ContactState> = read(&mut self.engine, state, 0, 1)?;
        let most = self.assembly.model.deformable_contacts.contacts as usize;
        let count = (state[0].contacts as usize).min(most);
        let rows: Vec<[u32; 4]> = read(&mut self.engine, rows, 0, ROW as usize * count)?;
        let rows: &[ContactRow] = bytemuck::cast_slice(&rows);
        let lambdas: Vec<[f32; 4]> = read(&mut self.engine, lambdas, 0, count)?;
        let model = &self.assembly.model;
        let owners = model.deformable_contacts.owners(&model.pools.body_of);
        let (count, position) = (owners.len(), self.assembly.buffers.particles.position);
        let positions: Vec<[f32; 4]> = read(&mut self.engine, position, 0, count)?;
        let per = (1.0 / powi(self.settings.h(), 2)) as f32;
        let contact = |(row, lambda): (&ContactRow, &[f32; 4])| {
            let corners = row.corners.iter().zip(row.weights);
            let of_first = corners.filter(|(_, weight)| *weight > 0.0);
            let at =
                of_first.map(|(p, weight)| weight * Vec3::from_slice(&positions[*p as usize][..3]));
            let [x, y, z, push] = *lambda;
            let normal = Vec3::from(row.normal);
            let force = per * (push * normal + Vec3::new(x, y, z));
            (push > 0.0).then(|| [at.sum(), normal, force])
        };
        Ok(rows.iter().zip(&lambdas).filter_map(contact).collect())
    }

    /// Corners of the boxes of bounding volume hierarchies, m: of deformable surfaces at the last search, and of collision meshes. Of
    /// each hierarchy it is the finest level that has at most `most` boxes.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn bounding_boxes(&mut self, most: u32) -> Result<Vec<[Vec3; 8]>, Error> {
        let level = |count: u32| {
            let levels = tree::levels(count);
            levels.into_iter().find(|[_, size]| *size <= most)
        };
        let mut boxes = Vec::new();
        let elements = self.assembly.model.deformable_contacts.elements.len() as u32;
        if let Some([first, size]) = level(elements).filter(|_| self.frame > 0) {
            let nodes = self.assembly.buffers.deformable_contacts.nodes();
            let found: Vec<Bounds> = read(&mut self.engine, nodes, first as usize, size as usize)?;
            boxes.extend(found.iter().map(|bounds| corners(bounds, |corner| corner)));
        }
        let meshes = self.scene_colliders().iter().zip(&self.poses);
        for (collider, pose) in meshes.filter(|(collider, _)| collider.shape == MESH) {
            let rotation = Quat::from_array(pose.rotation);
            let (to, scale) = (Vec3::from(pose.translation), Vec3::from(pose.scale));
            if let Some([first, size]) = level(collider.faces) {
                let own = &self.collision_meshes.boxes[(collider.first_box + first) as usize..];
                let world = |corner: Vec3| to + rotation * (scale * corner);
                boxes.extend(own[..size as usize].iter().map(|b| corners(b, world)));
            }
        }
        boxes.retain(|corners| corners.iter().all(|corner| corner.is_finite()));
        Ok(boxes)
    }

    /// Of the strains at each particle the one of largest magnitude: of its distance links, and principal ones of its elements.
    fn strains(&mut self) -> Result<Vec<f32>, Error> {
        let positions = self.read_particles(self.assembly.buffers.particles.position)?;
        let mut strains = vec![f32::NAN; positions.len()];
        let constraints = &self.assembly.model.constraints;
        each_strain(
            &constraints.links,
            &constraints.lists,
            &positions,
            |strain| {
                for particle in strain.corners {
                    let own = &mut strains[*particle as usize];
                    if own.is_nan() || f64::from(own.abs()) < strain.value.abs() {
                        *own = strain.value as f32;
                    }
                }
            },
        );
        Ok(strains)
    }

    fn speeds(&mut self) -> Result<Vec<f32>, Error> {
        let velocities = self.read_particles(self.assembly.buffers.particles.velocity)?;
        let speed = |velocity: &[f32; 4]| vector(velocity).length() as f32;
        Ok(velocities.iter().map(speed).collect())
    }

    /// Pressures of fluid particles, and those by which balloons exceed the surrounding air.
    fn excess_pressures(&mut self) -> Result<Vec<f32>, Error> {
        let mut pressures = vec![f32::NAN; self.assembly.model.masses.len()];
        if !self.assembly.model.fluids.particles.is_empty() {
            let found = self.pressures()?;
            for particle in &self.assembly.model.fluids.particles {
                pressures[*particle as usize] = found[*particle as usize];
            }
        }
        for (material, lambda) in self.balloon_lambdas()? {
            let pressure = f64::from(lambda) / powi(self.settings.h(), 2);
            let range = self.particles_of((material / MATERIALS) as usize);
            pressures[range].fill(pressure as f32);
        }
        Ok(pressures)
    }

    /// Densities of fluid particles.
    fn densities(&mut self) -> Result<Vec<f32>, Error> {
        let mut densities = vec![f32::NAN; self.assembly.model.masses.len()];
        if self.frame == 0 || self.assembly.model.fluids.particles.is_empty() {
            return Ok(densities);
        }
        let sorted = self.sorted_particles()?;
        let density = self.assembly.buffers.fluids.density;
        let found: Vec<f32> = read(&mut self.engine, density, 0, sorted.len())?;
        let rest = self
            .assembly
            .model
            .fluids
            .rest_densities(&self.assembly.model.masses);
        for (particle, density) in sorted.into_iter().zip(found) {
            if let Some(rest) = rest.get(&particle) {
                densities[particle as usize] = rest * density;
            }
        }
        Ok(densities)
    }

    fn thicknesses(&self) -> Vec<f32> {
        let body_of = self.assembly.model.pools.body_of.iter();
        let of = |body: &u32| 2.0 * self.bodies[*body as usize].half_thickness;
        body_of.map(of).collect()
    }

    /// Contact force on each particle, mean over the frame; NaN unless [`crate::Settings::contact_forces`] is set.
    fn particle_contact_forces(&mut self) -> Result<Vec<f32>, Error> {
        let count = self.assembly.model.masses.len();
        if !self.settings.contact_forces {
            return Ok(vec![f32::NAN; count]);
        }
        let mut sums = vec![DVec3::ZERO; count];
        if self.frame > 0 {
            let buffer = self.assembly.buffers.particles.accumulators;
            let all = ACCUMULATORS as usize * count;
            let found: Vec<Accumulator> = read(&mut self.engine, buffer, 0, all)?;
            let contacts = found.iter().enumerate().filter(|(_, one)| one.other > 0);
            contacts.for_each(|(at, one)| sums[at % count] += vector(&one.impulse));
        }
        let dt = self.settings.dt();
        let positions = self.read_particles(self.assembly.buffers.particles.position)?;
        let force = |(sum, position): (&DVec3, &[f32; 4])| match is_present(position) {
            true => (sum.length() / dt) as f32,
            false => f32::NAN,
        };
        Ok(sums.iter().zip(&positions).map(force).collect())
    }
}

/// The corners of a box: bit k of the index chooses the high side along axis k.
fn corners(bounds: &Bounds, to_world: impl Fn(Vec3) -> Vec3) -> [Vec3; 8] {
    let sides = [bounds.low, bounds.high];
    std::array::from_fn(|i| {
        to_world(Vec3::from_array(std::array::from_fn(|k| {
            sides[(i >> k) & 1][k]
        })))
    })
}
