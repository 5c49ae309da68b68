/**
 * Entries for vISA names: instructions, kinds of operands, attributes, devices of embedded code, and fields of objects.
 */
import { hex } from '../core/bytes/index.ts';
import {
  ALIGNMENTS,
  ATTRIBUTES,
  DIRECTIVE_ROWS,
  type DirectiveRow,
  ENUMERATIONS,
  KNOWN_PROVENANCES,
  type OpRow,
  PLATFORMS,
  PREDEFINED,
  PREDEFINED_SURFACE_DOCS,
  PREDEFINED_SURFACES,
  PREDEFINED_VARIABLES,
  type PredefinedRow,
  ROWS,
  STRUCTS,
  type VisaField,
  WORDS_WITHOUT_OPCODE,
} from '../formats/visa/index.ts';

export function visaEntries() {
  return [
    ...ROWS.map(instructionEntry),
    ...WORDS_WITHOUT_OPCODE.map((word) => ({
      kind: 'vISA word',
      name: word,
      path: `visa word/${word}`,
      doc: 'A word of the grammar of vISA text that has no opcode: the assembler knows it and refuses it.',
    })),
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
      also: [row.name],
      value: row.value,
      doc: `The device family of embedded machine code; its registers have ${row.grfBytes} bytes.`,
    })),
    ...STRUCTS.flatMap((struct) => [
      { kind: 'vISA structure', name: struct.name, path: `visa/${struct.name}`, doc: struct.doc },
      // Many of these names also exist elsewhere, where they are used more often.
      ...struct.fields.flatMap((field) => fieldEntries(struct.name, field)),
    ]),
    ...predefinedEntries(),
    ...(DIRECTIVE_ROWS as readonly DirectiveRow[]).map(({ name, form, doc, comment }) => ({
      kind: 'vISA directive',
      name: `${comment ? '//.' : '.'}${name}`,
      path: `visa directive/${name}`,
      type: form,
      doc: comment ? `${doc} The line is a comment to other assemblers.` : doc,
    })),
    ...KNOWN_PROVENANCES.map(({ value, name, form }) => ({
      kind: 'vISA provenance',
      name: `provenance/${name}`,
      path: `visa provenance/${name}`,
      also: [name, `.implicit_${name.toUpperCase()}`],
      value,
      doc: `Who supplies an input${form ? `, which is ${form.says}` : ''}: ${name.replaceAll('_', ' ')}.`,
    })),
    ...ALIGNMENTS.map(([name, bytes], value) => ({
      kind: 'vISA alignment',
      name: `align=${name}`,
      path: `visa alignment/${name}`,
      also: [name],
      value,
      doc: `Alignment of a variable: ${bytes === 0 ? `${name === 'GRF' ? 'a register' : 'two registers'} of the device` : `${bytes} bytes`}.`,
    })),
    ...ENUMERATIONS.flatMap(({ name, doc, words }) =>
      words.flatMap((word, value) =>
        word === ''
          ? []
          : [
              {
                kind: `vISA ${name}`,
                name: `${name}/${word}`,
                path: `visa ${name}/${word}`,
                also: [word],
                value,
                doc: `${doc}. Words: ${wordList(words)}.`,
              },
            ],
      ),
    ),
  ];
}

const wordList = (words: readonly string[]) => words.filter((word) => word !== '').join(', ');

/** Entries for a field, for the parts of its byte, and for its count. */
function fieldEntries(struct: string, { name, kind, doc }: VisaField) {
  const entry = (member: string, text: string) => ({
    kind: 'vISA field',
    name: `${struct}/${member}`,
    path: `visa/${struct}/${member}`,
    doc: text,
  });
  const parts = kind.kind === 'bits' ? kind.parts.map((part) => entry(part.name, part.doc)) : [];
  const count = 'countName' in kind ? [entry(kind.countName, `How long ${name} is. ${doc}`)] : [];
  return [entry(name, doc), ...parts, ...count];
}

/** Entries for the predefined variables: V0 to V31, P0, T0 to T5. */
function predefinedEntries() {
  const rows: readonly PredefinedRow[] = PREDEFINED_VARIABLES;
  const variables = Array.from({ length: PREDEFINED.variables }, (_, i) => {
    const row = rows[i];
    if (!row) return { kind: 'vISA variable', name: `V${i}`, path: `visa variable/V${i}`, doc: 'Reserved. It may not be used.' };
    const [name, type, elements, since, { doc, page }] = row;
    return {
      kind: 'vISA variable',
      name,
      path: `visa variable/V${i}`,
      also: [`V${i}`, ...(page === undefined ? [] : [page])],
      type: `${elements} × ${type}`,
      doc: since === 0 ? doc : `${doc} From vISA ${Math.floor(since / 100)}.${since % 100} on.`,
    };
  });
  const surfaces = PREDEFINED_SURFACES.map((name, i) => ({
    kind: 'vISA surface',
    name,
    path: `visa surface/T${i}`,
    also: [`T${i}`],
    doc: PREDEFINED_SURFACE_DOCS[i] ?? '',
  }));
  const predicate = { kind: 'vISA predicate', name: 'P0', path: 'visa predicate/P0', doc: 'The predicate that stands for none.' };
  const sampler = {
    kind: 'vISA sampler',
    name: 'S31',
    path: 'visa sampler/S31',
    doc: 'The bindless sampler: its state is given by an offset.',
  };
  return [...variables, ...surfaces, predicate, sampler];
}

function instructionEntry(row: OpRow) {
  const fields = Object.entries(row.fields).map(([name, { kind }]) => (name === kind.name ? name : `${name} (${kind.name})`));
  const selector = Object.values(row.fields).find((field) => field.selects)?.selects?.value;
  const suffix = selector === undefined ? '' : `, sub-opcode ${selector}`;
  const opcode = hex(row.opcode);
  const doc = `${row.doc} Fields in the file, after the opcode: ${fields.length === 0 ? 'none' : fields.join(', ')}.`;
  return {
    kind: 'vISA instruction',
    name: row.mnemonic,
    path: `visa instruction/${row.mnemonic}${selector === undefined ? '' : `/${opcode}.${selector}`}`,
    value: row.opcode,
    type: `opcode ${opcode}${suffix}`,
    doc,
  };
}

/** Entries for the kinds of operands that are the same in all instructions; the others are explained with their instruction. */
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
