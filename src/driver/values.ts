/**
 * Entries of records as the driver reads them: a token of the wrong kind is refused, even where YAML would allow it.
 *
 * Source: intel/compute-runtime shared/source/device_binary_format/yaml/yaml_parser.h (readValueChecked).
 */
import type { Attribute, CompiledAttribute, CompiledMember, RecordRows } from '../core/schema/index.ts';
import { compiled, executionEnv, payloadArgument, userAttributes } from '../formats/zeinfo/index.ts';
import type { Behaviour } from './behaviour.ts';
import { TOKEN } from './tokens.ts';
import type { DriverTree } from './tree.ts';

export type Value = number | boolean | string;

/** A value that is not read alike by all releases. */
type ByRelease = (behaviour: Behaviour) => number | undefined;

/** An entry of a record, as far as it does not depend on the release. */
export interface Entry {
  readonly node: number;
  /** None for a key that no release knows, as of items without content, of which a text may have millions. */
  readonly row?: CompiledAttribute;
  /** Undefined if all releases refuse it. A word of an enumeration counts if the release knows it. */
  readonly value?: Value | CompiledMember | ByRelease | undefined;
}

export function entryOf(tree: DriverTree, node: number, rows: RecordRows): Entry {
  const row = compiled(rows).byKey.get(tree.key(node));
  return row ? { node, row, value: readValue(tree, node, row) } : { node };
}

/** The value of an entry for a release; undefined if the release refuses it. */
export function valueFor({ value }: Entry, behaviour: Behaviour): Value | undefined {
  if (typeof value === 'function') return value(behaviour);
  if (typeof value === 'object') return behaviour.knows(value.driver) ? value.member.value : undefined;
  return value;
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
const EIGHT_BITS: Attribute = payloadArgument.attributes.slm_alignment;
/** Releases that know it do not read it. */
const UNREAD: Attribute = executionEnv.attributes.actual_kernel_start_offset;

function readValue(tree: DriverTree, node: number, { type, attribute, members }: CompiledAttribute): Entry['value'] {
  const token = tree.value(node);
  const isWord = () => tree.tokens.kind(token) === TOKEN.string;
  switch (type.kind) {
    case 'int32':
      return attribute === UNREAD ? 0 : readNumber(tree, node, attribute === EIGHT_BITS ? 8 : 32);
    case 'bool':
      return isWord() ? TRUTHS.get(tree.text(token).toLowerCase()) : undefined;
    case 'int32xN': {
      const items = tree.children(node).map((item) => readNumber(tree, item, 32));
      const isRead: ByRelease = (behaviour) =>
        items.every((item) => (typeof item === 'function' ? item(behaviour) : item) !== undefined) ? items.length : undefined;
      return items.length === type.length ? isRead : undefined;
    }
    case 'enum':
      return members?.get(tree.text(token));
    case 'str':
      return isWord() || ANY_TEXT.includes(attribute) ? tree.text(token) : undefined;
    default:
      return '';
  }
}

const MAX_INT32 = 0x7fff_ffff;

/** The number at a node; undefined if the driver refuses it. */
function readNumber(tree: DriverTree, node: number, bits: 8 | 32): number | ByRelease | undefined {
  const token = tree.value(node);
  if (tree.tokens.kind(token) !== TOKEN.number) return undefined;
  const least = bits === 8 ? 0 : -MAX_INT32 - 1;
  const most = bits === 8 ? 0xff : MAX_INT32;
  const fitting = (value: number) => (value >= least && value <= most ? value : undefined);
  const text = tree.text(token);
  // All releases read these alike, and nearly all values have this form.
  if (/^-?[0-9]+$/.test(text)) return fitting(Number(text));
  const whole = /^(?:\+[0-9]+|0[xX][0-9a-fA-F]+)$/.test(text) ? fitting(Number(text)) : undefined;
  const start = fitting(Number(/^[+-]?[0-9]*/.exec(text)?.[0].replace(/^\+/, '') || 0) || 0);
  return (behaviour) => (behaviour.does('wholeNumbers') ? whole : start);
}
