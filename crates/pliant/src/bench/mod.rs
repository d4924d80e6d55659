//! `pliant bench`: the standard benchmark scenes, each compared with a native loop of the same work.

mod boxes;
mod cloth;
mod container;
mod fluid;
mod fold;
mod lattice;
mod native;
mod native_fluid;
mod native_grid;
mod neighbours;
mod sheet;
mod soft;
mod timing;

use crate::exit::Error;
use crate::options::BenchOptions;

/// A benchmark and its name.
struct Bench {
    name: &'static str,
    run: fn(&BenchOptions) -> Result<(), Error>,
}

/// All benchmarks, in the order in which they run.
const BENCHES: [Bench; 6] = [
    Bench {
        name: "cloth",
        run: cloth::cloth,
    },
    Bench {
        name: "soft",
        run: soft::soft,
    },
    Bench {
        name: "neighbours",
        run: neighbours::neighbours,
    },
    Bench {
        name: "fold",
        run: fold::fold,
    },
    Bench {
        name: "fluid",
        run: fluid::fluid,
    },
    Bench {
        name: "boxes",
        run: boxes::boxes,
    },
];

/// Runs the named benchmark, or all of them.
pub(crate) fn bench(options: &BenchOptions) -> Result<(), Error> {
    let chosen: Vec<&Bench> = BENCHES
        .iter()
        .filter(|b| options.name.as_deref().is_none_or(|name| name == b.name))
        .collect();
    if chosen.is_empty() {
        let names = BENCHES.map(|b| b.name).join(", ");
        let name = options.name.as_deref().unwrap_or_default();
        return Err(Error::Usage(format!(
            "there is no benchmark {name}: choose one of {names}"
        )));
    }
    chosen.into_iter().try_for_each(|b| (b.run)(options))
}
