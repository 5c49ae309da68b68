/** One function of the library for each question. */
import {
  Bytes,
  diagnosticJson,
  explainWord,
  findingsOf,
  inspect,
  offeredWords,
  type TextModel,
  zebinsOf,
} from '../../../../src/internal.ts';
import type { OtherQuestions, TextQuestions } from '../protocol.ts';
import { casesIn, caseTargets, runCase } from './cases.ts';
import { disassembly } from './disassembly.ts';
import { entryText } from './entry-text.ts';

/** Entries of one name that are shown. */
const SHOWN = 4;

type Answers<Q, First extends unknown[] = []> = {
  readonly [Name in keyof Q]: Q[Name] extends { params: infer P; answer: infer A } ? (...given: [...First, P]) => A : never;
};

export const TEXT: Answers<TextQuestions, [TextModel]> = {
  findings: (model) => model.findings,
  outline: (model) => model.outline(),
  blocks: (model) => model.blocks(),
  definitions: (model, { at }) => model.definitions(at),
  uses: (model, { at }) => model.uses(at),
  hints: (model) => model.hints(),
  formatted: (model) => model.formatted(),
};

export const OTHER: Answers<OtherQuestions> = {
  word: ({ language, line, column }) => {
    const found = explainWord(language, line, column);
    return found && { texts: found.entries.slice(0, SHOWN).map(entryText), start: found.start, end: found.end };
  },
  words: ({ language, before }) =>
    offeredWords(language, before).map(({ word, entry }) => ({ word, kind: entry.kind, type: entry.type ?? '', text: entryText(entry) })),
  kernels: ({ bytes }) =>
    zebinsOf(inspect(bytes).value).flatMap(({ item, zebin }) =>
      zebin.kernelEntries.map(({ name: kernel }) => {
        const { address: at } = item;
        return { at, kernel, label: at === '' ? kernel : `${kernel} in ${at}` };
      }),
    ),
  disassembly: ({ bytes, ...place }) => disassembly(inspect(bytes).value, place),
  cases: ({ bytes }) => casesIn(bytes),
  targets: ({ bytes, file, name }) => caseTargets(bytes, file, name),
  runCase: ({ bytes, file, name }) => runCase(bytes, file, name),
  validation: ({ bytes }) =>
    findingsOf(inspect(Bytes.from(bytes)).value).map(({ diagnostic, line }) => {
      const { code, severity, message, path, offset } = diagnosticJson(diagnostic);
      return {
        code,
        severity,
        message,
        place: line === undefined ? `${path || 'the file'}, byte ${offset}` : `${path}, line ${line} of .ze_info`,
      };
    }),
};
