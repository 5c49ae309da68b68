/**
 * Files as writers other than this one lay them out, and what their zebins say that no page does: no error, for drivers load them.
 *
 * Sources: uxlfoundation/oneDNN third_party/ngen/ngen_elf.hpp and ngen_interface.hpp.
 */
import { describe, expect, test } from 'vitest';
import { encodeZebin, partsOfZebin, readZebin, renameKernel, validateZebin } from '../../../src/formats/zebin/index.ts';
import { type BuiltElf, buildZebin, type SectionSpec, SHT, type ZebinSpec } from '../../support/build-elf.ts';

/** Core families, the widths of whose registers are 32, 32, 32 and 64 bytes. */
const CORES = { Gen9: 12, 'Xe-LP': 0xc06, 'Xe-HPG': 0xc07, 'Xe-HPC': 0xc08 };

const findingsOf = ({ bytes }: BuiltElf) => {
  const { value, diagnostics } = readZebin(bytes);
  return [...diagnostics, ...validateZebin(value)];
};
const errors = (file: BuiltElf) =>
  findingsOf(file).flatMap(({ severity, code, message }) => (severity === 'error' ? [`${code}: ${message}`] : []));

interface Ngen {
  readonly version: string;
  readonly simd: number;
  readonly core: number;
}

/** ze_info as nGEN writes it: trailing spaces, blank lines, and local ids of three dimensions in registers of 32 bytes. */
function ngenInfo({ version, simd, core }: Ngen): string {
  const ids =
    simd === 1
      ? 'packed_local_ids\n        offset: 0\n        size: 6'
      : `local_id\n        offset: 0\n        size: ${simd === 32 && core !== CORES['Xe-HPC'] ? 192 : 96}`;
  const surface = 'addrmode: stateful\n        addrspace: global\n        access_type: readwrite';
  const stateless = 'addrmode: stateless\n        addrspace: global\n        access_type: readwrite';
  return `version: ${version}
kernels: 
  - name: "k"
    execution_env: 
      grf_count: 128
      simd_size: ${simd}
${simd > 1 ? `      required_sub_group_size: ${simd}\n` : ''}      required_work_group_size:
        - 16
        - 1
        - 1
      work_group_walk_order_dimensions:
        - 0
        - 1
        - 0
${version === '1.0' ? '      actual_kernel_start_offset: 64\n' : ''}      offset_to_skip_per_thread_data_load: 64
      barrier_count: 1
      has_4gb_buffers: true
      has_dpas: true
      has_global_atomics: true
      slm_size: 1024
      has_no_stateless_write: true
      disable_mid_thread_preemption: true

    payload_arguments: 
      - arg_type: arg_bypointer
        arg_index: 0
        offset: 0
        size: 0
        ${surface}

      - arg_type: arg_bypointer
        arg_index: 0
        offset: 32
        size: 8
        ${stateless}

      - arg_type: arg_byvalue
        arg_index: 1
        offset: 40
        size: 4

      - arg_type: local_size
        offset: 12
        size: 12


    binding_table_indices: 
      - bti_value: 0
        arg_index: 0
 

    per_thread_payload_arguments: 
      - arg_type: ${ids}
  

`;
}

/** Symbols, code with flags and a relocation came later than the rest. */
const NGEN_SYMBOLS: readonly SectionSpec[] = [
  {
    name: '.symtab',
    type: SHT.symtab,
    link: '.shstrtab',
    symbols: [
      {},
      { name: 'k', section: '.text.k', fields: { st_info: 2, st_size: 64 } },
      { name: '_entry', section: '.text.k' },
      { name: '__INTEL_PATCH_CROSS_THREAD_OFFSET_OFF_R0', section: 0, fields: { st_info: 16 } },
    ],
    info: 4,
  },
  { name: '.rel.text.k', type: SHT.rel, link: '.symtab', info: '.text.k', relocations: [{ offset: 0, symbol: 3, type: 2 }] },
];

function ngen(how: Ngen, symbols: boolean, more: Partial<ZebinSpec> = {}): BuiltElf {
  return buildZebin({
    zeInfo: ngenInfo(how),
    notes: [{ type: 2, desc: how.core }],
    ident: { EI_ABIVERSION: 0 },
    sections: [{ name: '.text.k', flags: symbols ? 6 : 0, data: new Uint8Array(64) }, ...(symbols ? NGEN_SYMBOLS : [])],
    ...more,
  });
}

describe('zebins of nGEN have no error', () => {
  // Xe-HPC has no SIMD8.
  for (const version of ['1.0', '1.8', '1.35', '1.48'])
    for (const simd of [1, 8, 16, 32])
      for (const [name, core] of Object.entries(CORES))
        for (const symbols of name === 'Xe-HPC' && simd === 8 ? [] : [false, true])
          test(`version ${version}, SIMD${simd}, ${name}${symbols ? ', with symbols' : ''}`, () => {
            expect(errors(ngen({ version, simd, core }, symbols))).toEqual([]);
          });

  test('whose string table lacks the name of the kernel, which follows it', () => {
    // In the order of the sections: `.text.k` is the last name of the table.
    const file = buildZebin({
      zeInfo: ngenInfo({ version: '1.8', simd: 16, core: CORES['Xe-HPG'] }),
      notes: [{ type: 2, desc: CORES['Xe-HPG'] }],
      ident: { EI_ABIVERSION: 0 },
      sections: [
        { name: '.shstrtab', type: SHT.strtab },
        { name: '.text.k', data: new Uint8Array(64) },
      ],
    });
    const [start, end] = file.content('.shstrtab');
    const [size] = file.field('.shstrtab/sh_size');
    file.bytes[size] = end - start - 'k\0'.length;
    expect(errors(file)).toEqual([]);
    const zebin = readZebin(file.bytes);
    expect(zebin.diagnostics.flatMap(({ code, severity }) => (severity === 'info' ? [] : [code]))).toEqual(['elf/name-beyond']);
    expect(zebin.value.kernels.map(({ name, text }) => [name, text?.name])).toEqual([['k', '.text.k']]);
    const parts = partsOfZebin(zebin.value);
    expect(encodeZebin(parts).value).toEqual(file.bytes);
    expect(readZebin(encodeZebin(renameKernel(parts, 'k', 'other')).value).value.kernels.map(({ name }) => name)).toEqual(['other']);
  });
});
