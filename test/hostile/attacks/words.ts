/** Long texts of one letter or mark, for what looks at text by pattern. */
import { buildZebin } from '../../support/build-elf.ts';
import { attacks, text } from './attack.ts';

const INFO = 'version: 1.60\nkernels:\n- name: k\n  execution_env:\n    grf_count: 128\n    simd_size: 16\n';
const argument = (type: string, name = 'a') =>
  buildZebin({
    zeInfo: `${INFO}  payload_arguments:\n  - arg_type: arg_byvalue\n    offset: 0\n    size: 4\n    arg_index: 0\nkernels_misc_info:\n- name: k\n  args_info:\n  - index: 0\n    name: ${name}\n    type_name: "${type}"\n`,
    kernels: ['k'],
  }).bytes;
const named = (name: string) => buildZebin({ zeInfo: INFO.replace('k\n', `'${name}'\n`), kernels: [name] }).bytes;

export const WORDS = attacks('words', {
  'a type of semicolons and a line feed': (scale) => argument(`${';'.repeat(1_000 * scale)}\\n`),
  'an argument of brackets': (scale) => argument('int', `'${'[1'.repeat(500 * scale)}'`),
  'a name of brackets': (scale) => named('[1'.repeat(500 * scale)),
  'a name of dots': (scale) => named(`x${'.'.repeat(1_000 * scale)}x`),
  'a name of blanks': (scale) => named(`x${' '.repeat(1_000 * scale)}x`),
  'a name of slashes': (scale) => named('/'.repeat(1_000 * scale)),
  'a name of cores': (scale) => named('_core'.repeat(200 * scale)),
  'a text of slashes': (scale) => text(`version: 1.60\n${'#'.repeat(1_000 * scale)}\n`),
});
