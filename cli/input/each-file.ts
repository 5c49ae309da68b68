/** A verb on several files: an answer for each, in their order, and the worst of the exit codes. */
import { errorDocument, type FailureFacts, type FileAnswer, type FilesDocument } from '../../src/internal.ts';
import { timeOver } from '../budget.ts';
import type { Context, VerbModule } from '../command.ts';
import { EXIT, OutputEnded, UsageError } from '../exit.ts';
import type { Io } from '../io.ts';
import { Listed, printJson } from '../json.ts';
import { reported } from '../reported.ts';

/** Forms that hold the answer for one file: two of them, one after the other, cannot be read back. */
const SINGLE = ['csv', 'sarif'] as const;

interface Answer {
  readonly code: number;
  readonly text: string;
}

/** A document as it was printed, which takes a fraction of the memory that its values take. */
interface DocumentText extends Omit<FileAnswer, 'document'> {
  readonly text: string;
}

/** Runs a verb for each file. A file that cannot be read does not prevent the others; one about which nothing is said is left out. */
export async function runEach(run: VerbModule['run'], { arguments: files, options, io }: Context): Promise<number> {
  const form = SINGLE.find((name) => options[name]);
  if (form !== undefined) throw new UsageError(`--${form} is for one file; --json has a document for each`);
  const documents: DocumentText[] = [];
  let worst: number = EXIT.yes;
  let before = '';
  for (const file of files as readonly string[]) {
    const { code, text } = await answerFor(file, run, options, io);
    worst = Math.max(worst, code);
    if (text === '') continue;
    if (options.json) documents.push({ file, exit_code: code as FileAnswer['exit_code'], text });
    else {
      // Answers of one line are a list.
      const apart = before !== '' && [before, text].some((one) => one.indexOf('\n') < one.length - 1);
      io.print(apart ? `\n${text}` : text);
      before = text;
    }
  }
  if (options.json) printJson(io, { schema: 'zebin/files/1' satisfies FilesDocument['schema'], files: new Listed(answersIn(documents)) });
  return worst;
}

function* answersIn(documents: readonly DocumentText[]): Generator<FileAnswer> {
  for (const { text, ...answer } of documents) yield { ...answer, document: JSON.parse(text) };
}

/** What the verb prints for one file. With --json that is always a document. */
async function answerFor(file: string, run: VerbModule['run'], options: Context['options'], io: Io): Promise<Answer> {
  const printed: string[] = [];
  const lines: string[] = [];
  const fileIo: Io = {
    ...io,
    print: (text) => void printed.push(text),
    warn: (text) => {
      lines.push(text);
      io.warn(text);
    },
  };
  const failure = (message: string, facts: FailureFacts, code: 1 | 2): Answer => ({
    code,
    text: options.json ? JSON.stringify(errorDocument(message, { file, ...facts }, code)) : '',
  });
  const limits = io.budgets.endings().length;
  try {
    const code = await run({ arguments: [file], options, io: fileIo });
    for (const { code: id, message, path } of io.budgets.endings().slice(limits))
      io.warn(`${file}: ${message}${path === '' ? '' : `, at ${path}`}; --unlimited continues [${id}]`);
    if (printed.length === 0 && code !== EXIT.yes) return failure(lines.join('; '), { code: 'command/no-match' }, EXIT.no);
    return { code: io.budgets.endings().length > limits ? EXIT.unusable : code, text: printed.join('') };
  } catch (error) {
    if (error instanceof OutputEnded || timeOver(error)) throw error;
    const { message, facts, exitCode } = reported(error, io);
    return failure(message, facts, exitCode);
  }
}
