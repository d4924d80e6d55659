//! The one animation of the output: viewers play the first one, or one at a time.

use serde::Serialize;
use serde_json::{Map, Value};

/// Channels that play together, with their samplers. As these grow in number with the keys of surfaces, they are small structs and no
/// JSON values.
#[derive(Serialize)]
pub(super) struct Animation {
    name: &'static str,
    channels: Vec<Channel>,
    samplers: Vec<Item<Sampler>>,
}

/// What the scene has, or what was added.
#[derive(Serialize)]
#[serde(untagged)]
enum Item<T> {
    Kept(Value),
    Added(T),
}

#[derive(Serialize)]
struct Channel {
    sampler: usize,
    target: Item<Target>,
}

#[derive(Serialize)]
struct Target {
    node: usize,
    path: &'static str,
}

#[derive(Serialize)]
struct Sampler {
    input: usize,
    output: usize,
    interpolation: &'static str,
}

impl Animation {
    /// An animation without channels.
    pub(super) fn new() -> Self {
        Self {
            name: "Simulation",
            channels: Vec::new(),
            samplers: Vec::new(),
        }
    }

    /// Adds a channel, given its accessors of times and values.
    pub(super) fn add(
        &mut self,
        node: usize,
        path: &'static str,
        [input, output]: [usize; 2],
        interpolation: &'static str,
    ) {
        let sampler = Sampler {
            input,
            output,
            interpolation,
        };
        self.push(Item::Added(Target { node, path }), Item::Added(sampler));
    }

    /// Adds the channels of the scene that the run does not bake: those that animate something other than transforms.
    pub(super) fn keep(&mut self, animations: &[Value], keep: impl Fn(usize) -> bool) {
        for animation in animations {
            let list = |key: &str| animation.get(key).and_then(Value::as_array);
            for channel in list("channels").into_iter().flatten() {
                let node = channel["target"]["node"]
                    .as_u64()
                    .and_then(|n| usize::try_from(n).ok());
                let baked = ["translation", "rotation", "scale"].map(Value::from);
                if baked.contains(&channel["target"]["path"]) || !node.is_none_or(&keep) {
                    continue;
                }
                let sampler = channel["sampler"]
                    .as_u64()
                    .and_then(|s| usize::try_from(s).ok());
                let sampler = sampler.and_then(|s| list("samplers")?.get(s));
                if let Some(sampler) = sampler {
                    let target = Item::Kept(channel["target"].clone());
                    self.push(target, Item::Kept(sampler.clone()));
                }
            }
        }
    }

    fn push(&mut self, target: Item<Target>, sampler: Item<Sampler>) {
        let index = self.samplers.len();
        self.samplers.push(sampler);
        self.channels.push(Channel {
            sampler: index,
            target,
        });
    }

    /// The document's only animation, if something moves.
    pub(super) fn replace(self, document: &mut Map<String, Value>) -> Option<Self> {
        document.remove("animations");
        (!self.channels.is_empty()).then_some(self)
    }
}
