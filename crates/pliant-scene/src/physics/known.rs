//! Which keys of the physics extensions are read. All others are reported, so that a misspelt key is noticed.

use crate::graph::nodes::Node;
use crate::report::Report;
use pliant_gltf::document::{Document, NodeExtras};
use pliant_gltf::text::quote;
use serde_json::Value;

/// The path of an object in an extension, without list indices, and its keys or some of them.
type Known = (&'static str, &'static [&'static str]);

/// On nodes.
const NODES: &[(&str, &[Known])] = &[
    (
        "KHR_physics_rigid_bodies",
        &[
            ("", &["motion", "collider", "trigger", "joint"]),
            ("motion", &["isKinematic"]),
            ("motion", MOTION),
            (
                "collider",
                &["geometry", "physicsMaterial", "collisionFilter"],
            ),
            ("collider.geometry", GEOMETRY),
            ("trigger", &["geometry", "nodes", "collisionFilter"]),
            ("trigger.geometry", GEOMETRY),
            ("joint", &["connectedNode", "joint", "enableCollision"]),
        ],
    ),
    (
        "OMI_physics_body",
        &[
            ("", &["type", "motion", "collider", "trigger"]),
            ("motion", &["type"]),
            ("motion", MOTION),
            ("collider", &["shape"]),
            ("trigger", &["shape", "nodes"]),
        ],
    ),
    (
        "OMI_physics_joint",
        &[("", &["constraints", "nodeA", "nodeB"])],
    ),
    (
        "OMI_physics_gravity",
        &[
            ("", &["type", "gravity", "priority", "replace", "stop"]),
            ("", &["directional", "point", "disc", "torus", "line"]),
            ("", &["shaped"]),
            ("directional", &["direction"]),
            ("point", &["unitDistance"]),
            ("disc", &["radius", "unitDistance"]),
            ("torus", &["radius", "unitDistance"]),
            ("line", &["points", "unitDistance"]),
            ("shaped", &["shape", "unitDistance"]),
        ],
    ),
];
const MOTION: &[&str] = &[
    "mass",
    "centerOfMass",
    "inertiaDiagonal",
    "inertiaOrientation",
    "linearVelocity",
    "angularVelocity",
    "gravityFactor",
];
const GEOMETRY: &[&str] = &["shape", "mesh", "node", "convexHull"];

/// Of the document.
const DOCUMENT: &[(&str, &[Known])] = &[
    (
        "KHR_physics_rigid_bodies",
        &[
            (
                "",
                &["physicsMaterials", "collisionFilters", "physicsJoints"],
            ),
            (
                "physicsMaterials",
                &[
                    "staticFriction",
                    "dynamicFriction",
                    "restitution",
                    "frictionCombine",
                    "restitutionCombine",
                ],
            ),
            (
                "collisionFilters",
                &[
                    "collisionSystems",
                    "collideWithSystems",
                    "notCollideWithSystems",
                ],
            ),
            ("physicsJoints", &["limits", "drives"]),
            (
                "physicsJoints.limits",
                &[
                    "linearAxes",
                    "angularAxes",
                    "min",
                    "max",
                    "stiffness",
                    "damping",
                ],
            ),
            (
                "physicsJoints.drives",
                &[
                    "type",
                    "mode",
                    "axis",
                    "maxForce",
                    "positionTarget",
                    "velocityTarget",
                    "stiffness",
                    "damping",
                ],
            ),
        ],
    ),
    (
        "OMI_physics_joint",
        &[
            ("", &["constraints"]),
            (
                "constraints",
                &[
                    "linearAxes",
                    "angularAxes",
                    "lowerLimit",
                    "upperLimit",
                    "stiffness",
                    "damping",
                ],
            ),
        ],
    ),
];

/// What every object of a glTF file may have.
const ANYWHERE: &[&str] = &["name", "extras", "extensions"];

/// Reports physics keys that are not read, each with the nodes that have it.
pub(crate) fn check(
    document: &Document,
    extras: &[Option<Box<NodeExtras>>],
    nodes: &[Node],
    report: &mut Report,
) {
    for (extension, known) in DOCUMENT {
        if let Some(value) = document.extensions.get(*extension) {
            unread(value, "", known, &mut |key| {
                report.unknown(format!("{key} of {extension}"), None);
            });
        }
    }
    let nodes = extras.iter().zip(nodes);
    let nodes = nodes.filter_map(|(extras, node)| Some((extras.as_ref()?, node)));
    for (extras, node) in nodes {
        for (extension, known) in NODES {
            if let Some(value) = extras.extensions.get(*extension) {
                unread(value, "", known, &mut |key| {
                    report.unknown(format!("{key} of {extension}"), Some(quote(&node.name)));
                });
            }
        }
    }
}

/// Visits a value and its known children, and reports unknown keys.
fn unread(value: &Value, path: &str, known: &[Known], report: &mut impl FnMut(String)) {
    if let Value::Array(items) = value {
        items
            .iter()
            .for_each(|item| unread(item, path, known, report));
    }
    let own = known.iter().filter(|(own, _)| *own == path);
    let keys: Vec<&str> = own.flat_map(|(_, keys)| *keys).copied().collect();
    let (false, Value::Object(fields)) = (keys.is_empty(), value) else {
        return;
    };
    for (key, value) in fields {
        let below = match path {
            "" => key.clone(),
            _ => format!("{path}.{key}"),
        };
        if keys.contains(&key.as_str()) {
            unread(value, &below, known, report);
        } else if !ANYWHERE.contains(&key.as_str()) {
            report(below);
        }
    }
}
