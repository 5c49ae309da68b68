/**
 * Values of attributes as the driver reads them: a token of the wrong kind is refused, even where YAML would allow it.
 *
 * Source: intel/compute-runtime shared/source/device_binary_format/yaml/yaml_parser.h (readValueChecked).
 */
import type { Attribute, DriverRange, RecordRows } from '../core/schema/index.ts';
import { experimentalProperties, globalHostAccess, payloadArgument, userAttributes } from '../formats/zeinfo/index.ts';
import type { Behaviour } from './behaviour.ts';
import { DriverStop, MOST_STOPS, type Stops } from './stop.ts';
import { TOKEN } from './tokens.ts';
import { type DriverTree, NONE } from './tree.ts';

type Value = number | boolean | string;

/** The values read from a record: numbers, booleans and words by their keys. A value counts only if the release knows its name. */
export class DriverRecord {
  private readonly behaviour: Behaviour;
  private readonly keys: string[] = [];
  private readonly values: Value[] = [];
  private readonly ranges: DriverRange[] = [];

  constructor(behaviour: Behaviour) {
    this.behaviour = behaviour;
  }

  set(key: string, value: Value, range: DriverRange): void {
    this.keys.push(key);
    this.values.push(value);
    this.ranges.push(range);
  }

  number(key: string, missing: number): number {
    const value = this.get(key);
    return typeof value === 'number' ? value : missing;
  }

  word(key: string): string {
    const value = this.get(key);
    return typeof value === 'string' ? value : '';
  }

  truth(key: string): boolean {
    return this.get(key) === true;
  }

  /** The last of several values with the same key. */
  private get(key: string): Value | undefined {
    const at = this.keys.lastIndexOf(key);
    const range = this.ranges[at];
    return range && this.behaviour.knows(range) ? this.values[at] : undefined;
  }
}

/** Refusals in a record. The whole record is read first, and a wrong value takes precedence over an unknown key. */
export class Findings {
  private readonly all: boolean;
  private readonly invalid: DriverStop[] = [];
  private readonly unknown: DriverStop[] = [];

  /** @param stops says whether to keep more than the first */
  constructor({ all }: Stops) {
    this.all = all;
  }

  refuse(stop: DriverStop): void {
    this.keep(this.invalid, stop);
  }

  unknownKey(tree: DriverTree, node: number, where: string): void {
    if (this.unknown.length > 0 && !this.all) return;
    const message = `${where} has a key ${tree.key(node) || '(none)'} that this release does not know`;
    this.keep(this.unknown, new DriverStop('driver/unknown-key', message, ...tree.place(node)));
  }

  /** Stops if there was a wrong value; unknown keys are kept for later. */
  endInvalid(): void {
    if (this.invalid.length > 0) this.end();
  }

  end(): void {
    const [first, ...others] = [...this.invalid, ...this.unknown];
    if (first) throw others.length === 0 ? first : new DriverStop(first.code, first.message, first.start, first.end, others);
  }

  private keep(list: DriverStop[], stop: DriverStop): void {
    if (list.length === 0 || (this.all && list.length < MOST_STOPS)) list.push(stop);
  }
}

const MAX_INT32 = 0x7fff_ffff;

/** The number at a node; undefined if the driver refuses it. */
function readNumber(tree: DriverTree, node: number, behaviour: Behaviour, bits: 8 | 32): number | undefined {
  const token = tree.value(node);
  if (token === NONE || tree.tokens.kind(token) !== TOKEN.number) return undefined;
  const text = tree.text(token);
  let value: number;
  // All releases read these alike, and nearly all values have this form.
  if (/^-?[0-9]+$/.test(text)) value = Number(text);
  else if (behaviour.does('wholeNumbers')) {
    if (!/^(?:\+[0-9]+|0[xX][0-9a-fA-F]+)$/.test(text)) return undefined;
    value = Number(text);
  } else value = Number(/^[+-]?[0-9]*/.exec(text)?.[0].replace(/^\+/, '') || 0) || 0;
  if (bits === 8) return value >= 0 && value <= 0xff ? value : undefined;
  return value <= MAX_INT32 && value >= -MAX_INT32 - 1 ? value : undefined;
}

/** Spellings of booleans; a quoted word is not a boolean. */
const TRUTHS = new Map<string, boolean>([
  ['y', true],
  ['yes', true],
  ['true', true],
  ['on', true],
  ['n', false],
  ['no', false],
  ['false', false],
  ['off', false],
]);

/** Attributes whose text is not checked; the value of one of them is ignored. */
const ANY_TEXT: readonly Attribute[] = [userAttributes.attributes.invalid_kernel, userAttributes.attributes.vec_type_hint];
const EIGHT_BITS: readonly Attribute[] = [payloadArgument.attributes.slm_alignment];
const UNREAD = 'actual_kernel_start_offset';

/**
 * Reads the entries below `node` that have rows into a record. For `experimental_properties` the node is an item of a list.
 *
 * @param where for messages: `payload_arguments of kernel k`
 */
export function readRecord(
  tree: DriverTree,
  node: number,
  rows: RecordRows,
  behaviour: Behaviour,
  where: string,
  found: Findings,
  record = new DriverRecord(behaviour),
): DriverRecord {
  const strict = behaviour.does('strict');
  const asksAll = strict || rows === userAttributes || rows === experimentalProperties;
  for (const child of tree.children(node)) {
    const key = tree.key(child);
    const attribute = Object.hasOwn(rows.attributes, key) ? rows.attributes[key] : undefined;
    if (!attribute || (asksAll && !behaviour.knows(attribute.driver))) {
      if (rows === userAttributes && key.includes('_hint')) continue;
      if (strict) found.unknownKey(tree, child, where);
      else if (asksAll)
        found.refuse(
          new DriverStop('driver/value', `${where} has a key ${key || '(none)'} that this release does not know`, ...tree.place(child)),
        );
      continue;
    }
    const value = readValue(tree, child, key, attribute, rows, behaviour);
    if (value !== undefined) record.set(key, value, attribute.driver);
    else if (behaviour.knows(attribute.driver))
      found.refuse(
        new DriverStop(
          'driver/value',
          `${where} has a value of ${key} that is not read: ${tree.text(tree.value(child)) || 'nothing'}`,
          ...tree.place(child),
        ),
      );
  }
  return record;
}

function readValue(
  tree: DriverTree,
  node: number,
  key: string,
  attribute: Attribute,
  rows: RecordRows,
  behaviour: Behaviour,
): number | boolean | string | undefined {
  const { type } = attribute;
  const token = tree.value(node);
  switch (type.kind) {
    case 'int32':
      if (key === UNREAD && behaviour.does('strict')) return 0;
      return readNumber(tree, node, behaviour, EIGHT_BITS.includes(attribute) ? 8 : 32);
    case 'bool':
      return token === NONE || tree.tokens.kind(token) !== TOKEN.string ? undefined : TRUTHS.get(tree.text(token).toLowerCase());
    case 'int32xN': {
      let items = 0;
      let good = true;
      for (const item of tree.children(node)) {
        items++;
        good = readNumber(tree, item, behaviour, 32) !== undefined && good;
      }
      return good && items === type.length ? items : undefined;
    }
    case 'enum': {
      const word = tree.text(token);
      const member = type.rows.members.find((row) => row.value === word);
      return token !== NONE && member && behaviour.knows(member.driver) ? word : undefined;
    }
    case 'str':
      if (ANY_TEXT.includes(attribute)) return tree.text(token);
      if (rows === globalHostAccess && token === NONE && behaviour.knows(attribute.driver))
        throw new DriverStop('driver/yaml-abort', `${key} has no value; it is read anyway`, ...tree.place(node));
      return tree.tokens.kind(token) === TOKEN.string ? tree.text(token) : undefined;
    default:
      return '';
  }
}
