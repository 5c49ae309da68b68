/** Every operation and message is executed, or in the rows of what is not. */
import { expect, test } from 'vitest';
import { coreFamily } from '../../src/devices/index.ts';
import { MESSAGE_OPERATIONS, OPERATIONS, platformOfCore } from '../../src/formats/eu/index.ts';
import { readZebin, TEXT_PREFIX, targetCore } from '../../src/formats/zebin/index.ts';
import { ABSENT_MESSAGES, ABSENT_OPERATIONS, ABSENT_UNITS } from '../../src/run/absent.ts';
import { COMPUTES } from '../../src/run/alu/translate.ts';
import { missingIn } from '../../src/run/coverage.ts';
import { MESSAGES } from '../../src/run/message/index.ts';
import { zebins } from '../support/corpus.ts';

const namesOf = (rows: readonly { readonly names: readonly string[] }[]): string[] => rows.flatMap(({ names }) => [...names]);
/** Formats of branches and messages, and operations that are executed apart from arithmetic. */
const FLOW = ['jump', 'jump2', 'jumpReg', 'jumpRegImm', 'call', 'brc', 'send', 'send2', 'sync'];
const APART = ['dpasw', 'illegal'];

test('an operation computes, branches, sends, or is in the rows of what is not executed', () => {
  const absent = new Set(namesOf(ABSENT_OPERATIONS));
  const wrong = OPERATIONS.filter(({ mnemonic, format }) => {
    const is = COMPUTES.has(mnemonic) || FLOW.includes(format) || APART.includes(mnemonic);
    return is === absent.has(mnemonic);
  });
  expect(wrong.map(({ mnemonic }) => mnemonic)).toEqual([]);
  expect([...absent].filter((name) => !OPERATIONS.some(({ mnemonic }) => mnemonic === name))).toEqual([]);
});

test('an operation of messages is executed, or in the rows of what is not', () => {
  const absent = namesOf(ABSENT_MESSAGES);
  expect(new Set(absent).size).toBe(absent.length);
  expect([...MESSAGES.keys(), ...absent].sort()).toEqual(MESSAGE_OPERATIONS.map(({ name }) => name).sort());
});

/** Of so many files one is looked at; scripts/tools/run-coverage.mjs looks at all. */
const EVERY = 6;

test('the code of fixtures is executed, but for what the rows name', () => {
  const sentences = [...ABSENT_OPERATIONS, ...ABSENT_MESSAGES, ...ABSENT_UNITS].map(({ why }) => why.replace(/\.$/, ''));
  const reasons = new Set<string>();
  let sections = 0;
  for (const file of zebins().filter((_, index) => index % EVERY === 0)) {
    const { value: zebin } = readZebin(file.bytes());
    const platform = platformOfCore(coreFamily(targetCore(zebin.target) ?? -1));
    if (platform === undefined) continue;
    for (const { name, bytes } of zebin.elf.sections.filter((section) => section.name.startsWith(TEXT_PREFIX))) {
      sections++;
      for (const { instruction, reason } of missingIn(bytes, platform))
        if (instruction.operation?.mnemonic !== 'illegal' && !sentences.some((why) => reason.endsWith(why)))
          reasons.add(`${file.name} ${name} at ${instruction.offset}: ${reason}`);
    }
  }
  expect([...reasons]).toEqual([]);
  expect(sections).toBeGreaterThan(50);
});
