/** Registers by the names of the assembly: `r12.0<f>`, `r12.0<8;8,1>:f`, `f0.1`, `acc0.0<d>`. */
import { inRange, type Operand, REGISTERS, TYPES } from '../../formats/eu/index.ts';
import type { ElementType } from '../case/elements.ts';
import type { RegisterLayout } from '../registers.ts';

/** Elements of a register. */
export interface RegisterName {
  /** As it was written, without a sign. */
  readonly text: string;
  readonly type: ElementType;
  /** The first byte in `Thread.bytes`. */
  readonly place: number;
  /** The byte after the registers of its kind, or of all. */
  readonly end: number;
  /** The byte of the element of a lane, from the first on. */
  readonly offsetOf: (lane: number) => number;
  /** Whether each lane has an element of its own. */
  readonly isOfLanes: boolean;
}

/** What a person wrote that is wrong: a sentence. */
export class DebugError extends Error {}

const NAME =
  /^(r|acc|f|a|s|sr|cr|ce|n|ip|tm|tdr|msg|dbg|sp|fc|mme)(\d*)(?:\.(\d+))?(?:<(\d+)>|<(\d+);(\d+)(?:,(\d+))?>)?(?::(\w+)|<(\w+)>)?$/;

/** Types of elements where none is given. */
const DEFAULTS: Readonly<Record<string, string>> = { f: 'uw', a: 'uw' };
/** Types of elements by their names in the assembly. */
const ELEMENTS: Readonly<Record<string, ElementType>> = {
  ...{ ub: 'uchar', b: 'char', uw: 'ushort', w: 'short', ud: 'uint', d: 'int', uq: 'ulong', q: 'long' },
  ...{ hf: 'half', f: 'float', df: 'double' },
};
/** Registers with an element for each lane. */
const OF_LANES: ReadonlySet<string> = new Set(['r', 'acc', 'mme', 'a']);

/** Whether a text may be the name of a register. */
export const looksLikeRegister = (text: string): boolean => NAME.test(text);

/** A register with its region and type in the text of an instruction. */
const IN_TEXT = /(?<![\w.])(?:r|acc|a|f)\d+(?:\.\d+)?(?:<\d+(?:;\d+(?:,\d+)?)?>)?(?::[a-z]+\d*)?/g;

/** The names of the registers in the text of an instruction, each once. */
export const registersIn = (text: string): readonly string[] => [...new Set(text.match(IN_TEXT) ?? [])];

/** The elements that a name stands for. Throws {@link DebugError}. */
export function registerNamed(layout: RegisterLayout, text: string): RegisterName {
  const found = NAME.exec(text);
  if (found === null) throw new DebugError(`${text} is not the name of a register: r12.0<f>, r12.0<8;8,1>:f, f0.1, a0.2, acc0`);
  const [, name = '', number = '0', sub = '0', stride, vertical, width, horizontal] = found;
  const typeName = found[8] ?? found[9] ?? DEFAULTS[name] ?? 'ud';
  const [type, element] = [TYPES[typeName], ELEMENTS[typeName]];
  if (type === undefined || element === undefined) throw new DebugError(`${typeName} is not a type: ${Object.keys(ELEMENTS).join(', ')}`);
  const register = REGISTERS.find((one) => one.name === name && inRange(layout.platform, one.platforms));
  const bytes = type.bits / 8;
  if (register === undefined || Number(number) >= Math.max(register.count, 1)) throw new DebugError(`the device has no ${name}${found[2]}`);
  const operand: Pick<Operand, 'register' | 'number' | 'sub' | 'type' | 'kind'> = {
    register,
    number: Number(number),
    sub: Number(sub),
    type,
    kind: 'direct',
  };
  const place = layout.placeOf(operand as Operand);
  const most = name === 'r' ? layout.generalBytes : layout.size;
  if (place === undefined || place + bytes > most) throw new DebugError(`the device has no ${text}`);
  const [v, w, h] = [vertical ?? stride ?? 1, width ?? 1, horizontal ?? 0].map(Number) as [number, number, number];
  const isOfLanes = OF_LANES.has(name) && (v !== 0 || h !== 0);
  const offsetOf = (lane: number): number => (isOfLanes ? Math.floor(lane / w) * v + (lane % w) * h : 0) * bytes;
  return { text, type: element, place, end: most, isOfLanes, offsetOf };
}
