/**
 * The operations: one row for each opcode, with the platforms that have it with that opcode and format.
 *
 * Source: visa/iga/IGALibrary/Models/bxml/Model*.hpp of intel/intel-graphics-compiler (twelve tables, one for each platform).
 */
import { inRange, PLATFORMS, type Range } from './platforms.ts';

/** How the operands of an operation are laid out and written. */
export type Format =
  | 'none'
  | 'unary'
  | 'binary'
  | 'math'
  | 'ternary'
  | 'quinary'
  /** One label. */
  | 'jump'
  /** Two labels. */
  | 'jump2'
  /** A register. */
  | 'jumpReg'
  /** A register or a label. */
  | 'jumpRegImm'
  /** A destination for the return address, and a register or a label. */
  | 'call'
  /** Two labels, or a register that holds both. */
  | 'brc'
  /** A payload. */
  | 'send'
  /** Two payloads. */
  | 'send2'
  | 'sync';

export interface Operation {
  readonly mnemonic: string;
  readonly opcode: number;
  readonly format: Format;
  /** A short description. */
  readonly name: string;
  readonly predicate: boolean;
  /** Whether it can have a flag modifier (condition). */
  readonly flags: boolean;
  readonly saturate: boolean;
  /** Whether it can have source modifiers: negation and absolute value. */
  readonly modifiers: boolean;
  /** Whether it has the branch control bit. */
  readonly branch: boolean;
  /** Whether control can continue elsewhere than at the next instruction. */
  readonly isBranch: boolean;
  /** Whether it multiplies matrices. */
  readonly isMatrix: boolean;
}

const BRANCHES: readonly Format[] = ['jump', 'jump2', 'jumpReg', 'jumpRegImm', 'call', 'brc'];
const MATRIX = ['dpas', 'dpasw', 'bdpas'];

/**
 * Mnemonic, platforms, opcode, format, capabilities (`p` predicate, `f` flag modifier, `S` saturation, `m` source modifiers, `B` branch
 * control), name.
 */
type OperationTuple = readonly [mnemonic: string, platforms: Range, opcode: number, format: Format, takes: string, name: string];

const ROWS: readonly OperationTuple[] = [
  ['add', '', 0x40, 'binary', 'pfSm', 'Addition'],
  ['add3', '12p5-', 0x52, 'ternary', 'pfSm', 'Addition Ternary'],
  ['addc', '', 0x4e, 'binary', 'pf', 'Addition with Carry'],
  ['and', '-11', 0x5, 'binary', 'pfm', 'Logic And'],
  ['and', '12p1-', 0x65, 'binary', 'pfm', 'Logic And'],
  ['asr', '-11', 0xc, 'binary', 'pfSm', 'Arithmetic Shift Right'],
  ['asr', '12p1-', 0x6c, 'binary', 'pfSm', 'Arithmetic Shift Right'],
  ['avg', '', 0x42, 'binary', 'pfSm', 'Average'],
  ['bdpas', '3pxpc', 0x5c, 'quinary', 'p', 'Dot Product Accumulate Systolic with Block Scaling'],
  ['bfe', '-11', 0x18, 'ternary', 'p', 'Bit Field Extract'],
  ['bfe', '12p1-', 0x78, 'ternary', 'p', 'Bit Field Extract'],
  ['bfi1', '-11', 0x19, 'binary', 'p', 'Bit Field Insert 1'],
  ['bfi1', '12p1-', 0x79, 'binary', 'p', 'Bit Field Insert 1'],
  ['bfi2', '-11', 0x1a, 'ternary', 'p', 'Bit Field Insert 2'],
  ['bfi2', '12p1-', 0x7a, 'ternary', 'p', 'Bit Field Insert 2'],
  ['bfn', '12p5-', 0x6b, 'ternary', 'pf', 'Boolean Function'],
  ['bfrev', '-11', 0x17, 'unary', 'p', 'Bit Field Reverse'],
  ['bfrev', '12p1-', 0x77, 'unary', 'p', 'Bit Field Reverse'],
  ['brc', '-2', 0x23, 'brc', 'p', 'Branch Converging'],
  ['brd', '-2', 0x21, 'jumpRegImm', 'p', 'Branch Diverging'],
  ['break', '', 0x28, 'jump2', 'p', 'Break'],
  ['call', '', 0x2c, 'call', 'p', 'Call'],
  ['calla', '', 0x2b, 'call', 'p', 'Call Absolute'],
  ['cbit', '', 0x4d, 'unary', 'p', 'Count Bits Set'],
  ['cmp', '-11', 0x10, 'binary', 'pfm', 'Compare'],
  ['cmp', '12p1-', 0x70, 'binary', 'pfm', 'Compare'],
  ['cmpn', '-11', 0x11, 'binary', 'pfm', 'Compare NaN'],
  ['cmpn', '12p1-', 0x71, 'binary', 'pfm', 'Compare NaN'],
  ['cont', '', 0x29, 'jump2', 'p', 'Continue'],
  ['csel', '-11', 0x12, 'ternary', 'fSm', 'Conditional Select'],
  ['csel', '12p1-', 0x72, 'ternary', 'fSm', 'Conditional Select'],
  ['dnscl', '3pxpc', 0x55, 'ternary', 'pS', 'Downscale'],
  ['dp2', '-10', 0x57, 'binary', 'pfSm', 'Dot Product 2'],
  ['dp3', '-10', 0x56, 'binary', 'pfSm', 'Dot Product 3'],
  ['dp4', '-10', 0x54, 'binary', 'pfSm', 'Dot Product 4'],
  ['dp4a', '12p1-', 0x58, 'ternary', 'pfS', 'Dot Product 4 Accumulate'],
  ['dpas', '12p5-3', 0x59, 'ternary', '', 'Dot Product Accumulate Systolic'],
  ['dpas', '3pxpc', 0x59, 'ternary', 'p', 'Dot Product Accumulate Systolic'],
  ['dpasw', '12p5-12p71', 0x5a, 'ternary', '', 'Dot Product Accumulate Systolic Wide'],
  ['dph', '-10', 0x55, 'binary', 'pfSm', 'Dot Product Homogeneous'],
  ['else', '', 0x24, 'jump2', 'B', 'Else'],
  ['endif', '', 0x25, 'jump', '', 'End If'],
  ['fbh', '', 0x4b, 'unary', 'p', 'Find First Bit from MSB Side'],
  ['fbl', '', 0x4c, 'unary', 'p', 'Find First Bit from LSB Side'],
  ['frc', '', 0x43, 'unary', 'pfm', 'Fraction'],
  ['goto', '', 0x2e, 'jump2', 'pB', 'Goto'],
  ['halt', '', 0x2a, 'jump2', 'p', 'Halt'],
  ['if', '', 0x22, 'jump2', 'pB', 'If'],
  ['illegal', '', 0x0, 'none', '', 'Illegal'],
  // Opcodes that hardware tables contain without a name.
  ['illegal', '3', 0x5a, 'none', '', 'Illegal'],
  ['illegal', '3pxpc', 0x2, 'none', '', 'Illegal'],
  ['illegal', '3pxpc', 0x74, 'none', '', 'Illegal'],
  ['jmpi', '', 0x20, 'jumpRegImm', 'p', 'Jump Indexed'],
  ['join', '', 0x2f, 'jump', 'p', 'Join'],
  ['lfsr', '3pxpc', 0x39, 'binary', 'p', 'Lfsr'],
  ['line', '-10', 0x59, 'binary', 'pfSm', 'Line'],
  ['lrp', '-10', 0x5c, 'ternary', 'pfSm', 'Linear Interpolation'],
  ['lzd', '-11', 0x4a, 'unary', 'pfSm', 'Leading Zero Detection'],
  ['lzd', '12p1-12p72', 0x4a, 'unary', 'pfm', 'Leading Zero Detection'],
  ['lzd', '2-', 0x4a, 'unary', 'pf', 'Leading Zero Detection'],
  ['mac', '-3', 0x48, 'binary', 'pfSm', 'Multiply Accumulate'],
  ['mach', '-11', 0x49, 'binary', 'pSm', 'Multiply Accumulate High'],
  ['mach', '12p1-3', 0x49, 'binary', 'pm', 'Multiply Accumulate High'],
  ['macl', '12p72-3', 0x53, 'binary', 'pm', 'Multiply Accumulate Low'],
  ['mad', '', 0x5b, 'ternary', 'pfSm', 'Multiply Add'],
  ['madm', '-11', 0x5d, 'ternary', 'pfSm', 'Multiply Add for Macro'],
  ['madm', '12p5-', 0x5d, 'ternary', 'pm', 'Multiply Add for Macro'],
  ['math', '', 0x38, 'math', 'pSm', 'Extended Math Function'],
  ['mov', '-11', 0x1, 'unary', 'pfSm', 'Move'],
  ['mov', '12p1-', 0x61, 'unary', 'pfSm', 'Move'],
  ['movi', '-9', 0x3, 'unary', 'pSm', 'Move Indexed'],
  ['movi', '10-11', 0x3, 'binary', 'pSm', 'Move Indexed'],
  ['movi', '12p1-', 0x63, 'binary', 'pSm', 'Move Indexed'],
  ['mul', '', 0x41, 'binary', 'pfSm', 'Multiply'],
  ['mullh', '3pxpc', 0x5f, 'binary', 'pm', 'Multiply Low High'],
  ['nop', '-11', 0x7e, 'none', '', 'No Operation'],
  ['nop', '12p1-', 0x60, 'none', '', 'No Operation'],
  ['not', '-11', 0x4, 'unary', 'pfm', 'Logic Not'],
  ['not', '12p1-', 0x64, 'unary', 'pfm', 'Logic Not'],
  ['or', '-11', 0x6, 'binary', 'pfm', 'Logic Or'],
  ['or', '12p1-', 0x66, 'binary', 'pfm', 'Logic Or'],
  ['pln', '-10', 0x5a, 'binary', 'pfS', 'Plane'],
  // Known to GED alone: IGC 8609e727dc has opcodes and format (ged_model_xe3p_cri.cpp); the names of lfsr and shfl, of the same format, give
  // the rest.
  ['qredmax', '3pxpc', 0x3b, 'binary', 'p', 'Quad Reduction Maximum'],
  ['qredmin', '3pxpc', 0x3a, 'binary', 'p', 'Quad Reduction Minimum'],
  ['ret', '', 0x2d, 'jumpReg', 'p', 'Return'],
  ['rndd', '', 0x45, 'unary', 'pfSm', 'Round Down'],
  ['rnde', '', 0x46, 'unary', 'pfSm', 'Round to Nearest or Even'],
  ['rndu', '', 0x44, 'unary', 'pfSm', 'Round Up'],
  ['rndz', '', 0x47, 'unary', 'pfSm', 'Round to Zero'],
  ['rol', '11', 0xf, 'binary', 'pf', 'Rotate Left'],
  ['rol', '12p1-', 0x6f, 'binary', 'pf', 'Rotate Left'],
  ['ror', '11', 0xe, 'binary', 'pf', 'Rotate Right'],
  ['ror', '12p1-', 0x6e, 'binary', 'pf', 'Rotate Right'],
  ['sad2', '-10', 0x50, 'binary', 'pfSm', 'Sum of Absolute Difference 2'],
  ['sada2', '-10', 0x51, 'binary', 'pfSm', 'Sum of Absolute Difference Accumulate 2'],
  ['sel', '-11', 0x2, 'binary', 'pfSm', 'Select'],
  ['sel', '12p1-', 0x62, 'binary', 'pfSm', 'Select'],
  ['send', '-11', 0x31, 'send', 'p', 'Send Message'],
  ['send', '12p1-', 0x31, 'send2', 'p', 'Send Message'],
  ['sendc', '-11', 0x32, 'send', 'p', 'Conditional Send Message'],
  ['sendc', '12p1-', 0x32, 'send2', 'p', 'Send Message Conditional'],
  ['sendg', '3pxpc', 0x33, 'send2', 'p', 'Send Generalized Message'],
  ['sendgc', '3pxpc', 0x34, 'send2', 'p', 'Send Generalized Message Conditional'],
  ['sendgx', '3pxpc', 0x35, 'send2', 'p', 'Send Generalized Message X'],
  ['sendgxc', '3pxpc', 0x36, 'send2', 'p', 'Send Generalized Message X Conditional'],
  ['sends', '9-11', 0x33, 'send2', 'p', 'Split Send Message'],
  ['sendsc', '9-11', 0x34, 'send2', 'p', 'Conditional Split Send Message'],
  ['shfl', '3pxpc', 0x50, 'binary', 'p', 'Shuffle'],
  ['shl', '-11', 0x9, 'binary', 'pfSm', 'Shift Left'],
  ['shl', '12p1-', 0x69, 'binary', 'pfSm', 'Shift Left'],
  ['shr', '-11', 0x8, 'binary', 'pfSm', 'Shift Right'],
  ['shr', '12p1-', 0x68, 'binary', 'pfSm', 'Shift Right'],
  ['smov', '-11', 0xa, 'binary', 'p', 'Scattered Move'],
  ['srnd', '12p72', 0x54, 'binary', 'S', 'StochasticRounding'],
  ['srnd', '2', 0x54, 'binary', '', 'StochasticRounding'],
  ['srnd', '3-', 0x54, 'binary', 'S', 'StochasticRounding'],
  ['subb', '-11', 0x4f, 'binary', 'pfS', 'Integer Subtraction with Borrow'],
  ['subb', '12p1-', 0x4f, 'binary', 'pfS', 'Subtraction with Borrow'],
  ['sync', '12p1-', 0x1, 'sync', '', 'Synchronize'],
  ['wait', '-11', 0x30, 'sync', '', 'Wait Notification'],
  ['while', '', 0x27, 'jump', 'p', 'While'],
  ['xor', '-11', 0x7, 'binary', 'pfm', 'Logic Xor'],
  ['xor', '12p1-', 0x67, 'binary', 'pfm', 'Logic Xor'],
];

export const OPERATIONS: readonly (Operation & { readonly platforms: Range })[] = ROWS.map(
  ([mnemonic, platforms, opcode, format, takes, name]) =>
    Object.freeze({
      mnemonic,
      platforms,
      opcode,
      format,
      name,
      predicate: takes.includes('p'),
      flags: takes.includes('f'),
      saturate: takes.includes('S'),
      modifiers: takes.includes('m'),
      branch: takes.includes('B'),
      isBranch: BRANCHES.includes(format),
      isMatrix: MATRIX.includes(mnemonic),
    }),
);

function tableOf(platform: number): readonly (Operation | undefined)[] {
  const table: (Operation | undefined)[] = new Array(128).fill(undefined);
  for (const operation of OPERATIONS) if (inRange(platform, operation.platforms)) table[operation.opcode] = operation;
  return table;
}

const known: (readonly (Operation | undefined)[] | undefined)[] = PLATFORMS.map(() => undefined);

/** The operations of a platform, by opcode, computed once. */
export function operationsOf(platform: number): readonly (Operation | undefined)[] {
  if (!(platform in known)) return [];
  const table = known[platform] ?? tableOf(platform);
  known[platform] = table;
  return table;
}
