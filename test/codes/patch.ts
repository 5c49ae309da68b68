import type { CodeEdit } from '../../src/change/code/index.ts';
import { patchItem } from '../../src/change/patch.ts';
import type { PATCH_CODES } from '../../src/core/diag/index.ts';
import { assemble } from '../../src/formats/eu/index.ts';
import { buildZebin } from '../../src/internal.ts';
import { inspect } from '../../src/walk/inspect.ts';
import { buildZebin as buildRaw } from '../support/build-elf.ts';
import { fixture } from '../support/corpus.ts';
import { by, type Case } from './case.ts';

const NOP: CodeEdit = { kind: 'insert', at: 16, text: 'nop' };

/** What an edit of the kernel k reports. It has no place in the file. */
function patched(bytes: Uint8Array, edits: readonly CodeEdit[], kernel = 'k'): Case {
  const find = by((data) => {
    const { bytes: value, diagnostics } = patchItem(inspect(data).value, kernel, edits);
    return { value, diagnostics };
  });
  return { bytes, find, span: [0, 0] };
}

/** The same for a kernel with this code, for Xe2. */
function ofText(text: string, edits: readonly CodeEdit[] = [NOP]): Case {
  const { value } = buildZebin({ device: 'bmg-g21-a0', kernels: [{ name: 'k', env: { simd_size: 16 }, code: assemble(text, '2').value }] });
  return patched(value as Uint8Array, edits);
}

const debug = fixture('zebin/igc2/bmg/basic-debug.zebin');
const globals = fixture('zebin/igc2/bmg/globals.zebin');

export const PATCH: Record<keyof typeof PATCH_CODES, () => Case> = {
  'patch/code': () =>
    patched(buildRaw({ zeInfo: 'kernels:\n- name: k\n', sections: [{ name: '.text.k', data: 'c'.repeat(32) }] }).bytes, [NOP]),
  'patch/address': () => ofText('nop\nnop', [{ kind: 'delete', at: 8 }]),
  'patch/relocation': () => patched(globals.bytes(), [{ kind: 'delete', at: 0x40 }], 'bump'),
  'patch/debug': () => patched(debug.bytes(), [NOP], 'k'),
  'patch/ip': () => ofText('(W) add (1|M0) r2.0<1>:d -ip<0;1,0>:d r3.0<0;1,0>:d\nnop\ncall (8|M0) r127.0 r62.0'),
  'patch/jump': () => ofText('nop\nnop\njmpi r2.1'),
  'patch/branch': () => ofText('nop\nnop\ngoto (4|M0) r86.12 L4 // zebin: words 0x9c0ae52e 0x4c1db419 0xdc0656ce 0xe7251142'),
};
