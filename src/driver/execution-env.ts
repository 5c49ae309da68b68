/** The execution environment of kernels and functions, as the driver decodes it. */
import { simdSizeFault } from '../formats/zebin/index.ts';
import type { DecodeOptions } from './options.ts';
import { type DriverRecord, Findings } from './record.ts';
import { DriverStop } from './stop.ts';

/**
 * Checks the execution environment of a kernel or function. Since 23.05 the SIMD size is checked here.
 *
 * @param missing SIMD size of an environment without one
 */
export function checkExecutionEnv(env: DriverRecord, { behaviour, stops }: DecodeOptions, where: string, missing = -1): void {
  const findings = new Findings(stops);
  env.refusals(`execution_env of ${where}`, findings);
  if (behaviour.does('sectionsFirst')) {
    findings.endInvalid();
    checkSimd(env, env.number('simd_size', missing));
  }
  findings.end();
}

export function checkSimd(env: DriverRecord, simd: number): void {
  const fault = simdSizeFault(simd);
  if (fault !== undefined) throw new DriverStop('driver/simd-size', fault, ...env.placeOf('simd_size'));
}
