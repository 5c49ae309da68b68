import type { Outcome } from '../../core/diag/index.ts';
import { type ZebinBuild, zebinOfBuild } from '../../formats/zebin/index.ts';
import { type AssemblyBuild, assembledBuild } from './code.ts';
import { namedDevice, releaseFor } from './names.ts';
import { refusals } from './refusals.ts';

/**
 * Builds a zebin from the description that a generator gives. Offsets and sizes in `spec` are in bytes.
 *
 * Places of arguments, local ids, binding table, symbols, notes and layout are those that the compiler would choose. The result is checked
 * against the rules of `validateZebin` and the decision of `checkZebin` for the device and driver of `spec`, and is not returned if it
 * breaks a rule or would not be accepted. Each reason is an error (`build/refused`, with the name and source of the rule in `data`). So are
 * unknown keys (`build/key`) and whatever the driver's linker refuses (`link/range`, `link/type`, …). Code is bytes, or assembly, whose
 * errors (`eu-text/…`) have line and column in `data`.
 *
 * Throws `FormatError` if the device name matches none or several (`build/device`), the driver or version does not exist (`build/driver`,
 * `build/version`), or no sections can be made (`build/layout`): code is empty, a symbol is named twice, an argument has no size, or
 * functions, variables or parts of an argument overlap or are outside their section.
 *
 * @example
 * const { value } = buildZebin({
 *   device: 'bmg-g21',
 *   kernels: [{ name: 'k', code: new Uint8Array(64), env: { simd_size: 16 }, args: [{ kind: 'buffer', mode: 'stateless' }] }],
 * });
 * value && readZebin(value).value.kernels[0].name; // 'k'
 */
export function buildZebin(spec: ZebinBuild<Uint8Array | AssemblyBuild>): Outcome<Uint8Array | undefined> {
  const config = namedDevice(spec.device);
  const release = releaseFor(config, spec.driver);
  const { value: build, diagnostics: faults } = assembledBuild(spec, config);
  if (!build) return { value: undefined, diagnostics: faults };
  const result = zebinOfBuild(build.driver === undefined ? build : { ...build, driver: release });
  if (!result.value) return result;
  const diagnostics = refusals(result.value, config.value, release);
  return diagnostics.length > 0 ? { value: undefined, diagnostics } : result;
}
