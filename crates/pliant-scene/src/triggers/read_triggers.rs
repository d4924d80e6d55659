//! Reads triggers of KHR_physics_rigid_bodies and OMI_physics_body.

use crate::colliders::collider::{Collider, ColliderItem};
use crate::colliders::filters::Filter;
use crate::error::{Error, Result};
use crate::report::Report;
use crate::scene::Scene;
use crate::triggers::trigger::Trigger;
use pliant_gltf::document::index;
use pliant_gltf::text::quote;
use serde::Deserialize;

/// A node's trigger as the file has it.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct TriggerItem {
    #[serde(flatten)]
    pub(crate) volume: ColliderItem,
    /// Descendants whose triggers are parts of this one.
    pub(crate) nodes: Vec<u64>,
}

/// A node that asks for a trigger.
#[derive(Debug)]
pub(crate) struct TriggerRequest {
    pub(crate) node: usize,
    /// Its own shape, if it has one.
    pub(crate) own: Option<Collider>,
    /// The filter of parts that have none.
    pub(crate) filter: Filter,
    pub(crate) nodes: Vec<u64>,
}

impl TriggerRequest {
    /// The request of a node that only has a shape.
    pub(crate) fn plain(node: usize, own: Option<Collider>) -> Self {
        Self {
            node,
            own,
            filter: Filter::default(),
            nodes: Vec::new(),
        }
    }
}

impl TriggerItem {
    /// Whether it only consists of other triggers.
    pub(crate) fn is_compound(&self) -> bool {
        !self.nodes.is_empty() && self.volume.is_empty()
    }
}

/// Fills in the scene's triggers; parts of another trigger are no triggers of their own.
pub(crate) fn resolve(
    scene: &mut Scene,
    requests: &[TriggerRequest],
    report: &mut Report,
) -> Result<()> {
    let mut whole = vec![true; requests.len()];
    let mut members = Vec::new();
    for request in requests {
        let own = request
            .nodes
            .iter()
            .map(|node| member(scene, requests, request, *node));
        let own: Vec<usize> = own.collect::<Result<_>>()?;
        own.iter().for_each(|index| whole[*index] = false);
        members.push(own);
    }
    for (index, request) in requests.iter().enumerate().filter(|(i, _)| whole[*i]) {
        let parts = parts(requests, &members, index);
        if parts.is_empty() {
            report.warn(format!(
                "{}: its trigger has no shape, so it is off",
                owner(scene, request.node)
            ));
            continue;
        }
        let node = request.node;
        scene.triggers.push(Trigger { node, parts });
    }
    Ok(())
}

fn owner(scene: &Scene, node: usize) -> String {
    format!("node {}", quote(&scene.nodes[node].name))
}

/// The request of a node that a compound trigger names.
fn member(
    scene: &Scene,
    requests: &[TriggerRequest],
    whole: &TriggerRequest,
    node: u64,
) -> Result<usize> {
    let owner = owner(scene, whole.node);
    let node = index(node, scene.nodes.len(), &owner, "node")?;
    let name = quote(&scene.nodes[node].name);
    if !scene.ancestors(node).skip(1).any(|up| up == whole.node) {
        return Error::scene(format!(
            "{owner}: its trigger names node {name}, which is not below it"
        ));
    }
    let index = requests.iter().position(|request| request.node == node);
    index.ok_or_else(|| {
        Error::Scene(format!(
            "{owner}: its trigger names node {name}, which has no trigger"
        ))
    })
}

/// The shapes of a trigger and of its parts. Parts are descendants, so the search ends.
fn parts(requests: &[TriggerRequest], members: &[Vec<usize>], first: usize) -> Vec<Collider> {
    let mut parts = Vec::new();
    let mut left = vec![first];
    while let Some(index) = left.pop() {
        let own = requests[index].own.clone();
        let own = own.map(|part| match part.filter == Filter::default() {
            true => Collider {
                filter: requests[first].filter,
                ..part
            },
            false => part,
        });
        parts.extend(own);
        left.extend(members[index].iter().rev());
    }
    parts
}
