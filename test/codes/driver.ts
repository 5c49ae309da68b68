/**
 * One input for every reason for which a driver refuses a file or ends over it.
 */
import type { DRIVER_CODES } from '../../src/core/diag/index.ts';
import { checkZebin, oclocValidate } from '../../src/driver/index.ts';
import { type BuiltElf, buildElf, buildZebin, latin1, SHT } from '../support/build-elf.ts';
import type { Case } from './case.ts';

const RELEASE = '26.27.39122.14';
/** Crescent Island. */
const CRI = 0x08c2c000;

const find: Case['find'] = (bytes) => {
  const { reason } = oclocValidate(bytes, RELEASE);
  return reason ? [reason] : [];
};

/** Findings of all steps on a device, by default one of Xe2. */
const onDevice = (made: BuiltElf, device = 0x05004000): Case => ({
  bytes: made.bytes,
  find: (bytes) => checkZebin(bytes, { device, release: RELEASE }).steps.flatMap((step) => step.findings),
});

const built = ({ bytes }: BuiltElf): Case => ({ bytes, find });

/** A zebin with one kernel k, whose text has the place of the fault between ‹ and ›. */
function text(marked: string): Case {
  const start = marked.indexOf('‹');
  const zebin = buildZebin({ zeInfo: marked.replace(/[‹›]/g, ''), kernels: ['k'] });
  const [origin] = zebin.content('.ze_info');
  if (start < 0) return built(zebin);
  return { bytes: zebin.bytes, find, span: [origin + start, origin + marked.indexOf('›') - 1] };
}

const head = 'kernels:\n  - name: k\n';
const env = '    execution_env:\n      grf_count: 128\n      simd_size: 16\n';
const kernel = (rest: string) => text(head + env + rest);
const pointer = (index: number, more: string) =>
  `      - arg_type: arg_bypointer\n        offset: 0\n        size: 8\n        arg_index: ${index}\n        addrmode: stateless\n${more}`;

/** A file with a kernel that needs something of the device or of the file. @param device by default one of Xe2 */
function need(rest: string, device = 0x05004000): Case {
  const marked = `${head}${env}${rest}\n`;
  const zebin = buildZebin({ zeInfo: marked.replace(/[‹›]/g, ''), kernels: ['k'], notes: [{ type: 6, desc: device }] });
  const [origin] = zebin.content('.ze_info');
  return { ...onDevice(zebin, device), span: [origin + marked.indexOf('‹'), origin + marked.indexOf('›') - 1] };
}

export const DRIVER: Record<keyof typeof DRIVER_CODES, () => Case> = {
  'driver/not-zebin': () => ({ bytes: latin1('\x7fELF and not much more'), find, span: [0, 20] }),
  'driver/elf': () => built(buildElf({ header: { e_type: 1, e_shoff: 1_000_000 } })),
  'driver/elf-abort': () =>
    built(
      buildElf({
        header: { e_type: 1, e_shstrndx: 0 },
        sections: [{ name: '.rel', type: SHT.rel, entsize: 16, relocations: [{ offset: 0, symbol: 9, type: 1 }] }],
      }),
    ),
  'driver/section-names': () => built(buildElf({ header: { e_type: 1, e_shstrndx: 0 } })),
  'driver/section': () => built(buildElf({ header: { e_type: 1 }, sections: [{ name: '.surprise', data: 'x' }] })),
  'driver/section-twice': () =>
    built(buildZebin({ zeInfo: head + env, kernels: ['k'], sections: [{ name: '.again', type: SHT.zeInfo, data: 'x' }] })),
  'driver/notes': () =>
    onDevice(
      buildZebin({
        zeInfo: head + env,
        kernels: ['k'],
        notes: [
          { type: 1, desc: 1274 },
          { type: 4, desc: 'one\0' },
        ],
      }),
    ),
  'driver/target': () => onDevice(buildZebin({ zeInfo: head + env, kernels: ['k'], notes: [{ type: 6, desc: 0x03000000 }] })),
  'driver/device': () => {
    const zebin = buildZebin({ zeInfo: head + env, kernels: ['k'], notes: [{ type: 6, desc: 0x05004000 }] });
    return {
      bytes: zebin.bytes,
      find: (bytes) => checkZebin(bytes, { device: 0x05004000, release: '22.43.24595.35' }).steps.flatMap((step) => step.findings),
      span: zebin.content('.note.intelgt.compat'),
    };
  },
  'driver/slm-size': () => need('      ‹slm_size›: 131073'),
  'driver/limit': () => need('      ‹barrier_count›: 3'),
  'driver/scratch-size': () =>
    need('    per_thread_memory_buffers:\n      - type: scratch\n        usage: private_space\n        ‹size›: 262145'),
  'driver/stateful-buffer': () =>
    need(`    payload_arguments:\n      - ‹${pointer(0, '').trim().slice(2).replace('stateless', 'bindless')}›`, CRI),
  'driver/base-abort': () => need('    payload_arguments:\n      - ‹arg_type: const_base\n        offset: 0\n        size: 8›'),
  'driver/level-zero': () => need('global_host_access_table:\n  - ‹device_name›: v\n    host_name: v'),
  'driver/required-libs': () => need('‹required_libs›: [ a ]'),
  'driver/external-function': () => {
    const zebin = buildZebin({
      zeInfo: `${head}${env}functions:\n  - name: f\n${env}`,
      notes: [{ type: 6, desc: 0x05004000 }],
      sections: [
        { name: '.text.k', data: 'c'.repeat(16) },
        {
          name: '.symtab',
          type: SHT.symtab,
          link: '.shstrtab',
          symbols: [{}, { name: 'g', section: '.text.k', fields: { st_info: 0x12 } }],
        },
        { name: '.rel.text.k', relocations: [{ offset: 0, symbol: 1, type: 2 }], link: '.symtab', info: '.text.k' },
      ],
    });
    return { ...onDevice(zebin), span: zebin.content('.rel.text.k') };
  },
  'driver/detection-version': () =>
    onDevice(
      buildZebin({
        zeInfo: `version: 1.73\n${head}${env}`,
        kernels: ['k'],
        notes: [
          { type: 6, desc: 0x05004000 },
          { type: 7, desc: 0 },
        ],
      }),
    ),
  'driver/cache-policy': () =>
    onDevice(buildZebin({ zeInfo: `version: 1.20\n${head}${env}`, kernels: ['k'], notes: [{ type: 6, desc: 0x05004000 }] })),
  'driver/yaml': () => kernel('    user_attributes: { a: 1 }\n'),
  'driver/yaml-abort': () => kernel('‹word›\n'),
  'driver/unknown-key': () => kernel('    ‹unheard_of: 1›\n'),
  'driver/key-twice': () => kernel('    debug_env:\n      sip_surface_bti: 0\n    ‹debug_env›:\n      sip_surface_bti: 0\n'),
  'driver/key-missing': () => text(head),
  'driver/value': () => text(`${head}    execution_env:\n      ‹simd_size: many›\n`),
  'driver/value-abort': () => text(`${head}${env}      slm_alloc_mode: 7\n`),
  'driver/version': () => text(`‹version: one›\n${head}${env}`),
  'driver/major-version': () => text(`‹version: 2.0›\n${head}${env}`),
  'driver/simd-size': () => text(`${head}    execution_env:\n      simd_size: 4\n`),
  'driver/argument': () => kernel(`    payload_arguments:\n      - arg_type: local_size\n        offset: 0\n        size: 5\n`),
  'driver/argument-index-abort': () =>
    kernel(`    payload_arguments:\n      - arg_type: arg_byvalue\n        offset: 0\n        size: 4\n`),
  'driver/argument-kind-abort': () =>
    kernel(
      `    payload_arguments:\n${pointer(0, '')}      - arg_type: arg_byvalue\n        offset: 8\n        size: 4\n        arg_index: 0\n`,
    ),
  'driver/memory-abort': () => kernel(`    payload_arguments:\n${pointer(2_000_000_000, '')}`),
  'driver/inline-sampler': () => kernel('    inline_samplers:\n      - sampler_index: 0\n'),
  'driver/memory-buffer': () =>
    kernel('    per_thread_memory_buffers:\n      - type: scratch\n        usage: spill_fill_space\n        size: 0\n'),
  'driver/bindless': () =>
    kernel(`    payload_arguments:\n${pointer(0, '').replace('stateless', 'bindless')}${pointer(1, '').replace('stateless', 'stateful')}`),
  'driver/binding-table': () => kernel('    binding_table_indices:\n      - bti_value: 0\n        arg_index: 0\n'),
  'driver/kernel-without-text': () => built(buildZebin({ zeInfo: head + env })),
};
