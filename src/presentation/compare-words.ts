/** The sentences of a comparison that text and Markdown share. */

import { UNMATCHED, VERDICTS } from '../analysis/comparison/index.ts';
import { numberText } from '../core/diag/index.ts';
import type { CompareDocument, SideName, UncomparedKernel } from '../documents/compare/model.ts';

/** The result in one sentence: the truth first, whatever makes the rest worthless before the verdict. */
export function headline(document: CompareDocument): string {
  const { base, new: next, other_devices, identical, verdict, complete, gate, not_compared } = document;
  const nothing = [
    ...(base.compiled ? [] : ['nothing compiled to compare in the base']),
    ...(next.compiled ? [] : ['nothing compiled to compare in the new build']),
  ];
  const answer = identical
    ? 'the same, byte by byte'
    : nothing.length > 0
      ? nothing.join(', ')
      : verdict === null
        ? 'no kernel is in both'
        : verdictText(document);
  const left = not_compared.length;
  const before = [
    ...(other_devices ? [`for different devices, ${base.devices.join(', ')} → ${next.devices.join(', ')}`] : []),
    ...(complete ? [] : ['not all was read']),
    ...(left === 0 ? [] : [`${kernelsText(left)} not compared`]),
  ];
  const after = gate ? ` (gate ${gate.passed ? 'passed' : `FAILED: ${gate.reasons.join(', ')}`})` : '';
  return [...before, answer].join('; ') + after;
}

const kernelsText = (count: number): string => `${numberText(count)} ${count === 1 ? 'kernel' : 'kernels'}`;

/** The verdict, and below it the measures of each verdict, the worst first. */
function verdictText({ verdict, metrics, matched }: CompareDocument): string {
  const kernels = kernelsText(matched);
  if (verdict === 'same') return `same: no measure changed in ${kernels}`;
  const groups = VERDICTS.filter(({ word }) => word !== 'same').flatMap(({ word }) => {
    const rows = metrics.filter((row) => row.verdict === word);
    const texts = rows.map(({ title, counts: { worse, better } }) => {
      const many = word === 'mixed' ? `${worse} worse and ${better} better` : String(worse + better);
      return matched === 1 ? title : `${title} (${many})`;
    });
    return rows.length === 0 ? [] : [`${word}: ${texts.join(', ')}`];
  });
  return `${groups.join('; ')}${matched === 1 ? '' : `; of ${kernels}`}`;
}

/** The kernels that are not compared, by side and reason. */
export function uncomparedGroups({
  not_compared,
}: CompareDocument): { readonly title: string; readonly kernels: readonly UncomparedKernel[] }[] {
  const sides: readonly SideName[] = ['base', 'new'];
  return sides.flatMap((side) =>
    UNMATCHED.flatMap(({ word }) => {
      const kernels = not_compared.filter((one) => one.side === side && one.reason === word);
      const whose = word === 'not in base' || word === 'not in new' ? '' : ` (of the ${side === 'base' ? 'base' : 'new build'})`;
      return kernels.length === 0 ? [] : [{ title: `Not compared, ${word}${whose}`, kernels }];
    }),
  );
}
