/** Kernels that are run: what they claim of memory and arguments, and code that makes work of few instructions. */
import { assemble } from '../../../src/formats/eu/index.ts';
import { buildZebin, type SectionSpec } from '../../support/build-elf.ts';
import { attacks, text, times } from './attack.ts';

const zebin = (info: string, data: Uint8Array, sections: readonly SectionSpec[] = []): Uint8Array =>
  buildZebin({
    zeInfo: `version: 1.60\nkernels:\n- name: k\n  execution_env:\n    grf_count: 128\n    simd_size: 16\n${info}`,
    notes: [{ type: 6, desc: 0x0500_4000 }],
    sections: [{ name: '.text.k', flags: 6, data }, ...sections],
  }).bytes;

const END = '(W) send.gtwy (1|M0) null r127 null:0 0x0 0x02000010 {EOT}\n';
const code = (lines: string): Uint8Array => assemble(`${lines}${END}`, '2').value;
const CODE = code('');

const argument = (i: number, more: string): string => `  - arg_type: ${more}\n    offset: ${i * 8}\n    size: 8\n    arg_index: ${i}\n`;
const ARGUMENTS = '  payload_arguments:\n';

export const RUNNING = attacks(
  'running',
  {
    'arguments by value': (scale) => zebin(ARGUMENTS + times(30 * scale, (i) => argument(i, 'arg_byvalue')), CODE),
    pointers: (scale) =>
      zebin(
        ARGUMENTS +
          times(30 * scale, (i) =>
            argument(i, 'arg_bypointer\n    addrmode: stateless\n    addrspace: global\n    access_type: readwrite'),
          ),
        CODE,
      ),
    'one argument of many parts': (scale) =>
      zebin(
        ARGUMENTS +
          times(
            30 * scale,
            (i) => `  - arg_type: arg_byvalue\n    offset: ${i * 4}\n    size: 4\n    arg_index: 0\n    source_offset: ${i * 4}\n`,
          ),
        CODE,
      ),
    'an argument with the largest index': (scale) =>
      zebin(
        `${ARGUMENTS}  - arg_type: arg_byvalue\n    offset: 0\n    size: 8\n    arg_index: 2147483647\n${'#\n'.repeat(100 * scale)}`,
        CODE,
      ),
    'arguments of one place': (scale) =>
      zebin(ARGUMENTS + times(30 * scale, (i) => argument(i, 'global_size').replace(/offset: \d+/, 'offset: 0')), CODE),
    'sections of code that call nothing': (scale) =>
      zebin(
        '',
        CODE,
        Array.from({ length: Math.ceil(30 * scale) }, (_, i) => ({ name: `.text.f${i}`, flags: 6, data: CODE })),
      ),
    'blocks that run once': (scale) =>
      zebin('', code(times(60 * scale, (i) => `mov (16|M0) r10.0<1>:d r11.0<1;1,0>:d\njmpi (1|M0) L${i}\nL${i}:\n`))),
    'values of sizes that double': (scale) =>
      zebin(
        '  per_thread_memory_buffers:\n' +
          times(20 * scale, (i) => `  - type: global\n    usage: private_space\n    size: ${2 ** (i % 30)}\n`),
        CODE,
      ),
  },
  { kind: 'ze_info', verbs: ['run', 'debug', 'kernel'] },
);

const report = (i: number): string => `{"kind":"bounds","kernel":"k","case":null,"address":${i},"source":null}`;
const list = (count: number, each: (i: number) => string): string => Array.from({ length: Math.ceil(count) }, (_, i) => each(i)).join();

/** Files of findings that are known: `--known`. */
export const KNOWN = attacks(
  'known',
  {
    'reports of other places': (scale) => text(`[${list(50 * scale, report)}]`),
    'reports of any place': (scale) => text(`[${list(50 * scale, () => '{"kind":"race"}')}]`),
    'rows that are none': (scale) => text(`{"reports":[${list(200 * scale, () => '0')}]}`),
  },
  { kind: 'cases', verbs: ['run'] },
);
