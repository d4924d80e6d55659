//! Metrics of a frame, in double precision on the host.

use crate::constraints::constraint_lists::{Compliance, ConstraintList};
use crate::metrics::BodyMetrics;
use glam::{DVec3, Vec3};
use pliant_kernels::{CollisionMeshes, filters_allow, surface};
use pliant_math::powi;
use pliant_passes::types::{Body, Collider, Link, MATERIALS, Pose, STRETCH};

/// The state at a frame's end, and the constant data that metrics need.
pub(crate) struct State<'a> {
    pub(crate) positions: &'a [[f32; 4]],
    pub(crate) velocities: &'a [[f32; 4]],
    pub(crate) masses: &'a [f32],
    pub(crate) links: &'a [Link],
    pub(crate) link_lambda: &'a [f32],
    pub(crate) lists: &'a [ConstraintList],
    /// λ of each list.
    pub(crate) list_lambdas: &'a [Vec<f32>],
    /// α of each material row.
    pub(crate) compliances: &'a [Compliance],
    pub(crate) colliders: &'a [Collider],
    pub(crate) collision_meshes: CollisionMeshes<'a>,
    pub(crate) poses: &'a [Pose],
    pub(crate) gravity: DVec3,
    pub(crate) h: f64,
}

pub(crate) fn vector(x: &[f32]) -> DVec3 {
    DVec3::new(x[0].into(), x[1].into(), x[2].into())
}

/// Whether a particle is present: an absent one has a negative mass next to its position.
pub(crate) fn is_present(position: &[f32; 4]) -> bool {
    position[3] >= 0.0
}

/// Volume that triangles enclose, m³; negative where they face inwards.
pub(crate) fn volume(triangles: &[[u32; 3]], positions: &[[f32; 4]]) -> f64 {
    let at = |particle: u32| vector(&positions[particle as usize]);
    let Some(origin) = triangles.first().map(|t| at(t[0])) else {
        return 0.0;
    };
    let sixfold = |t: &[u32; 3]| {
        let [a, b, c] = t.map(|particle| at(particle) - origin);
        a.cross(b).dot(c)
    };
    triangles.iter().map(sixfold).sum::<f64>() / 6.0
}

/// The strain of a stretch link, or the largest principal one of an element.
pub(crate) struct Strain<'a> {
    /// Particles.
    pub(crate) corners: &'a [u32],
    /// Row of the material pool.
    pub(crate) material: u32,
    pub(crate) value: f64,
}

/// Passes on the strain of each stretch link and element.
pub(crate) fn each_strain(
    links: &[Link],
    lists: &[ConstraintList],
    positions: &[[f32; 4]],
    mut take: impl FnMut(&Strain<'_>),
) {
    let at = |p: u32| vector(&positions[p as usize]);
    for link in links {
        if link.material % MATERIALS == STRETCH && link.rest > 0.0 {
            let length = at(link.a).distance(at(link.b));
            take(&Strain {
                corners: &[link.a, link.b],
                material: link.material,
                value: length / f64::from(link.rest) - 1.0,
            });
        }
    }
    for list in lists {
        for words in list.constraints() {
            if let Some(stretch) = list.kind.stretch(words, &at) {
                take(&Strain {
                    corners: &words[..list.kind.corners],
                    material: words[list.kind.material],
                    value: stretch - 1.0,
                });
            }
        }
    }
}

impl State<'_> {
    /// Metrics of the particles `range`, without strains, elastic energy and pin forces.
    pub(crate) fn body(
        &self,
        name: &str,
        body: &Body,
        range: std::ops::Range<usize>,
    ) -> BodyMetrics {
        let mut mass = 0.0;
        let (mut moment, mut momentum, mut angular) = (DVec3::ZERO, DVec3::ZERO, DVec3::ZERO);
        let (mut kinetic, mut potential) = (0.0, 0.0);
        let (mut low, mut high) = (DVec3::MAX, DVec3::MIN);
        let present = |i: &usize| is_present(&self.positions[*i]);
        for i in range.clone().filter(present) {
            let (m, x, v) = (
                f64::from(self.masses[i]),
                vector(&self.positions[i]),
                vector(&self.velocities[i]),
            );
            mass += m;
            moment += m * x;
            momentum += m * v;
            angular += x.cross(m * v);
            kinetic += 0.5 * m * v.length_squared();
            potential -= m * self.gravity.dot(x);
            low = low.min(x);
            high = high.max(x);
        }
        let per_mass = if mass > 0.0 { 1.0 / mass } else { 0.0 };
        BodyMetrics {
            velocity: (momentum * per_mass).to_array(),
            momentum: momentum.to_array(),
            angular_momentum: angular.to_array(),
            kinetic_energy: kinetic,
            potential_energy: potential,
            aabb: if low.x > high.x {
                [[0.0; 3]; 2]
            } else {
                [low.to_array(), high.to_array()]
            },
            max_penetration: self.penetration(body, range),
            ..BodyMetrics::still(name, (moment * per_mass).to_array())
        }
    }

    fn penetration(&self, body: &Body, range: std::ops::Range<usize>) -> Option<f64> {
        let depth = |x: Vec3| {
            let of = |(collider, pose): (&Collider, &Pose)| {
                let local = glam::Quat::from_array(pose.rotation).conjugate()
                    * (x - Vec3::from(pose.translation));
                let posed = collider.posed(pose);
                f64::from(-surface(self.collision_meshes, &posed, local, local, f32::MAX).distance)
            };
            self.colliders
                .iter()
                .zip(self.poses)
                .filter(|(collider, _)| filters_allow(body.filters, collider.filters))
                .map(of)
                .fold(0.0, f64::max)
        };
        let deepest = self.positions[range]
            .iter()
            .filter(|x| is_present(x))
            .map(|x| depth(Vec3::from_slice(&x[..3])))
            .fold(0.0, f64::max);
        (!self.colliders.is_empty()).then_some(deepest)
    }

    /// Adds Σ ½ λᵀ α λ/h⁴ and the strains of stretch links and elements to each body.
    pub(crate) fn constraints(&self, bodies: &mut [BodyMetrics]) {
        let per = 0.5 / powi(self.h, 4);
        for (link, lambda) in self.links.iter().zip(self.link_lambda) {
            let alpha = self.compliances[link.material as usize].alpha;
            bodies[(link.material / MATERIALS) as usize].elastic_energy +=
                per * alpha * powi(f64::from(*lambda), 2);
        }
        for (list, lambda) in self.lists.iter().zip(self.list_lambdas) {
            let rows = lambda.chunks_exact(list.kind.rows);
            for (words, lambda) in list.constraints().zip(rows) {
                let material = words[list.kind.material];
                let row = self.compliances[material as usize];
                bodies[(material / MATERIALS) as usize].elastic_energy +=
                    per * list.kind.compliant(words, lambda, row);
            }
        }
        self.strains(bodies);
    }

    fn strains(&self, bodies: &mut [BodyMetrics]) {
        let mut strains = vec![(f64::NEG_INFINITY, 0.0, 0_u32); bodies.len()];
        let mut add = |material: u32, strain: f64| {
            let (max, sum, count) = &mut strains[(material / MATERIALS) as usize];
            (*max, *sum, *count) = (max.max(strain), *sum + strain, *count + 1);
        };
        each_strain(self.links, self.lists, self.positions, |strain| {
            add(strain.material, strain.value);
        });
        for (body, (max, sum, count)) in bodies.iter_mut().zip(strains).filter(|(_, s)| s.2 > 0) {
            body.max_strain = Some(max);
            body.mean_strain = Some(sum / f64::from(count));
        }
    }

    /// Adds the volume of each closed body, pressure λ/h² and Σ ½ α λ²/h⁴ of each balloon.
    pub(crate) fn balloons(
        &self,
        bodies: &mut [BodyMetrics],
        closed_surfaces: &[Vec<[u32; 3]>],
        lambdas: &[(u32, f32)],
    ) {
        for (body, surface_triangles) in bodies.iter_mut().zip(closed_surfaces) {
            body.volume =
                (!surface_triangles.is_empty()).then(|| volume(surface_triangles, self.positions));
        }
        for (material, lambda) in lambdas {
            let body = &mut bodies[(material / MATERIALS) as usize];
            let pressure = f64::from(*lambda) / powi(self.h, 2);
            let alpha = self.compliances[*material as usize].alpha;
            body.pressure = Some(pressure);
            body.elastic_energy += 0.5 * alpha * pressure * pressure;
        }
    }
}
