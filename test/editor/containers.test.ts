/** Files with device code in them, in the editor of the extension, in VS Code in a browser. */
import { describe, expect, test } from 'vitest';
import { fixture } from '../support/corpus.ts';
import { EXTENSION, TRIED_AGAIN, workbench } from './workbench.ts';

const ANY = 'zebin (GPU binaries in it)';

/** A module without instructions: magic number, version 1.0, no generator, bound 1, schema 0. */
const SPIRV = new Uint8Array(Uint32Array.of(0x0723_0203, 0x1_0000, 0, 1, 0).buffer);

interface Row {
  readonly file: string;
  readonly bytes: Uint8Array;
  /** What the page says that it is. */
  readonly is: string;
  /** An item in it. */
  readonly holds?: string;
  /** Whether a double click opens the page; otherwise *Reopen Editor With…* does. */
  readonly opens: boolean;
}

const file = (path: string) => fixture(path).bytes();
const ROWS: readonly Row[] = [
  { file: 'v2.syclbin', bytes: file('sycl/syclbin/v2.syclbin'), is: 'a SYCLBIN file', opens: true },
  { file: 'systolic.isa', bytes: file('visa/igc1-10840/dg2/visa-misc.systolic.isa'), is: 'a vISA object', opens: true },
  { file: 'module.spv', bytes: SPIRV, is: 'a SPIR-V module', opens: true },
  { file: 'basic.ar', bytes: file('fat/basic-dg2-bmg.ar'), is: 'an ar archive', holds: 'bmg', opens: false },
  { file: 'app.bundle', bytes: file('sycl/bundles/llvm22.bundle'), is: 'a clang offload bundle', opens: false },
  { file: 'app.ccob', bytes: file('sycl/bundles/llvm22-ccob-v3-zstd.bundle'), is: 'a compressed clang offload bundle', opens: false },
  { file: 'offload.bin', bytes: file('sycl/offload-binary/llvm23-sycl-linker-bmg.bin'), is: 'an LLVM OffloadBinary', opens: false },
  { file: 'app.so', bytes: file('sycl/host/intel-l3.so'), is: 'an ELF file for a host', opens: false },
  { file: 'app.o', bytes: file('sycl/host/llvm22-sycl-fat.o'), is: 'an ELF file for a host', opens: false },
];

describe(`files with device code in ${EXTENSION}`, TRIED_AGAIN, () => {
  const vscode = workbench(Object.fromEntries(ROWS.map((row) => [row.file, row.bytes])));

  test.each(ROWS.map((row) => [row.file, row.is, row] as const))('%s: %s', async (name, is, { opens, holds = '' }) => {
    const driver = vscode();
    await driver.open(name);
    if (!opens) {
      await driver.run('View: Reopen Editor With...');
      await driver.choose(ANY);
    }
    await driver.binary.getByText(is).first().waitFor();
    await driver.binary.getByText(holds).first().waitFor();
    expect(await driver.page.locator('.tab').count()).toBe(1);
  });
});
