//! Stage tests compare each pass on Vulkan with its CPU implementation, on the inputs that the GPU had. So errors do not
//! accumulate, and the first wrong pass is named.

use crate::hazards::check_barriers;
use glam::Vec3;
use pliant_gpu::VulkanEngine;
use pliant_passes::layout::{Field, Layout};
use pliant_passes::pass::{Slot, Words};
use pliant_passes::types;
use pliant_passes::{Access, Command, Dispatch, Pass, PassId, Recording};
use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Runs a recording stage by stage, compares every dispatch with the CPU implementation, and returns the passes that changed
/// anything.
///
/// # Errors
/// The first element of a buffer in which GPU and CPU disagree, or the error of the device.
pub fn compare_stages(
    engine: &mut VulkanEngine,
    recording: &Recording,
) -> Result<BTreeSet<PassId>, String> {
    let mut covered = BTreeSet::new();
    let mut wrong = None;
    engine
        .run_stages(recording, &mut |command, before, after| {
            if let (Command::Dispatch(dispatch), None) = (command, &wrong) {
                if before != after {
                    covered.insert(dispatch.pass);
                }
                wrong = compare(dispatch, before, after).err();
            }
        })
        .map_err(|e| e.to_string())?;
    match wrong {
        None => Ok(covered),
        Some(what) => Err(what),
    }
}

/// Removes each derived barrier of a recording in turn, and returns their number.
///
/// # Panics
/// When the checker accepts a recording without one of them.
pub fn assert_barriers_needed(recording: &Recording) -> usize {
    let barriers = recording.barriers();
    assert_eq!(check_barriers(recording, &barriers), Ok(()));
    for removed in 0..barriers.len() {
        let mut fewer = barriers.clone();
        let command = fewer.remove(removed);
        let hazard = check_barriers(recording, &fewer).err();
        let later = hazard.map(|h| h.later.0);
        assert_eq!(later, Some(command), "without the barrier before {command}");
    }
    barriers.len()
}

fn compare(dispatch: &Dispatch, before: &[Vec<u8>], after: &[Vec<u8>]) -> Result<(), String> {
    let row = dispatch.pass.row();
    let mut buffers: Vec<Words> = before.iter().map(|bytes| words(bytes)).collect();
    let slots = row.slots.len();
    let workgroups = dispatch.workgroups.map(|workgroups| {
        let first = 3 * workgroups.index as usize;
        let counts = &buffers[slots].0[first..first + 3];
        [counts[0], counts[1], counts[2]]
    });
    for (slot, buffer) in row.slots.iter().zip(&mut buffers) {
        if is_unordered(slot) {
            buffer.0.fill(UNWRITTEN);
        }
    }
    pliant_kernels::run(dispatch, &mut buffers[..slots], workgroups);
    let lists = LazyCell::new(|| lists(row, before));
    for (((slot, cpu), gpu), old) in row.slots.iter().zip(&mut buffers).zip(after).zip(before) {
        let mut gpu = words(gpu);
        if is_unordered(slot) {
            compare_unordered(slot, row.tolerance, [&gpu.0, &cpu.0, &words(old).0])
                .map_err(|what| format!("{}: {what}", row.name))?;
            continue;
        }
        if *cpu == gpu {
            continue;
        }
        if slot.access == Access::Read {
            return Err(format!(
                "{}: {} is read-only and changed",
                row.name, slot.name
            ));
        }
        if slot.access == Access::Write {
            for list in lists.iter() {
                sort(&mut gpu.0, slot.stride / 4, list);
                sort(&mut cpu.0, slot.stride / 4, list);
            }
        }
        if slot.name == "limit_bits" {
            for limits in [&mut gpu.0, &mut cpu.0] {
                as_distances(limits, displacements(row, before));
            }
        }
        compare_slot(slot, row.tolerance, &gpu.0, &cpu.0)
            .map_err(|what| format!("{}: {what}", row.name))?;
    }
    Ok(())
}

/// The displacements of particles that a pass limits, [x, y, z, ·] each.
fn displacements(row: &Pass, before: &[Vec<u8>]) -> Vec<u32> {
    let slot = row.slots.iter().position(|s| s.name == "displacement");
    words(&before[slot.expect("limits are of displacements")]).0
}

/// Turns limits, which are fractions of displacements, into distances, m. Rounding of positions leaves the fraction of a
/// displacement of a micrometre few digits, but the distance as many as a position.
fn as_distances(limits: &mut [u32], displacements: Vec<u32>) {
    for (limit, displacement) in limits.iter_mut().zip(displacements.chunks_exact(4)) {
        let [x, y, z] = [0, 1, 2].map(|axis| f32::from_bits(displacement[axis]));
        let distance = f32::from_bits(*limit) * Vec3::new(x, y, z).length();
        *limit = distance.to_bits();
    }
}

/// What a word of an unordered list holds on the CPU until its pass writes it: bits of a number that is none, which no pass writes.
const UNWRITTEN: u32 = 0x7FDE_AD00;

/// Whether threads fill a slot from its start in the order in which they arrive.
fn is_unordered(slot: &Slot) -> bool {
    slot.access == Access::Write && slot.name.starts_with("found")
}

/// Compares the elements that the CPU wrote into an unordered list with those of the GPU at the same places, both sorted. The GPU
/// must not have changed any other element.
fn compare_unordered(
    slot: &Slot,
    tolerance: f32,
    [gpu, cpu, old]: [&[u32]; 3],
) -> Result<(), String> {
    let width = slot.stride / 4;
    let elements = |words| <[u32]>::chunks_exact(words, width).collect::<Vec<_>>();
    let [gpu, cpu, old] = [gpu, cpu, old].map(elements);
    let written: Vec<usize> = (0..cpu.len())
        .filter(|at| cpu[*at][0] != UNWRITTEN)
        .collect();
    // Where not all of them fit, the order of threads decides which do, and no pass reads them.
    if written.len() == cpu.len() {
        return Ok(());
    }
    if let Some(at) = (0..gpu.len()).find(|at| cpu[*at][0] == UNWRITTEN && gpu[*at] != old[*at]) {
        let name = slot.name;
        return Err(format!(
            "{name}[{at}] changes on the GPU, but not on the CPU"
        ));
    }
    let sorted = |all: &[&[u32]]| {
        let mut all: Vec<&[u32]> = written.iter().map(|at| all[*at]).collect();
        all.sort_unstable();
        all.concat()
    };
    compare_slot(slot, tolerance, &sorted(&gpu), &sorted(&cpu))
}

fn words(bytes: &[u8]) -> Words {
    Words(bytemuck::pod_collect_to_vec(bytes))
}

/// The lists that a pass fills in the order in which its threads arrive; another pass sorts them. A pass with a `cursor` fills
/// the lists that its last slot `…starts` delimits.
fn lists(row: &Pass, before: &[Vec<u8>]) -> Vec<Range<usize>> {
    let starts = row.slots.iter().rposition(|s| s.name.ends_with("starts"));
    let filled = row.slots.iter().any(|s| s.name == "cursor");
    let (Some(slot), true) = (starts, filled) else {
        return Vec::new();
    };
    let starts = words(&before[slot]);
    let pairs = starts.0.windows(2);
    pairs.map(|p| p[0] as usize..p[1] as usize).collect()
}

/// Sorts a list of elements of `width` words, if it lies in the buffer.
pub fn sort(words: &mut [u32], width: usize, list: &Range<usize>) {
    let Some(words) = words.get_mut(list.start * width..list.end * width) else {
        return;
    };
    let mut elements: Vec<&[u32]> = words.chunks_exact(width).collect();
    elements.sort_unstable();
    let sorted = elements.concat();
    words.copy_from_slice(&sorted);
}

/// Compares the content of a slot after a pass: floats within the tolerance, integers exactly.
///
/// # Errors
/// The first element that differs, with both values.
pub fn compare_slot(slot: &Slot, tolerance: f32, gpu: &[u32], cpu: &[u32]) -> Result<(), String> {
    let kinds = kinds(slot);
    let floors = floors(cpu, &kinds);
    for (at, (a, b)) in gpu.iter().zip(cpu).enumerate() {
        let (field, float) = &kinds[at % kinds.len()];
        if !agree(*a, *b, *float, tolerance, floors[at % kinds.len()]) {
            let shown = |word: u32| match float {
                true => format!("{:?} (0x{word:08x})", f32::from_bits(word)),
                false => word.to_string(),
            };
            let element = at / kinds.len();
            return Err(format!(
                "{}[{element}]{field} is {} on the GPU and {} on the CPU",
                slot.name,
                shown(*a),
                shown(*b)
            ));
        }
    }
    Ok(())
}

/// The scale for comparing values near 0 of each word: the largest component of its field in the buffer, clamped to 0.01..1.
/// Displacements are rounded differences of positions of that size, and small components of a direction are as exact as its others.
fn floors(words: &[u32], kinds: &[(String, bool)]) -> Vec<f32> {
    let mut floors = BTreeMap::new();
    for (at, word) in words.iter().enumerate() {
        let field = &kinds[at % kinds.len()].0;
        let floor = floors.entry(field).or_insert(0.01_f32);
        *floor = floor.max(f32::from_bits(*word).abs().min(1.0));
    }
    let floor = |(field, _): &(String, bool)| floors.get(field).copied();
    let all = kinds.iter().map(floor);
    all.map(|floor| floor.unwrap_or(0.01)).collect()
}

/// Whether two words agree: floats within the tolerance of their size, which is at least `floor`, and integers exactly.
#[must_use]
pub fn agree(a: u32, b: u32, float: bool, tolerance: f32, floor: f32) -> bool {
    if a == b || !float {
        return a == b;
    }
    let (a, b) = (f32::from_bits(a), f32::from_bits(b));
    if !(a.is_finite() && b.is_finite()) {
        return a == b || (a.is_nan() && b.is_nan());
    }
    (a - b).abs() <= tolerance * a.abs().max(b.abs()).max(floor)
}

/// The name of each word of an element, and whether the word is a float. Slots named `…_bits` hold the bits of floats.
fn kinds(slot: &Slot) -> Vec<(String, bool)> {
    let single = [Field {
        name: "",
        glsl: slot.glsl,
        offset: 0,
    }];
    let layout = types::FILES
        .iter()
        .flat_map(|file| file.layouts)
        .find(|l: &&Layout| l.name == slot.glsl);
    let fields = layout.map_or(&single[..], |l| l.fields);
    let ends = fields.iter().skip(1).map(|f| f.offset).chain([slot.stride]);
    fields
        .iter()
        .zip(ends)
        .flat_map(|(field, end)| {
            let name = match field.name {
                "" => String::new(),
                name => format!(".{name}"),
            };
            // Only integers have an atomic minimum.
            let bits = slot.name.ends_with("_bits");
            let float = bits
                || ["float", "vec", "mat"]
                    .iter()
                    .any(|kind| field.glsl.starts_with(kind));
            vec![(name, float); (end - field.offset) / 4]
        })
        .collect()
}
