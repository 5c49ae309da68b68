/** What a value consists of, as expressions: the tree of a variable is the same wherever it is shown. */
import { isAggregate, isPointer, type StructureType, type Value } from './values.ts';

/** A part of a value, or what it points to. */
export interface Part {
  /** `x`, `[3]`, `*next`. */
  readonly name: string;
  readonly expression: string;
}

/** Elements of an array that are parts. */
const MOST = 1_000;

/** The parts of the value of an expression: members, elements, what a pointer points to. */
export function partsOf({ type }: Value, expression: string): readonly Part[] {
  const text = /^[\w.[\]]+$|^\w[\w.[\]>-]*$/.test(expression) ? expression : `(${expression})`;
  if (isPointer(type)) {
    const { to } = type;
    if (isAggregate(to) && to.kind === 'structure') return membersOf(to, `${text}->`);
    return [{ name: `*${expression}`, expression: `*${text}` }];
  }
  if (!isAggregate(type)) return [];
  if (type.kind === 'structure') return membersOf(type, `${text}.`);
  return Array.from({ length: Math.min(type.count, MOST) }, (_, i) => ({ name: `[${i}]`, expression: `${text}[${i}]` }));
}

const membersOf = ({ members }: StructureType, before: string): readonly Part[] =>
  members.map(({ name }) => ({ name, expression: `${before}${name}` }));
