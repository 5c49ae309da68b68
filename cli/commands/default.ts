import type { CommandSpec } from '../command.ts';
import { INFO_ROW } from './info-rows.ts';

/** The default verb. */
export const INFO: CommandSpec = { ...INFO_ROW, load: () => import('./info.ts') };
