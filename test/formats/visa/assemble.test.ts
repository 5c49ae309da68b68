import { describe, expect, test } from 'vitest';
import { must } from '../../../src/core/diag/index.ts';
import { layoutVisa } from '../../../src/formats/visa/layout.ts';
import type { VisaObject } from '../../../src/formats/visa/model.ts';
import { parseVisa } from '../../../src/formats/visa/parse.ts';
import { printVisa } from '../../../src/formats/visa/print.ts';
import { readVisa } from '../../../src/formats/visa/read.ts';
import { writeVisa } from '../../../src/formats/visa/write.ts';
import { visaObjects, visaTexts } from '../../support/corpus.ts';

const assembled = new Map(visaObjects().map((file) => [file.name, file]));
const TEXT = /(^|:)visa\/(igc1-(?:10840|5353)\/.*)\.visaasm$/;
const texts = visaTexts().filter((file) => TEXT.test(file.name));

/** What the real assembler writes wrongly: the compiler's own object of the same text says otherwise. */
const WRONG_IN_ASSEMBLER = [
  {
    file: 'igc1-10840/dg2/visa-sampler.gathers4',
    what: 'sample4_po.G gathers channel 2 (B) instead of 1 (G)',
    opcode: 0x6f,
    operation: 17,
    field: 3,
    wrong: 2,
    right: 1,
  },
] as const;

/** Without the machine code, which is not made from text. */
function withoutCode({ bytes: _, text: _text, ...object }: VisaObject): Uint8Array {
  return writeVisa(layoutVisa({ ...object, kernels: object.kernels.map((kernel) => ({ ...kernel, gen_binaries: [] })) }));
}

const rows = texts.map((text) => {
  const name = text.name.replace(TEXT, '$2');
  const object = [text.name.replace(TEXT, '$1visa-assembled/$2.isa'), `visa-assembled/${name}.isa`, `corpus:visa-assembled/${name}.isa`];
  return { name, text, object: object.map((path) => assembled.get(path)).find((file) => file !== undefined) };
});
const known = rows.flatMap(({ name, text, object }) => (object ? [[name, text, object] as const] : []));

test('there are objects of the real assembler', () => {
  expect(known.length).toBeGreaterThan(5);
});

describe.each(known)('%s', { tags: ['corpus'] }, (name, text, object) => {
  test('assembles to the bytes of the real assembler', () => {
    const ours = must(parseVisa(text.bytes()));
    const theirs = must(readVisa(object.bytes()));
    const wrong = WRONG_IN_ASSEMBLER.find(({ file }) => file === name);
    if (wrong) {
      let found = 0;
      const correct = (value: VisaObject): VisaObject => ({
        ...value,
        kernels: value.kernels.map((kernel) => ({
          ...kernel,
          routine: kernel.routine && {
            ...kernel.routine,
            instructions: {
              instructions: kernel.routine.instructions.instructions.map((instruction) => {
                if (instruction.opcode !== wrong.opcode || instruction.values[0] !== wrong.operation) return instruction;
                expect(instruction.values[wrong.field]).toBe(wrong.wrong);
                found++;
                return { ...instruction, values: instruction.values.map((v, i) => (i === wrong.field ? wrong.right : v)) };
              }),
            },
          },
        })),
      });
      expect(Buffer.compare(withoutCode(ours), withoutCode(theirs))).not.toBe(0);
      expect(Buffer.compare(withoutCode(ours), withoutCode(correct(theirs)))).toBe(0);
      expect(found).toBe(1);
    } else expect(Buffer.compare(withoutCode(ours), withoutCode(theirs))).toBe(0);
  });

  test('is the text of that object too', () => {
    const object_ = must(readVisa(object.bytes()));
    if (WRONG_IN_ASSEMBLER.some(({ file }) => file === name)) return expect(printVisa(object_)).toContain('sample4_po.B');
    // Names after v_name= and .funcdecl are not kept.
    const plain = (s: string) => s.replace(/ v_name=\S+/g, '').replace(/^\.funcdecl.*\n/gm, '');
    const hidden = (s: string) => s.replace(/^\.kernel_attr OutputAsmPath=.*\n/gm, '');
    expect(hidden(plain(printVisa(object_)))).toBe(hidden(plain(Buffer.from(text.bytes()).toString('latin1'))));
  });
});

describe.each(rows.map(({ name, text }) => [name, text] as const))('%s', { tags: ['corpus'] }, (_, text) => {
  test('returns an object with the same text', () => {
    const { text: _form, ...object } = must(parseVisa(text.bytes(), { names: 'all' }));
    const written = must(readVisa(writeVisa(layoutVisa(object))));
    expect(printVisa(written)).toBe(
      Buffer.from(text.bytes())
        .toString('latin1')
        .replace(/^\.kernel_attr OutputAsmPath=.*\n/gm, (line) => (object.major_version < 4 ? line : '')),
    );
  });
});
