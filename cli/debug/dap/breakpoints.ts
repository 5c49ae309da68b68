/** Breakpoints of a client. A request has all that are for one thing, such as a source, in place of those that were set for it. */
import { basename } from 'node:path';
import { Breakpoint } from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { DebugError, type Listed, type Session } from '../../../src/internal.ts';
import { hexText } from '../text.ts';
import type { CodeText } from './code-text.ts';
import type { Shown } from './shown.ts';

/** A place as people name it, and on which condition it stops there. */
interface Wanted {
  readonly text: string;
  readonly condition?: string | undefined;
}

export class Breakpoints {
  /** By what the client sets them for: a path, or a kind. */
  private readonly ids = new Map<string, readonly number[]>();

  /** @param text the code of the kernel, where the client shows it */
  atLines(
    session: Session,
    { source, breakpoints = [] }: DebugProtocol.SetBreakpointsArguments,
    text: CodeText | undefined,
  ): DebugProtocol.Breakpoint[] {
    const path = source.path ?? source.name ?? '';
    const code = text?.isAt(path) === true ? text : undefined;
    const wanted = breakpoints.map(({ line, condition }) => ({
      text: code?.instructionFrom(line) ?? `${basename(path)}:${line}`,
      condition,
    }));
    const lineOf = code && ((at: Listed) => code.lineOf(at));
    return this.replaced(session, path, wanted, lineOf).map((one) => (one.verified ? { ...one, source } : one));
  }

  atFunctions(session: Session, { breakpoints }: DebugProtocol.SetFunctionBreakpointsArguments): DebugProtocol.Breakpoint[] {
    const wanted = breakpoints.map(({ name: text, condition }) => ({ text, condition }));
    return this.replaced(session, 'functions', wanted);
  }

  atInstructions(session: Session, { breakpoints }: DebugProtocol.SetInstructionBreakpointsArguments): DebugProtocol.Breakpoint[] {
    const wanted = breakpoints.map(({ instructionReference, offset = 0, condition }) => {
      const at = session.listing.at(Number(instructionReference) + offset);
      return { text: at === undefined ? `*${instructionReference}` : `*${at.section}+${hexText(at.offset)}`, condition };
    });
    return this.replaced(session, 'instructions', wanted);
  }

  /** Stops when values are written, which are expressions. */
  atData(session: Session, { breakpoints }: DebugProtocol.SetDataBreakpointsArguments): DebugProtocol.Breakpoint[] {
    return this.set(
      session,
      'data',
      breakpoints.map(({ dataId }) => () => {
        const expression = session.expression(dataId);
        return session.points.add({ kind: 'watchpoint', expression, ranges: session.bytesOf(expression) }).id;
      }),
    );
  }

  private replaced(
    session: Session,
    of: string,
    wanted: readonly Wanted[],
    lineOf: (at: Listed) => number | undefined = ({ places: [place] }) => place?.line,
  ): DebugProtocol.Breakpoint[] {
    const adds = wanted.map(({ text, condition }) => () => {
      const location = session.location(text);
      const read = condition === undefined || condition === '' ? undefined : session.expression(condition);
      return session.points.add({ kind: 'breakpoint', location, isTemporary: false, ...(read ? { condition: read } : {}) }).id;
    });
    return this.set(session, of, adds, lineOf);
  }

  private set(
    { points }: Session,
    of: string,
    adds: readonly (() => number)[],
    lineOf: (at: Listed) => number | undefined = () => undefined,
  ): DebugProtocol.Breakpoint[] {
    // Some may be gone: the console of the editor deletes them too.
    for (const id of this.ids.get(of) ?? []) if (points.all.some((one) => one.id === id)) points.remove(id);
    const answers = adds.map((add): DebugProtocol.Breakpoint => {
      try {
        const point = points.get(add());
        const [at] = point.kind === 'breakpoint' ? point.location.at : [];
        const line = at && lineOf(at);
        return {
          id: point.id,
          verified: true,
          ...(line === undefined ? {} : { line }),
          ...(at ? { instructionReference: hexText(at.address) } : {}),
        };
      } catch (error) {
        if (!(error instanceof DebugError)) throw error;
        return { ...new Breakpoint(false), verified: false, message: error.message };
      }
    });
    this.ids.set(
      of,
      answers.flatMap(({ id }) => id ?? []),
    );
    return answers;
  }
}

/** What a value that the client shows is called, as an expression that can be watched. */
export function dataNamed(name: string, shown: Shown | undefined): string {
  if (shown?.kind === 'of-lanes') return `${shown.expression.text}${name}`;
  return shown?.kind === 'registers' || shown?.kind === 'general' ? `$${name}` : name;
}
