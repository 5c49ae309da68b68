/** The execution environment of kernels and functions, as the driver decodes it. */
import { simdSizeFault } from '../formats/zebin/index.ts';
import { executionEnv } from '../formats/zeinfo/index.ts';
import { entryPlace } from './entries.ts';
import type { DecodeOptions } from './options.ts';
import { DriverStop } from './stop.ts';
import type { DriverTree } from './tree.ts';
import { DriverRecord, Findings, readRecord } from './values.ts';

/** Reads the execution environment of a kernel or function. Since 23.05 the SIMD size is checked here. */
export function readExecutionEnv(
  tree: DriverTree,
  node: number,
  { behaviour, stops }: DecodeOptions,
  where: string,
  record = new DriverRecord(behaviour),
): DriverRecord {
  const found = new Findings(stops);
  readRecord(tree, node, executionEnv, behaviour, `execution_env of ${where}`, found, record);
  if (!behaviour.does('sectionsFirst')) {
    found.end();
    return record;
  }
  found.endInvalid();
  checkSimd(tree, node, record.number('simd_size', -1));
  found.end();
  return record;
}

export function checkSimd(tree: DriverTree, node: number, simd: number): void {
  const fault = simdSizeFault(simd);
  if (fault !== undefined) throw new DriverStop('driver/simd-size', fault, ...entryPlace(tree, node, 'simd_size'));
}
