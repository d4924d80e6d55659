//! Materials: glTF's metallic-roughness model as networks of `UsdPreviewSurface`.

use super::layer::{Prim, Value};
use super::names::Names;
use super::textures::Pictures;
use pliant_scene::{Alpha, Material, Primitive, Scene, TextureUse, Wrap};
use std::collections::BTreeMap;

/// The scope of all materials, below the root.
const SCOPE: &str = "Looks";

/// Materials that prims are bound to.
pub(super) struct Looks {
    /// Path of the scope.
    scope: String,
    names: Names,
    /// Names by material, and by whether vertices have colours.
    used: BTreeMap<(usize, bool), String>,
    materials: Vec<String>,
}

impl Looks {
    /// No materials yet, below a root.
    pub(super) fn new(scene: &Scene, root: &str) -> Self {
        Self {
            scope: format!("/{root}/{SCOPE}"),
            names: Names::default(),
            used: BTreeMap::new(),
            materials: scene.materials.iter().map(|m| m.name.clone()).collect(),
        }
    }

    /// Name of the scope: no other child of the root may take it.
    pub(super) fn scope() -> &'static str {
        SCOPE
    }

    /// Binds a prim to the material of a primitive.
    pub(super) fn bind(&mut self, prim: &mut Prim, primitive: &Primitive) {
        self.bind_to(prim, primitive.material, primitive.color.is_some());
    }

    /// Binds a prim without colours of its own to a material.
    pub(super) fn bind_plain(&mut self, prim: &mut Prim, material: usize) {
        self.bind_to(prim, material, false);
    }

    fn bind_to(&mut self, prim: &mut Prim, material: usize, tinted: bool) {
        let name = self.used.entry((material, tinted)).or_insert_with(|| {
            let name = &self.materials[material];
            match tinted {
                true => self.names.take(&format!("{name}_tinted")),
                false => self.names.take(name),
            }
        });
        prim.schemas.push("MaterialBindingAPI");
        prim.relate("material:binding", format!("{}/{name}", self.scope));
    }

    /// The scope with all materials that are used.
    pub(super) fn finish(self, scene: &Scene, pictures: &mut Pictures) -> Prim {
        let mut scope = Prim::new(SCOPE, "Scope");
        for ((material, tinted), name) in self.used {
            let path = format!("{}/{name}", self.scope);
            let mut prim = Prim::new(name, "Material");
            let network = Network {
                scene,
                material: &scene.materials[material],
                tinted,
                path: &path,
                pictures,
                nodes: Vec::new(),
            };
            prim.children = network.build();
            prim.connect(
                "outputs:surface",
                "token",
                format!("{path}/Surface.outputs:surface"),
            );
            scope.children.push(prim);
        }
        scope
    }
}

/// The shaders of a material.
struct Network<'a> {
    scene: &'a Scene,
    material: &'a Material,
    /// Whether vertices have colours, which the base colour's factor is already in.
    tinted: bool,
    path: &'a str,
    pictures: &'a mut Pictures,
    nodes: Vec<Prim>,
}

/// Scale and bias of the values of a texture.
struct Adjustment {
    scale: [f32; 4],
    bias: [f32; 4],
}

impl Adjustment {
    fn scale(scale: [f32; 4]) -> Self {
        Self {
            scale,
            bias: [0.0; 4],
        }
    }
}

impl Network<'_> {
    fn build(mut self) -> Vec<Prim> {
        let mut surface = shader("Surface", "UsdPreviewSurface");
        self.base_color(&mut surface);
        let material = self.material;
        if !material.unlit {
            self.emission(&mut surface);
            self.metal(&mut surface);
            self.normal(&mut surface);
            self.occlusion(&mut surface);
        }
        if let Alpha::Mask(cutoff) = material.alpha {
            // 0 would switch the threshold off.
            surface.set(
                "inputs:opacityThreshold",
                "float",
                Value::Float(cutoff.max(1e-6)),
            );
        }
        surface.declare("outputs:surface", "token");
        self.nodes.insert(0, surface);
        self.nodes
    }

    /// Base colour and opacity. What is unlit emits its colour.
    fn base_color(&mut self, surface: &mut Prim) {
        let color = match self.material.unlit {
            true => "inputs:emissiveColor",
            false => "inputs:diffuseColor",
        };
        if self.material.unlit {
            surface.set("inputs:diffuseColor", "color3f", Value::Vec3([0.0; 3]));
        }
        let transparent = self.material.alpha != Alpha::Opaque;
        let base = self.material.base_color;
        if let Some(texture) = self.material.base_color_texture {
            let scale = if self.tinted {
                [1.0; 4]
            } else {
                base.to_array()
            };
            let mut node = self.texture("BaseColor", &texture, "sRGB", &Adjustment::scale(scale));
            if self.tinted {
                node.properties
                    .retain(|property| property.name != "inputs:scale");
                let tint = self.reader("Tint", "UsdPrimvarReader_float4", "tint", "float4");
                node.connect("inputs:scale", "float4", tint);
            }
            surface.connect(color, "color3f", self.output(&mut node, "rgb", "float3"));
            if transparent {
                surface.connect(
                    "inputs:opacity",
                    "float",
                    self.output(&mut node, "a", "float"),
                );
            }
            self.nodes.push(node);
        } else if self.tinted {
            let source = self.reader(
                "VertexColor",
                "UsdPrimvarReader_float3",
                "displayColor",
                "float3",
            );
            surface.connect(color, "color3f", source);
            if transparent {
                let source = self.reader(
                    "VertexOpacity",
                    "UsdPrimvarReader_float",
                    "displayOpacity",
                    "float",
                );
                surface.connect("inputs:opacity", "float", source);
            }
        } else {
            surface.set(color, "color3f", Value::Vec3(base.truncate().to_array()));
            if transparent {
                surface.set("inputs:opacity", "float", Value::Float(base.w));
            }
        }
    }

    fn emission(&mut self, surface: &mut Prim) {
        let color = self.material.emissive;
        let Some(texture) = self.material.emissive_texture else {
            surface.set(
                "inputs:emissiveColor",
                "color3f",
                Value::Vec3(color.to_array()),
            );
            return;
        };
        let scale = Adjustment::scale(color.extend(1.0).to_array());
        let mut node = self.texture("Emission", &texture, "sRGB", &scale);
        surface.connect(
            "inputs:emissiveColor",
            "color3f",
            self.output(&mut node, "rgb", "float3"),
        );
        self.nodes.push(node);
    }

    fn metal(&mut self, surface: &mut Prim) {
        let Material {
            metallic,
            roughness,
            ..
        } = *self.material;
        let Some(texture) = self.material.metallic_roughness_texture else {
            surface.set("inputs:metallic", "float", Value::Float(metallic));
            surface.set("inputs:roughness", "float", Value::Float(roughness));
            return;
        };
        let scale = Adjustment::scale([1.0, roughness, metallic, 1.0]);
        let mut node = self.texture("MetallicRoughness", &texture, "raw", &scale);
        surface.connect(
            "inputs:roughness",
            "float",
            self.output(&mut node, "g", "float"),
        );
        surface.connect(
            "inputs:metallic",
            "float",
            self.output(&mut node, "b", "float"),
        );
        self.nodes.push(node);
    }

    fn normal(&mut self, surface: &mut Prim) {
        let Some(texture) = self.material.normal_texture else {
            return;
        };
        let scale = self.material.normal_scale;
        let adjustment = Adjustment {
            scale: [2.0 * scale, 2.0 * scale, 2.0, 1.0],
            bias: [-scale, -scale, -1.0, 0.0],
        };
        let mut node = self.texture("Normal", &texture, "raw", &adjustment);
        surface.connect(
            "inputs:normal",
            "normal3f",
            self.output(&mut node, "rgb", "float3"),
        );
        self.nodes.push(node);
    }

    fn occlusion(&mut self, surface: &mut Prim) {
        let Some(texture) = self.material.occlusion_texture else {
            return;
        };
        let strength = self.material.occlusion_strength;
        let adjustment = Adjustment {
            scale: [strength; 4],
            bias: [1.0 - strength; 4],
        };
        let mut node = self.texture("Occlusion", &texture, "raw", &adjustment);
        surface.connect(
            "inputs:occlusion",
            "float",
            self.output(&mut node, "r", "float"),
        );
        self.nodes.push(node);
    }

    /// A texture without outputs.
    fn texture(
        &mut self,
        name: &'static str,
        texture: &TextureUse,
        space: &'static str,
        adjustment: &Adjustment,
    ) -> Prim {
        let coordinates = self.coordinates(name, texture);
        let used = self.scene.textures[texture.texture];
        let sampler = self.scene.samplers[used.sampler];
        let mut node = shader(name, "UsdUVTexture");
        let file = self.pictures.file(used.image);
        node.set("inputs:file", "asset", Value::Asset(file));
        node.set("inputs:sourceColorSpace", "token", Value::Token(space));
        node.connect("inputs:st", "float2", coordinates);
        node.set("inputs:wrapS", "token", Value::Token(wrap(sampler.wrap_u)));
        node.set("inputs:wrapT", "token", Value::Token(wrap(sampler.wrap_v)));
        if adjustment.scale != [1.0; 4] {
            node.set("inputs:scale", "float4", Value::Vec4(adjustment.scale));
        }
        if adjustment.bias != [0.0; 4] {
            node.set("inputs:bias", "float4", Value::Vec4(adjustment.bias));
        }
        node
    }

    /// The output of texture coordinates, transformed where the texture says so.
    fn coordinates(&mut self, name: &str, texture: &TextureUse) -> String {
        let source = match texture.texcoord {
            0 => self.reader("Coordinates", "UsdPrimvarReader_float2", "st", "float2"),
            _ => self.reader("Coordinates1", "UsdPrimvarReader_float2", "st1", "float2"),
        };
        let [u, v] = texture.offset;
        let [width, height] = texture.scale;
        if (texture.offset, texture.rotation, texture.scale) == ([0.0; 2], 0.0, [1.0; 2]) {
            return source;
        }
        let (sin, cos) = texture.rotation.sin_cos();
        let mut node = shader(&format!("{name}Transform"), "UsdTransform2d");
        node.connect("inputs:in", "float2", source);
        node.set(
            "inputs:rotation",
            "float",
            Value::Float(texture.rotation.to_degrees()),
        );
        node.set("inputs:scale", "float2", Value::Vec2([width, height]));
        // V goes up in USD, so the origin is the other corner.
        let translation = [u + height * sin, 1.0 - v - height * cos];
        node.set("inputs:translation", "float2", Value::Vec2(translation));
        let output = self.output(&mut node, "result", "float2");
        self.nodes.push(node);
        output
    }

    /// The output of a shader that reads a primvar; it is made when it is first needed.
    fn reader(
        &mut self,
        name: &str,
        id: &'static str,
        primvar: &str,
        kind: &'static str,
    ) -> String {
        let output = format!("{}/{name}.outputs:result", self.path);
        if !self.nodes.iter().any(|node| node.name == name) {
            let mut node = shader(name, id);
            node.set("inputs:varname", "string", Value::Text(primvar.to_owned()));
            node.declare("outputs:result", kind);
            self.nodes.push(node);
        }
        output
    }

    /// Declares an output of a shader; returns its path.
    fn output(&self, node: &mut Prim, name: &str, kind: &'static str) -> String {
        let output = format!("outputs:{name}");
        node.declare(&output, kind);
        format!("{}/{}.{output}", self.path, node.name)
    }
}

fn shader(name: &str, id: &'static str) -> Prim {
    let mut node = Prim::new(name, "Shader");
    node.set_uniform("info:id", "token", Value::Token(id));
    node
}

fn wrap(wrap: Wrap) -> &'static str {
    match wrap {
        Wrap::Repeat => "repeat",
        Wrap::Mirror => "mirror",
        Wrap::Clamp => "clamp",
    }
}
