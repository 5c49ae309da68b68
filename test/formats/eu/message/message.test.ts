import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packFields } from '../../../../src/formats/eu/message/bits.ts';
import { type CompiledField, FieldSet } from '../../../../src/formats/eu/message/field.ts';
import { HEADER } from '../../../../src/formats/eu/message/hdc-fields.ts';
import { HDC_ROWS } from '../../../../src/formats/eu/message/hdc-table.ts';
import { loadStoreColumns, loadStoreComment, printsLoadStore } from '../../../../src/formats/eu/message/ldst.ts';
import { LENGTH_FIELDS } from '../../../../src/formats/eu/message/lengths.ts';
import { lscFields } from '../../../../src/formats/eu/message/lsc.ts';
import { LSC_ROWS } from '../../../../src/formats/eu/message/lsc-table.ts';
import { lscWideFields } from '../../../../src/formats/eu/message/lsc-wide.ts';
import type { Message, MessageSource } from '../../../../src/formats/eu/message/model.ts';
import { OPERATIONS, operationRow } from '../../../../src/formats/eu/message/operations.ts';
import { OTHER_ROWS } from '../../../../src/formats/eu/message/other-table.ts';
import { messageFields, readMessage, readWideMessage, wideMessageFields } from '../../../../src/formats/eu/message/read.ts';
import { RENDER_ROWS } from '../../../../src/formats/eu/message/render-table.ts';
import { samplerFields } from '../../../../src/formats/eu/message/sampler.ts';
import { SAMPLER_ROWS } from '../../../../src/formats/eu/message/sampler-table.ts';
import { samplerWideFields } from '../../../../src/formats/eu/message/sampler-wide.ts';
import { WIDE_ROWS } from '../../../../src/formats/eu/message/wide-table.ts';
import { Line } from '../../../../src/formats/eu/print/line.ts';
import { inRange, PLATFORMS, platformNumber, XE_HPG } from '../../../../src/formats/eu/table/platforms.ts';
import { isLoadStoreUnit, UNITS } from '../../../../src/formats/eu/table/units.ts';
import { commentOf, parseSendLine, type SendLine } from './lines.ts';

interface Case {
  readonly name: string;
  readonly platform: number;
  readonly text: string;
  readonly line: SendLine;
  readonly facts: string;
  readonly loadStore: string;
}

function parseCase(row: string): Case {
  const [name = '', text = '', facts = '', loadStore = ''] = row.split('\t');
  const platform = platformNumber(name);
  const line = parseSendLine(text, platform);
  if (line === undefined) throw new Error(`no send in ${text}`);
  return { name, platform, text, line, facts, loadStore };
}

const CASES = readFileSync(join(import.meta.dirname, 'cases.tsv'), 'utf8')
  .split('\n')
  .filter((row) => row !== '' && !row.startsWith('#'))
  .map(parseCase);

const messageOf = ({ line, platform }: Case): Message | undefined =>
  (line.isWide ? readWideMessage : readMessage)(platform, line.lanes, line.source);

/** The facts as the JSON of iga64 has them; a scratch space is a table of surfaces to it. */
function factsOf(message: Message | undefined, { source, isWide }: SendLine, platform: number): string {
  if (message === undefined || message.faults.length > 0) return '';
  const { title, surface = 0, offset = 0, offsetX = 0, offsetY = 0, offsetU = 0, offsetV = 0, offsetR = 0, scale = 1 } = message;
  const model = message.model === 'scratch' ? 'bti' : (message.model ?? 'invalid');
  const inRegister = source.exDesc.isRegister && isLoadStoreUnit(platform, source.unit);
  const hasSurface = !isWide && (model === 'bti' || model === 'bss' || model === 'ss');
  const place = !hasSurface ? '' : inRegister ? `a0.${message.surfaceRegister}` : surface;
  const added = offsetX !== 0 || offsetY !== 0 ? `[${offsetX},${offsetY}]` : offset === 0 ? '' : offset;
  const uvr = model === 'surf' && (offsetU !== 0 || offsetV !== 0 || offsetR !== 0) ? `[${offsetU},${offsetV},${offsetR}]` : '';
  return [title, model, place, added, scale === 1 ? '' : scale, uvr].join('|');
}

/** The line in the load/store syntax. */
function loadStoreLine(message: Message, { text, line }: Case): string {
  const [mnemonic, lanes = '', ...rest] = text.split(' ');
  expect(mnemonic).toMatch(/^send\./);
  const [destination = '', source0 = '', source1 = ''] = rest.map((token) => token.replace(/:.*/, ''));
  const printed = new Line();
  for (const part of loadStoreColumns(message, line.source, lanes, { destination, source0, source1 })) {
    if (typeof part === 'string') printed.text += part;
    else printed.column(part.text, part.width, 0, part.uncounted);
  }
  return `${printed.end()}${/ \{[^}]*\}/.exec(text)?.[0] ?? ''} // ${loadStoreComment(line.source)}`.trimStart();
}

describe('messages as iga64 reads them', () => {
  for (const name of PLATFORMS) {
    const cases = CASES.filter((row) => row.name === name);
    it(`${name}: comments of ${cases.length} sends`, () => {
      expect(cases.map((row) => commentOf(row.line, row.platform))).toEqual(cases.map((row) => row.line.comment));
    });
    it(`${name}: what they mean, and which are not valid`, () => {
      expect(cases.map((row) => `${row.text}\n${factsOf(messageOf(row), row.line, row.platform)}`)).toEqual(
        cases.map((row) => `${row.text}\n${row.facts}`),
      );
    });
    it(`${name}: the load/store syntax`, () => {
      const printed = cases.map((row) => {
        const message = row.line.isWide ? undefined : messageOf(row);
        return printsLoadStore(row.platform, message) ? loadStoreLine(message, row) : '';
      });
      expect(printed).toEqual(cases.map((row) => row.loadStore));
    });
    it(`${name}: every bit has a name, and the names give the bits`, () => {
      for (const { line, platform, text } of cases) expectWhole(line, platform, text);
    });
  }
});

/** The fields follow one another without a gap, and packed they are the descriptors. */
function expectWhole({ source, isWide, lanes }: SendLine, platform: number, text: string): void {
  const fields = (isWide ? wideMessageFields : messageFields)(platform, lanes, source);
  let at = !isWide && source.desc.isRegister ? 32 : 0;
  for (const field of fields) {
    if (field.at !== at) expect.fail(`${text}: ${field.name} begins at bit ${field.at}, not ${at}`);
    at += field.bits;
  }
  expect(at, text).toBe(isWide ? (source.indirect1 >= 0 ? 42 : 47) : 64);
  const { low, high } = packFields(fields);
  const { desc, exDesc } = source;
  const narrow = [desc.isRegister ? 0 : desc.imm, exDesc.isRegister ? source.exDescOffset : exDesc.imm];
  expect([low, high], text).toEqual(isWide ? [source.low, source.high] : narrow);
}

const NONE = { isRegister: false, imm: 0, sub: 0 };
const sourceOf = (unit: string, low: number, isRegister = false): MessageSource => ({
  unit,
  desc: { ...NONE, imm: low },
  exDesc: { ...NONE, isRegister },
  exDescOffset: 0,
  low,
  high: 0,
  indirect0: -1,
  indirect1: -1,
  dstLength: 0,
  src0Length: 0,
  src1Length: 0,
});

describe('the tables of messages', () => {
  /** The bits that two fields of a message have. */
  const doubled = (fields: readonly CompiledField[], name: string): string[] => {
    const taken = new Map<number, string>();
    const found: string[] = [];
    for (const { row } of fields) {
      for (const { at, bits } of row.upper === undefined ? [row] : [row, row.upper]) {
        for (let bit = at; bit < at + bits; bit++) {
          const other = taken.get(bit);
          if (other !== undefined) found.push(`${name}: bit ${bit} is in ${other} and in ${row.name}`);
          taken.set(bit, row.name);
        }
      }
    }
    return found;
  };

  it('has no bit in two fields of a message', () => {
    const found: string[] = [];
    for (let platform = 0; platform < PLATFORMS.length; platform++) {
      for (const row of [...HDC_ROWS, ...OTHER_ROWS, ...RENDER_ROWS]) {
        if (!inRange(platform, row.platforms ?? '')) continue;
        found.push(
          ...doubled(
            new FieldSet([HEADER, ...LENGTH_FIELDS, ...row.fields], platform).fields,
            `${row.unit} ${row.title} on ${PLATFORMS[platform]}`,
          ),
        );
      }
      found.push(...doubled(samplerFields(platform).fields, 'sampler'));
    }
    const newest = PLATFORMS.length - 1;
    for (const row of WIDE_ROWS) found.push(...doubled(new FieldSet(row.fields, newest).fields, `${row.unit} ${row.title}`));
    for (let opcode = 0; opcode < 64; opcode++) found.push(...doubled(samplerWideFields(newest, opcode).fields, `sampler ${opcode}`));
    expect(found).toEqual([]);
  });

  it('has no bit in two fields of a message of the load/store cache', () => {
    const found: string[] = [];
    for (const { opcode } of LSC_ROWS) {
      for (const unit of ['ugm', 'slm', 'tgm', 'urb'] as const) {
        for (let model = 0; model < 4; model++) {
          const name = `${unit} ${opcode} ${model}`;
          for (let platform = XE_HPG; platform < PLATFORMS.length; platform++) {
            for (const isRegister of [false, true]) {
              found.push(...doubled(lscFields(platform, unit, sourceOf(unit, opcode | (model << 29), isRegister)), name));
            }
          }
          found.push(...doubled(lscWideFields(PLATFORMS.length - 1, unit, sourceOf(unit, opcode | (model << 14))).fields, name));
        }
      }
    }
    expect(found).toEqual([]);
  });

  it('names operations that have a row, and units once', () => {
    const rows = [...HDC_ROWS, ...OTHER_ROWS, ...RENDER_ROWS, ...WIDE_ROWS].flatMap((row) => row.facts.operation ?? []);
    const all = [
      ...rows,
      ...SAMPLER_ROWS.map((row) => row.operation),
      ...LSC_ROWS.flatMap((row) => (row.shape === 'ccs' ? [] : row.operation)),
    ];
    for (const operation of all) expect(operationRow(operation).name).toBe(operation);
    expect(new Set(OPERATIONS.map((row) => row.name)).size).toBe(OPERATIONS.length);
    for (const platform of PLATFORMS.keys()) {
      const numbers = UNITS.filter((row) => inRange(platform, row.platforms ?? '')).map((row) => row.value);
      expect(numbers.sort((a, b) => a - b)).toEqual([...Array(16).keys()]);
    }
  });
});

describe('what a message means', () => {
  const read = (platform: string, line: string): Message | undefined => {
    const number = platformNumber(platform);
    const parsed = parseSendLine(line, number);
    if (parsed === undefined) throw new Error(line);
    return (parsed.isWide ? readWideMessage : readMessage)(number, parsed.lanes, parsed.source);
  };
  const vector = { operation: 'load', group: 'load', memory: 32, register: 32, elements: 8, transposed: true, address: 32 };

  it.each([
    [
      '2',
      'send.ugm (1|M0) r3 r255 null:0 0xFF000000 0x6219C500',
      { ...vector, model: 'bti', surface: 255, l1: 'ca', l3: 'cc', faults: [] },
    ],
    [
      '2',
      'send.ugm (16|M0) null r20 r30:2 0xFFE80000 0x0C003584',
      { operation: 'store', elements: 4, model: 'flat', address: 64, offset: -0x180 },
    ],
    ['12p71', 'send.slm (16|M0) r1 r2 r3:1 0x0 0x04100519', { operation: 'atomic_or', group: 'atomic', returns: true, l1: undefined }],
    ['12p1', 'send.dc0 (8|M0) r12 r3 null 0x0 0x0219E000', { operation: 'fence', header: true, model: 'flat' }],
    [
      '12p1',
      'send.dc1 (16|M16) null r6 r10 0x80 0x04025E00',
      { operation: 'store_quad', channels: 1, elements: 1, model: 'bti', surface: 0 },
    ],
    ['9', 'send (8|M0) null r127 0x27 0x02000010', { unit: 'ts', operation: 'eot', endOfThread: true }],
    ['2', 'send.gtwy (1|M0) null r0 null:0 0x0 0x02000010', { unit: 'gtwy', operation: 'eot', endOfThread: true }],
    [
      '2',
      'send.ugm (1|M0) r8 r4 null:0 0x0 0x02800203',
      { operation: 'load_block2d', block: true, memory: 16, address: 64, vnni: undefined },
    ],
    ['2', 'send.ugm (1|M0) r8 r4 null:0 0x0 0x02800283', { operation: 'load_block2d', block: true, vnni: true }],
    [
      '3pxpc',
      'sendg.ugm (16|M0) r6 r3:1 null:0 s0.16 0x100000005180',
      { operation: 'load', elements: 4, model: 'flat', base: 16, signed: true, scale: 16, destinationBytes: 256, source0Bytes: 64 },
    ],
    ['3pxpc', 'sendg.gtwy (1|M0) null r0:1 null:0 0x0', { operation: 'eot', endOfThread: true, faults: [] }],
  ])('%s: %s', (platform, line, facts) => {
    expect(read(platform, line)).toMatchObject(facts);
  });

  it('says which bits make a message not valid', () => {
    expect(read('2', 'send.ugm (16|M0) r3 r5 null:0 0x0 0x02100402')?.faults).not.toEqual([]);
    expect(read('2', 'send.ugm (16|M0) r3 r5 null:0 a0.2 a0.0')).toBeUndefined();
    expect(messageFields(platformNumber('2'), 16, sourceOf('ugm', 0x40))).toContainEqual({ name: 'reserved', at: 6, bits: 1, value: 1 });
  });
});

const { ZEBIN_CORPUS_GEN } = process.env;
const manifest = join(ZEBIN_CORPUS_GEN ?? '', 'manifest.jsonl');
describe.runIf(ZEBIN_CORPUS_GEN && existsSync(manifest))('all sends of the corpus [needs ZEBIN_CORPUS_GEN]', { tags: ['corpus'] }, () => {
  it('have the comments of iga64, and whole fields', () => {
    const wrong: string[] = [];
    let count = 0;
    for (const row of readFileSync(manifest, 'utf8').trimEnd().split('\n')) {
      const section = JSON.parse(row) as { zebin: string; index: number; platform: string };
      const platform = platformNumber(section.platform);
      for (const text of readFileSync(join(ZEBIN_CORPUS_GEN ?? '', section.zebin, `${section.index}.asm`), 'utf8').split('\n')) {
        const line = parseSendLine(text, platform);
        if (line === undefined) continue;
        count++;
        if (commentOf(line, platform) !== line.comment) wrong.push(`${section.platform}: ${text}`);
        if (count % 16 === 0) expectWhole(line, platform, text);
      }
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(28_000);
  }, 120_000);
});
