//! Base64 of RFC 4648, for data URIs.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The data URI of `bytes`.
pub(crate) fn data_uri(media_type: &str, bytes: &[u8]) -> String {
    let mut uri = format!("data:{media_type};base64,");
    uri.reserve(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let mut group = [0; 3];
        group[..chunk.len()].copy_from_slice(chunk);
        let bits = u32::from_be_bytes([0, group[0], group[1], group[2]]);
        for digit in 0..4 {
            let index = (bits >> (18 - 6 * digit)) & 63;
            let missing = digit as usize > chunk.len();
            uri.push(if missing {
                '='
            } else {
                char::from(ALPHABET[index as usize])
            });
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::data_uri;

    #[test]
    fn encodes_the_vectors_of_the_rfc() {
        for (text, expected) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(
                data_uri("a/b", text.as_bytes()),
                format!("data:a/b;base64,{expected}")
            );
        }
    }
}
