/**
 * Attributes that compilers know by name, of routines and of variables. Others are kept and have a value of bytes.
 *
 * Sources: documentation/visa/4_visa_header.md and visa/include/VISAAttributes.h of intel/intel-graphics-compiler.
 */
import { decodeText } from '../../../core/bytes/index.ts';

export interface AttributeRow {
  readonly name: string;
  /** `flag`: a value of no bytes says yes; `integer`: of 1, 2 or 4 bytes, signed; `text`: without end mark. */
  readonly type: 'flag' | 'integer' | 'text';
  readonly of: 'routine' | 'variable';
  readonly doc: string;
  /** Values that it can have: some, or all from one to another. */
  readonly values?: readonly number[];
  readonly range?: readonly [least: number, most: number];
  /** The last of the range on devices whose registers have 64 bytes. */
  readonly mostWide?: number;
  /** It is a multiple of the bytes of a register. */
  readonly ofRegisters?: true;
  /** Functions must have it. */
  readonly required?: true;
  /** A routine has it once. */
  readonly once?: true;
}

export const ATTRIBUTES = [
  { name: 'Extern', type: 'flag', of: 'routine', doc: 'The function is defined elsewhere or called from elsewhere.' },
  { name: 'NoBarrier', type: 'flag', of: 'routine', doc: 'The kernel has no barrier.' },
  { name: 'Callable', type: 'flag', of: 'routine', doc: 'Other routines can call it.' },
  { name: 'Caller', type: 'flag', of: 'routine', doc: 'It calls other routines.' },
  { name: 'Composable', type: 'flag', of: 'routine', doc: 'It can be composed with others.' },
  { name: 'Entry', type: 'flag', of: 'routine', doc: 'It is where a composition begins.' },
  { name: 'SepSpillPvtSS', type: 'flag', of: 'routine', doc: 'Spilled registers and private memory have surfaces of their own.' },
  { name: 'LTO_InvokeOptTarget', type: 'flag', of: 'routine', doc: 'Calls of it may be optimised when it is linked.' },
  { name: 'AllLaneActive', type: 'flag', of: 'routine', doc: 'Every channel is active where the function begins.' },
  { name: 'DisableLoadThreadPayloadWA', type: 'flag', of: 'routine', doc: 'The code that loads the thread payload is left out.' },
  {
    name: 'Target',
    type: 'integer',
    of: 'routine',
    doc: 'Who made it: 0 the compiler of C for Metal (`"cm"`), 1 that of graphics and OpenCL (`"3d"`).',
    values: [0, 1],
  },
  {
    name: 'SLMSize',
    type: 'integer',
    of: 'routine',
    doc: 'Shared local memory of a thread group, in KiB. From Ponte Vecchio on devices have more than 64 KiB.',
    range: [0, 64],
    mostWide: 384,
    once: true,
  },
  {
    name: 'SpillMemOffset',
    type: 'integer',
    of: 'routine',
    doc: 'Where memory for spilled registers begins, in bytes; what comes before is private memory.',
    ofRegisters: true,
  },
  { name: 'ArgSize', type: 'integer', of: 'routine', doc: 'Registers of %arg that the function takes.', range: [0, 32], required: true },
  {
    name: 'RetValSize',
    type: 'integer',
    of: 'routine',
    doc: 'Registers of %retval that the function gives.',
    range: [0, 12],
    required: true,
  },
  { name: 'PerThreadInputSize', type: 'integer', of: 'routine', doc: 'Payload of each thread, in bytes.' },
  { name: 'CrossThreadInputSize', type: 'integer', of: 'routine', doc: 'Payload that all threads share, in bytes.' },
  { name: 'SimdSize', type: 'integer', of: 'routine', doc: 'Channels of a dispatch; 0 when it is not given.', values: [0, 8, 16, 32] },
  { name: 'NumGRF', type: 'integer', of: 'routine', doc: 'Registers of a thread; 0 leaves it to the compiler.' },
  { name: 'NBarrierCnt', type: 'integer', of: 'routine', doc: 'Number of named barriers.', once: true },
  { name: 'MaxRegThreadDispatch', type: 'integer', of: 'routine', doc: 'Most registers that the dispatch fills.' },
  { name: 'ScratchInlineOffset', type: 'integer', of: 'routine', doc: 'Offset in scratch memory of inline data.' },
  {
    name: 'ScratchIndirectRegOffset',
    type: 'integer',
    of: 'routine',
    doc: 'Register with the pointer to indirect data in scratch memory.',
  },
  { name: 'ScratchIndirectMemOffset', type: 'integer', of: 'routine', doc: 'Offset of the pointer to indirect data in scratch memory.' },
  { name: 'OutputAsmPath', type: 'text', of: 'routine', doc: 'Path of the files that the compiler dumps for it, without their endings.' },
  { name: 'AsmName', type: 'text', of: 'routine', doc: 'Older name of OutputAsmPath.' },
  { name: 'Input', type: 'flag', of: 'variable', doc: 'The variable is an input.' },
  { name: 'Output', type: 'flag', of: 'variable', doc: 'The variable stays alive to the end of the kernel.' },
  { name: 'Input_Output', type: 'flag', of: 'variable', doc: 'The variable is an input and stays alive to the end.' },
  { name: 'PayloadLiveOut', type: 'flag', of: 'variable', doc: 'The variable is alive after the prologue that loads the payload.' },
  { name: 'NoWidening', type: 'flag', of: 'variable', doc: 'The type of the variable is not to be widened.' },
  { name: 'DoNotSpill', type: 'flag', of: 'variable', doc: 'The variable stays in registers.' },
  { name: 'ForceSpill', type: 'flag', of: 'variable', doc: 'The variable goes to memory.' },
  { name: 'ExclusiveLoad', type: 'flag', of: 'variable', doc: 'Each load into the variable fills other channels.' },
  { name: 'Scope', type: 'integer', of: 'variable', doc: 'Where the variable is seen: 0 the kernel, 1 one subroutine.', values: [0, 1] },
  { name: 'SurfaceUsage', type: 'integer', of: 'variable', doc: 'What the surface is used for; 2: by untyped messages.' },
] as const satisfies readonly AttributeRow[];

const BY_NAME: ReadonlyMap<string, AttributeRow> = new Map(ATTRIBUTES.map((row) => [row.name, row]));

export function attributeRow(name: string): AttributeRow | undefined {
  return BY_NAME.get(name);
}

/** The value of an attribute: `true` for a flag, an integer or text by its row; undefined if the bytes are neither. */
export function attributeValue(name: string, value: Uint8Array): boolean | number | string | undefined {
  const row = BY_NAME.get(name);
  if (row?.type === 'text') return decodeText(value);
  if (value.length === 0) return row?.type === 'integer' ? undefined : true;
  if (!row || ![1, 2, 4].includes(value.length)) return undefined;
  const bits = 32 - 8 * value.length;
  return (value.reduceRight((sum, byte) => (sum << 8) | byte, 0) << bits) >> bits;
}
