// @ts-check
/** Tests whose binaries leave something else than they expect, and who is wrong. The engine was compared with the code of each. */

/** @type {readonly { device?: RegExp, path: RegExp, name?: RegExp, why: string }[]} */
const KNOWN = [
  // Where a test expects NaN or an infinity, piglit takes nearly any value for it: PoCL passes these too.
  { path: /\/builtin-float-copysign-/, why: 'The test expects NaN of copysign(-4, NaN), which is 4 or -4.' },
  { path: /\/builtin-float-fmod-/, why: 'The test expects NaN of fmod(3, infinity), which is 3.' },
  { path: /\/builtin-float-pow-/, why: 'The test expects infinity of pow(2147483647, -infinity), which is 0.' },
  { path: /\/builtin-float-tgamma-/, why: 'The test expects NaN of tgamma(0), which is infinity.' },
  // Its local array has one element more than its buffer.
  {
    path: /\/vload\/vload-\w+-(local|private)\.cl$/,
    name: /offset \w+3$/,
    why: 'The kernel reads an element past the end of its argument 0; PoCL does not look.',
  },
];

/**
 * Why a test is known to be different; `undefined` if it must be equal.
 *
 * @param {string} device
 * @param {string} path
 * @param {string} name
 */
export function whyDifferent(device, path, name) {
  return KNOWN.find((row) => row.path.test(path) && (row.device?.test(device) ?? true) && (row.name?.test(name) ?? true))?.why;
}
