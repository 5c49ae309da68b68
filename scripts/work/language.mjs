// @ts-check
/** What an editor asks about a text, as verbs that attacks are given to. */
import { readFileSync } from 'node:fs';

/**
 * @typedef {typeof import('../../src/language/index.ts')} Language
 * @typedef {import('./verbs.mjs').Invocation} Invocation
 */

/**
 * All questions, for each language of texts.
 * @param {Language} language
 * @param {Pick<Invocation, 'words' | 'standard' | 'packaged' | 'budget' | 'inputs' | 'exit'>} modules
 * @returns {Invocation[]}
 */
export function editors(language, { words, standard, packaged, budget, inputs, exit }) {
  return language.LANGUAGES.map(({ id }) => ({
    name: `language ${id}`,
    spec: /** @type {Invocation['spec']} */ ({
      name: 'language',
      options: /** @type {Invocation['spec']['options']} */ ([]),
      load: async () => ({ run: async ({ arguments: [file = ''] }) => ask(language, id, readFileSync(file, 'utf8')) }),
    }),
    arguments: ['FILE'],
    options: {},
    ...{ words, standard, packaged, budget, inputs, exit },
  }));
}

/** @param {Language} language @param {string} id @param {string} text */
export function ask({ readText, explainWord, offeredWords }, id, text) {
  const model = readText(id, text, { platform: '2' });
  model.outline();
  model.blocks();
  model.hints();
  model.formatted();
  const lines = text.split('\n');
  for (const line of [0, lines.length >> 1]) {
    const own = lines[line] ?? '';
    for (const character of [0, own.length >> 1, own.length]) {
      model.definitions({ line, character });
      model.uses({ line, character });
      explainWord(id, own, character);
      offeredWords(id, own.slice(0, character));
    }
  }
  return 0;
}
