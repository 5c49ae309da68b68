/** What a value consists of, as expressions: the tree of a variable is the same wherever it is shown. */
import { grouped } from '../../core/diag/index.ts';
import { isAggregate, isPointer, type StructureType, type Value } from './values.ts';

/** A part of a value, or what it points to. */
export interface Part {
  /** `x`, `[3]`, `*next`. */
  readonly name: string;
  readonly expression: string;
}

export interface Parts {
  readonly parts: readonly Part[];
  /** What is not among them, as a sentence; empty if they are all. */
  readonly missing: string;
}

/** Elements of an array that are parts. */
const MOST = 1_000;

/** The parts of the value of an expression: members, elements, what a pointer points to. */
export function partsOf({ type }: Value, expression: string): Parts {
  const text = /^[\w.[\]]+$|^\w[\w.[\]>-]*$/.test(expression) ? expression : `(${expression})`;
  if (isPointer(type)) {
    const { to } = type;
    if (isAggregate(to) && to.kind === 'structure') return membersOf(to, `${text}->`);
    return { parts: [{ name: `*${expression}`, expression: `*${text}` }], missing: '' };
  }
  if (!isAggregate(type)) return { parts: [], missing: '' };
  if (type.kind === 'structure') return membersOf(type, `${text}.`);
  return {
    parts: Array.from({ length: Math.min(type.count, MOST) }, (_, i) => ({ name: `[${i}]`, expression: `${text}[${i}]` })),
    missing: type.count > MOST ? `${grouped(type.count - MOST)} more elements: ask for [${MOST}] and those after it by number` : '',
  };
}

const membersOf = ({ members, isCut }: StructureType, before: string): Parts => ({
  parts: members.map(({ name }) => ({ name, expression: `${before}${name}` })),
  missing: isCut ? `more members, which are not read: ${grouped(members.length)} are` : '',
});
