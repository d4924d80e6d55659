//! Textures that materials name, with their pictures and samplers.

use crate::error::{Error, Result};
use crate::report::Report;
use pliant_gltf::buffers::Buffers;
use pliant_gltf::document::{
    Document, Material, Sampler as Item, Texture as TextureItem, TextureInfo, index,
};
use pliant_gltf::files;
use pliant_gltf::images::Image;
use pliant_gltf::images::{self, Fault, Keep};
use pliant_gltf::uri::{Target, resolve};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::path::Path;

/// An image with a sampler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Texture {
    /// In `Scene::images`.
    pub image: usize,
    /// In `Scene::samplers`.
    pub sampler: usize,
}

/// How a texture is sampled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sampler {
    /// Linear magnification, else nearest.
    pub mag_linear: bool,
    /// Linear minification, else nearest.
    pub min_linear: bool,
    /// Mip maps: `None` unused, else linear between levels.
    pub mip_linear: Option<bool>,
    /// Wrapping along U.
    pub wrap_u: Wrap,
    /// Wrapping along V.
    pub wrap_v: Wrap,
}

/// Texture coordinates outside of 0..1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wrap {
    /// Repeats.
    Repeat,
    /// Repeats, mirrored.
    Mirror,
    /// Keeps the edge.
    Clamp,
}

/// Most bytes of one encoded picture.
const MAX_ENCODED: u64 = 256 << 20;

impl Default for Sampler {
    /// glTF leaves the filters to the reader: trilinear, repeating.
    fn default() -> Self {
        Self {
            mag_linear: true,
            min_linear: true,
            mip_linear: Some(true),
            wrap_u: Wrap::Repeat,
            wrap_v: Wrap::Repeat,
        }
    }
}

/// The textures of a scene.
#[derive(Debug, Default)]
pub(crate) struct Textures {
    pub(crate) textures: Vec<Texture>,
    pub(crate) images: Vec<Image>,
    pub(crate) samplers: Vec<Sampler>,
    /// The scene's texture for each of the file's.
    pub(crate) map: Vec<Option<usize>>,
}

/// Reads the textures that materials name; others are not decoded.
pub(crate) fn read(
    document: &Document,
    buffers: &Buffers,
    folder: Option<&Path>,
    keep: Keep,
    report: &mut Report,
) -> Result<Textures> {
    let mut loader = Loader {
        document,
        buffers,
        folder,
        keep,
        report,
        left: images::BUDGET,
        seen: HashMap::new(),
        images: Vec::new(),
    };
    let mut read = Textures {
        map: vec![None; document.textures.len()],
        ..Textures::default()
    };
    read.samplers.push(Sampler::default());
    for (i, item) in document.samplers.iter().enumerate() {
        read.samplers.push(sampler(i, item)?);
    }
    let used: HashSet<u64> = document
        .materials
        .iter()
        .flat_map(infos)
        .flatten()
        .filter_map(|info| info.index)
        .collect();
    for (i, item) in document.textures.iter().enumerate() {
        if !used.contains(&(i as u64)) {
            continue;
        }
        let owner = format!("texture {i}");
        let sampler = item
            .sampler
            .map(|sampler| index(sampler, document.samplers.len(), &owner, "sampler"))
            .transpose()?;
        let Some(source) = source(item) else {
            loader.report.warn(format!(
                "{owner} has no picture that is read (PNG, JPEG, WebP or Basis); it is left out"
            ));
            continue;
        };
        let source = index(source, document.images.len(), &owner, "image")?;
        if let Some(image) = loader.image(source)? {
            read.map[i] = Some(read.textures.len());
            read.textures.push(Texture {
                image,
                sampler: sampler.map_or(0, |sampler| sampler + 1),
            });
        }
    }
    read.images = loader.images;
    Ok(read)
}

/// The image of a texture: a WebP one before one for readers without WebP, and a Basis one where it is the only one, since its
/// pixels are the least exact.
fn source(item: &TextureItem) -> Option<u64> {
    let named = |extension| item.extensions.get(extension)?.get("source")?.as_u64();
    named("EXT_texture_webp")
        .or(item.source)
        .or_else(|| named("KHR_texture_basisu"))
}

fn infos(material: &Material) -> [&Option<TextureInfo>; 5] {
    let roughness = &material.pbr_metallic_roughness;
    [
        &roughness.base_color_texture,
        &roughness.metallic_roughness_texture,
        &material.normal_texture,
        &material.occlusion_texture,
        &material.emissive_texture,
    ]
}

struct Loader<'a, 'b> {
    document: &'a Document<'a>,
    buffers: &'a Buffers<'b>,
    folder: Option<&'a Path>,
    keep: Keep,
    report: &'a mut Report,
    /// Bytes of the budget that are left.
    left: u64,
    seen: HashMap<usize, Option<usize>>,
    images: Vec<Image>,
}

impl<'a> Loader<'a, '_> {
    /// The scene's number of the file's image `i`; `None` for a format that is not read.
    fn image(&mut self, i: usize) -> Result<Option<usize>> {
        if let Some(&image) = self.seen.get(&i) {
            return Ok(image);
        }
        let owner = format!("image {i}");
        let bytes = self.bytes(i, &owner)?;
        let image = match images::decode(&bytes, self.keep, &mut self.left) {
            Ok(image) => {
                self.images.push(image);
                Some(self.images.len() - 1)
            }
            Err(Fault::Format) => {
                self.report.warn(format!(
                    "{owner} is not PNG, JPEG, WebP or Basis (KTX2); its textures are left out"
                ));
                None
            }
            Err(Fault::Broken(why)) => {
                return Error::scene(format!("{owner} {why}; replace it or its texture"));
            }
        };
        self.seen.insert(i, image);
        Ok(image)
    }

    fn bytes(&self, i: usize, owner: &str) -> Result<Cow<'a, [u8]>> {
        let item = &self.document.images[i];
        match (item.buffer_view, &item.uri) {
            (Some(view), _) => {
                let view = index(view, self.buffers.view_count(), owner, "bufferView")?;
                Ok(Cow::Borrowed(self.buffers.view(view)))
            }
            (None, Some(uri)) => match resolve(uri, self.folder, owner)? {
                Target::Data(bytes) => Ok(Cow::Owned(bytes)),
                Target::File(path) => files::read(&path, MAX_ENCODED)
                    .map(Cow::Owned)
                    .map_err(|error| Error::Scene(format!("{owner}: {error}"))),
            },
            (None, None) => Error::scene(format!("{owner} has neither a uri nor a bufferView")),
        }
    }
}

/// glTF's numbers are OpenGL's.
fn sampler(i: usize, item: &Item) -> Result<Sampler> {
    let fail = |what: &str, number: u64| {
        Error::Scene(format!(
            "sampler {i}: {what} {number} is not defined by glTF"
        ))
    };
    let wrap = |what, number: Option<u64>| match number {
        None | Some(10497) => Ok(Wrap::Repeat),
        Some(33648) => Ok(Wrap::Mirror),
        Some(33071) => Ok(Wrap::Clamp),
        Some(other) => Err(fail(what, other)),
    };
    let mag_linear = match item.mag_filter {
        None | Some(9729) => true,
        Some(9728) => false,
        Some(other) => return Err(fail("magFilter", other)),
    };
    let (min_linear, mip_linear) = match item.min_filter {
        Some(9728) => (false, None),
        Some(9729) => (true, None),
        Some(9984) => (false, Some(false)),
        Some(9985) => (true, Some(false)),
        Some(9986) => (false, Some(true)),
        None | Some(9987) => (true, Some(true)),
        Some(other) => return Err(fail("minFilter", other)),
    };
    let (wrap_u, wrap_v) = (wrap("wrapS", item.wrap_s)?, wrap("wrapT", item.wrap_t)?);
    Ok(Sampler {
        mag_linear,
        min_linear,
        mip_linear,
        wrap_u,
        wrap_v,
    })
}
