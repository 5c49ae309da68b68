/** The document of a failure, which `--json` prints on standard output. */
import { errorDocument, type FailureFacts } from '../src/internal.ts';
import { printWhole } from './io.ts';
import { jsonText } from './json.ts';

export function printFailure(message: string, facts: FailureFacts, exitCode: 1 | 2): void {
  printWhole(Buffer.from(jsonText(errorDocument(message, facts, exitCode))));
}
