import type { Behaviour } from './behaviour.ts';
import type { DriverStop, Stops } from './stop.ts';

/** How ze_info is decoded: for which release and device, and what is reported for each kernel. */
export interface DecodeOptions {
  readonly behaviour: Behaviour;
  /** Bytes of a register of the device. */
  readonly grfBytes: number;
  /** Called for each kernel that is decoded, by releases that look for its code at once. */
  readonly kernelDone: (name: string, place: readonly [number, number]) => void;
  /** Called for each kernel that is refused, by its number; reading then continues, which no driver does. */
  readonly kernelStopped?: (index: number, stop: DriverStop) => void;
  readonly stops: Stops;
}
