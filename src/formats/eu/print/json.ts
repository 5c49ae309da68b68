/**
 * Instructions as data: the elements of the document that `iga64 -d -Xprint-json` writes (its version 2.0), with the same keys and values.
 * Members that depend on other instructions (`defs`, `uses`, `liveTotals`, `preds`, `succs` and the like) are left out.
 *
 * Source: visa/iga/IGALibrary/Frontend/FormatterJSON2.cpp and IR/RegSet.cpp of intel/intel-graphics-compiler.
 */

import { messageOf } from '../message/of.ts';
import { type Draft, type Instruction, OPTIONS, optionBit } from '../model.ts';
import type { Code } from '../read/code.ts';
import { blockStarts } from '../read/labels.ts';
import { PLATFORM_NAMES, platformNumber } from '../table/platforms.ts';
import type { Scoreboard } from '../table/scoreboard.ts';
import { type Shape, shapesOf } from '../table/shapes.ts';
import {
  destinationElement,
  labelSymbol,
  type OperandElement,
  type RegisterElement,
  register,
  sendDestinationElement,
  sendSourceElements,
  sourceElement,
} from './json-operand.ts';

/** The start of a block. */
export interface LabelElement {
  readonly kind: 'L';
  readonly id: number;
  /** The name that branches use: `L0120`. */
  readonly symbol: string;
}

/** An instruction. Members that it does not have are absent. */
export interface InstructionElement {
  readonly kind: 'I';
  /** Its index, from 0. */
  readonly id: number;
  /** `func` is empty, or the way in which channels are combined: `.any32h`. */
  readonly pred?: { readonly inv?: true; readonly func: string };
  /** Whether it is executed for all channels, regardless of the mask. */
  readonly wren?: true;
  readonly op: string;
  readonly subop?: string;
  /** Number of channels, and the first channel. */
  readonly es: number;
  readonly eo?: number;
  readonly fm?: { readonly cond: string };
  /** The flag register of the predicate or condition. */
  readonly freg?: RegisterElement;
  /** Registers that are used implicitly: accumulators, or the flag of `sel`. */
  readonly implicit?: Readonly<Record<string, never>>;
  readonly dst?: OperandElement;
  readonly srcs: readonly OperandElement[];
  /** What is waited for: `A@1`. */
  readonly regDist?: string;
  /** The token and its use: empty (set), `.src`, `.dst`. */
  readonly sbid?: { readonly id: number; readonly func: string };
  readonly opts?: readonly string[];
  /** The message of a send. */
  readonly comment?: string;
}

export type CodeElement = LabelElement | InstructionElement;

export interface CodeDocument {
  readonly version: '2.0';
  /** The name of the platform in iga64, from its first product: `skl`, or `xe2`. */
  readonly platform: string;
  readonly elems: readonly CodeElement[];
}

/**
 * A piece of code as one document. Words that are not instructions are left out; iga64 prints no document for such code.
 *
 * @example
 * const code = readElf(bytes).value.sections[1].bytes; // .text.clock
 * JSON.stringify(codeDocument(readCode(code, '2').value)).length > 100; // true
 */
export function codeDocument(code: Code): CodeDocument {
  const platform = platformNumber(code.platform);
  const elems: CodeElement[] = [];
  const starts = blockStarts(code.instructions);
  let next = 0;
  const labels = (offset: number): void => {
    for (; next < starts.length && (starts[next] ?? 0) <= offset; next++) {
      elems.push({ kind: 'L', id: next, symbol: labelSymbol(starts[next] ?? 0) });
    }
  };
  code.instructions.forEach((instruction, id) => {
    labels(instruction.offset);
    const element = instructionElement(instruction, platform, id);
    if (element !== undefined) elems.push(element);
  });
  labels(Number.POSITIVE_INFINITY);
  return { version: '2.0', platform: PLATFORM_NAMES[code.platform].also[0] ?? '', elems };
}

/** An instruction with its index in the code; `undefined` for a word that is not an instruction. */
export function instructionElement(instruction: Instruction, platform: number, id: number): InstructionElement | undefined {
  const { operation, problem, noMask, execSize, channelOffset, condition, scoreboard } = instruction;
  const shape = operation && shapesOf(platform).shape(operation.opcode);
  if (shape === undefined || problem !== undefined) return undefined;
  const element: Draft<InstructionElement> = { kind: 'I', id } as Draft<InstructionElement>;
  const pred = predicate(instruction);
  if (pred !== undefined) element.pred = pred;
  if (noMask) element.wren = true;
  element.op = shape.mnemonic;
  const subop = subfunction(instruction, shape);
  if (subop !== undefined) element.subop = subop;
  element.es = execSize;
  if (channelOffset !== 0) element.eo = channelOffset;
  if (condition !== '') element.fm = { cond: condition };
  if (pred !== undefined || (condition !== '' && shape.mnemonic !== 'sel')) element.freg = flag(instruction);
  if (hasImplicit(instruction, shape)) element.implicit = {};
  setOperands(element, instruction, shape, platform);
  if (scoreboard !== undefined) setWaits(element, scoreboard);
  const opts = optionNames(instruction);
  if (opts.length > 0) element.opts = opts;
  return element;
}

function predicate({ predicate, predicateInverse }: Instruction): InstructionElement['pred'] {
  if (predicate === '') return undefined;
  const func = predicate === 'seq' ? '' : `.${predicate}`;
  return predicateInverse ? { inv: true, func } : { func };
}

const flag = ({ flag, flagSub }: Instruction): RegisterElement => register('f', flag, flagSub);

/** The document leaves out subfunctions of branches and of Xe3P operations, and the unit of `sends`. */
function subfunction({ subfunction, send }: Instruction, shape: Shape): string | undefined {
  if (shape.isBfn) return `(${subfunction})`;
  if (shape.isSend) return shape.mnemonic.startsWith('sends') ? undefined : send?.unit;
  const isNamed = shape.isMath || shape.reading === 'sync' || (shape.isDpas && shape.reading !== 'bdpas');
  if (isNamed) return subfunction === '' ? undefined : subfunction;
  return undefined;
}

/** `addc` and `subb` return the carry in the accumulator, `mac` reads the accumulator, `mach` and `macl` do both. */
const WITH_ACCUMULATOR = ['addc', 'subb', 'mac', 'mach', 'macl'];
const ACC_WRITE = optionBit('AccWrEn');

const hasImplicit = ({ options, predicate }: Instruction, { mnemonic }: Shape): boolean =>
  WITH_ACCUMULATOR.includes(mnemonic) || (options & ACC_WRITE) !== 0 || (mnemonic === 'sel' && predicate !== '');

function setOperands(element: Draft<InstructionElement>, instruction: Instruction, shape: Shape, platform: number): void {
  const { dst, sources } = instruction;
  if (!shape.isSend) {
    if (dst !== undefined) element.dst = destinationElement(instruction, dst, shape);
    element.srcs = sources.map((source) => sourceElement(instruction, source, shape, platform));
    return;
  }
  const isWide = shape.reading === 'sendg';
  const known = messageOf(instruction, platform);
  // iga64 takes a payload that is gathered for one of the wrong length: its text has the comment all the same.
  const message = known === undefined || known.faults.length > 0 || known.gathered === true ? undefined : known;
  element.dst = sendDestinationElement(instruction, message, isWide);
  element.srcs = sendSourceElements(instruction, message, isWide);
  if (message !== undefined) element.comment = message.title;
}

function setWaits(element: Draft<InstructionElement>, { distance, pipe, token, use, isCounted }: Scoreboard): void {
  if (isCounted) element.regDist = `${pipe}@${distance}`;
  if (use !== undefined) element.sbid = { id: token, func: use === 'set' ? '' : `.${use}` };
}

function optionNames({ options, scoreboard }: Instruction): string[] {
  const names: string[] = options === 0 ? [] : OPTIONS.filter((_, bit) => (options >> bit) & 1);
  if (scoreboard?.special) names.push('NoAccSBSet');
  return names;
}
