/**
 * One file for every rule that checking knows, which breaks it.
 */
import type { RULE_CODES } from '../../src/core/diag/index.ts';
import { readZebin, validateZebin } from '../../src/formats/zebin/index.ts';
import { findingsOf } from '../../src/internal.ts';
import { inspect } from '../../src/walk/inspect.ts';
import { type BuiltElf, buildZebin, type SectionSpec, SHT, type ZebinSpec } from '../support/build-elf.ts';
import type { Case } from './case.ts';

const find: Case['find'] = (bytes) => validateZebin(readZebin(bytes).value);

const built = ({ bytes }: BuiltElf): Case => ({ bytes, find });

/** A file of a section, with the section's place. */
const sectioned = (name: string, spec: ZebinSpec): Case => {
  const zebin = buildZebin(spec);
  return { bytes: zebin.bytes, find, span: zebin.content(name) };
};

/** A zebin whose text has the place of the fault between ‹ and ›. */
function text(marked: string, more: Omit<ZebinSpec, 'zeInfo'> = {}): Case {
  const start = marked.indexOf('‹');
  const zebin = buildZebin({ zeInfo: marked.replace(/[‹›]/g, ''), kernels: ['k'], ...more });
  const [origin] = zebin.content('.ze_info');
  if (start < 0) return built(zebin);
  return { bytes: zebin.bytes, find, span: [origin + start, origin + marked.indexOf('›') - 1] };
}

const top = "version: '1.73'\nkernels:\n  - name: k\n";
const environment = (lines: string) => `    execution_env:\n      grf_count: 128\n      simd_size: 16\n${lines}`;
const head = top + environment('');
const env = (line: string, more: Omit<ZebinSpec, 'zeInfo'> = {}) => text(top + environment(`      ${line}\n`), more);
const payload = (...items: string[]) => text(`${head}    payload_arguments:\n${items.join('')}`);
const item = (lines: string) => `      - ${lines.replace(/ \| /g, '\n        ')}\n`;

const localIds = (arg_type: string, size: number, env = '') =>
  text(
    `${top}${environment(env)}    per_thread_payload_arguments:\n      - ‹arg_type: ${arg_type}\n        offset: 0\n        size: ${size}›\n`,
    { notes: [note(6, BMG)] },
  );

const symtab = (symbols: SectionSpec['symbols'], more: Partial<SectionSpec> = {}): SectionSpec => ({
  name: '.symtab',
  type: SHT.symtab,
  link: '.shstrtab',
  symbols: [{}, ...(symbols ?? [])],
  info: 1,
  ...more,
});
const GLOBAL_FUNCTION = { st_info: 0x12 } as const;
const LOCAL_FUNCTION = { st_info: 2 } as const;
/** A file with a symbol table; the place is that of one of them, counted from 1. */
const withSymbols = (symbols: NonNullable<SectionSpec['symbols']>, at: number, zeInfo = head): Case => {
  const locals = symbols.findIndex(({ fields }) => Number(fields?.st_info ?? 0) >= 16);
  const zebin = buildZebin({ zeInfo, kernels: ['k'], sections: [symtab(symbols, { info: locals < 0 ? symbols.length + 1 : locals + 1 })] });
  const [start] = zebin.content('.symtab');
  return { bytes: zebin.bytes, find, span: [start + at * 24, start + (at + 1) * 24] };
};
const KERNEL = { name: 'k', section: '.text.k', fields: LOCAL_FUNCTION } as const;
const ENTRY = { name: '_entry', section: '.text.k' } as const;
/** A file with one relocation of a type in code. */
const related = (type: number): Case =>
  sectioned('.rel.text.k', {
    zeInfo: head,
    kernels: ['k'],
    sections: [
      symtab([KERNEL]),
      { name: '.rel.text.k', type: SHT.rel, link: '.symtab', info: '.text.k', relocations: [{ offset: 0, symbol: 1, type }] },
    ],
  });
const note = (type: number, desc: number | string) => ({ type, desc });
const BMG = 0x05004000;
const FOR_BMG = { notes: [note(6, BMG)] };

export const RULE_CASES: Record<keyof typeof RULE_CODES, () => Case> = {
  'rule/elf-header': () => {
    const zebin = buildZebin({ zeInfo: head, kernels: ['k'], ident: { EI_OSABI: 3 } });
    return { bytes: zebin.bytes, find, span: zebin.field('EI_OSABI') };
  },
  'rule/section-overlap': () => {
    const zebin = buildZebin({ zeInfo: head, kernels: ['k'], sections: [{ name: '.debug_a', header: { sh_offset: 68, sh_size: 16 } }] });
    return { bytes: zebin.bytes, find, span: [68, 80] };
  },
  'rule/section-align': () => {
    const zebin = buildZebin({ zeInfo: head, sections: [{ name: '.text.k', flags: 6, data: 'x', header: { sh_addralign: 3 } }] });
    return { bytes: zebin.bytes, find, span: zebin.field('.text.k/sh_addralign') };
  },
  'rule/symbol-order': () => {
    const symbols = [
      { name: 'f', section: '.text.k', fields: GLOBAL_FUNCTION },
      { name: 'k', section: '.text.k', fields: LOCAL_FUNCTION },
    ];
    const zebin = buildZebin({ zeInfo: head, kernels: ['k'], sections: [symtab(symbols)] });
    const [start] = zebin.content('.symtab');
    return { bytes: zebin.bytes, find, span: [start + 48, start + 72] };
  },
  'rule/symbol-section': () => built(buildZebin({ zeInfo: head, kernels: ['k'], sections: [symtab([{ name: 'k', section: 99 }])] })),
  'rule/relocation-symbol': () =>
    sectioned('.rel.text.k', {
      zeInfo: head,
      kernels: ['k'],
      sections: [
        symtab([]),
        { name: '.rel.text.k', type: SHT.rel, link: '.symtab', info: '.text.k', relocations: [{ offset: 0, symbol: 7, type: 1 }] },
      ],
    }),
  'rule/relocation-target': () => {
    const zebin = buildZebin({
      zeInfo: head,
      kernels: ['k'],
      sections: [symtab([]), { name: '.rel.text.k', type: SHT.rel, link: '.symtab', relocations: [{ offset: 0, symbol: 0, type: 1 }] }],
    });
    return { bytes: zebin.bytes, find, span: zebin.field('.rel.text.k/sh_info') };
  },
  'rule/string-tables': () =>
    sectioned('.symtab', {
      zeInfo: head,
      kernels: ['k'],
      sections: [symtab([{ name: 'k', section: '.text.k' }], { link: '.strtab' }), { name: '.strtab', type: SHT.strtab }],
    }),
  'rule/zebin-header': () => {
    const zebin = buildZebin({ zeInfo: head, kernels: ['k'], ident: { EI_ABIVERSION: 9 } });
    return { bytes: zebin.bytes, find, span: zebin.field('EI_ABIVERSION') };
  },
  'rule/abi-version': () => {
    const zebin = buildZebin({ zeInfo: head, kernels: ['k'], ident: { EI_ABIVERSION: 0 } });
    return { bytes: zebin.bytes, find, span: zebin.field('EI_ABIVERSION') };
  },
  'rule/section-type': () => sectioned('.surprise', { zeInfo: head, kernels: ['k'], sections: [{ name: '.surprise', data: 'x' }] }),
  'rule/section-flags': () =>
    sectioned('.data.const', { zeInfo: head, kernels: ['k'], sections: [{ name: '.data.const', flags: 7, data: 'x' }] }),
  'rule/section-name': () =>
    sectioned('.note.own', { zeInfo: head, kernels: ['k'], sections: [{ name: '.note.own', type: SHT.note, data: '' }] }),
  'rule/misc-name': () =>
    sectioned('.misc.own', { zeInfo: head, kernels: ['k'], sections: [{ name: '.misc.own', type: 0xff000014, data: 'x' }] }),
  'rule/section-twice': () =>
    built(
      buildZebin({
        zeInfo: head,
        kernels: ['k'],
        sections: [
          { name: '.data.const', flags: 2, data: 'x' },
          { name: '.data.const', flags: 2, data: 'y' },
        ],
      }),
    ),
  'rule/section-version': () =>
    sectioned('.text', {
      zeInfo: head.replace('1.73', '1.39'),
      kernels: ['k'],
      sections: [{ name: '.text', flags: 6, data: 'x' }],
    }),
  'rule/gtpin-symbol': () =>
    sectioned('.gtpin_info.k', {
      zeInfo: head,
      kernels: ['k'],
      sections: [symtab([{ name: 'k', section: '.text.k' }]), { name: '.gtpin_info.k', type: 0xff000012, data: 'x', info: 0 }],
    }),
  'rule/gtpin-link': () => {
    const zebin = buildZebin({
      zeInfo: head,
      kernels: ['k'],
      sections: [symtab([KERNEL]), { name: '.gtpin_info.k', type: 0xff000012, data: 'x', info: 1, link: '.symtab' }],
    });
    return { bytes: zebin.bytes, find, span: zebin.field('.gtpin_info.k/sh_link') };
  },
  'rule/no-symtab': () => built(buildZebin({ zeInfo: head, kernels: ['k'] })),
  'rule/kernel-symbol': () =>
    built(buildZebin({ zeInfo: head, kernels: ['k'], sections: [symtab([{ name: 'other', section: '.text.k' }])] })),
  'rule/kernel-symbol-twice': () => withSymbols([KERNEL, KERNEL], 2),
  'rule/symbol-extent': () => withSymbols([{ ...KERNEL, fields: { st_info: 2, st_size: 17 } }], 1),
  'rule/entry-symbol': () => withSymbols([KERNEL, { ...ENTRY, fields: { st_info: 0x10 } }], 2),
  'rule/entry-missing': () => ({ bytes: withSymbols([KERNEL], 1).bytes, find }),
  'rule/entry-sized': () => withSymbols([KERNEL, { ...ENTRY, fields: { st_info: 2, st_size: 8 } }], 2),
  'rule/function-symbol': () => text(`${head}functions:\n  - ‹name›: f\n    execution_env: { grf_count: 128, simd_size: 8 }\n`),
  'rule/no-target': () => built(buildZebin({ zeInfo: head, kernels: ['k'] })),
  'rule/note-conflict': () => sectioned('.note.intelgt.compat', { zeInfo: head, kernels: ['k'], notes: [note(6, BMG), note(1, 1270)] }),
  'rule/note-twice': () => built(buildZebin({ zeInfo: head, kernels: ['k'], notes: [note(6, BMG), note(6, BMG)] })),
  'rule/note-reserved': () => built(buildZebin({ zeInfo: head, kernels: ['k'], notes: [note(6, BMG), note(3, 0x01000000)] })),
  'rule/note-generator': () => built(buildZebin({ zeInfo: head, kernels: ['k'], notes: [note(6, BMG), note(3, 0x00600000)] })),
  'rule/note-steppings': () => built(buildZebin({ zeInfo: head, kernels: ['k'], notes: [note(6, BMG), note(3, 0x00002500)] })),
  'rule/stepping-unchecked': () => built(buildZebin({ zeInfo: head, kernels: ['k'], notes: [note(1, 1274), note(3, 0x00050500)] })),
  'rule/no-ir': () => built(buildZebin({ zeInfo: head, kernels: ['k'] })),
  'rule/no-kernels': () => text("‹version: '1.73'\n›"),
  'rule/undefined-symbol': () =>
    built(
      buildZebin({
        zeInfo: head,
        kernels: ['k'],
        sections: [
          symtab([{ name: 'elsewhere', section: 0, fields: { st_info: 0x10 } }]),
          { name: '.rel.text.k', type: SHT.rel, link: '.symtab', info: '.text.k', relocations: [{ offset: 0, symbol: 1, type: 1 }] },
        ],
      }),
    ),
  'rule/addend-in-place': () => {
    const zebin = buildZebin({
      zeInfo: head,
      sections: [
        { name: '.text.k', flags: 6, data: '\0\0\0\0\x01\0\0\0\0\0\0\0\0\0\0\0' },
        symtab([{ name: 'k', section: '.text.k' }]),
        { name: '.rel.text.k', type: SHT.rel, link: '.symtab', info: '.text.k', relocations: [{ offset: 4, symbol: 1, type: 1 }] },
      ],
    });
    const [start] = zebin.content('.text.k');
    return { bytes: zebin.bytes, find, span: [start + 4, start + 12] };
  },
  'rule/relocation-type': () => related(99),
  'rule/unread-relocation': () => related(6),
  'rule/cut': () => text(`version: '1.73'\nkernels_misc_info:\n  - name: k\n‹kernels›:\n  - name: k\n${environment('')}`),
  'rule/quoted-word': () => payload(item("arg_type: arg_bypointer | offset: 0 | size: 8 | arg_index: 0 | ‹addrmode›: 'stateless'")),
  'rule/driver-text': () => {
    const cost = '    kcm_loop_count_exps:\n      - factor: 1e+10\n        argsym_index: -1\n        C: 0.0\n    Kcm_loop_costs: []\n';
    const { bytes } = text(`${head}kernels_cost_info:\n  - name: k\n${cost}`);
    return { bytes, find: (file) => findingsOf(inspect(file).value).map(({ diagnostic }) => diagnostic) };
  },
  'rule/walk-order': () => env('‹work_group_walk_order_dimensions›: [ 0, 0, 1 ]'),
  'rule/unlisted-walk-order': () => env('‹work_group_walk_order_dimensions›: [ 1, 0, 2 ]'),
  'rule/implicit-arguments': () => env('has_stack_calls: true\n      ‹require_iab›: false'),
  'rule/payload-overlap': () =>
    payload(item('arg_type: group_count | offset: 0 | size: 12'), item('‹arg_type: local_size | offset: 8 | size: 12›')),
  'rule/payload-holes': () =>
    text(
      `${head}    ‹payload_arguments›:\n${item('arg_type: group_count | offset: 0 | size: 12')}${item('arg_type: local_size | offset: 48 | size: 12')}`,
    ),
  'rule/stateful-entry': () =>
    payload(item('‹arg_type: arg_bypointer | offset: 0 | size: 0 | arg_index: 0 | addrmode: stateful | addrspace: global›')),
  'rule/stateless-entry': () =>
    payload(
      item('arg_type: arg_bypointer | offset: 0 | size: 8 | arg_index: 0 | addrmode: stateless | addrspace: global'),
      '    binding_table_indices:\n',
      item('‹bti_value: 0 | arg_index: 0›'),
    ),
  'rule/sparse-arguments': () => payload(item('arg_type: arg_byvalue | offset: 0 | size: 4 | arg_index: 2')),
  'rule/narrowing': () => env('‹required_work_group_size›: [ 70000, 1, 1 ]'),
  'rule/kernel-reference': () => text(`${head}kernels_misc_info:\n  - ‹name›: other\n`),
  'rule/scratch-style': () =>
    text(`${head}    per_thread_memory_buffers:\n      - ‹type: scratch\n        usage: spill_fill_space\n        size: 64›\n`),
  'rule/grf-count': () => text(`${top}    execution_env:\n      ‹grf_count›: 512\n      simd_size: 16\n`, FOR_BMG),
  'rule/slm-size': () => env('‹slm_size›: 1000000000', FOR_BMG),
  'rule/device-simd-size': () => text(`${top}    execution_env:\n      grf_count: 128\n      ‹simd_size›: 8\n`, FOR_BMG),
  'rule/barrier-count': () => env('‹barrier_count›: 3', FOR_BMG),
  'rule/eu-thread-count': () => env('‹eu_thread_count›: 10', FOR_BMG),
  'rule/scratch-size': () =>
    env(
      'slm_size: 0\n    per_thread_memory_buffers:\n      - type: scratch\n        usage: private_space\n        ‹size›: 262145',
      FOR_BMG,
    ),
  'rule/work-group-size': () => env('‹required_work_group_size›: [ 1025, 1, 1 ]'),
  'rule/sub-group-size': () => env('slm_size: 0\n    user_attributes:\n      ‹intel_reqd_sub_group_size›: 32'),
  'rule/known-names': () => env('‹generate_local_id›: true'),
  'rule/numbers': () => env('‹required_work_group_size›: [ -1, 1, 1 ]'),
  'rule/names': () => text(`${head}  - ‹name›: k\n${environment('')}`),
  'rule/simd-size': () => text(`${top}    execution_env:\n      grf_count: 128\n      ‹simd_size›: 4\n`),
  'rule/slm-alloc-mode': () => env('‹slm_alloc_mode›: 7'),
  'rule/local-ids': () =>
    text(`${head}    per_thread_payload_arguments:\n      - ‹arg_type: local_id\n        offset: 32\n        size: 96›\n`),
  'rule/local-id-size': () => localIds('local_id', 100),
  'rule/packed-local-ids': () => localIds('packed_local_ids', 6),
  'rule/extra-local-ids': () => localIds('local_id', 192, '      work_group_walk_order_dimensions: [ 0, 0, 0 ]\n'),
  'rule/argument-data': () => payload(item('‹arg_type: printf_buffer | offset: 0 | size: 6›')),
  'rule/private-base': () =>
    text(`${head}    per_thread_memory_buffers:\n      - ‹type: global\n        usage: private_space\n        size: 64›\n`),
  'rule/experiment-values': () => text(`${head}    experimental_properties:\n      ‹has_non_kernel_arg_load›: 2\n`),
  'rule/payload-kinds': () => payload(item('‹arg_type: local_id | offset: 0 | size: 96›')),
  'rule/argument-size': () => payload(item('‹arg_type: work_dimensions | offset: 0 | size: 5›')),
  'rule/argument-index': () => payload(item('‹arg_type: arg_byvalue | offset: 0 | size: 4›')),
  'rule/addrmode': () => payload(item('‹arg_type: arg_bypointer | offset: 0 | size: 8 | arg_index: 0›')),
  'rule/inline-pointers': () => payload(item('‹arg_type: scratch_pointer | offset: 64 | size: 8›')),
  'rule/source-offset': () =>
    payload(
      item('arg_type: arg_byvalue | offset: 0 | size: 4 | arg_index: 0'),
      item('‹arg_type: arg_byvalue | offset: 4 | size: 4 | arg_index: 0›'),
    ),
  'rule/bindless-mixed': () =>
    payload(
      item('arg_type: arg_bypointer | offset: 0 | size: 8 | arg_index: 0 | addrmode: bindless | addrspace: global'),
      item('arg_type: arg_bypointer | offset: 8 | size: 8 | arg_index: 1 | addrmode: stateful | addrspace: global'),
    ),
  'rule/payload-size': () => payload(item('arg_type: arg_byvalue | offset: 70000 | size: 4 | arg_index: 0')),
  'rule/samplers': () => text(`${head}    inline_samplers:\n      - ‹sampler_index: 0›\n`),
  'rule/thread-memory': () =>
    text(
      `${head}    per_thread_memory_buffers:\n      - ‹type: scratch\n        usage: spill_fill_space\n        size: 64\n        slot: 5›\n`,
    ),
  'rule/slm-memory': () =>
    text(`${head}    per_thread_memory_buffers:\n      - ‹type: slm\n        usage: private_space\n        size: 64›\n`),
  'rule/binding-table': () =>
    payload(item('arg_type: work_dimensions | offset: 0 | size: 4'), '    binding_table_indices:\n', item('‹bti_value: 0 | arg_index: 3›')),
};
