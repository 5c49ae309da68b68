import { Labels } from '../../formats/zebin/folder/labels.ts';
import type { CodePlaces } from './places.ts';
import type { CodeNames } from './print.ts';

/**
 * The names in the text of a section.
 *
 * @param all labels of the first symbol table; it records those that are printed by number
 */
export function codeNames(places: CodePlaces, section: number, all: Labels = allLabels(places)): CodeNames {
  const sectionLabels = new Labels(places.symbolsOf(section), 'symbol of the section', all.stated);
  const content = places.tableOf(section)?.content;
  return { sectionLabels, all, addends: content?.kind === 'relocations' && content.addends };
}

function allLabels({ parts }: CodePlaces): Labels {
  const table = parts.sections.find(({ content }) => content.kind === 'symbols')?.content;
  return new Labels(table?.kind === 'symbols' ? table.symbols : [], 'symbol');
}
