/** The types of `.ze_info`, at any depth. */
export type { YamlDocument, YamlNode, YamlTree } from '../yaml/index.ts';
export type { AnyRecord, Change, ExtraEntry, ZeInfo, ZeInfoEdit } from './index.ts';
export type * from './records.ts';
