//! A picture becomes a PNG.

use pliant_scene::Image;
use png::{BitDepth, ColorType, Compression, Encoder, EncodingError, SrgbRenderingIntent};

/// The bytes of the PNG file.
pub(super) fn encode(picture: &Image) -> Result<Vec<u8>, EncodingError> {
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
