import { findDevice, type ProductConfig, TABLES, unknownDevice } from '../src/internal.ts';
import { UsageError } from './exit.ts';

/** The devices of names with commas between them. Throws `UsageError` for one that is unknown. */
export function devicesNamed(text: string, known = TABLES.devices): readonly ProductConfig[] {
  return text.split(',').flatMap((name) => {
    const devices = findDevice(name, known);
    if (devices.length > 0) return devices;
    throw new UsageError(unknownDevice(name, known));
  });
}
