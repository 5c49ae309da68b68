// @ts-check
/** Tests whose binaries leave something else than they expect, and who is wrong. The engine was compared with the code of each. */

/** The devices of the older compiler, 22.43. */
const OLDER = /^(skl|tgllp|dg2|pvc)$/;

/** @type {readonly { device?: RegExp, path: RegExp, name?: RegExp, why: string }[]} */
const KNOWN = [
  // Where a test expects NaN or an infinity, piglit takes nearly any value for it: PoCL passes these too.
  { path: /\/builtin-float-copysign-/, why: 'The test expects NaN of copysign(-4, NaN), which is 4 or -4.' },
  { path: /\/builtin-float-fmod-/, why: 'The test expects NaN of fmod(3, infinity), which is 3.' },
  { path: /\/builtin-float-pow-/, why: 'The test expects infinity of pow(2147483647, -infinity), which is 0.' },
  { path: /\/builtin-float-tgamma-/, why: 'The test expects NaN of tgamma(0), which is infinity.' },
  {
    path: /\/amdgcn-f16-inline-immediates\.cl$/,
    name: /^add integer 64$/,
    why: 'The test expects a half below the normal ones, and its options say that these are zero.',
  },
  { path: /\/fdiv-modifiers-f(32|64)\.cl$/, name: /^fdiv 4\.0, y$/, why: 'The test expects NaN of 4 / 0, which is infinity.' },
  // What the compiler does.
  {
    device: OLDER,
    path: /\/calls-struct\.cl$/,
    name: /^small struct in regs$/,
    why: 'The structure is not copied for the call: the function changes that of its caller.',
  },
  {
    device: OLDER,
    path: /\/global-offset\.cl$/,
    name: /^3d, input dependent$/,
    why: 'get_global_offset(3) reads the register after the offsets, instead of giving 0.',
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
