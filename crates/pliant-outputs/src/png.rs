//! `.png`: pictures.

use super::file;
use super::format::{Destination, Format, FrameData, Output};
use crate::error::Error;
use crate::standard_output;
use pliant_scene::Image;
use png::{BitDepth, ColorType, Compression, Encoder, EncodingError, SrgbRenderingIntent};
use std::io::Write;
use std::path::Path;

/// The entry of the table of formats.
pub(super) static FORMAT: Format = Format {
    extension: "png",
    help: "pictures",
    whole_run: false,
    draws: true,
    bakes: false,
    open: |_, _| Ok(Box::new(Pictures)),
};

/// Writes a picture for each frame.
struct Pictures;

impl Output for Pictures {
    fn write(&mut self, frame: &mut dyn FrameData, to: &Destination) -> Result<(), Error> {
        let picture = frame.picture()?;
        match to {
            Destination::StandardOutput => standard_output::print(&bytes(picture)?),
            Destination::File(file) => write_file(file, picture),
        }
    }
}

/// Writes a picture as a complete file.
///
/// # Errors
/// When the file cannot be written.
pub fn write_file(file: &Path, picture: &Image) -> Result<(), Error> {
    let png = bytes(picture)?;
    file::write(file, |out| out.write_all(&png))
}

fn bytes(picture: &Image) -> Result<Vec<u8>, Error> {
    encode(picture).map_err(|e| Error::Internal(format!("cannot encode a picture: {e}")))
}

/// The bytes of the PNG file.
fn encode(picture: &Image) -> Result<Vec<u8>, EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, picture.width, picture.height);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_source_srgb(SrgbRenderingIntent::Perceptual);
    encoder.set_compression(Compression::Fast);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&picture.rgba)?;
    writer.finish()?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_png_reads_back() {
        let picture = Image {
            width: 2,
            height: 1,
            rgba: vec![255, 0, 0, 255, 1, 2, 3, 4],
        };
        let bytes = encode(&picture).expect("it encodes");
        let decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        let mut reader = decoder.read_info().expect("a header");
        let mut rgba = vec![0; 8];
        reader.next_frame(&mut rgba).expect("an image");
        assert_eq!(rgba, picture.rgba);
    }
}
