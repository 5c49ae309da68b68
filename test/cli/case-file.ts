/**
 * Case files, test/cli/cases/: command lines with their input, and beside them what they print. A line says by its first character what it
 * is:
 *
 *     # a kernel that is not there is refused, with those that are          what the case shows: its title
 *     < notes.txt                                                           a file of the case, whose lines follow
 *     | not a device binary
 *     < cut.zebin = fixtures/zebin/igc2/bmg/clock.zebin 40                  or the first 40 bytes of a fixture
 *     $ zebin info notes.txt                                                a command line; words may be in quotes
 *     | what it prints
 *     ! what it says on standard error
 *     = 2                                                                   its exit code, unless it is 0
 *
 * All command lines of a case run in one folder of its own, in which `fixtures` leads to those of the tests. A file named `-` is the
 * standard input of the next command line. What follows a command line is written by `npm test -- --bless cli/cases`.
 */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FIXTURES } from '../support/corpus.ts';
import { scratchFolder, zebin } from './zebin.ts';

/** The title of a case. */
export const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? '';

/** The case as it would be if what its command lines print now is right. */
export async function played(text: string): Promise<string> {
  const cwd = scratchFolder();
  symlinkSync(FIXTURES, join(cwd, 'fixtures'), 'junction');
  const out: string[] = [];
  let [file, input]: [string, string[] | undefined] = ['', undefined];
  let stdin: Uint8Array | undefined;
  const save = (name: string, bytes: Uint8Array) => {
    input = undefined;
    if (name === '-') stdin = bytes;
    else {
      mkdirSync(dirname(join(cwd, name)), { recursive: true });
      writeFileSync(join(cwd, name), bytes);
    }
  };
  for (const line of text.trimEnd().split('\n')) {
    const [sign = '', rest] = [line[0], line.slice(2)];
    if (input && (sign === '<' || sign === '$')) save(file, Buffer.from(input.map((one) => `${one}\n`).join('')));
    if (sign === '<') {
      const [name = '', from] = rest.split(' = ');
      if (from === undefined) [file, input] = [name, []];
      else save(name, beginning(from));
      out.push(line);
    } else if (sign === '$') {
      const { status, stdout, stderr } = await zebin(wordsOf(rest), { cwd, ...(stdin && { input: stdin }) });
      stdin = undefined;
      out.push(line, ...marked('|', stdout), ...marked('!', stderr), ...(status === 0 ? [] : [`= ${status}`]));
    } else if (sign === '|' && input !== undefined) {
      input.push(rest);
      out.push(line);
    } else if (sign === '#' || line === '') {
      out.push(line);
    } else if (!'|!='.includes(sign)) throw new Error(`a line of a case cannot begin so: ${line}`);
  }
  return `${out.join('\n')}\n`;
}

function beginning(from: string): Uint8Array {
  const [path = '', size] = from.split(' ');
  return readFileSync(join(FIXTURES, path.replace(/^fixtures\//, ''))).subarray(0, size === undefined ? undefined : Number(size));
}

/** The words of a command line after `zebin`. */
function wordsOf(line: string): string[] {
  const [program, ...words] = line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  if (program !== 'zebin') throw new Error(`a case runs zebin, not ${program}`);
  return words.map((word) => word.replace(/'([^']*)'|"([^"]*)"/g, (_, single?: string, double?: string) => single ?? double ?? ''));
}

function marked(sign: string, text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  const last = lines.pop();
  return [...lines, ...(last === '' ? [] : [`${last} (without an end of line)`])].map((line) => (line === '' ? sign : `${sign} ${line}`));
}
