/** Texts for the payload of a kernel. The command and the viewer draw them, and escape text from the file. */
import type { ArgumentDetail } from './arguments.ts';
import { EXPLICIT, type PayloadEntryInfo, type PayloadInfo, type PayloadRegionInfo } from './payload.ts';

/** Short names of the regions, by what fills their registers. */
export const PAYLOAD_REGIONS: Readonly<Record<PayloadRegionInfo['kind'], string>> = {
  header: 'header',
  'per-thread': 'local ids',
  inline: 'inline',
  'cross-thread': 'shared',
};

/** Groups of the entries of the payload, for legends. */
export const PAYLOAD_ROLES = {
  pointer: 'pointer or object that the application passes',
  value: 'value that the application passes',
  argument: 'what the driver adds for an argument',
  driver: 'what the driver fills in for the kernel',
  thread: 'what each hardware thread has for itself',
} as const;

export type PayloadRole = keyof typeof PAYLOAD_ROLES;

export function payloadRole({ list, arg_type, arg_index }: PayloadEntryInfo): PayloadRole {
  if (list === 'per_thread_payload_arguments') return 'thread';
  if (EXPLICIT.includes(arg_type)) return arg_type === 'arg_bypointer' ? 'pointer' : 'value';
  return arg_index === null || arg_index < 0 ? 'driver' : 'argument';
}

/** Why entries of the payload have no registers, as a sentence; undefined when they have registers. */
export function noRegisters({ grf_bytes, regions }: PayloadInfo): string | undefined {
  if (grf_bytes === null) return 'the device is not known, and so neither are its registers';
  if (regions.length > 0) return undefined;
  return 'the vector compiler lays out registers in a way of its own, so these are places in memory only';
}

/** The argument of an entry, by its name if the file has one. */
export function payloadName(entry: PayloadEntryInfo, args: readonly ArgumentDetail[]): string {
  const { arg_type, arg_index } = entry;
  if (arg_index === null || arg_index < 0) return arg_type;
  const { name, source_offset, source_argument } = argumentOf(entry, args) ?? {};
  const source = source_argument === undefined || source_argument === arg_index ? '' : ` (${source_argument} in the source)`;
  const argument = `${typeof name === 'string' && name !== '' ? name : `argument ${arg_index}`}${source}`;
  if (arg_type === 'arg_bypointer') return argument;
  if (arg_type !== 'arg_byvalue') return `${arg_type} of ${argument}`;
  return typeof source_offset === 'number' && source_offset > 0 ? `${argument}, its byte ${source_offset} on` : argument;
}

/** The type of the argument in the source; empty when the file does not have it. */
export function payloadType(entry: PayloadEntryInfo, args: readonly ArgumentDetail[]): string {
  const { type_name } = argumentOf(entry, args) ?? {};
  return typeof type_name === 'string' ? (type_name.split(';', 1)[0] ?? '') : '';
}

/** How the kernel accesses the memory or object that an entry refers to: `stateful global surface 0`. */
export function payloadAccess(entry: PayloadEntryInfo, args: readonly ArgumentDetail[]): string {
  const { addrmode, addrspace } = argumentOf(entry, args) ?? {};
  const words = [addrmode, addrspace].filter((word) => typeof word === 'string');
  if (entry.surfaces.length > 0) words.push(`surface ${entry.surfaces.join(', ')}`);
  if (entry.sampler !== null) words.push(`sampler ${entry.sampler}`);
  return words.join(' ');
}

function argumentOf(entry: PayloadEntryInfo, args: readonly ArgumentDetail[]): ArgumentDetail | undefined {
  return entry.list === 'payload_arguments' ? args[entry.index] : undefined;
}
