/**
 * Kinds of input: which verbs read them, and real input of each kind, repeated to any size. It says what a size costs a verb, and so what
 * an attack of that kind and size may cost (`node scripts/attacks.mjs --table`).
 */
import { readElf, type Section } from '../../src/formats/elf/index.ts';
import { disassemble, readCode } from '../../src/formats/eu/index.ts';
import { layoutVisa, readVisa, writeVisa } from '../../src/formats/visa/index.ts';
import { inspect, propsDocument } from '../../src/internal.ts';
import { buildAr, buildMember, buildZebin, concat, latin1, SHT } from '../support/build-elf.ts';
import type { Attack } from './attacks/index.ts';

/** Bytes of a file of test/fixtures. */
export type Fixture = (name: string) => Uint8Array;

export interface Kind {
  /** Command lines: `FILE` is the input, `OTHER` the same a little smaller, `ZEBIN` a real zebin, `FOLDER` is not there. */
  readonly verbs: readonly string[];
  /** Real input of about so many bytes. */
  genuine(fixture: Fixture, size: number): Uint8Array;
}

const BMG = ['printf', 'basic', 'functions-ptr', 'globals', 'images', 'library-user', 'loops-cost', 'samplers'].map(
  (name) => `zebin/igc2/bmg/${name}.zebin`,
);
const SMALL = ['igc1/dg2/spec-constants', 'igc2/bmg/spec-constants', 'igc2/bmg/vector-lsc', 'igc2/dg2/spec-constants'].map(
  (name) => `zebin/${name}.zebin`,
);
const HOST = ['intel-l2-compressed.so', 'intel-l2-msvc.exe', 'intel-l3.so', 'llvm22-sycl-multi.exe', 'intel-l2-msvc.obj'];
const NOTES = [{ type: 6, desc: 0x0500_4000 }];

/** As many of the parts, in turn, as make the size. */
function repeated(size: number, parts: readonly Uint8Array[]): Uint8Array[] {
  const made: Uint8Array[] = [];
  for (let all = 0; all < size; all += made.at(-1)?.length ?? 1) made.push(parts[made.length % parts.length] as Uint8Array);
  return made;
}

/** Text of so many bytes, from pieces by their number. */
function lines(size: number, piece: (i: number) => string): string {
  const made: string[] = [];
  for (let all = 0; all < size; all += made.at(-1)?.length ?? 1) made.push(piece(made.length));
  return made.join('');
}

const archive = (size: number, parts: readonly Uint8Array[]): Uint8Array =>
  buildAr(repeated(size, parts).map((part, i) => buildMember(`${i}/`, part)));
const archiveOf =
  (...names: readonly string[]): Kind['genuine'] =>
  (fixture, size) =>
    archive(size, names.map(fixture));

/** Code of kernels for Xe2, one after another. */
const code = (fixture: Fixture, size: number): Uint8Array =>
  concat(
    repeated(
      size,
      BMG.flatMap((name) => readElf(fixture(name)).value.sections)
        .filter(({ name }) => name.startsWith('.text.'))
        .map(({ bytes }) => bytes.data.subarray(0, readCode(bytes.data, '2').value.end)),
    ),
  );

const sectionOf = (zebin: Uint8Array, wanted: string): Section =>
  readElf(zebin).value.sections.find(({ name }) => name === wanted) as Section;

const zebinOf = (data: Uint8Array): Uint8Array =>
  buildZebin({
    zeInfo: 'version: 1.60\nkernels:\n- name: k\n  execution_env:\n    grf_count: 128\n    simd_size: 16\n',
    notes: NOTES,
    sections: [{ name: '.text.k', flags: 6, data }],
  }).bytes;

/** The kernels of a real .ze_info again and again, under other names. */
function zeInfo(fixture: Fixture, size: number): Uint8Array {
  const { bytes } = sectionOf(fixture('zebin/igc1-10840/skl/basic.zebin'), '.ze_info');
  const text = Buffer.from(bytes.data).toString('latin1');
  const [head = '', kernels = ''] = text.slice(0, text.search(/^(?!kernels|version|-|\s|\.)/m)).split(/(?<=^kernels:\n)/m);
  const entries = kernels.split(/^(?= {2}- name:)/m);
  const names: string[] = [];
  const made = lines(size, (i) =>
    (entries[i % entries.length] as string).replace(/(?<=name: +)\S+/, (name) => {
      names.push(i === 0 ? 'k' : `${name.slice(0, 40)}_${i}`);
      return names.at(-1) as string;
    }),
  );
  return buildZebin({ zeInfo: head + made, kernels: names, notes: [{ type: 6, desc: 0x0200_0000 }] }).bytes;
}

/** The estimates of real kernels again and again, for kernels of other names. */
function estimates(fixture: Fixture, size: number): Uint8Array {
  const { bytes } = sectionOf(fixture('zebin/igc2/bmg/loops-cost.zebin'), '.ze_info');
  const text = Buffer.from(bytes.data).toString('latin1');
  const [, list = ''] = text.split(/^kernels_cost_info:\n/m);
  const entries = list.slice(0, list.search(/^(?!-|\s)/m)).split(/^(?= {2}- name:)/m);
  const names: string[] = [];
  const made = lines(size * 0.95, (i) =>
    (entries[i % entries.length] as string).replace(/(?<=name: +)\S+/, () => {
      names.push(i === 0 ? 'k' : `k${i}`);
      return names.at(-1) as string;
    }),
  );
  const kernels = names.map((name) => `- name: ${name}\n  execution_env:\n    simd_size: 16\n`).join('');
  return buildZebin({
    zeInfo: `version: 1.60\nkernels:\n${kernels}kernels_misc_info:\n- name: k\nkernels_cost_info:\n${made}`,
    kernels: names,
    notes: NOTES,
  }).bytes;
}

/** Sections before it: none, .ze_info, notes. */
const FIRST = 3;

/** Kernels with their code, a symbol and a relocation each. */
function zebin(fixture: Fixture, size: number): Uint8Array {
  const parts = repeated(
    size * 0.7,
    readElf(fixture('zebin/igc2/bmg/basic.zebin'))
      .value.sections.filter(({ name }) => name.startsWith('.text.'))
      .map(({ bytes }) => bytes.data),
  );
  const names = parts.map((_, i) => (i === 0 ? 'k' : `k${i}`));
  const entry = (name: string) => `- name: ${name}\n  execution_env:\n    grf_count: 128\n    simd_size: 16\n`;
  return buildZebin({
    zeInfo: `version: 1.60\nkernels:\n${names.map(entry).join('')}`,
    notes: NOTES,
    sections: [
      ...parts.map((data, i) => ({ name: `.text.${names[i]}`, flags: 6, data })),
      { name: '.strtab', type: SHT.strtab },
      {
        name: '.symtab',
        link: '.strtab',
        symbols: [{}, ...names.map((name, i) => ({ name, section: FIRST + i, fields: { st_info: 0x12 } }))],
      },
      ...names.map((name, i) => ({
        name: `.rel.text.${name}`,
        link: '.symtab',
        info: `.text.${name}`,
        relocations: [{ offset: 0, symbol: i + 1, type: 2 }],
      })),
    ],
  }).bytes;
}

const NAMES = [
  '_ZTSZZN7project6kernels9templatedIfLi3ELi16ENS_6layoutIL_b1EEEE6submitERN4sycl3_V15queueEENKUlRNS4_7handlerEE_clES7_EUlNS4_7nd_itemILi3EEEE_',
  '_ZTSN4demo5saxpyIfEE',
  '_Z3addii',
  '_ZTSZ4mainEUlN4sycl2idILi1EEEE_',
  '_Z12fill_patternPU3AS1jPKU3AS1hj',
];
const mangled = (i: number): string => `${NAMES[i % NAMES.length]}.${i}`;

function named(_: Fixture, size: number): Uint8Array {
  const names: string[] = [];
  const info = lines(size * 0.6, (i) => {
    names.push(mangled(i));
    return `- name: ${mangled(i)}\n  execution_env:\n    simd_size: 16\n`;
  });
  return buildZebin({ zeInfo: `version: 1.60\nkernels:\n${info}`, kernels: names, notes: NOTES }).bytes;
}

const properties = (_: Fixture, size: number): Uint8Array =>
  latin1(
    `[SYCL/devicelib req mask]\nDeviceLibReqMask=1|13\n[SYCL/kernel param opt]\n${lines(size / 2, (i) => `${mangled(i)}=2|EAAAAAAAAAgA\n`)}` +
      `[SYCL/exported symbols]\n${lines(size / 2, (i) => `${mangled(i)}=1|1\n`)}`,
  );

function visaObject(fixture: Fixture, size: number): Uint8Array {
  const bytes = fixture('visa/igc1-10840/dg2/visa-sampler.samples_compare.isa');
  const one = readVisa(bytes).value;
  const count = Math.min(Math.ceil(size / bytes.length), 60_000);
  const kernels = Array.from({ length: count }, (_, i) => one.kernels.map((kernel) => ({ ...kernel, name: `k${i}` }))).flat();
  return writeVisa(layoutVisa({ ...one, kernels }));
}

/** The instructions of a kernel again and again, with labels of their own. */
function visaText(fixture: Fixture, size: number): Uint8Array {
  const whole = Buffer.from(fixture('visa/igc1-10840/dg2/visa-sampler.samples_compare.visaasm')).toString('latin1');
  const from = whole.search(/^\w+:/m);
  const label = new RegExp(`\\b(${[...whole.matchAll(/^(\w+):/gm)].map(([, name]) => name).join('|')})\\b`, 'g');
  const body = `${whole.slice(from)}\n`;
  return latin1(whole.slice(0, from) + lines(size, (i) => (i === 0 ? body : body.replace(label, `$1_${i}`))));
}

const KERNEL = (i: number): string =>
  `{"path":"","device":"BMG-G21 A0","family":"Battlemage","name":"k${i}","spill_size":0,"private_size":0,"scratch_size":0,"slm_size":0,"grf_count":128,"eu_thread_count":8,"simd_size":32,"barrier_count":0,"has_stack_calls":0,"code_bytes":176,"cross_thread_size":8,"per_thread_size":0}`;
const DEVICE = (i: number): string =>
  `{"ip":"${40 + (i >> 14)}.${(i >> 6) & 255}.${i & 63}","name":"EXL A${i}","family":1274,"release":"xe2-lpg","acronyms":["z${i}"]}`;
const list = (size: number, each: (i: number) => string): string => lines(size, (i) => (i === 0 ? each(i) : `,\n${each(i)}`));

/** Launches of a kernel with a value for each work-item, and what they leave. */
function cases(_: Fixture, size: number): Uint8Array {
  const count = 2_048;
  const numbers = (from: number): string => Array.from({ length: count }, (_, i) => from + i).join();
  const bytes = Buffer.alloc(4 * count).toString('base64');
  const one = (i: number): string =>
    `{"name":"${i}","kernel":"store_one","global":[16],"local":[16],"args":[{"kind":"buffer","type":"int","count":${count},"fill":{"values":[${numbers(i)}]}}],` +
    `"outputs":[{"arg":0,"class":"exact","type":"int","expect":{"base64":"${bytes}"}}]}`;
  return latin1(`{"cases":[${list(size, one)}]}`);
}

const READ = ['ls FILE', 'info FILE', 'info FILE --json', 'check FILE', 'scan FILE'];
const ZEBIN = [...READ, 'validate FILE', 'kernel FILE', 'text FILE', 'size FILE', 'dump FILE', 'unpack FILE FOLDER', 'diff FILE OTHER'];

export const KINDS = {
  code: {
    verbs: [
      ...[
        'disasm FILE',
        'disasm FILE --json',
        'disasm FILE --live --waits --flow',
        'disasm FILE --graph',
        'kernel FILE',
        'validate FILE',
        'info FILE',
      ],
      ...['info FILE --columns code --json', 'scan FILE --columns code', 'text FILE', 'dump FILE', 'diff FILE OTHER'],
      ...['compare FILE OTHER --code', 'patch FILE k --at 0 --delete'],
    ],
    genuine: (fixture, size) => zebinOf(code(fixture, size)),
  },
  'debug data': {
    verbs: ['disasm FILE', 'disasm FILE --source .', 'info FILE', 'validate FILE', 'unpack FILE FOLDER', 'text FILE'],
    genuine: archiveOf('zebin/igc2/bmg/basic-debug.zebin', 'zebin/igc2/dg2/calls-debug.zebin'),
  },
  samples: {
    verbs: ['disasm ZEBIN --samples FILE', 'disasm ZEBIN --samples FILE --json'],
    // As a profiler sums them: a row for each instruction of kernels of 4,000.
    genuine: (_, size) =>
      latin1(
        `kernel,address,active,send,dist\n${lines(size, (i) => `store_${Math.floor(i / 4_000)},${((i % 4_000) * 16).toString(16)},4,${i % 7},11\n`)}`,
      ),
  },
  times: {
    verbs: ['scan ZEBIN --times FILE'],
    genuine: (_, size) =>
      latin1(`Kernel, Calls, Time (ns)\n${lines(size, (i) => `"kernel_${i}[SIMD32 {64; 1; 1} {256; 1; 1}]", 12, 254880\n`)}`),
  },
  ze_info: { verbs: [...ZEBIN, 'edit FILE --rename k=z', 'convert FILE --to 1.0', 'compare FILE OTHER'], genuine: zeInfo },
  names: { verbs: [...READ, 'kernel FILE', 'text FILE', 'compare FILE OTHER', 'diff FILE OTHER'], genuine: named },
  estimates: { verbs: ['cost FILE', 'check FILE', 'validate FILE', 'info FILE'], genuine: estimates },
  zebins: { verbs: [...ZEBIN, 'link FILE', 'strip FILE', 'edit FILE --rename k=z'], genuine: zebin },
  archives: {
    verbs: [...ZEBIN, 'coverage FILE', 'extract FILE --all FOLDER'],
    // The number of images is what an archive costs: programs of one small kernel.
    genuine: archiveOf(...SMALL),
  },
  'host programs': { verbs: [...READ, 'text FILE', 'validate FILE'], genuine: archiveOf(...HOST.map((name) => `sycl/host/${name}`)) },
  compressed: {
    verbs: [...READ, 'text FILE', 'extract FILE --all FOLDER'],
    genuine: archiveOf('sycl/bundles/llvm22-ccob-v2-zstd.bundle', 'sycl/bundles/hand-ccob-v2-zlib.bundle'),
  },
  containers: {
    verbs: [...READ, 'text FILE', 'validate FILE', 'unpack FILE FOLDER', 'extract FILE --all FOLDER'],
    // What the tools of LLVM made, where a program of two kernels takes 1.5 to 6.6 KB, and a SYCLBIN as the runtime of SYCL writes it.
    genuine: archiveOf(
      'sycl/bundles/llvm22.bundle',
      ...['bmg', 'jit', 'split'].map((name) => `sycl/offload-binary/llvm23-sycl-linker-${name}.bin`),
      'sycl/syclbin/v1-runtime-writer.syclbin',
    ),
  },
  properties: { verbs: ['props FILE', 'props FILE --json', 'info FILE', 'ls FILE', 'text FILE', 'dump FILE'], genuine: properties },
  'vISA objects': {
    verbs: ['visa dis FILE', 'visa info FILE', 'info FILE', 'text FILE', 'dump FILE', 'validate FILE'],
    genuine: visaObject,
  },
  'vISA texts': { verbs: ['visa asm FILE', 'visa info FILE', 'info FILE', 'text FILE', 'dump FILE'], genuine: visaText },
  assembly: {
    verbs: ['asm FILE --platform 2', 'asm FILE --platform 2 --auto-deps', 'asm FILE --platform 2 --json'],
    // A line is about five times as long as its instruction.
    genuine: (fixture, size) => latin1(disassemble(code(fixture, size / 5), '2').value),
  },
  baselines: {
    verbs: ['compare ZEBIN --baseline FILE'],
    genuine: (_, size) => latin1(`{"schema":"zebin/baseline/2","thresholds":[],"kernels":[${list(size, KERNEL)}]}`),
  },
  tables: {
    verbs: ['coverage ZEBIN --tables FILE'],
    genuine: (_, size) => latin1(`{"schema":"zebin/tables/1","date":"2026-01-01","sources":["a"],"devices":[${list(size, DEVICE)}]}`),
  },
  'properties in JSON': {
    verbs: ['props FILE --from-json'],
    // As `props --json` prints them: of a text that is half as long.
    genuine: (fixture, size) => latin1(JSON.stringify(propsDocument(inspect(properties(fixture, size * 0.46)).value))),
  },
  cases: {
    verbs: ['run ZEBIN --case FILE --only 0', 'run ZEBIN --case FILE --json'],
    genuine: cases,
  },
  'patch tokens': {
    verbs: ['ls FILE', 'info FILE', 'info FILE --json', 'scan FILE', 'text FILE', 'dump FILE', 'validate FILE'],
    genuine: archiveOf('patchtoken/basic-skl.bin'),
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type KindName = keyof typeof KINDS;

/** The kind of what a layer of the catalogue attacks; an attack can have another. */
const OF_LAYER: Readonly<Record<string, KindName>> = {
  props: 'properties',
  cases: 'cases',
  kernels: 'ze_info',
  demangle: 'names',
  compressed: 'compressed',
  offload: 'containers',
  parts: 'zebins',
  visa: 'vISA objects',
  dwarf: 'debug data',
  code: 'code',
  asm: 'assembly',
  devices: 'archives',
  samples: 'samples',
  times: 'times',
  walk: 'archives',
  words: 'ze_info',
};

/** What kind of input an attack is. */
export function kindOf({ name, kind }: Attack): KindName {
  const found = kind ?? OF_LAYER[name.slice(0, name.indexOf(':'))];
  if (!found) throw new Error(`${name} has no kind`);
  return found as KindName;
}
