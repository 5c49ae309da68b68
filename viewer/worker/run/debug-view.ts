/** What the page shows of a session of the debugger, as data. */
import { visible } from '../../../cli/visible.ts';
import {
  addressText,
  type Case,
  type Changes,
  DebugError,
  type DebugValue,
  type Frame,
  grouped,
  isAggregate,
  type LaneRow,
  type Listed,
  lanesOf,
  type Part,
  type Point,
  partsOf,
  rangesText,
  registersIn,
  type Session,
  shownType,
  sizeOf,
  type Thread,
  textOfValue,
  typeText,
} from '../../../src/internal.ts';
import type {
  DebugFrame,
  DebugLane,
  DebugMemory,
  DebugPlace,
  DebugPoint,
  DebugThread,
  ElementTexts,
  MemoryParams,
  RegisterRow,
  RegisterSet,
  VariableNode,
} from './debug-messages.ts';
import { elementTexts } from './elements.ts';

export function placeOf({ section, offset, places: [place] }: Listed): DebugPlace {
  const isLine = place !== undefined && place.line > 0;
  return { section, offset, file: isLine ? place.file : null, line: isLine ? place.line : null };
}

export function threadsOf(session: Session): readonly DebugThread[] {
  return session.machine.current.map((t) => {
    const at = session.at(t);
    return { index: t.index, state: t.state, at: at ? placeOf(at) : null, runs: rangesText(t.mask), lanes: rangesText(t.lanes) };
  });
}

export const frameOf = ({ name, at, place, isInlined }: Frame): DebugFrame => ({
  ...placeOf(at),
  name: visible(name),
  file: place?.file ?? null,
  line: place?.line ?? null,
  isInlined,
});

export const laneOf = ({ lane, item, flags, runs, until }: LaneRow): DebugLane => ({
  ...{ lane, item: item.join(','), flags, runs },
  until: until ? addressText(until, visible) : null,
});

export function pointOf(point: Point): DebugPoint {
  const { id, kind, isEnabled, hits } = point;
  if (point.kind === 'watchpoint') return { id, kind, isEnabled, hits, text: point.expression.text, condition: '', places: [] };
  return {
    ...{ id, kind, isEnabled, hits },
    text: point.location.text,
    condition: point.condition?.text ?? '',
    places: point.location.at.map(placeOf),
  };
}

/** The buffers and images, local memory and scratch memory. */
export function memoriesOf({ names, places, thread }: Session, { args }: Case): readonly DebugMemory[] {
  const buffers = places.arguments.flatMap((memory, argument): DebugMemory[] => {
    const one = args[argument];
    if (memory === undefined || (one?.kind !== 'buffer' && one?.kind !== 'image')) return [];
    const parameter = names.parameters[argument] ?? { index: argument, isUsed: false };
    const name = parameter.name === undefined ? memory.name : `${memory.name} (${parameter.name})`;
    return [
      { key: memory.name, name, size: memory.end - memory.start, type: shownType(parameter, one), pointer: `arg${argument}`, space: '' },
    ];
  });
  const { local, localSize } = places;
  const own = { key: local.name, name: local.name, size: localSize, type: 'uint', pointer: 'local', space: 'local ' } as const;
  const [scratch] = thread?.scratch ?? [];
  const size = scratch === undefined ? 0 : scratch.end - scratch.start;
  const spilled = {
    key: 'scratch',
    name: 'scratch memory of the thread',
    size,
    type: 'uint',
    pointer: 'scratch',
    space: 'scratch ',
  } as const;
  return [...buffers, ...[own, spilled].filter((one) => one.size > 0)];
}

/** Elements of a memory, and which of them have changed. */
export function memoryTexts({ places, thread }: Session, changes: Changes, { key, format, from, count }: MemoryParams): ElementTexts {
  const memory =
    key === 'scratch' ? thread?.scratch[0] : [places.local, ...places.arguments].find((one) => one !== undefined && one.name === key);
  if (memory === undefined) return { texts: [], changed: [] };
  const { bytes, start, end } = memory;
  const { texts, size } = elementTexts(bytes.subarray(0, end - start), format, from, count);
  return { texts, changed: [...texts.keys()].filter((i) => changes.at(bytes, (from + i) * size, size)) };
}

/** Registers that are neither general nor in the text of most instructions. */
const STATE = ['acc0', 'acc1', 'a0', 'f0.0<ud>', 'f1.0<ud>', 'f2.0<ud>', 'f3.0<ud>', 'cr0', 'sr0', 'ce0'];

/**
 * Registers with their values in each lane. General ones have their elements instead.
 *
 * @param type of the elements; empty for that which the instruction has
 * @param named more registers, by names as the assembly has them
 */
export function registerRows(session: Session, changes: Changes, set: RegisterSet, type: string, named: string): readonly RegisterRow[] {
  const { thread } = session;
  if (thread === undefined) return [];
  const at = session.at();
  const suffix = type === '' ? '' : `<${type}>`;
  const own = { instruction: at ? registersIn(session.listing.textOf(at)) : [], state: STATE, general: generalOf(thread) }[set];
  const asked = named.split(/[\s,]+/).filter((name) => name !== '');
  const rows = [...asked, ...own].flatMap((name) => {
    const typed = type === '' || set === 'state' ? name : `${name.replace(/[.<:].*$/, '')}${suffix}`;
    return rowOf(session, thread, changes, typed, set === 'general') ?? [];
  });
  return rows.filter(({ name }, i) => rows.findIndex((one) => one.name === name) === i);
}

const generalOf = ({ layout: { generalBytes, grfBytes } }: Thread): readonly string[] =>
  Array.from({ length: Math.min(generalBytes / grfBytes, 256) }, (_, number) => `r${number}`);

function rowOf(session: Session, t: Thread, changes: Changes, name: string, isWhole: boolean): RegisterRow | undefined {
  const expression = attempt(() => session.expression(`$${name}`));
  if (expression === undefined) return undefined;
  const { isOfLanes } = expression;
  const first = attempt(() => expression.of(t, 0));
  const elements = first && typeof first.type === 'string' ? t.layout.grfBytes / sizeOf(first.type) : 1;
  const indices = isWhole ? Array.from({ length: elements }, (_, i) => i) : isOfLanes ? lanesOf(t.lanes, session.names.lanes) : [0];
  return {
    name,
    isOfLanes: isOfLanes && !isWhole,
    cells: indices.map((i) => {
      const value = attempt(() => expression.of(t, i));
      const isOff = isOfLanes && !isWhole && ((t.mask >>> i) & 1) === 0;
      return { text: value ? textOfValue(value) : '', isChanged: value !== undefined && changes.has(value), isOff };
    }),
  };
}

function attempt<T>(what: () => T): T | undefined {
  try {
    return what();
  } catch (error) {
    if (error instanceof DebugError) return undefined;
    throw error;
  }
}

/** Parts of values that are shown, of all variables together. */
const MOST_NODES = 5_000;

const UNKNOWN = { type: '', isKnown: false, isChanged: false, all: '', hasParts: false, parts: [] } as const;

/**
 * The variables that are known where the thread is, and other expressions, with the parts of those that are expanded.
 *
 * @param lane whose values are shown
 */
export function variableTree(
  session: Session,
  changes: Changes,
  { watched, expanded, lane }: { readonly watched: readonly string[]; readonly expanded: readonly string[]; readonly lane: number },
): readonly VariableNode[] {
  const { thread } = session;
  if (thread === undefined) return [];
  const open = new Set(expanded);
  let left = MOST_NODES;
  const nodeOf = (name: string, key: string): VariableNode => {
    left--;
    const none = { ...UNKNOWN, key, name: visible(name) };
    try {
      const expression = session.expression(key);
      const value = expression.of(thread, lane);
      const { parts, missing } = partsOf(value, key);
      return {
        ...none,
        type: typeText(value.type),
        text: textOfValue(value),
        isKnown: true,
        isChanged: changes.has(value),
        all: expression.isOfLanes ? allLanes(session, thread, (one) => expression.of(thread, one)) : '',
        hasParts: parts.length > 0,
        parts: open.has(key) ? partNodes(key, parts, missing) : [],
      };
    } catch (error) {
      if (!(error instanceof DebugError)) throw error;
      // The name is said before it.
      const message = error.message.startsWith(`${name} `) ? error.message.slice(name.length + 1) : error.message;
      return { ...none, text: visible(message) };
    }
  };
  function partNodes(key: string, parts: readonly Part[], missing: string): readonly VariableNode[] {
    const listed = parts.slice(0, Math.max(left, 0));
    const nodes = listed.map((part) => nodeOf(part.name, part.expression));
    const text = listed.length < parts.length ? `more parts: ${grouped(MOST_NODES)} are shown of all variables together` : missing;
    return text === '' ? nodes : [...nodes, { ...UNKNOWN, key: `${key} …`, name: '…', text }];
  }
  const names = session.variablesAt().map(({ name }) => name);
  return [...watched, ...names].map((text) => nodeOf(text, text));
}

/** The values of all lanes, where they are not the same; those of lanes that do not run are in parentheses. */
function allLanes(session: Session, t: Thread, of: (lane: number) => DebugValue): string {
  const lanes = lanesOf(t.lanes, session.names.lanes);
  const texts = lanes.map((lane) => {
    const value = attempt(() => of(lane));
    if (value === undefined) return '?';
    if (isAggregate(value.type)) return '';
    return ((t.mask >>> lane) & 1) === 1 ? textOfValue(value) : `(${textOfValue(value)})`;
  });
  return texts.every((text) => text === texts[0]) ? '' : texts.join(' ');
}
