// @ts-check
/** What piglit's own cl-program-tester says of its tests with PoCL, an implementation for processors that shares nothing with ours. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Debian's package pocl-opencl-icd registers the library with this file. */
const VENDOR = '/etc/OpenCL/vendors/pocl.icd';

export const hasPocl = () => existsSync(VENDOR);

/** What the tester prints of the tests of a file. @param {string} piglit @param {string} path */
export function askPocl(piglit, path) {
  const { stdout } = spawnSync(join(piglit, 'bin/cl-program-tester'), [path], {
    cwd: piglit,
    encoding: 'utf8',
    env: { ...process.env, OCL_ICD_VENDORS: VENDOR },
    maxBuffer: 1 << 28,
    timeout: 600_000,
  });
  return stdout;
}

/** The result of each test, in their order: `pass`, `fail`, `skip` or `warn`. @param {string} printed */
export function poclResults(printed) {
  return [...printed.matchAll(/^PIGLIT: \{"subtest": \{.*: "(\w+)"\}\}$/gm)].map(([, result = '']) => result);
}
