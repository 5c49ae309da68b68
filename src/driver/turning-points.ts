import { type Attribute, compareVersions, type DriverRange, type EnumRows } from '../core/schema/index.ts';
import { BEHAVIOURS, type BehaviourRow, NOTE_TYPES, RELOCATION_TYPES, SECTION_TYPES, SECTIONS } from '../formats/zebin/index.ts';
import { ENUMS, RECORDS } from '../formats/zeinfo/index.ts';
import { TABLES, type Tables } from './tables.ts';

/** Ranges of everything that some releases know and others do not, except devices. */
const RANGES: readonly DriverRange[] = [
  ...Object.values<BehaviourRow>(BEHAVIOURS),
  ...RECORDS.flatMap((record) => Object.values<Attribute>(record.attributes).map((row) => row.driver)),
  ...ENUMS.flatMap((words: EnumRows) => words.members.map((row) => row.driver)),
  ...[...NOTE_TYPES, ...SECTION_TYPES, ...SECTIONS, ...RELOCATION_TYPES].flatMap((row): readonly DriverRange[] => [row.driver]),
];

/**
 * Releases of the driver that decide differently from the one before, oldest first. As far as is known, all releases between two of them
 * decide alike.
 */
export function turningPoints({ devices, releases }: Tables = TABLES): readonly string[] {
  const { families, cores, compatibility } = devices.rows;
  const rows = [...families, ...cores].flatMap((row: { readonly driver?: DriverRange }) => row.driver ?? []);
  const [first = ''] = releases;
  const points = [...RANGES, ...rows, ...compatibility].flatMap(({ since, until }: DriverRange) => [since ?? first, until ?? first]);
  return [...new Set([first, ...points])].filter((release) => compareVersions(release, first) >= 0).sort(compareVersions);
}
