/** Scopes and variables as editors show them. A value that each lane has for itself has the lanes as its members. */
import type { DebugProtocol } from '@vscode/debugprotocol';
import {
  DebugError,
  type DebugValue,
  type Expression,
  isAggregate,
  isPointer,
  laneRows,
  lanesOf,
  type Parts,
  partsOf,
  rangesText,
  registersIn,
  type Session,
  textOfValue,
  typeText,
} from '../../../src/internal.ts';
import { firstLane } from '../showing.ts';

/** What a reference of the client stands for. */
export type Shown =
  | { readonly kind: 'locals' }
  | { readonly kind: 'registers' }
  | { readonly kind: 'lanes' }
  | { readonly kind: 'general' }
  | { readonly kind: 'of-lanes'; readonly expression: Expression }
  | { readonly kind: 'parts'; readonly expression: Expression; readonly value: DebugValue };

/** Values that are shown of all lanes together. */
const FIRST = 8;
type Reference = (shown: Shown) => number;

export function variablesOf(session: Session, shown: Shown, reference: Reference): DebugProtocol.Variable[] {
  const named = (all: readonly { readonly name: string; readonly expression: string }[]): DebugProtocol.Variable[] =>
    all.map(({ name, expression: text }) => {
      try {
        const expression = session.expression(text);
        return { name, evaluateName: expression.text, ...shownValue(session, expression, reference) };
      } catch (error) {
        if (!(error instanceof DebugError)) throw error;
        return { name, value: error.message, variablesReference: 0 };
      }
    });
  const partVariables = ({ parts, missing }: Parts): DebugProtocol.Variable[] => [
    ...named(parts),
    ...(missing === '' ? [] : [{ name: '…', value: missing, variablesReference: 0 }]),
  ];
  const registers = (names: readonly string[]) => named(names.map((name) => ({ name, expression: `$${name}` })));
  switch (shown.kind) {
    case 'locals':
      return named(session.variablesAt().map(({ name }) => ({ name, expression: name })));
    case 'registers': {
      const at = session.at();
      return registers(at === undefined ? [] : registersIn(session.listing.textOf(at)));
    }
    case 'general':
      return registers(Array.from({ length: session.generalRegisters }, (_, number) => `r${number}`));
    case 'lanes':
      return lanes(session);
    case 'of-lanes':
      return ofLanes(session, shown.expression);
    case 'parts':
      return partVariables(partsOf(shown.value, shown.expression.text));
  }
}

/** The value of an expression: of the first lanes together, with a reference to its parts, or to all lanes. */
export function shownValue(
  session: Session,
  expression: Expression,
  reference: Reference,
): Pick<DebugProtocol.Variable, 'value' | 'type' | 'variablesReference' | 'memoryReference'> {
  const { thread } = session;
  if (thread === undefined) throw new DebugError('no thread runs');
  const first = expression.of(thread, firstLane(thread));
  const memory = isPointer(first.type) && first.type.space === 'global' ? { memoryReference: `0x${first.value.toString(16)}` } : {};
  const type = typeText(first.type);
  const hasParts = partsOf(first, expression.text).parts.length > 0;
  const parts = hasParts ? reference({ kind: 'parts', expression, value: first }) : 0;
  // Of a structure, each member has its lanes.
  if (!expression.isOfLanes || isAggregate(first.type)) return { value: textOfValue(first), type, variablesReference: parts, ...memory };
  const all = lanesOf(thread.lanes, session.names.lanes);
  const texts = all.slice(0, FIRST).map((lane) => textOf(session, expression, lane));
  const more = all.length > FIRST ? ', …' : '';
  const variablesReference = hasParts ? parts : reference({ kind: 'of-lanes', expression });
  return { value: `{${texts.join(', ')}${more}}`, type, variablesReference, ...memory };
}

function textOf(session: Session, expression: Expression, lane: number): string {
  const { thread } = session;
  if (thread === undefined) return '';
  try {
    const text = textOfValue(expression.of(thread, lane));
    return ((thread.mask >>> lane) & 1) === 1 ? text : `(${text})`;
  } catch (error) {
    if (error instanceof DebugError) return '?';
    throw error;
  }
}

function ofLanes(session: Session, expression: Expression): DebugProtocol.Variable[] {
  return lanesOf(session.thread?.lanes ?? 0, session.names.lanes).map((lane) => ({
    name: `[${lane}]`,
    value: textOf(session, expression, lane),
    variablesReference: 0,
  }));
}

function lanes(session: Session): DebugProtocol.Variable[] {
  const { thread } = session;
  if (thread === undefined) return [];
  return [
    { name: 'running', value: rangesText(thread.mask), variablesReference: 0 },
    ...laneRows(session, thread).map(({ lane, item, runs }) => ({
      name: `[${lane}]`,
      value: `global id (${item.join(',')}), ${runs ? 'runs' : 'off'}`,
      variablesReference: 0,
    })),
  ];
}
