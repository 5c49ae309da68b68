/** What an editor asks about a text: findings, names, blocks, layout, the meaning of words. */

import { languageNamed } from './languages.ts';
import type { ReadOptions, TextModel } from './model.ts';
import { PlacedText } from './placed-text.ts';

export { platformComment, platformOfText } from './eu.ts';
export { grammarOf, type TextMateGrammar } from './grammar.ts';
export { LANGUAGES, type TextLanguage } from './languages.ts';
export type * from './model.ts';
export { type ExplainedWord, explainWord, type OfferedWord, offeredWords } from './words.ts';

/**
 * Reads a text in a language: `eu-assembly`, `visa-text`, `ze-info` or `property-sets`. Never throws for a text; what is wrong in it is in
 * `findings`.
 *
 * @throws TypeError for an unknown language.
 *
 * @example
 * readText('eu-assembly', 'moov (1|M0) r1.0<1>:d 1:w', { platform: 'xe2' }).findings[0]?.code; // 'eu-text/mnemonic'
 */
export function readText(language: string, text: string, options: ReadOptions = {}): TextModel {
  return languageNamed(language).read(new PlacedText(text), options);
}
