/**
 * What names of vISA mean: instructions, kinds of operands, attributes, devices of embedded code, and fields of objects.
 */
import { ATTRIBUTES, type OpRow, PLATFORMS, ROWS, STRUCTS } from '../visa/index.ts';

export function visaEntries() {
  return [
    ...ROWS.map(instructionEntry),
    ...operandKinds(),
    ...ATTRIBUTES.map((row) => ({
      kind: 'vISA attribute',
      name: row.name,
      path: `visa attribute/${row.name}`,
      type: row.type,
      doc: row.doc,
    })),
    ...PLATFORMS.map((row) => ({
      kind: 'vISA platform',
      name: `gen_platform/${row.name}`,
      path: `gen_platform/${row.name}`,
      value: row.value,
      doc: `The device family of embedded machine code; its registers have ${row.grfBytes} bytes.`,
    })),
    ...STRUCTS.flatMap((struct) => [
      { kind: 'vISA structure', name: struct.name, path: `visa/${struct.name}`, doc: struct.doc },
      // Many of these names are also names elsewhere, where they are asked for more often.
      ...struct.fields.map((field) => ({
        kind: 'vISA field',
        name: `${struct.name}/${field.name}`,
        path: `visa/${struct.name}/${field.name}`,
        doc: field.doc,
      })),
    ]),
  ];
}

function instructionEntry(row: OpRow) {
  const fields = Object.entries(row.fields).map(([name, { kind }]) => (name === kind.name ? name : `${name} (${kind.name})`));
  const selector = Object.values(row.fields).find((field) => field.selects)?.selects?.value;
  const own = selector === undefined ? '' : `, sub-opcode ${selector}`;
  const doc = `${row.doc} Fields in the file, behind the opcode: ${fields.length === 0 ? 'none' : fields.join(', ')}.`;
  return {
    kind: 'vISA instruction',
    name: row.mnemonic,
    path: `visa/${row.mnemonic}${own === '' ? '' : `/0x${row.opcode.toString(16)}.${selector}`}`,
    value: row.opcode,
    type: `opcode 0x${row.opcode.toString(16)}${own}`,
    doc,
  };
}

/** Kinds of operands, by their names; those that mean something else in each instruction are told there. */
function operandKinds() {
  const kinds = new Map<string, Set<string>>();
  for (const { kind } of ROWS.flatMap((row) => Object.values(row.fields))) {
    kinds.set(kind.name, (kinds.get(kind.name) ?? new Set()).add(kind.doc));
  }
  return [...kinds].flatMap(([name, docs]) => {
    const [doc = ''] = docs;
    return docs.size > 1 ? [] : [{ kind: 'vISA operand kind', name: `operand/${name}`, path: `visa operand/${name}`, doc }];
  });
}
