/** What kernels computed becomes what their cases expect: only that changes in the text of the file. */
import { deflateSync } from 'node:zlib';
import {
  type BlessedCase,
  type Case,
  checkOf,
  decodeText,
  encodeText,
  isAnswer,
  type Launched,
  type Left,
  type RunCase,
} from '../../src/internal.ts';
import { type Place, placesOf } from './places.ts';

/** Larger contents are compressed, if that halves them. */
const PLAIN = 1_024;

/** What a case left with the first binary. */
interface First {
  readonly place: string;
  readonly bytes: readonly Uint8Array[];
  /** Outputs that are not as expected, or of which nothing is expected. */
  readonly wrong: readonly number[];
}

/** The results of the cases of a file. */
export class Blessing {
  private readonly firsts = new Map<Case, First>();
  private readonly refusals = new Map<Case, string>();

  /** Takes the answer for a case, and what it left. */
  put(one: Case, done: RunCase, left: Launched | undefined): void {
    const { file, address, result } = done;
    const place = file === undefined ? '' : `${file}${address}`;
    if (!left || !isAnswer(result)) {
      this.refuse(one, `${place === '' ? '' : `${place} did not complete: `}${done.message}`);
      return;
    }
    const bytes = one.outputs.map(({ arg }) => contentOf(arg, left));
    const first = this.firsts.get(one);
    if (!first) {
      const differing = checkOf(one)
        .differences(left)
        .map(({ output }) => output);
      const wrong = one.outputs.flatMap((output, i) => (isMissing(output) || differing.includes(i) ? [i] : []));
      this.firsts.set(one, { place, bytes, wrong });
      return;
    }
    // As the case compares: other bytes may be as right.
    const [other] = checkOf(expecting(one, first.bytes)).differences(left);
    if (other) this.refuse(one, `${first.place} and ${place} disagree about ${outputName(one, other.output)}, element ${other.index}`);
    const differing = checkOf(one)
      .differences(left)
      .map(({ output }) => output);
    const wrong = [...new Set([...first.wrong, ...differing])].sort((a, b) => a - b);
    this.firsts.set(one, { ...first, wrong });
  }

  /** Sentences about cases whose results are not written. */
  get refused(): string[] {
    return [...this.refusals].map(([{ name }, why]) => `${name}: not blessed, because ${why}`);
  }

  /** What is written. */
  get blessed(): BlessedCase[] {
    return [...this.firsts].flatMap(([one, { wrong }]) =>
      this.refusals.has(one) || wrong.length === 0 ? [] : [{ name: one.name, outputs: wrong }],
    );
  }

  /** The text of the file with the results in it. */
  edited(data: Uint8Array): Uint8Array {
    const text = decodeText(data);
    const all = placesOf(text).members.get('cases')?.items ?? [];
    const edits = [...this.firsts].flatMap(([one, { wrong, bytes }]) => {
      if (this.refusals.has(one)) return [];
      const outputs = all[indexOf(one.path)]?.members.get('outputs')?.items ?? [];
      return wrong.flatMap((i) => {
        const place = outputs[i];
        return place ? [editOf(text, place, bytes[i] ?? new Uint8Array(0))] : [];
      });
    });
    const parts: string[] = [];
    let at = 0;
    for (const { start, end, by } of edits.sort((a, b) => a.start - b.start)) {
      parts.push(text.slice(at, start), by);
      at = end;
    }
    return encodeText([...parts, text.slice(at)].join(''));
  }

  private refuse(one: Case, why: string): void {
    if (!this.refusals.has(one)) this.refusals.set(one, why);
  }
}

/** `cases[3]`. */
const indexOf = (path: string): number => Number(/\d+/.exec(path)?.[0]);

const contentOf = (arg: number | undefined, left: Left): Uint8Array =>
  arg === undefined ? encodeText(left.printf) : (left.arguments[arg] ?? new Uint8Array(0));

const isMissing = (output: Case['outputs'][number]): boolean => output.expect === undefined && output.class !== 'any';

/** The case with other expected bytes. */
function expecting(one: Case, bytes: readonly Uint8Array[]): Case {
  const outputs = one.outputs.map((output, i) => {
    const text = Buffer.from(bytes[i] ?? []).toString('base64');
    return { ...output, or: [], expect: { encoding: 'base64' as const, text, deflate: false, path: output.path } };
  });
  return { ...one, outputs };
}

const outputName = ({ outputs }: Case, i: number): string => {
  const arg = outputs[i]?.arg;
  return arg === undefined ? 'the printed text' : `argument ${arg}`;
};

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

/** The new value of `expect`, or the member in the style of the others. */
function editOf(text: string, output: Place, bytes: Uint8Array): Edit {
  const isSpaced = /^[{]\s/.test(text.slice(output.start, output.start + 2)) || text.slice(output.start, output.end).includes('": ');
  const value = expectText(bytes, isSpaced);
  const { members, start } = output;
  const old = members.get('expect');
  if (old) return { start: old.start, end: old.end, by: value };
  const last = [...members.values()].reduce((last, { end }) => Math.max(last, end), start);
  const member = `"expect":${isSpaced ? ' ' : ''}${value}`;
  if (members.size === 0) return { start, end: output.end, by: isSpaced ? `{ ${member} }` : `{${member}}` };
  // The blanks before the first name.
  const before = /^\{(\s*)/.exec(text.slice(start, last))?.[1] ?? '';
  return { start: last, end: last, by: `,${before.includes('\n') ? before : isSpaced ? ' ' : ''}${member}` };
}

function expectText(bytes: Uint8Array, isSpaced: boolean): string {
  const packed = bytes.length > PLAIN ? deflateSync(bytes, { level: 9 }) : undefined;
  const small = packed && packed.length * 2 <= bytes.length ? packed : undefined;
  const value = { base64: Buffer.from(small ?? bytes).toString('base64'), ...(small ? { deflate: true } : {}) };
  const text = JSON.stringify(value);
  return isSpaced
    ? text
        .replace(/^\{(.*)\}$/, '{ $1 }')
        .replaceAll('":', '": ')
        .replace(',"deflate', ', "deflate')
    : text;
}
