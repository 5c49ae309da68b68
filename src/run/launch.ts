import { coreFamily } from '../devices/index.ts';
import { type Platform, platformOfCore } from '../formats/eu/index.ts';
import { targetCore, type Zebin, type ZebinKernel } from '../formats/zebin/index.ts';
import { Machine, reasonOf } from './machine.ts';
import type { Counts, Launch, Launched } from './model.ts';

/**
 * Runs a kernel of a zebin on its device, without a GPU.
 *
 * @param platform the instruction set; that of the file if absent
 * @throws TypeError if the file does not say for which device it is, and no platform is given.
 *
 * @example
 * const { value: zebin } = readZebin(bytes);
 * const out = new Uint8Array(512);
 * launch(zebin, zebin.kernels[0], { global: [16], local: [16], arguments: [{ kind: 'buffer', bytes: out }] }).stop.reason; // 'done'
 */
export function launch(zebin: Zebin, kernel: ZebinKernel, what: Launch, platform?: Platform): Launched {
  const used = platform ?? platformOfCore(coreFamily(targetCore(zebin.target) ?? -1));
  if (used === undefined) throw new TypeError('the file does not say for which device it is');
  let machine: Machine;
  try {
    machine = new Machine(zebin, kernel, what, used);
  } catch (error) {
    return { stop: reasonOf(error), arguments: what.arguments.map(() => undefined), printf: '', counts: NOTHING };
  }
  machine.run();
  return machine.result();
}

const NOTHING: Counts = { threads: 0, instructions: 0, byOperation: {}, messages: 0, bytesRead: 0, bytesWritten: 0 };
