/** Scopes and variables as editors show them. A value that each lane has for itself has the lanes as its members. */
import type { DebugProtocol } from '@vscode/debugprotocol';
import { DebugError, type Expression, isPointer, lanesOf, type Session, textOfValue, typeText } from '../../../src/internal.ts';
import { firstLane } from '../showing.ts';
import { rangesText } from '../text.ts';

/** What a reference of the client stands for. */
export type Shown =
  | { readonly kind: 'locals' }
  | { readonly kind: 'registers' }
  | { readonly kind: 'lanes' }
  | { readonly kind: 'general' }
  | { readonly kind: 'of-lanes'; readonly expression: Expression };

/** Values that are shown of all lanes together. */
const FIRST = 8;
/** A register with its region and type in the text of an instruction. */
const NAME = /(?<![\w.])(?:r|acc|a|f)\d+(?:\.\d+)?(?:<\d+(?:;\d+(?:,\d+)?)?>)?(?::[a-z]+\d*)?/g;

type Reference = (shown: Shown) => number;

export function variablesOf(session: Session, shown: Shown, reference: Reference): DebugProtocol.Variable[] {
  const named = (names: readonly string[], sign: string): DebugProtocol.Variable[] =>
    names.map((name) => {
      try {
        const expression = session.expression(`${sign}${name}`);
        return { name, evaluateName: expression.text, ...shownValue(session, expression, reference) };
      } catch (error) {
        if (!(error instanceof DebugError)) throw error;
        return { name, value: error.message, variablesReference: 0 };
      }
    });
  switch (shown.kind) {
    case 'locals':
      return named(
        session.variablesAt().map(({ name }) => name),
        '',
      );
    case 'registers': {
      const at = session.at();
      const names = at === undefined ? [] : (session.listing.textOf(at).match(NAME) ?? []);
      return named([...new Set(names)], '$');
    }
    case 'general':
      return named(
        Array.from({ length: 128 }, (_, number) => `r${number}`),
        '$',
      );
    case 'lanes':
      return lanes(session);
    case 'of-lanes':
      return ofLanes(session, shown.expression);
  }
}

/** The value of an expression: of the first lanes together, with a reference to all of them. */
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
  if (!expression.isOfLanes) return { value: textOfValue(first), type, variablesReference: 0, ...memory };
  const all = lanesOf(thread.lanes, session.names.lanes);
  const texts = all.slice(0, FIRST).map((lane) => textOf(session, expression, lane));
  const more = all.length > FIRST ? ', …' : '';
  return { value: `{${texts.join(', ')}${more}}`, type, variablesReference: reference({ kind: 'of-lanes', expression }), ...memory };
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
  const all = lanesOf(thread.lanes, session.names.lanes);
  return [
    { name: 'running', value: rangesText(thread.mask), variablesReference: 0 },
    ...all.map((lane) => ({
      name: `[${lane}]`,
      value: `global id (${session.names.globalId(thread, lane).join(',')}), ${((thread.mask >>> lane) & 1) === 1 ? 'runs' : 'off'}`,
      variablesReference: 0,
    })),
  ];
}
