import type { CommandSpec } from '../command.ts';
import { run } from './info.ts';
import { INFO_ROW } from './info-rows.ts';

/** The default verb, which is bundled with the command in one file. */
export const INFO: CommandSpec = { ...INFO_ROW, load: async () => ({ run }) };
