//! The one animation of the output: viewers play the first one, or one at a time.

use serde_json::{Map, Value, json};

/// Channels that play together, with their samplers.
#[derive(Default)]
pub(super) struct Animation {
    channels: Vec<Value>,
    samplers: Vec<Value>,
}

impl Animation {
    /// Adds a channel, given its accessors of times and values.
    pub(super) fn add(
        &mut self,
        node: usize,
        path: &str,
        [input, output]: [usize; 2],
        interpolation: &str,
    ) {
        let sampler = json!({ "input": input, "output": output, "interpolation": interpolation });
        self.push(json!({ "node": node, "path": path }), sampler);
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
                    self.push(channel["target"].clone(), sampler.clone());
                }
            }
        }
    }

    fn push(&mut self, target: Value, sampler: Value) {
        let index = self.samplers.len();
        self.samplers.push(sampler);
        self.channels
            .push(json!({ "sampler": index, "target": target }));
    }

    /// Makes it the document's only animation.
    pub(super) fn insert(self, document: &mut Map<String, Value>) {
        document.remove("animations");
        if !self.channels.is_empty() {
            let Self { channels, samplers } = self;
            let animation =
                json!({ "name": "Simulation", "channels": channels, "samplers": samplers });
            document.insert("animations".to_owned(), json!([animation]));
        }
    }
}
