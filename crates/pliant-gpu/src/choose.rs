//! Selects the device to open.

use crate::error::Error;
use crate::info::{Candidate, DeviceInfo};

/// The best suitable device; for a window, devices that draw come before devices that do not.
pub(crate) fn best(mut all: Vec<Candidate>, window: bool) -> Result<Candidate, Error> {
    let best = (0..all.len())
        .filter(|i| all[*i].info.problem.is_none())
        .min_by_key(|i| (window && !all[*i].draws, all[*i].info.kind, *i));
    best.map(|index| all.swap_remove(index)).ok_or_else(|| {
        Error::NoneSuitable(listed(&all, |i| {
            format!("{}: {}", i.name, i.problem.as_deref().unwrap_or_default())
        }))
    })
}

/// The device with an index or a part of a name.
pub(crate) fn find(mut all: Vec<Candidate>, selector: &str) -> Result<Candidate, Error> {
    let wanted = selector.to_lowercase();
    let found = all.iter().position(|c| match wanted.parse::<usize>() {
        Ok(index) => c.info.index == index,
        Err(_) => c.info.name.to_lowercase().contains(&wanted),
    });
    let Some(index) = found else {
        return Err(Error::NotFound {
            selector: selector.to_owned(),
            found: listed(&all, |i| format!("{} {}", i.index, i.name)),
        });
    };
    let chosen = all.swap_remove(index);
    match chosen.info.problem {
        Some(problem) => Err(Error::Unsuitable {
            name: chosen.info.name,
            problem,
        }),
        None => Ok(chosen),
    }
}

fn listed(all: &[Candidate], with: fn(&DeviceInfo) -> String) -> String {
    let lines: Vec<String> = all.iter().map(|c| with(&c.info)).collect();
    lines.join(", ")
}

#[cfg(test)]
mod tests {
    use super::{best, find};
    use crate::error::Error;
    use crate::info::{Candidate, DeviceInfo, DeviceKind, Limits, Subgroup};
    use ash::vk;

    /// Devices by kind, whether they draw, and why Pliant cannot run on them.
    fn devices(all: &[(DeviceKind, bool, Option<&str>)]) -> Vec<Candidate> {
        let candidate =
            |(index, (kind, draws, problem)): (usize, &(DeviceKind, bool, Option<&str>))| {
                Candidate {
                    raw: vk::PhysicalDevice::null(),
                    family: 0,
                    draws: *draws,
                    info: DeviceInfo {
                        index,
                        name: format!("{kind:?} Device"),
                        kind: *kind,
                        driver: String::new(),
                        driver_version: String::new(),
                        api: String::new(),
                        subgroup: Subgroup::default(),
                        limits: Limits::default(),
                        heaps: Vec::new(),
                        problem: problem.map(str::to_owned),
                    },
                }
            };
        all.iter().enumerate().map(candidate).collect()
    }

    use DeviceKind::{Cpu, Discrete, Integrated};

    #[test]
    fn the_best_is_discrete_then_integrated_then_software() {
        let all = [
            (Cpu, true, None),
            (Integrated, true, None),
            (Discrete, true, None),
        ];
        for (left, index) in [(3, 2), (2, 1), (1, 0)] {
            let chosen = best(devices(&all[..left]), false).expect("one is suitable");
            assert_eq!(chosen.info.index, index);
        }
    }

    #[test]
    fn a_device_with_a_problem_is_passed_over_and_named_if_there_is_no_other() {
        let old = (Discrete, true, Some("it is old"));
        let chosen = best(devices(&[old, (Cpu, true, None)]), false);
        assert_eq!(chosen.expect("software is suitable").info.index, 1);
        let error = best(devices(&[old, old]), false)
            .err()
            .expect("none is suitable");
        let text = error.to_string();
        assert!(text.contains("Discrete Device: it is old"), "{text}");
        let error = find(devices(&[old]), "discrete").err().expect("it is old");
        assert!(matches!(error, Error::Unsuitable { .. }), "{error}");
    }

    #[test]
    fn a_window_needs_a_device_that_draws() {
        let all = [(Discrete, false, None), (Integrated, true, None)];
        let chosen = |window| best(devices(&all), window).expect("both are suitable");
        assert_eq!(chosen(false).info.index, 0);
        assert_eq!(chosen(true).info.index, 1);
    }

    #[test]
    fn a_device_is_found_by_index_and_by_a_part_of_its_name() {
        let all = [(Cpu, true, None), (Discrete, true, None)];
        for selector in ["1", "discrete", "RETE dev"] {
            let chosen = find(devices(&all), selector).expect(selector);
            assert_eq!(chosen.info.index, 1);
        }
        assert!(matches!(
            find(devices(&all), "2").err(),
            Some(Error::NotFound { .. })
        ));
    }
}
