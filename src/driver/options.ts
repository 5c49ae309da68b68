import type { Behaviour } from './behaviour.ts';
import type { DriverStop, Stops } from './stop.ts';

/** How ze_info is decoded: for which release and device, and what is called for each kernel. */
export interface DecodeOptions {
  readonly behaviour: Behaviour;
  /** Size of a register of the device, in bytes. */
  readonly grfBytes: number;
  /** Called with the node of the name of each decoded kernel; used for releases that look for a kernel's code at once. */
  readonly kernelDone: (name: number) => void;
  /** Called with the index of each kernel that is refused. Reading then continues, which no driver does. */
  readonly kernelStopped?: (index: number, stop: DriverStop) => void;
  readonly stops: Stops;
}
