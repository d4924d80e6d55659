//! The constraints of a scene, in the order in which the solver solves them.

pub(crate) mod attachment_slots;
pub(crate) mod attachments;
pub(crate) mod balloons;
pub(crate) mod bundle;
pub(crate) mod color;
pub(crate) mod constraint_lists;
pub(crate) mod elements;
pub(crate) mod links;
pub(crate) mod material;
pub(crate) mod watch;

use crate::build::built::Built;
use crate::build::pools::Pools;
use crate::error::Error;
use crate::settings::Settings;
use balloons::Balloons;
use color::Coloring;
use constraint_lists::{ConstraintList, constraint_lists, corner_lists, features_of};
use links::{Slotted, color_links, free_links};
use pliant_passes::Engine;
use pliant_passes::types::FEATURE_CORNERS;
use pliant_passes::types::FEATURE_ONE_ITERATION;
use pliant_passes::types::Link;
use pliant_scene::{Scene, Solver};
use watch::Watches;

/// Distance links and all other constraints between particles, in solving order.
pub(crate) struct Constraints {
    /// Distance links in the device's order.
    pub(crate) links: Vec<Link>,
    /// `FEATURE_…` bits of the passes of links.
    pub(crate) link_features: u32,
    /// Colours of links; empty with Jacobi.
    pub(crate) colors: Coloring,
    /// Other constraints, one list for each type.
    pub(crate) lists: Vec<ConstraintList>,
    /// `FEATURE_…` bits of the pass of each list.
    pub(crate) list_features: Vec<u32>,
    /// Colour ranges of links, then of all lists.
    pub(crate) ranges: Vec<[u32; 3]>,
    /// Jacobi: slots of links, sorted by particle.
    pub(crate) slotted: Slotted,
    /// Jacobi: start of each particle's corners among the lists, and the slots of their corrections.
    pub(crate) corners: [Vec<u32>; 2],
    /// Jacobi: lanes of a subgroup that share a particle.
    pub(crate) lanes: u32,
}

impl Constraints {
    pub(crate) fn new<E: Engine>(
        scene: &Scene,
        settings: &Settings,
        engine: &mut E,
        built: &Built,
        inverse_masses: &[f32],
    ) -> Result<Self, Error> {
        let mut links = free_links(built, inverse_masses);
        let mut lists = constraint_lists(scene, built, inverse_masses);
        let rows = (&mut links, &mut lists[..]);
        let Order {
            colors,
            slotted,
            corners,
        } = Order::new(settings, engine, built, inverse_masses, rows)?;
        let materials = material::materials(scene, settings);
        Ok(Self {
            link_features: link_features(settings, &lists)
                | features_of(links.iter().map(|l| l.material), &materials),
            list_features: lists.iter().map(|f| f.features(&materials)).collect(),
            ranges: ranges(&colors, &mut lists),
            lanes: lanes(engine.lanes(), &slotted, inverse_masses.len() as u32),
            links,
            colors,
            lists,
            slotted,
            corners,
        })
    }

    /// Corners of all constraints but links, each of which has a slot for its correction.
    pub(crate) fn corner_count(&self) -> u32 {
        self.lists.iter().map(ConstraintList::corner_count).sum()
    }

    /// Decides which forces are read out, and marks the constraints that they need.
    pub(crate) fn watches(
        &mut self,
        scene: &Scene,
        pools: &Pools,
        settings: &Settings,
        balloons: &mut Balloons,
    ) -> Watches {
        let lambda_of = |link: usize, end: usize| match self.slotted.slots_of.get(link) {
            Some(slots) => slots[end],
            None => link as u32,
        };
        let rows = (&mut self.lists[..], balloons);
        Watches::new(scene, pools, settings, &self.links, rows, lambda_of)
    }
}

/// Solving order of links and lists: colours (Gauss-Seidel), or slots and corners of particles (Jacobi).
#[derive(Default)]
struct Order {
    colors: Coloring,
    slotted: Slotted,
    corners: [Vec<u32>; 2],
}

impl Order {
    fn new<E: Engine>(
        settings: &Settings,
        engine: &mut E,
        built: &Built,
        inverse_masses: &[f32],
        (links, lists): (&mut Vec<Link>, &mut [ConstraintList]),
    ) -> Result<Self, Error> {
        match settings.solver {
            Solver::GaussSeidel => {
                for list in lists {
                    list.color(&built.rests, inverse_masses);
                }
                Ok(Self {
                    colors: color_links(links, built, inverse_masses),
                    ..Self::default()
                })
            }
            Solver::Jacobi => Ok(Self {
                slotted: Slotted::new(engine, inverse_masses.len() as u32, links)?,
                corners: corner_lists(lists, inverse_masses.len()),
                ..Self::default()
            }),
        }
    }
}

/// `FEATURE_…` bits of the passes of links, apart from those of their materials.
fn link_features(settings: &Settings, lists: &[ConstraintList]) -> u32 {
    let bit = |on: bool, feature: u32| if on { feature } else { 0 };
    bit(settings.iterations == 1, FEATURE_ONE_ITERATION) | bit(!lists.is_empty(), FEATURE_CORNERS)
}

/// Ranges of all colours; sets the first range of each list.
fn ranges(colors: &Coloring, lists: &mut [ConstraintList]) -> Vec<[u32; 3]> {
    let mut ranges: Vec<[u32; 3]> = colors.ranges().collect();
    for list in lists {
        list.first_range = ranges.len() as u32;
        ranges.extend(list.coloring.ranges());
    }
    ranges
}

/// Lanes that share a particle. A whole subgroup pays off only where particles have links for half of its lanes
/// (docs/passes.md, lanes). The choice never depends on timing.
fn lanes(subgroup: u32, slotted: &Slotted, particles: u32) -> u32 {
    let links = slotted.slots.len() as u32 / particles.max(1);
    if subgroup > 1 && links >= (subgroup / 2).max(16) {
        subgroup
    } else {
        1
    }
}
