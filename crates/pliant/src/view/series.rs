//! Metrics of bodies over time, for the plots.

use crate::exit::Error;
use pliant_sim::{BodyMetrics, FrameMetrics};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A metric of a body: its name, its unit, and how to read it.
pub(crate) struct Metric {
    pub(crate) name: &'static str,
    pub(crate) unit: &'static str,
    read: fn(&BodyMetrics) -> Option<f64>,
}

const fn metric(
    name: &'static str,
    unit: &'static str,
    read: fn(&BodyMetrics) -> Option<f64>,
) -> Metric {
    Metric { name, unit, read }
}

/// Every metric of a body that can be plotted; docs/metrics.md explains them.
pub(crate) const METRICS: [Metric; 24] = [
    metric("kinetic_energy", "J", |b| Some(b.kinetic_energy)),
    metric("potential_energy", "J", |b| Some(b.potential_energy)),
    metric("elastic_energy", "J", |b| Some(b.elastic_energy)),
    metric("total_energy", "J", |b| {
        Some(b.kinetic_energy + b.potential_energy + b.elastic_energy)
    }),
    metric("max_strain", "", |b| b.max_strain),
    metric("mean_strain", "", |b| b.mean_strain),
    metric("com.x", "m", |b| Some(b.com[0])),
    metric("com.y", "m", |b| Some(b.com[1])),
    metric("com.z", "m", |b| Some(b.com[2])),
    metric("velocity", "m/s", |b| Some(length(b.velocity))),
    metric("momentum.x", "kg·m/s", |b| Some(b.momentum[0])),
    metric("momentum.y", "kg·m/s", |b| Some(b.momentum[1])),
    metric("momentum.z", "kg·m/s", |b| Some(b.momentum[2])),
    metric("angular_momentum", "kg·m²/s", |b| {
        Some(length(b.angular_momentum))
    }),
    metric("angular_velocity", "rad/s", |b| {
        b.angular_velocity.map(length)
    }),
    metric("pin_force", "N", |b| b.pin_force.map(length)),
    metric("volume", "m³", |b| b.volume),
    metric("pressure", "Pa", |b| b.pressure),
    metric("max_penetration", "m", |b| b.max_penetration),
    metric("density_error.mean", "", |b| {
        b.fluid.map(|f| f.density_error.mean)
    }),
    metric("density_error.max", "", |b| {
        b.fluid.map(|f| f.density_error.max)
    }),
    metric("leaked", "particles", |b| b.fluid.map(|f| f.leaked as f64)),
    metric("tears", "particles", |b| b.tears.map(f64::from)),
    metric("aabb.max.y", "m", |b| Some(b.aabb[1][1])),
];

/// A metric of the scene: its name, and how to read it.
type Counted = (&'static str, fn(&FrameMetrics) -> Option<f64>);

/// Every metric of the whole scene.
pub(crate) const COUNTS: [Counted; 7] = [
    ("contacts", |m| Some(m.contacts as f64)),
    ("contacts_by_kind.collider", |m| {
        Some(m.contacts_by_kind.collider as f64)
    }),
    ("contacts_by_kind.deformable", |m| {
        Some(m.contacts_by_kind.deformable as f64)
    }),
    ("contacts_by_kind.rigid", |m| {
        Some(m.contacts_by_kind.rigid as f64)
    }),
    ("intersections", |m| m.intersections.map(|n| n as f64)),
    ("truncated", |m| m.truncated.map(|n| n as f64)),
    ("sleeping", |m| m.sleeping.map(|n| n as f64)),
];

/// A curve: a metric of a body, or of the scene without one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Curve {
    pub(crate) body: Option<usize>,
    pub(crate) metric: usize,
}

/// What was measured, by frame.
#[derive(Default)]
pub(crate) struct Series {
    frames: BTreeMap<u64, Sample>,
    /// The last measurement.
    pub(crate) last: Option<FrameMetrics>,
}

struct Sample {
    time: f64,
    /// The metrics of each body; not a number where the body has none.
    bodies: Vec<[f32; METRICS.len()]>,
    counts: [f32; COUNTS.len()],
}

impl Series {
    /// Adds a measurement.
    pub(crate) fn add(&mut self, metrics: FrameMetrics) {
        let value = |v: Option<f64>| v.map_or(f32::NAN, |v| v as f32);
        let body = |body: &BodyMetrics| std::array::from_fn(|i| value((METRICS[i].read)(body)));
        let sample = Sample {
            time: metrics.time,
            bodies: metrics.bodies.iter().map(body).collect(),
            counts: std::array::from_fn(|i| value((COUNTS[i].1)(&metrics))),
        };
        self.frames.insert(metrics.frame, sample);
        self.last = Some(metrics);
    }

    /// Drops what comes after a frame.
    pub(crate) fn truncate(&mut self, frame: u64) {
        self.frames.split_off(&(frame + 1));
    }

    /// Drops everything.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Time and value of a curve in each measured frame, s; `most` of them at most, evenly spread.
    pub(crate) fn points(&self, curve: &Curve, most: usize) -> Vec<[f64; 2]> {
        let step = self.frames.len().div_ceil(most.max(1)).max(1);
        let samples = self.frames.values().step_by(step);
        let point = |s: &Sample| Some([s.time, s.value(curve)?]);
        samples.filter_map(point).collect()
    }

    /// All curves as a table: a line for each measured frame, an empty cell where a body has no such metric.
    pub(crate) fn csv(&self, curves: &[Curve], names: &[String]) -> Result<String, Error> {
        let failed = |e: std::fmt::Error| Error::Internal(format!("cannot make CSV: {e}"));
        let mut text = "frame,time (s)".to_owned();
        for curve in curves {
            let label = curve.label(names).replace('"', "\"\"");
            write!(text, ",\"{label}\"").map_err(failed)?;
        }
        for (frame, sample) in &self.frames {
            write!(text, "\n{frame},{}", sample.time).map_err(failed)?;
            for curve in curves {
                let value = sample.value(curve).map(|v| v.to_string());
                write!(text, ",{}", value.unwrap_or_default()).map_err(failed)?;
            }
        }
        text.push('\n');
        Ok(text)
    }
}

impl Sample {
    fn value(&self, curve: &Curve) -> Option<f64> {
        let value = match curve.body {
            Some(body) => self.bodies.get(body)?[curve.metric],
            None => self.counts[curve.metric],
        };
        value.is_finite().then_some(value.into())
    }
}

impl Curve {
    /// Its name with the unit, for legends and tables.
    pub(crate) fn label(&self, names: &[String]) -> String {
        let Some(body) = self.body else {
            return COUNTS[self.metric].0.to_owned();
        };
        let name = names.get(body).map_or("", String::as_str);
        let Metric {
            name: metric, unit, ..
        } = &METRICS[self.metric];
        match *unit {
            "" => format!("{name}: {metric}"),
            unit => format!("{name}: {metric} ({unit})"),
        }
    }
}

fn length(v: [f64; 3]) -> f64 {
    v.iter().map(|c| c * c).sum::<f64>().sqrt()
}
