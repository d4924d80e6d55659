//! Which surfaces collide: filters, and those of KHR_physics_rigid_bodies.

use crate::error::Result;
use crate::extensions::BODIES;
use crate::report::Report;
use pliant_gltf::document::Document;
use pliant_gltf::extension::list;
use pliant_gltf::text::{count, quote};
use serde::Deserialize;
use std::collections::BTreeSet;

/// Number of systems that have a bit of their own.
pub(crate) const SYSTEMS: usize = 31;

/// The systems of a surface and those it collides with, a bit each in the order of `Scene::systems`. Two surfaces
/// collide if each of them accepts the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Filter {
    /// The surface's systems; [`Filter::NO_SYSTEM`] alone where it has none.
    pub systems: u32,
    /// It collides only with surfaces whose systems are all among these.
    pub collides_with: u32,
    /// It does not collide with surfaces whose systems are all among these.
    pub ignores: u32,
}

impl Filter {
    /// The bit of surfaces that are in no system.
    pub const NO_SYSTEM: u32 = 1 << SYSTEMS;
}

impl Default for Filter {
    /// No system; collides with everything.
    fn default() -> Self {
        Self {
            systems: Self::NO_SYSTEM,
            collides_with: !0,
            ignores: 0,
        }
    }
}

/// A filter as the file has it. By the extension's words, an empty `collideWithSystems` collides with nothing; other empty lists are the
/// same as none.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Item {
    collision_systems: Vec<String>,
    collide_with_systems: Option<Vec<String>>,
    not_collide_with_systems: Vec<String>,
}

/// The document's filters, and the names of their systems.
pub(crate) fn read(document: &Document, report: &mut Report) -> Result<(Vec<Filter>, Vec<String>)> {
    let items: Vec<Item> = list(&document.extensions, BODIES, "collisionFilters")?;
    let mut systems = Systems::default();
    let filters = items.iter().map(|item| systems.filter(item)).collect();
    if let Some(first) = systems.left_out.first() {
        let others = match systems.left_out.len() - 1 {
            0 => String::new(),
            more => format!(" and {}", count(more, "other")),
        };
        report.warn(format!(
            "{BODIES} collisionFilters: only the first {SYSTEMS} systems are distinguished; ignored: {}{others}",
            quote(first)
        ));
    }
    Ok((filters, systems.names))
}

#[derive(Default)]
struct Systems {
    names: Vec<String>,
    left_out: BTreeSet<String>,
}

impl Systems {
    fn filter(&mut self, item: &Item) -> Filter {
        let whole = Filter::default();
        let systems = self.bits(&item.collision_systems);
        let collides_with = item.collide_with_systems.as_ref();
        Filter {
            systems: if systems == 0 { whole.systems } else { systems },
            collides_with: collides_with.map_or(whole.collides_with, |names| self.bits(names)),
            ignores: self.bits(&item.not_collide_with_systems),
        }
    }

    fn bits(&mut self, names: &[String]) -> u32 {
        let bits = names.iter().filter_map(|name| self.bit(name));
        bits.fold(0, |bits, bit| bits | 1 << bit)
    }

    fn bit(&mut self, name: &String) -> Option<usize> {
        let known = self.names.iter().position(|known| known == name);
        if known.is_none() && self.names.len() < SYSTEMS {
            self.names.push(name.clone());
            return Some(self.names.len() - 1);
        }
        if known.is_none() {
            self.left_out.insert(name.clone());
        }
        known
    }
}
