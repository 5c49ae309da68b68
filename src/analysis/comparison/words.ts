/** The words of a comparison: documents, tables, gates and pages have them from here. */

interface Word {
  readonly word: string;
  /** A sentence. */
  readonly doc: string;
}

/** What the values of a measure became. Values are exact, so how many kernels changed in which direction decides. */
export const VERDICTS = [
  { word: 'worse', doc: 'At least one value is worse, and none is better.' },
  { word: 'mixed', doc: 'At least one value is worse, and at least one is better.' },
  { word: 'better', doc: 'At least one value is better, and none is worse.' },
  { word: 'same', doc: 'No value changed.' },
] as const satisfies readonly Word[];
export type Verdict = (typeof VERDICTS)[number]['word'];

/** Why a kernel of one side is not compared. The first that applies is given. */
export const UNMATCHED = [
  { word: 'unread', doc: 'The file of the other side was not read whole.' },
  { word: 'duplicate name', doc: 'The sides have several kernels of this name for the device, but not equally many.' },
  { word: 'other device', doc: 'The other side has it in this file for another device only.' },
  { word: 'no native code', doc: 'The other side has it only as intermediate code.' },
  { word: 'not in base', doc: 'The base does not have it.' },
  { word: 'not in new', doc: 'The new build does not have it.' },
] as const satisfies readonly Word[];
export type Unmatched = (typeof UNMATCHED)[number]['word'];

/** Why a gate fails. */
export const GATE_FAILURES = [
  { word: 'not read whole', doc: 'Parts of a side were not read; `--allow-damaged` accepts them.' },
  { word: 'nothing compiled to compare', doc: 'A side has no native code.' },
  { word: 'other device', doc: 'The two builds are for different devices.' },
  { word: 'changed', doc: 'A measure moved beyond its threshold, or only one side has a kernel.' },
  { word: 'code not analysed', doc: 'The code of a kernel has no metrics on a side; `--certain` accepts it.' },
] as const satisfies readonly Word[];
export type GateFailure = (typeof GATE_FAILURES)[number]['word'];

/** The verdict of so many values that are worse and better. */
export function verdictOf({ worse, better }: { readonly worse: number; readonly better: number }): Verdict {
  if (worse > 0) return better > 0 ? 'mixed' : 'worse';
  return better > 0 ? 'better' : 'same';
}
