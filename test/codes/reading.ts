/**
 * One input for every code that reading a zebin or an archive reports.
 */

import { Bytes } from '../../src/core/bytes/index.ts';
import {
  type AR_CODES,
  Budget,
  type CORE_CODES,
  type Code,
  diagnostic,
  type ELF_CODES,
  LIMITS,
  Reporter,
  type YAML_CODES,
  type ZEBIN_CODES,
  type ZEINFO_CODES,
} from '../../src/core/diag/index.ts';
import { inflate } from '../../src/core/inflate/index.ts';
import { readAr } from '../../src/formats/ar/index.ts';
import { readElf } from '../../src/formats/elf/index.ts';
import { parseYaml } from '../../src/formats/yaml/index.ts';
import { readZebin } from '../../src/formats/zebin/index.ts';
import { readZeInfo, validateZeInfo } from '../../src/formats/zeinfo/index.ts';
import { dumpDocument, inspect } from '../../src/internal.ts';
import { type BuiltElf, buildAr, buildElf, buildMember, buildZebin, latin1, type Range, SHT } from '../support/build-elf.ts';
import { nestedArchives } from '../support/mutate.ts';
import { by, type Case, marked } from './case.ts';
import { HOST_LIMITS } from './host.ts';

type Codes = keyof (typeof CORE_CODES & typeof ELF_CODES & typeof YAML_CODES & typeof ZEINFO_CODES & typeof ZEBIN_CODES & typeof AR_CODES);

const byDump: Case['find'] = (bytes) =>
  dumpDocument(inspect(bytes).value).diagnostics.map((d) => ({
    ...diagnostic(d.code as Code, d.message, { source: '', start: d.offset, end: d.end }, d.path),
    severity: d.severity,
  }));

const yaml = (text: string) => marked(text, by(parseYaml));
const zeInfo = (text: string) => marked(text, by(readZeInfo));
const findingsOf = (text: string) => marked(text, (bytes) => validateZeInfo(readZeInfo(bytes).value));

function elf(built: BuiltElf, span: Range, find = by(readElf)): Case {
  return { bytes: built.bytes, find, span };
}

function zebin(built: BuiltElf, span: Range): Case {
  return elf(built, span, by(readZebin));
}

/** A zebin with one note section of these bytes. */
function notes(data: string, from: number, to: number): Case {
  const built = buildZebin({ sections: [{ name: '.note.intelgt.compat', type: SHT.note, data }] });
  const [start] = built.content('.note.intelgt.compat');
  return zebin(built, [start + from, start + to]);
}

/** The twelve bytes before a note's owner and description, and the owner. */
function noteHead(descSize: number, type: number, owner = 'IntelGT\0'): string {
  const words = [owner.length, descSize, type].map((word) => `${String.fromCharCode(word)}\0\0\0`);
  return `${words.join('')}${owner}`;
}

const symbols = { type: SHT.symtab, link: '.shstrtab', entsize: 24 } as const;
/** A symbol whose name is at this offset of its string table. */
const symbolNamed = (offset: number) => ({ fields: { st_name: offset } });
const MEMBER = 8;

export const READING: Record<Codes, () => Case> = {
  'bytes/out-of-range': () => ({
    bytes: latin1('abc'),
    find: by((bytes) => ({ value: new Bytes(bytes).u32(1), diagnostics: [] })),
    span: [1, 1],
  }),
  'bytes/too-large': () => ({
    bytes: new Uint8Array(100_000),
    find: by(({ length }) => {
      const read = () => {
        throw new RangeError(`Invalid typed array length: ${length}`);
      };
      return { value: Bytes.from({ size: length, read }).data, diagnostics: [] };
    }),
    span: [0, 100_000],
  }),
  'limit/diagnostics': () => yaml(`a: 1\n‹x›\n${'x\n'.repeat(LIMITS.diagnostics)}`),
  'limit/work': () => {
    const content = new Uint8Array(100_000);
    const same = { sh_offset: 64, sh_size: content.length };
    const tables = Array.from({ length: 20 }, () => ({ name: 't', ...symbols, header: same }));
    return elf(buildElf({ sections: [{ name: 'first', data: content }, ...tables] }), [64, 64 + content.length]);
  },
  'limit/spans': () => {
    const built = buildElf({ sections: [{ name: 'names', type: SHT.strtab, data: '\0'.repeat(200_000) }] });
    return elf(built, built.content('names'), byDump);
  },
  'limit/output': () => ({
    bytes: latin1('x'),
    find: (bytes) => {
      const budget = new Budget(bytes.length);
      budget.charge('output', budget.remaining('output') + 1, { source: '', start: 0, end: 1 });
      return budget.diagnostics;
    },
    span: [0, 1],
  }),
  'limit/time': () => ({
    bytes: latin1('x'),
    find: (bytes) => {
      const budget = new Budget(bytes.length, { deadline: 0 });
      return by(() => {
        for (;;) budget.tick();
      })(bytes);
    },
    span: [0, 0],
  }),
  'limit/name-length': () => {
    const built = buildElf({
      sections: [
        { name: 'names', type: SHT.strtab, data: `\0${'n'.repeat(LIMITS.nameLength + 1)}\0` },
        { name: 's', ...symbols, link: 'names', symbols: [symbolNamed(1)] },
      ],
    });
    const [start] = built.content('names');
    return elf(built, [start + 1, start + 1 + LIMITS.nameLength]);
  },
  'limit/depth': () => {
    const bytes = nestedArchives(LIMITS.containerDepth + 1, latin1('x'));
    const start = LIMITS.containerDepth * (8 + 60);
    return { bytes, find: by(inspect), span: [start, bytes.length] };
  },
  'detect/empty': () => ({ bytes: new Uint8Array(0), find: by(inspect), span: [0, 0] }),
  'detect/not-readable': () => ({ bytes: latin1('\x89PNG\r\n\x1a\n\0\0\0\rIHDR and more'), find: by(inspect), span: [0, 16] }),
  'detect/unknown': () => ({ bytes: Uint8Array.of(1, 2, 3), find: by(inspect), span: [0, 3] }),
  'elf/not-elf': () => ({ bytes: latin1('MZ\0\0\0\0'), find: by(readElf), span: [0, 4] }),
  'elf/class': () => elf(buildElf({ ident: { EI_CLASS: 3 } }), [4, 5]),
  'elf/data': () => elf(buildElf({ ident: { EI_DATA: 2 } }), [5, 6]),
  'elf/header-short': () => ({ bytes: buildElf({}).bytes.slice(0, 63), find: by(readElf), span: [63, 63] }),
  'elf/table-range': () => {
    const { bytes, field } = buildElf({});
    const [, end] = field('.shstrtab/sh_entsize');
    // The last of two headers is not wholly there.
    return { bytes: bytes.slice(0, end - 1), find: by(readElf), span: [end - 128, end - 1] };
  },
  'elf/entry-size': () => {
    const built = buildElf({ sections: [{ name: '.symtab', ...symbols, entsize: 16, symbols: [{}] }] });
    return elf(built, built.content('.symtab'));
  },
  'elf/string-table': () => {
    const built = buildElf({ header: { e_shstrndx: 7 } });
    return elf(built, built.field('e_shstrndx'));
  },
  'elf/string-range': () => {
    const built = buildElf({ sections: [{ name: 'first', header: { sh_name: 1000 } }] });
    const [, end] = built.content('.shstrtab');
    return elf(built, [end, end]);
  },
  'elf/name-beyond': () => {
    const built = buildElf({ sections: [{ name: '.shstrtab', type: 3, header: { sh_size: 14 } }, { name: '.text.kernel' }] });
    const [, end] = built.content('.shstrtab');
    return elf(built, [end - '.text.kernel'.length - 1, end - 1]);
  },
  'elf/section-range': () => {
    const built = buildElf({ sections: [{ name: 'first', data: 'abc', header: { sh_size: 1_000_000 } }] });
    return elf(built, [built.content('first')[0], built.bytes.length]);
  },
  'elf/unsafe-integer': () => {
    const built = buildElf({ sections: [{ name: 'first', header: { sh_offset: 1n << 60n } }] });
    return elf(built, [built.field('first/sh_name')[0], built.field('first/sh_entsize')[1]]);
  },
  'elf/table-remainder': () => {
    const built = buildElf({ sections: [{ name: '.symtab', ...symbols, data: '\0'.repeat(24 + 5) }] });
    const [start, end] = built.content('.symtab');
    return elf(built, [start + 24, end]);
  },
  'elf/link': () => {
    const built = buildElf({ sections: [{ name: '.symtab', ...symbols, link: 77, symbols: [{}], header: { sh_link: 77 } }] });
    return elf(built, built.content('.symtab'));
  },
  'note/cut': () => notes(`${noteHead(4, 1)}\x01\0\0\0${noteHead(200, 2)}`, 24, 24 + 20),
  'note/not-a-table': () => notes('\x01\x02\x03', 0, 3),
  'note/owner': () => notes(`${noteHead(4, 1, 'GNU\0')}\x01\0\0\0`, 0, 20),
  'note/size': () => notes(`${noteHead(2, 1)}\x01\0\0\0`, 20, 22),
  'note/text': () => notes(`${noteHead(3, 4)}1.x\0`, 20, 23),
  'note/unknown-type': () => notes(`${noteHead(4, 99)}\x01\0\0\0`, 0, 24),
  'yaml/indentation': () => yaml('a: 1\n  ‹b: 2›\n'),
  'yaml/no-colon': () => yaml('a: 1\n‹no colon here›\nb: 2\n'),
  'yaml/quote': () => yaml('a: ‹"x›\n'),
  'yaml/escape': () => yaml('a: "x‹\\q›"\n'),
  'yaml/flow': () => yaml('a: ‹[1, 2›\n'),
  'yaml/tab': () => yaml('a:\n‹\t›b: 1\n'),
  'yaml/unsupported': () => yaml('a: ‹&anchor 1›\n'),
  'zeinfo/not-a-map': () => zeInfo('‹- 1\n- 2\n›'),
  'zeinfo/unknown-attribute': () => zeInfo('‹kernel›: 1\n'),
  'zeinfo/unknown-value': () => zeInfo('l1_cache_policy: ‹none›\n'),
  'zeinfo/type': () => zeInfo('kernels:\n- execution_env:\n    grf_count: ‹many›\n'),
  'zeinfo/range': () => zeInfo('kernels:\n- execution_env:\n    grf_count: ‹2147483648›\n'),
  'zeinfo/version': () => zeInfo('version: ‹2.0›\n'),
  'zeinfo/word': () => findingsOf('version: 1.14\nkernels:\n- payload_arguments:\n  - {‹arg_type›: none, offset: 0, size: 8}\n'),
  'zeinfo/control': () => zeInfo('version: 1.2\nkernels:\n- name: k‹\x01›\n\0\0'),
  'zeinfo/duplicate': () => zeInfo('version: 1.2\nversion: ‹1.3›\n'),
  'zeinfo/not-in-version': () =>
    findingsOf('version: 1.14\nkernels:\n- name: k\n  ‹user_attributes›:\n  execution_env: {grf_count: 1, simd_size: 1}\n'),
  'zeinfo/missing': () => findingsOf('version: 1.14\nkernels:\n- name: k\n  execution_env: ‹{grf_count: 1}›\n'),
  'zeinfo/condition': () => findingsOf('version: 1.14\nkernels:\n- per_thread_memory_buffers:\n  - {type: global, ‹slot›: 1}\n'),
  'zebin/not-zebin': () => {
    const built = buildElf({ header: { e_machine: 62 } });
    return zebin(built, built.field('e_machine'));
  },
  'zebin/no-ze-info': () => zebin(buildZebin({}), [0, 0]),
  'zebin/undescribed': () => zebin(buildZebin({ kernels: ['k'] }), [0, 0]),
  'zebin/empty-headers': () => zebin(buildZebin({ header: { e_shoff: 0, e_shnum: 0, e_shstrndx: 0 } }), [0, 0]),
  'zebin/target': () => {
    const built = buildZebin({ sections: [{ name: '.note.intelgt.compat', type: SHT.note, data: '\x01\x02\x03' }] });
    return zebin(built, built.content('.note.intelgt.compat'));
  },
  'zebin/several-ze-info': () => {
    const built = buildZebin({ zeInfo: 'version: 1.1\n', sections: [{ name: '.again', type: SHT.zeInfo, data: 'version: 1.1\n' }] });
    return zebin(built, built.content('.again'));
  },
  'zebin/kernel-without-text': () => {
    const built = buildZebin({ zeInfo: 'kernels:\n- name: k\n' });
    return zebin(built, built.content('.ze_info'));
  },
  'zebin/text-without-kernel': () => {
    const built = buildZebin({ zeInfo: 'version: 1.1\n', kernels: ['k'] });
    return zebin(built, built.content('.text.k'));
  },
  'ar/not-ar': () => ({ bytes: latin1('!<arch> and no line feed'), find: by(readAr), span: [0, 8] }),
  'ar/header': () => ({
    bytes: buildAr([buildMember('a/', latin1('x'), { size: 'many' })]),
    find: by(readAr),
    span: [MEMBER + 48, MEMBER + 58],
  }),
  'ar/trailer': () => ({
    bytes: buildAr([buildMember('a/', latin1('x'), { trailer: '??' })]),
    find: by(readAr),
    span: [MEMBER + 58, MEMBER + 60],
  }),
  'ar/member-range': () => ({
    bytes: buildAr([buildMember('a/', latin1('xy'), { size: '3' })]),
    find: by(readAr),
    span: [MEMBER + 60, MEMBER + 62],
  }),
  'ar/long-name': () => ({ bytes: buildAr([buildMember('/12', latin1('xy'))]), find: by(readAr), span: [MEMBER, MEMBER + 16] }),
  ...HOST_LIMITS,
  'limit/inflated': () => ({
    // Blocks of one byte repeated.
    bytes: latin1(`\x28\xb5\x2f\xfd\0\x48${'\x02\0\x10x'.repeat(200)}\x01\0\0`),
    find: (bytes) => {
      const out = new Reporter(bytes.length);
      inflate(new Bytes(bytes), { method: 'zstd' }, '!x', out);
      return out.diagnostics;
    },
    span: [0, 809],
  }),
  'inspect/overlap': () => {
    const built = buildElf({
      sections: [
        { name: 'first', data: 'abcdefgh' },
        { name: 'second', header: { sh_offset: 68, sh_size: 2 } },
      ],
    });
    return elf(built, [68, 70], byDump);
  },
};
