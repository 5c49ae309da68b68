/** A session on a terminal, from a pipe or from files of commands. */
import { createInterface } from 'node:readline';
import { DebugError } from '../../src/internal.ts';
import type { Io } from '../io.ts';
import { fill } from '../text.ts';
import type { DebugContext, DebugVerb } from './context.ts';
import { MOVING } from './moving.ts';
import { POINTING } from './pointing.ts';
import { SHOWING } from './showing.ts';

const PROMPT = '(zebin) ';

/** What ends a session. */
const QUIT: DebugVerb = { name: 'quit', short: ['q', 'exit'], summary: 'end the session', run: () => undefined };
const HELP: DebugVerb = {
  name: 'help',
  short: ['h'],
  arguments: '[COMMAND]',
  summary: 'list the commands',
  run: ({ print }, rest) => {
    const wanted = rest === '' ? VERBS : [verbNamed(rest)];
    for (const verb of wanted) print(helpText(verb));
    if (rest === '') print('A command may be shortened. An empty line repeats the last one, on a terminal.\n');
  },
};

const VERBS: readonly DebugVerb[] = [...MOVING, ...POINTING, ...SHOWING, HELP, QUIT];

function helpText({ name, short = [], arguments: words = '', summary }: DebugVerb): string {
  const names = [name, ...short].join(', ');
  return `${names}${words === '' ? '' : ` ${words}`}\n${fill(summary.split(' '), 76, '    ')}\n`;
}

/** The command of a word: its name, a short form, or the beginning of one name. Throws `DebugError`. */
function verbNamed(word: string): DebugVerb {
  const exact = VERBS.find(({ name, short = [] }) => name === word || short.includes(word));
  if (exact) return exact;
  const found = VERBS.filter(({ name }) => name.startsWith(word));
  const [first, second] = found;
  if (first === undefined) throw new DebugError(`there is no command ${word}: help lists them`);
  if (second !== undefined) throw new DebugError(`${word} may be ${found.map(({ name }) => name).join(', ')}`);
  return first;
}

/** Whether a text begins with the name of a command. */
export function isVerb(text: string): boolean {
  const [word = ''] = /^[a-z-]+/.exec(text.trim()) ?? [];
  return VERBS.some(({ name, short = [] }) => name === word || short.includes(word));
}

/** Executes a command; whether it ends the session. Throws `DebugError`. */
export async function execute(context: DebugContext, text: string): Promise<boolean> {
  // `x/8f out` has no blank after its name.
  const [, word = '', rest = ''] = /^([a-z]+(?:-[a-z]+)*)\s*(.*)$/s.exec(text.trim()) ?? [];
  const verb = verbNamed(word === '' ? text : word);
  await verb.run(context, rest.trim());
  return verb === QUIT;
}

/** Reads commands and executes them until there are no more. Returns whether all of them could be executed. */
export async function converse(
  context: DebugContext,
  lines: AsyncIterable<string> | Iterable<string>,
  io: Io,
): Promise<'quit' | 'good' | 'bad'> {
  let result: 'good' | 'bad' = 'good';
  for await (const line of lines) {
    const text = line.trim();
    if (text === '' || text.startsWith('#')) continue;
    try {
      if (await execute(context, text)) return 'quit';
    } catch (error) {
      if (!(error instanceof DebugError)) throw error;
      io.warn(error.message);
      result = 'bad';
    }
  }
  return result;
}

/** The lines of standard input, with a prompt if it is a terminal. */
export async function* standardLines({ standard }: Io, context: DebugContext): AsyncGenerator<string> {
  const { input } = standard;
  if (input instanceof Uint8Array) {
    yield* Buffer.from(input).toString('utf8').split('\n');
    return;
  }
  const isTerminal = process.stdin.isTTY === true && standard.columns !== undefined;
  const reader = createInterface({
    input: process.stdin,
    ...(isTerminal ? { output: process.stdout, terminal: true } : {}),
    prompt: PROMPT,
  });
  reader.on('SIGINT', () => {
    context.interruption.noticed = true;
  });
  let last = '';
  if (isTerminal) reader.prompt();
  for await (const line of reader) {
    const text = line.trim() === '' && isTerminal ? last : line;
    last = text;
    yield text;
    if (isTerminal) reader.prompt();
  }
}
