//! The distance constraint as a plain loop on one thread of the host, to compare device times with.

use std::time::Instant;

/// A sheet as flat arrays for the native loop; links are in the device's order.
pub(crate) struct Native {
    positions: Vec<[f32; 4]>,
    links: Vec<Link>,
    lambda: Vec<f32>,
    compliance: f32,
}

#[derive(Clone, Copy)]
struct Link {
    a: u32,
    b: u32,
    rest: f32,
}

impl Native {
    /// Positions with inverse masses, links as (a, b, rest length as bits), and α̃ of all of them.
    pub(crate) fn new(positions: Vec<[f32; 4]>, links: &[[u32; 3]], compliance: f32) -> Self {
        let links: Vec<Link> = links
            .iter()
            .map(|[a, b, rest]| Link {
                a: *a,
                b: *b,
                rest: f32::from_bits(*rest),
            })
            .collect();
        Self {
            lambda: vec![0.0; links.len()],
            positions,
            links,
            compliance,
        }
    }

    /// Mean time of an iteration over those of a frame, ms.
    pub(crate) fn iteration_ms(&mut self, iterations: u32) -> f64 {
        let start = Instant::now();
        for _ in 0..iterations {
            self.iterate();
        }
        start.elapsed().as_secs_f64() * 1e3 / f64::from(iterations)
    }

    /// One Gauss-Seidel iteration [MMC16, eq. 18].
    #[inline(never)]
    fn iterate(&mut self) {
        for (link, lambda) in self.links.iter().zip(&mut self.lambda) {
            let ([ax, ay, az, aw], [bx, by, bz, bw]) = (
                self.positions[link.a as usize],
                self.positions[link.b as usize],
            );
            let (dx, dy, dz) = (ax - bx, ay - by, az - bz);
            let length = (dx * dx + dy * dy + dz * dz).sqrt();
            let change =
                (link.rest - length - self.compliance * *lambda) / (aw + bw + self.compliance);
            *lambda += change;
            let (a, b) = (aw * change / length, bw * change / length);
            self.positions[link.a as usize] = [ax + a * dx, ay + a * dy, az + a * dz, aw];
            self.positions[link.b as usize] = [bx - b * dx, by - b * dy, bz - b * dz, bw];
        }
    }
}
