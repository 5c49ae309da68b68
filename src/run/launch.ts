import { coreFamily } from '../devices/index.ts';
import { type Platform, platformOfCore } from '../formats/eu/index.ts';
import { targetCore, type Zebin, type ZebinKernel } from '../formats/zebin/index.ts';
import { Machine, reasonOf } from './machine.ts';
import type { Counts, Launch, Launched } from './model.ts';
import { Program } from './program.ts';

/** Zebins that are loaded once for all launches of them; whoever makes it says how long they are kept. */
export class Programs {
  private readonly all = new Map<Zebin, Program>();

  /**
   * A zebin, loaded for its device.
   *
   * @throws TypeError if the file does not say for which device it is.
   */
  of(zebin: Zebin): Program {
    const program = this.all.get(zebin) ?? programOf(zebin);
    this.all.set(zebin, program);
    return program;
  }
}

/**
 * A zebin that is loaded for its device, for any number of launches.
 *
 * @param platform the instruction set; that of the file if absent
 * @throws TypeError if the file does not say for which device it is, and no platform is given.
 *
 * @example
 * const { value: zebin } = readZebin(bytes);
 * const loaded = programOf(zebin);
 * const once = () => launch(loaded, zebin.kernels[0], { global: [16], local: [16], arguments: [{ kind: 'buffer', bytes: new Uint8Array(512) }] });
 * [once().stop.reason, once().stop.reason]; // ['done', 'done']
 */
export function programOf(zebin: Zebin, platform?: Platform): Program {
  const used = platform ?? platformOfCore(coreFamily(targetCore(zebin.target) ?? -1));
  if (used === undefined) throw new TypeError('the file does not say for which device it is');
  return new Program(zebin, used);
}

/**
 * Runs a kernel of a zebin on its device, without a GPU.
 *
 * @param zebin the file, or what {@link programOf} has made of it, which several launches share
 * @param platform the instruction set; that of the file if absent
 * @throws TypeError if the file does not say for which device it is, and no platform is given.
 *
 * @example
 * const { value: zebin } = readZebin(bytes);
 * const out = new Uint8Array(512);
 * launch(zebin, zebin.kernels[0], { global: [16], local: [16], arguments: [{ kind: 'buffer', bytes: out }] }).stop.reason; // 'done'
 */
export function launch(zebin: Zebin | Program, kernel: ZebinKernel, what: Launch, platform?: Platform): Launched {
  const machine = machineOf(zebin, kernel, what, platform);
  if (!(machine instanceof Machine)) return machine;
  machine.run();
  return machine.result();
}

/**
 * The machine of a launch, before its first instruction; or what is left of a launch that cannot begin. Throws as {@link launch}.
 *
 * @example
 * const { value: zebin } = readZebin(bytes);
 * const out = new Uint8Array(512);
 * const machine = machineOf(zebin, zebin.kernels[0], { global: [16], local: [16], arguments: [{ kind: 'buffer', bytes: out }] });
 * machine instanceof Machine && machine.run(100).reason; // 'done'
 */
export function machineOf(zebin: Zebin | Program, kernel: ZebinKernel, what: Launch, platform?: Platform): Machine | Launched {
  try {
    return new Machine(zebin instanceof Program ? zebin : programOf(zebin, platform), kernel, what);
  } catch (error) {
    return { stop: reasonOf(error), arguments: what.arguments.map(() => undefined), printf: '', counts: NOTHING };
  }
}

const NOTHING: Counts = { threads: 0, instructions: 0, byOperation: {}, messages: 0, bytesRead: 0, bytesWritten: 0 };
