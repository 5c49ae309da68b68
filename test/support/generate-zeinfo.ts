/**
 * Models of ze_info made from the rows: every attribute and word that a version has comes up, each by itself and with others. They are
 * valid by the rows (required, when, versions), not by what a driver checks beyond them.
 */
import {
  type Attribute,
  compareVersions,
  existsIn,
  type Kind,
  neededWhen,
  type RecordRows,
  type Row,
  type Version,
} from '../../src/core/schema/index.ts';
import { CONTAINER, type Container, NEWEST } from '../../src/formats/zeinfo/index.ts';
import { mulberry32 } from './mutate.ts';

export interface GenerateOptions {
  readonly version: string;
  /** Only what this driver release reads. */
  readonly driver?: string;
  /** Kernel names; by default two or three with text that is hard to quote. */
  readonly kernels?: readonly string[];
}

/** Every version of ze_info. */
export const VERSIONS: readonly Version[] = Array.from(
  { length: Number(NEWEST.slice('1.'.length)) + 1 },
  (_, minor): Version => `1.${minor}`,
);

const NASTY = [
  'k',
  'n',
  'true',
  '0x10',
  '1.5',
  '',
  ' a ',
  "it's",
  'a: b',
  '#c',
  'a\tb',
  'a"b',
  '\n',
  '\x7f\x01',
  'é\u00a0',
  '\u{1f600}',
  '-',
  '~',
  '\udc80',
];

/** A model from a seed; the same seed gives the same model. */
export function generateZeInfo(seed: number, options: GenerateOptions): Container {
  const random = mulberry32(seed);
  const below = (count: number) => random() % count;
  const pick = <T>(of: readonly T[]): T => of[below(of.length)] as T;
  const there = (row: Row) =>
    existsIn(row, options.version) &&
    row.specified !== false &&
    (options.driver === undefined ||
      (row.driver.since !== undefined && existsInDriver(row.driver.since, row.driver.until, options.driver)));
  const names = options.kernels ?? [`k${seed}`, ...Array.from({ length: below(3) }, () => pick(NASTY))];

  const value = (type: Kind): unknown => {
    switch (type.kind) {
      case 'int32':
        return pick([0, 1, -1, 4, 8, 16, 128, 2 ** 31 - 1, -(2 ** 31), below(10_000)]);
      case 'bool':
        return below(2) === 0;
      case 'float':
        return pick([0, 1, -0.5, 1e-7, 123456789, 0.1, 1e20, -0, 12.345678912]);
      case 'str':
        return pick(NASTY);
      case 'strs':
        return Array.from({ length: 1 + below(3) }, () => pick(NASTY));
      case 'int32xN':
        return Array.from({ length: type.length ?? below(4) }, () => below(3));
      case 'enum': {
        // Most conditions are about this word.
        const words = type.rows.members.filter(there).map((member) => member.value);
        return words.includes('arg_bypointer') && below(3) === 0 ? 'arg_bypointer' : pick(words);
      }
      case 'record':
        return record(type.rows);
      case 'list':
        return Array.from({ length: 1 + below(3) }, () => record(type.rows));
    }
  };

  const record = (rows: RecordRows): Record<string, unknown> => {
    const made: Record<string, unknown> = {};
    for (const [key, attribute] of Object.entries<Attribute>(rows.attributes)) {
      const { type } = attribute;
      if (!there(attribute) || (type.kind === 'enum' && !type.rows.members.some(there))) continue;
      if (!holds(attribute, made)) continue;
      const mandatory =
        attribute.required === true ||
        (attribute.requiredIn !== undefined && existsIn(attribute.requiredIn, options.version)) ||
        (attribute.needed !== undefined && holds({ ...attribute, when: neededWhen(attribute) ?? [] }, made));
      if (!mandatory && below(2) === 0) continue;
      made[key] = value(type);
    }
    return made;
  };

  const container = record(CONTAINER) as Record<string, unknown>;
  container.version = options.version;
  container.kernels = names.map((name) => ({ ...record(CONTAINER.attributes.kernels.type.rows), name }));
  return container as Container;
}

/** Whether the condition of the attribute holds for what the record has so far; conditions name attributes of earlier rows. */
function holds({ when }: Attribute, made: Readonly<Record<string, unknown>>): boolean {
  return when === undefined || when.some((all) => Object.entries(all).every(([key, words]) => words.includes(String(made[key]))));
}

function existsInDriver(since: string, until: string | undefined, driver: string): boolean {
  return compareVersions(driver, since) >= 0 && (until === undefined || compareVersions(driver, until) < 0);
}
