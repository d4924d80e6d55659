//! An estimate of the time of a frame on a graphics card, from counted bytes and published figures. It is not a measurement.

use crate::options::{BenchOptions, CardName};
use clap::ValueEnum;
use pliant_kernels::Traffic;
use serde::Serialize;

/// Time between two dependent dispatches, µs, unless the options say otherwise: an assumption (docs/benchmarks.md).
const LATENCY: f64 = 3.0;

/// What one workgroup can read and write in a second, bytes: an assumption, 64 bytes a clock at 2.5 GHz.
const WORKGROUP_BANDWIDTH: f64 = 160e9;

/// What an estimate needs of a card.
struct Card {
    name: String,
    /// Bandwidth of its memory, bytes/s.
    bandwidth: f64,
    /// Time of a command besides its bytes, s.
    latency: f64,
}

/// The estimated time of a frame.
#[derive(Serialize)]
pub(crate) struct Estimate {
    card: String,
    /// Where each word travels once a dispatch, and where each access does.
    pub(crate) frame_ms: [f64; 2],
    /// The part of it that is the latency of commands.
    latency_ms: f64,
}

/// The estimates for the cards that the options choose.
pub(crate) fn estimates(options: &BenchOptions, traffic: &[Traffic]) -> Vec<Estimate> {
    cards(options)
        .iter()
        .map(|card| card.estimate(traffic))
        .collect()
}

fn cards(options: &BenchOptions) -> Vec<Card> {
    let latency = options.latency.unwrap_or(LATENCY) * 1e-6;
    let card = |name: &str, gigabytes: f64| Card {
        name: name.to_owned(),
        bandwidth: gigabytes * 1e9,
        latency,
    };
    let of = |name: &CardName| match name {
        CardName::Rtx4060 => card("rtx-4060", 272.0),
        CardName::Rx7900Xtx => card("rx-7900-xtx", 960.0),
        CardName::Rtx4090 => card("rtx-4090", 1008.0),
    };
    match (options.bandwidth, options.card) {
        (Some(bandwidth), _) => vec![card(&format!("{bandwidth} GB/s"), bandwidth)],
        (None, Some(name)) => vec![of(&name)],
        (None, None) => CardName::value_variants().iter().map(of).collect(),
    }
}

impl Card {
    fn estimate(&self, traffic: &[Traffic]) -> Estimate {
        let seconds = |command: &Traffic, bytes: u64| {
            let most = WORKGROUP_BANDWIDTH * command.workgroups.max(1) as f64;
            bytes as f64 / self.bandwidth.min(most)
        };
        let sum =
            |of: fn(&Traffic) -> u64| -> f64 { traffic.iter().map(|c| seconds(c, of(c))).sum() };
        let latency = self.latency * traffic.len() as f64;
        let once = sum(|command| command.distinct_read + command.distinct_written);
        let all = sum(|command| command.read + command.written);
        Estimate {
            card: self.name.clone(),
            frame_ms: [once, all].map(|bytes| 1e3 * (latency + bytes)),
            latency_ms: 1e3 * latency,
        }
    }
}

impl Estimate {
    /// A line for people.
    pub(crate) fn text(&self) -> String {
        let [once, all] = self.frame_ms;
        format!(
            "estimate, not measured, {:<12} {once:.3} to {all:.3} ms a frame, of it {:.3} ms latency",
            self.card, self.latency_ms
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_workgroups_do_not_use_the_whole_bandwidth() {
        let card = Card {
            name: String::new(),
            bandwidth: 320e9,
            latency: 1e-3,
        };
        let command = |workgroups| Traffic {
            workgroups,
            distinct_read: 320_000_000,
            read: 640_000_000,
            ..Traffic::default()
        };
        assert_eq!(card.estimate(&[command(10)]).frame_ms, [2.0, 3.0]);
        assert_eq!(card.estimate(&[command(1)]).frame_ms, [3.0, 5.0]);
        let both = card.estimate(&[command(1), command(10)]);
        assert_eq!(both.latency_ms, 2.0);
    }
}
