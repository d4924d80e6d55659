//! What the overlay says of a scene that plays.

use super::overlay::Words;
use super::play::Play;
use pliant_gpu::{DeviceInfo, DeviceKind};
use pliant_passes::PassTime;
use pliant_render::RenderOptions;
use std::time::Duration;

/// Passes that are listed, those that took longest.
const PASSES: usize = 8;

/// The numbers of a scene that plays.
pub(crate) fn words(play: &mut Play, device: &DeviceInfo) -> Words {
    let passes = passes(play.timings());
    let simulation = play.simulation();
    let summary = simulation.summary();
    let particles: u64 = summary.bodies.iter().map(|b| u64::from(b.particles)).sum();
    let [simulated, drawn] = play.took();
    let time = format!("{:.2} s, frame {}", simulation.time(), simulation.frame());
    let mut numbers = vec![
        ("time", time),
        ("speed", speed(play)),
        ("particles", particles.to_string()),
        (
            "solver",
            format!(
                "{}, {} substeps × {}",
                summary.solver, summary.substeps, summary.iterations
            ),
        ),
        ("simulate", milliseconds(simulated)),
        ("render", milliseconds(drawn)),
        ("device", device.name.clone()),
    ];
    if device.kind == DeviceKind::Cpu {
        numbers.push(("", effort(&play.renderer().options())));
    }
    let named = |(name, value): (&str, String)| (name.to_owned(), value);
    Words {
        title: play.scene.name.clone(),
        numbers: numbers.into_iter().map(named).chain(passes).collect(),
        warnings: warnings(play),
        ..Words::default()
    }
}

/// How much work goes into a picture.
pub(crate) fn effort(options: &RenderOptions) -> String {
    let RenderOptions {
        samples,
        shadow_size,
        ..
    } = options;
    let plural = if *samples == 1 { "" } else { "s" };
    format!("{samples} sample{plural} a pixel, a {shadow_size}² shadow map")
}

fn speed(play: &Play) -> String {
    match play.clock.speed() {
        _ if play.paused => "paused".to_owned(),
        Some(speed) => format!("{speed:.2} of real time"),
        None => "measuring".to_owned(),
    }
}

fn warnings(play: &Play) -> Vec<String> {
    let mut warnings = Vec::new();
    if play.clock.slow() && !play.paused {
        warnings.push("slower than real time".to_owned());
    }
    match play.scene.warnings.len() {
        0 => {}
        1 => warnings.push("1 warning, see the log".to_owned()),
        count => warnings.push(format!("{count} warnings, see the log")),
    }
    warnings
}

fn passes(mut timings: Vec<PassTime>) -> impl Iterator<Item = (String, String)> {
    timings.sort_by(|a, b| b.ms.total_cmp(&a.ms));
    timings.truncate(PASSES);
    timings
        .into_iter()
        .map(|t| (t.pass.row().name.to_owned(), format!("{:.2} ms", t.ms)))
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", 1e3 * time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effort_is_said_in_words() {
        assert_eq!(
            effort(&RenderOptions::LIGHT),
            "1 sample a pixel, a 768² shadow map"
        );
        assert!(effort(&RenderOptions::FULL).starts_with("4 samples"));
    }

    #[test]
    fn the_longest_passes_come_first() {
        let time = |pass, ms| PassTime {
            pass,
            dispatches: 1,
            ms,
        };
        use pliant_passes::PassId;
        let timings = vec![
            time(PassId::PredictParticles, 0.5),
            time(PassId::SolveLinks, 2.0),
        ];
        let names: Vec<_> = passes(timings).map(|(_, value)| value).collect();
        assert_eq!(names, ["2.00 ms", "0.50 ms"]);
    }
}
