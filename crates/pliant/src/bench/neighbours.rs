//! `pliant bench neighbours`: the neighbour search for 100,000 points with about 32 neighbours each.

use super::standard::{Counts, Standard, Work};
use crate::engine::AnyEngine;
use crate::exit::Error;
use pliant_passes::{PassTime, Recording};
use pliant_sim::Neighbours;

const POINTS: usize = 100_000;

/// The cloud of points.
pub(crate) fn scenes() -> Vec<Standard> {
    let start = |engine| Ok(Box::new(search(engine)?) as Box<dyn Work>);
    vec![Standard::new(POINTS.to_string(), start)]
}

/// A search in the unit cube. Its radius gives an inner point 34 neighbours on average; lists are long enough.
fn search(engine: AnyEngine) -> Result<Neighbours<AnyEngine>, Error> {
    let radius = (34.0 * 0.75 / std::f32::consts::PI / POINTS as f32).cbrt();
    let mut search = Neighbours::new(engine, &[0; POINTS], &[radius])?;
    search.set_points(&cloud())?;
    while search.search()? > 0 {}
    Ok(search)
}

/// Random points in a cube of 1 m.
fn cloud() -> Vec<[f32; 4]> {
    let mut state = 1_u64;
    let mut random = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1 << 24) as f32
    };
    let point = |_| [random(), random(), random(), 0.0];
    (0..POINTS).map(point).collect()
}

impl Work for Neighbours<AnyEngine> {
    fn step(&mut self) -> Result<(), Error> {
        self.search()?;
        Ok(())
    }

    fn timings(&mut self) -> Vec<PassTime> {
        Self::timings(self)
    }

    fn recording(&self) -> Recording {
        Self::recording(self).clone()
    }

    fn engine(&mut self) -> &mut AnyEngine {
        Self::engine(self)
    }

    fn method(&self) -> String {
        "one search a frame".to_owned()
    }

    fn counts(&mut self) -> Result<Counts, Error> {
        let found: usize = self.lists()?.iter().map(Vec::len).sum();
        let each = found as f64 / POINTS as f64;
        Ok(Counts::from([
            ("points", POINTS as f64),
            ("neighbours each", each),
        ]))
    }
}
