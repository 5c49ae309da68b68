/** Texts and objects of vISA that were refused or called damaged. */
import { expect, test } from 'vitest';
import { layoutVisa, parseVisa, printVisa, readVisa, validateVisa, visaInfo, writeVisa } from '../../../src/formats/visa/index.ts';
import { platformRow } from '../../../src/formats/visa/table/platforms.ts';
import { fixture } from '../../support/corpus.ts';

const textOf = (name: string): string => new TextDecoder().decode(fixture(`cases/${name}`).bytes());

function parsed(text: string) {
  const { value, diagnostics } = parseVisa(text);
  expect(diagnostics).toEqual([]);
  return value;
}

/** The first instruction of a text, as it is printed. */
const firstOf = (text: string): string => /^ {4}(.*?) *\/\/\/ \$0$/m.exec(printVisa(parsed(text)))?.[1] ?? '';

/** A 4.2 text of one instruction and its declarations. */
const kernel = (instruction: string): string =>
  `.version 4.2\n.kernel "k"\n.decl V0032 v_type=G type=ud num_elts=32 align=wordx32\n.decl V0033 v_type=G type=uq num_elts=8\n` +
  `.decl P1 v_type=P num_elts=16\n    ${instruction}\n    ret (M1, 16)\n`;

test.each(['block2d-payload.visaasm', 'dnscl-null.visaasm'])('%s is read, printed and written', (name) => {
  const text = textOf(name);
  const line = text.split('\n').find((one) => one.startsWith('    ')) ?? '';
  expect(firstOf(text)).toBe(line.trim());
  expect(visaInfo(parsed(text))[0]?.instructions.count).toBe(2);
  const object = readVisa(writeVisa(layoutVisa(parsed(text)))).value;
  expect(firstOf(printVisa(object))).toBe(line.trim());
});

test.each([
  'lsc_store_block2d.ugm (M1, 1)  flat[V0032 + (-4,7)]  V0032:d16.16x16nn',
  'lsc_load_block2d.ugm (M1, 1)  V0032:d16.16x16nt  flat[V0033, V0032, V0032, V0032, V0032-4, V0032]',
  '(P1) dpas.bf.bf.8.8 (M1, 16) V0032.0 %null.0 V0032.0 V0032(0,0)',
  'dpas.bf.bf.8.8 (M1, 16) V0032.0 %null.0 V0032.0 V0032(0,0)',
  '(P1) bdpas.bf.bf.8.8 (M1, 16) V0032.0 %null.0 V0032.0 V0032.0 V0032(0,0) V0032(0,0)',
  'bdpas.bf.bf.8.8 (M1, 16) V0032.0 V0032.0 V0032.0 V0032.0 %null(0,0) %null(0,0)',
  'ifcall.uniform.noreturn (M1, 16) V0033(0,0)<0;1,0> 0 0',
  'lsc_atomic_iinc.tgm.msaa (M1, 16)  V0032:d32  bti(0x0)[V0032, V0032, V0032, V0032]:a32  %null  %null',
  'shfl_idx4 (M1, 16) V0032.0 V0032(0,0)<1;1,0> V0032(0,0)<1;1,0>',
])('a text of 4.2 says %s', (instruction) => expect(firstOf(kernel(instruction))).toBe(instruction));

test.each(['tf32', 'hf8', 'bf8', 'e2m1'])('a variable of a text of 4.2 may have the type %s, which no object can hold', (type) => {
  const text = kernel('barrier').replace('type=uq', `type=${type}`);
  const object = parsed(text);
  expect(printVisa(object)).toContain(`.decl V0033 v_type=G type=${type} num_elts=8`);
  const converted = parsed(text.replace('barrier', 'mov (M1, 1) V0033(0,0)<1> V0033(0,0)<0;1,0>'));
  expect(validateVisa(converted).map(({ code }) => code)).toEqual([]);
  expect(() => layoutVisa(object)).toThrow(type);
  expect(parseVisa(text.replace('4.2', '4.1')).diagnostics.map(({ code }) => code)).toEqual(['visa-text/value']);
});

test('an object whose instructions were taken out says so, is not damaged, and is written as it was read', () => {
  const bytes = fixture('cases/stripped-visa.isa').bytes();
  const { value, diagnostics } = readVisa(bytes);
  expect([...diagnostics, ...validateVisa(value)].map(({ code, severity }) => [code, severity])).toEqual([['visa/stripped', 'info']]);
  const [routine] = visaInfo(value);
  expect(routine?.instructions).toEqual({ count: 0, bytes: 0, raw_bytes: 0, stripped_bytes: 45, mix: [] });
  expect(routine?.gen_binaries).toEqual([{ platform: 'SKL', size: 24 }]);
  expect(writeVisa(value)).toEqual(bytes);
  expect(value.raw).toEqual([]);
});

test('the text of such an object keeps the size of what was taken out', () => {
  const text = printVisa(readVisa(fixture('cases/stripped-visa.isa').bytes()).value, { code: true });
  expect(text).toContain('//.stripped size=45\n');
  const { value, diagnostics } = readVisa(writeVisa(layoutVisa(parsed(text))));
  expect(diagnostics.map(({ code }) => code)).toEqual(['visa/stripped']);
  expect(printVisa(value, { code: true })).toBe(text);
});

test('instructions that end before their size are still damage', () => {
  const bytes = new Uint8Array(fixture('cases/stripped-visa.isa').bytes());
  // The kernel's size in the header, one byte more: the instructions may begin there.
  bytes[0x11] = (bytes[0x11] ?? 0) + 1;
  expect(readVisa(bytes).diagnostics.map(({ code }) => code)).toContain('visa/piece-range');
});

test('machine code for Gen10 and the first Gen11 names its platform', () => {
  expect([7, 8].map((value) => platformRow(value)?.name)).toEqual(['CNL', 'ICL']);
});
