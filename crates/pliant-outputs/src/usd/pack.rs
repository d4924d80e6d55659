//! How crate files pack the integers and bytes of their structural sections.

use std::collections::HashMap;

/// Packs integers: the most frequent difference of neighbours, two bits for each difference, and the differences that are not that one
/// in 1, 2 or 4 bytes.
pub(super) fn integers(numbers: &[u32]) -> Vec<u8> {
    let previous = std::iter::once(&0).chain(numbers);
    let differences: Vec<i32> = numbers
        .iter()
        .zip(previous)
        .map(|(number, previous)| number.wrapping_sub(*previous).cast_signed())
        .collect();
    let mut counts: HashMap<i32, usize> = HashMap::new();
    for difference in &differences {
        *counts.entry(*difference).or_default() += 1;
    }
    let common = counts
        .into_iter()
        .max_by_key(|(difference, count)| (*count, *difference));
    let common = common.map_or(0, |(difference, _)| difference);
    let mut codes = vec![0; (2 * numbers.len()).div_ceil(8)];
    let mut rest = Vec::new();
    for (i, difference) in differences.into_iter().enumerate() {
        let code = if difference == common {
            0
        } else if let Ok(small) = i8::try_from(difference) {
            rest.extend(small.to_le_bytes());
            1
        } else if let Ok(medium) = i16::try_from(difference) {
            rest.extend(medium.to_le_bytes());
            2
        } else {
            rest.extend(difference.to_le_bytes());
            3
        };
        codes[i / 4] |= code << (2 * (i % 4));
    }
    let packed = [common.to_le_bytes().to_vec(), codes, rest].concat();
    bytes(&packed)
}

/// Bytes as a block of LZ4 that holds them as they are: structural sections are small. The size of the block comes first.
pub(super) fn bytes(content: &[u8]) -> Vec<u8> {
    // One block follows.
    let mut block = vec![0];
    if content.len() < 15 {
        block.push((content.len() as u8) << 4);
    } else {
        block.push(15 << 4);
        let mut rest = content.len() - 15;
        while rest >= 255 {
            block.push(255);
            rest -= 255;
        }
        block.push(rest as u8);
    }
    block.extend_from_slice(content);
    let mut packed = (block.len() as u64).to_le_bytes().to_vec();
    packed.append(&mut block);
    packed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_differences() {
        // Differences 1, 1, 1, 300, −303, 70000.
        let packed = integers(&[1, 2, 3, 303, 0, 70_000]);
        let codes = [0b1000_0000, 0b1110];
        let mut expected = vec![1, 0, 0, 0];
        expected.extend(codes);
        expected.extend(300_i16.to_le_bytes());
        expected.extend((-303_i16).to_le_bytes());
        expected.extend(70_000_i32.to_le_bytes());
        assert_eq!(packed, bytes(&expected));
    }

    #[test]
    fn long_blocks_have_their_length_in_further_bytes() {
        let packed = bytes(&[7; 400]);
        assert_eq!(packed[..8], (404_u64).to_le_bytes());
        assert_eq!(packed[8..12], [0, 240, 255, 130]);
    }
}
