import { DEVICES, type Devices } from '../devices/index.ts';
import { RELEASES } from './release-table.ts';

/** The tables that newer data can add to: the devices, and the releases of the driver, oldest first. */
export interface Tables {
  readonly devices: Devices;
  readonly releases: readonly string[];
}

/** The tables of the library. */
export const TABLES: Tables = { devices: DEVICES, releases: RELEASES };
