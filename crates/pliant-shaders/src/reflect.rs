//! Reads declarations from SPIR-V and compares them with the pass table.

use pliant_passes::layout::Field;
use pliant_passes::pass::{Access, Pass};
use rspirv::dr::{Instruction, Module, Operand};
use rspirv::spirv::{Decoration, ExecutionMode, Op, StorageClass, Word};

/// A difference between a shader and its row.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{pass}: {what}")]
pub struct Mismatch {
    /// The pass.
    pub pass: &'static str,
    /// The difference.
    pub what: String,
}

/// One buffer of a shader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binding {
    /// Its binding in set 0.
    pub binding: u32,
    /// Its array's name.
    pub name: String,
    /// Bytes from one element to the next; none for texels, whose size is that of the view.
    pub stride: Option<usize>,
    /// The access that the shader's qualifiers allow.
    pub access: Access,
}

/// The declarations of a compute shader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shader {
    /// Its buffers by binding.
    pub bindings: Vec<Binding>,
    /// Names and byte offsets of its push constants.
    pub params: Vec<(String, usize)>,
    /// Invocations per workgroup.
    pub workgroup: u32,
}

/// Reads a compute shader's declarations.
///
/// # Errors
/// When the SPIR-V cannot be parsed or has no workgroup size.
pub fn reflect(spirv: &[u8]) -> Result<Shader, String> {
    let module = rspirv::dr::load_bytes(spirv).map_err(|e| format!("not valid SPIR-V: {e}"))?;
    let mut bindings: Vec<Binding> = variables(&module, StorageClass::StorageBuffer)
        .filter_map(|v| binding(&module, v))
        .chain(variables(&module, StorageClass::UniformConstant).filter_map(|v| texels(&module, v)))
        .collect();
    bindings.sort_by_key(|b| b.binding);
    let params = variables(&module, StorageClass::PushConstant)
        .next()
        .map(|v| params(&module, v))
        .unwrap_or_default();
    let workgroup = module
        .execution_modes
        .iter()
        .find(|i| {
            matches!(
                i.operands.get(1),
                Some(Operand::ExecutionMode(ExecutionMode::LocalSize))
            )
        })
        .and_then(|i| literal(i, 2))
        .ok_or("it has no workgroup size")?;
    Ok(Shader {
        bindings,
        params,
        workgroup,
    })
}

/// Compares a shader with its row: slots by name, order, stride, access and, with `texels`, whether they are fetched;
/// push constants by name and offset.
///
/// # Errors
/// The first difference.
pub fn check(pass: &Pass, shader: &Shader, texels: bool) -> Result<(), Mismatch> {
    let wrong = |what: String| {
        Err(Mismatch {
            pass: pass.name,
            what,
        })
    };
    if shader.bindings.len() != pass.slots.len() {
        return wrong(format!(
            "the row has {} slots, the shader binds {} buffers",
            pass.slots.len(),
            shader.bindings.len()
        ));
    }
    for (index, (slot, bound)) in pass.slots.iter().zip(&shader.bindings).enumerate() {
        let stride = (!texels || !slot.fetched).then_some(slot.stride);
        let expected = (index as u32, slot.name, stride, slot.access);
        let found = (
            bound.binding,
            bound.name.as_str(),
            bound.stride,
            bound.access,
        );
        if expected != found {
            return wrong(format!(
                "the row declares (binding, name, stride, access) {expected:?}, the shader {found:?}"
            ));
        }
    }
    let expected: Vec<(&str, usize)> = pass
        .params
        .fields
        .iter()
        .map(|f: &Field| (f.name, f.offset))
        .collect();
    let found: Vec<(&str, usize)> = shader
        .params
        .iter()
        .map(|(name, offset)| (name.as_str(), *offset))
        .collect();
    if expected != found {
        return wrong(format!(
            "the row's params are {expected:?}, the shader's {found:?}"
        ));
    }
    Ok(())
}

fn variables(module: &Module, class: StorageClass) -> impl Iterator<Item = &Instruction> {
    module.types_global_values.iter().filter(move |i| {
        i.class.opcode == Op::Variable
            && matches!(i.operands.first(), Some(Operand::StorageClass(c)) if *c == class)
    })
}

fn binding(module: &Module, variable: &Instruction) -> Option<Binding> {
    let block = pointee(module, variable)?;
    let block_id = block.result_id?;
    let array = defined(module, id(block, 0)?)?;
    let decorated = |d: Decoration| {
        has_decoration(module, variable.result_id.unwrap_or(0), d)
            || member_decorations(module, block_id, 0, d).next().is_some()
    };
    let access = match (
        decorated(Decoration::NonWritable),
        decorated(Decoration::NonReadable),
    ) {
        (true, _) => Access::Read,
        (false, true) => Access::Write,
        (false, false) => Access::ReadWrite,
    };
    Some(Binding {
        binding: decoration(module, variable.result_id?, Decoration::Binding)?,
        name: member_name(module, block_id, 0)?,
        stride: Some(decoration(module, array.result_id?, Decoration::ArrayStride)? as usize),
        access,
    })
}

/// The binding of a buffer that is read as texels.
fn texels(module: &Module, variable: &Instruction) -> Option<Binding> {
    let variable = variable.result_id?;
    Some(Binding {
        binding: decoration(module, variable, Decoration::Binding)?,
        name: name(module, variable)?,
        stride: None,
        access: Access::Read,
    })
}

fn params(module: &Module, variable: &Instruction) -> Vec<(String, usize)> {
    let inner = pointee(module, variable).and_then(|block| defined(module, id(block, 0)?));
    let Some((inner, id)) = inner.and_then(|i| Some((i, i.result_id?))) else {
        return Vec::new();
    };
    (0..inner.operands.len() as u32)
        .filter_map(|m| {
            let offset = member_decorations(module, id, m, Decoration::Offset)
                .next()
                .and_then(|i| literal(i, 3))?;
            Some((member_name(module, id, m)?, offset as usize))
        })
        .collect()
}

fn pointee<'m>(module: &'m Module, variable: &Instruction) -> Option<&'m Instruction> {
    defined(module, id(defined(module, variable.result_type?)?, 1)?)
}

fn defined(module: &Module, wanted: Word) -> Option<&Instruction> {
    module
        .types_global_values
        .iter()
        .find(|i| i.result_id == Some(wanted))
}

fn id(instruction: &Instruction, operand: usize) -> Option<Word> {
    match instruction.operands.get(operand)? {
        Operand::IdRef(word) => Some(*word),
        _ => None,
    }
}

fn literal(instruction: &Instruction, operand: usize) -> Option<u32> {
    match instruction.operands.get(operand)? {
        Operand::LiteralBit32(word) => Some(*word),
        _ => None,
    }
}

fn has_decoration(module: &Module, target: Word, wanted: Decoration) -> bool {
    decorations(module, target, wanted).next().is_some()
}

fn decoration(module: &Module, target: Word, wanted: Decoration) -> Option<u32> {
    decorations(module, target, wanted)
        .next()
        .and_then(|i| literal(i, 2))
}

fn decorations(
    module: &Module,
    target: Word,
    wanted: Decoration,
) -> impl Iterator<Item = &Instruction> {
    module.annotations.iter().filter(move |i| {
        i.class.opcode == Op::Decorate
            && id(i, 0) == Some(target)
            && matches!(i.operands.get(1), Some(Operand::Decoration(d)) if *d == wanted)
    })
}

fn member_decorations(
    module: &Module,
    target: Word,
    member: u32,
    wanted: Decoration,
) -> impl Iterator<Item = &Instruction> {
    module.annotations.iter().filter(move |i| {
        i.class.opcode == Op::MemberDecorate
            && id(i, 0) == Some(target)
            && literal(i, 1) == Some(member)
            && matches!(i.operands.get(2), Some(Operand::Decoration(d)) if *d == wanted)
    })
}

fn name(module: &Module, target: Word) -> Option<String> {
    module.debug_names.iter().find_map(|i| {
        let named = i.class.opcode == Op::Name && id(i, 0) == Some(target);
        match i.operands.get(1) {
            Some(Operand::LiteralString(name)) if named => Some(name.clone()),
            _ => None,
        }
    })
}

fn member_name(module: &Module, target: Word, member: u32) -> Option<String> {
    module.debug_names.iter().find_map(|i| {
        let named = i.class.opcode == Op::MemberName
            && id(i, 0) == Some(target)
            && literal(i, 1) == Some(member);
        match i.operands.get(2) {
            Some(Operand::LiteralString(name)) if named => Some(name.clone()),
            _ => None,
        }
    })
}
