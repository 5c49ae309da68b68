/** JUnit XML: a suite for each file of cases, a case for each kernel that it was run with. */
import { isAnswer, type RunCase, type TestDocument, type Unread } from '../../src/internal.ts';
import { isGood } from '../commands/run.ts';
import { visible, visibleLines } from '../visible.ts';
import { problemText } from './text.ts';

/** Why a case did not pass. A failure is a wrong answer, an error is none. */
interface Fault {
  readonly tag: 'failure' | 'error';
  readonly type: string;
  readonly text: string;
}

interface JunitCase {
  readonly className: string;
  readonly name: string;
  readonly fault?: Fault | undefined;
  readonly printed: string;
}

/** The document as XML 1.0. */
export function junitText({ files, unread }: TestDocument): string {
  const left = new Set(unread);
  const suites = files.map(({ path, cases }) => {
    const own = unread.filter(({ address }) => address === path);
    for (const one of own) left.delete(one);
    return suite(path, [...own.map(unreadCase), ...cases.map((one) => caseOf(path, one))]);
  });
  for (const one of left) suites.push(suite(one.address, [unreadCase(one)]));
  const counts = suites.reduce((sum, one) => sum.map((n, i) => n + (one.counts[i] ?? 0)), [0, 0, 0]);
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="zebin test" ${countsText(counts)}>
${suites.map(({ text }) => text).join('')}</testsuites>
`;
}

function suite(path: string, cases: readonly JunitCase[]): { readonly counts: readonly number[]; readonly text: string } {
  const tagged = (tag: Fault['tag']): number => cases.filter(({ fault }) => fault?.tag === tag).length;
  const counts = [cases.length, tagged('failure'), tagged('error')];
  return { counts, text: `  <testsuite name="${attribute(path)}" ${countsText(counts)}>\n${cases.map(caseText).join('')}  </testsuite>\n` };
}

const countsText = ([tests, failures, errors]: readonly number[]): string => `tests="${tests}" failures="${failures}" errors="${errors}"`;

function caseOf(path: string, one: RunCase): JunitCase {
  const { file, address, label, name, result, stdout } = one;
  const fault = { tag: isAnswer(result) ? 'failure' : 'error', type: result, text: problemText(one) } as const;
  return {
    className: file === undefined ? path : `${file}${address}`,
    name: `${label}: ${name}`,
    fault: isGood(one) ? undefined : fault,
    printed: stdout,
  };
}

const unreadCase = ({ address, code, reason }: Unread): JunitCase => ({
  className: address,
  name: 'is read',
  fault: { tag: 'error', type: code, text: reason },
  printed: '',
});

function caseText({ className, name, fault, printed }: JunitCase): string {
  const head = `    <testcase classname="${attribute(className)}" name="${attribute(name)}"`;
  const said = [
    ...(fault
      ? [`<${fault.tag} type="${attribute(fault.type)}" message="${attribute(fault.text)}">${content(fault.text)}</${fault.tag}>`]
      : []),
    ...(printed === '' ? [] : [`<system-out>${content(printed)}</system-out>`]),
  ];
  return said.length === 0 ? `${head}/>\n` : `${head}>\n${said.map((line) => `      ${line}\n`).join('')}    </testcase>\n`;
}

const REFERENCES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => REFERENCES[character] ?? '');

/** XML has no characters for most of what is not visible. */
const attribute = (text: string): string => escaped(visible(text));
const content = (text: string): string => escaped(visibleLines(text));
