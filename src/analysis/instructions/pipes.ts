/**
 * Which pipe an instruction runs in. In-order pipes finish instructions one after the other, and waits for them use distances. Out-of-order
 * instructions set a token.
 *
 * Source: visa/G4_IR.cpp (getInstructionPipeXe) and visa/iga/IGALibrary/IR/RegDeps.cpp (setDEPPipeClass) of intel/intel-graphics-compiler;
 * the number of instructions that a pipe can lag: SWSB_MAX_…_DISTANCE of visa/G4_IR.hpp and visa/LocalScheduler/SWSB_G4IR.h.
 */
import { type DataType, type Instruction, inRange, type Scoreboard } from '../../formats/eu/index.ts';

/** Pipes by what they run; `control` is branches and instructions that do no work. */
export type PipeName = 'integer' | 'float' | 'long' | 'math' | 'scalar' | 'dpas' | 'send' | 'control';

export interface PipeRow {
  readonly name: PipeName;
  /** The letter of the pipe in a distance. */
  readonly letter: string;
  /** How many later instructions of the pipe start before one is certainly done: for placing waits. */
  readonly depth: number;
  /** The smaller of the compiler's and the assembler's numbers for the same: for finding missing waits. */
  readonly least: number;
}

/** The pipes whose instructions are waited for by distance. Source of `least`: m_Latency… of visa/iga/IGALibrary/IR/SWSBSetter.hpp. */
export const IN_ORDER: readonly PipeRow[] = [
  { name: 'integer', letter: 'I', depth: 11, least: 10 },
  { name: 'float', letter: 'F', depth: 11, least: 10 },
  { name: 'long', letter: 'L', depth: 15, least: 12 },
  { name: 'math', letter: 'M', depth: 18, least: 18 },
  { name: 'scalar', letter: 'S', depth: 2, least: 2 },
];

/** Operations that no pipe runs; distances do not count them. */
const NO_PIPE = ['sync', 'wait', 'nop', 'halt', 'illegal'];

/** What differs between platforms. */
export interface PipeRules {
  /** All in-order instructions are in one pipe (Xe). */
  readonly single: boolean;
  /** `math` runs in order (since Xe-HPC). */
  readonly mathInOrder: boolean;
  /** Integers of 64 bits are in the integer pipe, and only results of 64-bit floats in the long one (since Xe-HPC, step B). */
  readonly longIsDouble: boolean;
  /** Conversions to smaller floats are in the integer pipe (Xe3P). */
  readonly convertsInInteger: boolean;
  /** There is a pipe for moves of numbers to the scalar register (since Xe3). */
  readonly scalar: boolean;
  /** Operations on 64-bit floats run out of order (Meteor Lake and Arrow Lake; other devices of the platform do not have them). */
  readonly doubleIsMath: boolean;
}

/**
 * The rules of a platform.
 *
 * @param instructions of the code: they reveal the stepping of Xe-HPC. Only step A waits for the long pipe without 64-bit floats.
 */
export const pipeRules = (platform: number, instructions: readonly Instruction[]): PipeRules => ({
  single: inRange(platform, '12p1'),
  mathInOrder: inRange(platform, '12p72-'),
  longIsDouble: inRange(platform, '2-') || (inRange(platform, '12p72') && !waitsForLong(instructions)),
  convertsInInteger: inRange(platform, '3pxpc-'),
  scalar: inRange(platform, '3-'),
  doubleIsMath: inRange(platform, '12p71'),
});

const waitsForLong = (instructions: readonly Instruction[]): boolean =>
  instructions.some(({ scoreboard }) => scoreboard?.pipe === 'L') && !instructions.some(({ dst }) => isDouble(dst?.type));

/** Whether an instruction multiplies matrices. */
export const isMatrix = ({ operation }: Instruction): boolean => operation?.isMatrix === true;

const isWide = (type: DataType | undefined): boolean => type?.bits === 64;
const isDouble = (type: DataType | undefined): boolean => type?.bits === 64 && type.float;

/**
 * The scoreboard field of an instruction. Where operations on 64-bit floats run out of order, a distance with a token sets the token; on
 * other devices of the platform the same encoding is a wait.
 */
export function scoreboardOf(instruction: Instruction, rules: PipeRules): Scoreboard | undefined {
  const { scoreboard } = instruction;
  const isSet = rules.doubleIsMath && scoreboard?.use === 'dst' && scoreboard.text.includes('@') && pipeOf(instruction, rules) === 'math';
  return isSet ? { ...scoreboard, use: 'set' } : scoreboard;
}

/** The pipe of a type of operand. */
export function pipeOfType(type: DataType | undefined, rules: PipeRules): PipeName | undefined {
  if (type === undefined) return undefined;
  if (rules.longIsDouble ? isDouble(type) : isWide(type)) return 'long';
  return type.float ? 'float' : 'integer';
}

/** The pipe that runs an instruction, whatever the platform: for counts. On Xe it is the kind of work, not a pipe to wait for. */
export function pipeOf(instruction: Instruction, rules: PipeRules): PipeName {
  const { operation, send, dst, sources } = instruction;
  const name = operation?.mnemonic ?? '';
  if (send !== undefined) return 'send';
  if (operation?.isMatrix) return 'dpas';
  if (name === 'math') return 'math';
  if (dst === undefined || operation?.format === 'call' || NO_PIPE.includes(name)) return 'control';
  if (rules.scalar && name === 'mov' && dst.register?.name === 's' && sources[0]?.kind === 'immediate') return 'scalar';
  if (rules.doubleIsMath && (isDouble(dst.type) || sources.some(({ type }) => isDouble(type)))) return 'math';
  if (rules.longIsDouble ? isDouble(dst.type) : isWide(dst.type) || sources.some(({ type }) => isWide(type))) return 'long';
  if (rules.convertsInInteger && convertsFloat(instruction)) return 'integer';
  return dst.type?.float ? 'float' : 'integer';
}

/** Whether a move converts a float to another type. */
function convertsFloat({ operation, dst, sources }: Instruction): boolean {
  if (operation?.mnemonic === 'srnd') return true;
  return operation?.mnemonic === 'mov' && dst?.type?.float === true && dst.type !== sources[0]?.type;
}

/** Whether distances count an instruction, and in which pipe. Branches are in the integer pipe. */
export function orderOf(instruction: Instruction, rules: PipeRules): PipeName | undefined {
  const name = instruction.operation?.mnemonic;
  if (name === undefined) return undefined;
  const pipe = pipeOf(instruction, rules);
  if (pipe === 'control') return NO_PIPE.includes(name) ? undefined : 'integer';
  if (pipe === 'send' || pipe === 'dpas' || (pipe === 'math' && !rules.mathInOrder)) return undefined;
  return rules.single ? 'integer' : pipe;
}

/** The pipe with a letter, as in a distance. */
export const pipeNamed = (letter: string): PipeName | undefined => IN_ORDER.find((row) => row.letter === letter)?.name;
