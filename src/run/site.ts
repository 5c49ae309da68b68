/** Instructions as observers see them. */
import { type Instruction, type Message, type Operand, optionBit } from '../formats/eu/index.ts';
import { type Access, FLAG_BITS, inCells, spread, whole } from './access.ts';
import { executionMask, type Mask, maskOf } from './alu/masks.ts';
import { indirectPlaces, regionOffsets } from './alu/source.ts';
import { accessesOfMessage } from './message/index.ts';
import type { Site } from './observer.ts';
import type { RegisterLayout } from './registers.ts';

const ACCUMULATES = optionBit('AccWrEn');

/** An instruction as observers see it. */
export function siteOf(layout: RegisterLayout, section: string, instruction: Instruction, message: Message | undefined): Site {
  const enabled = instruction.operation?.mnemonic === 'sel' ? executionMask(instruction) : maskOf(layout, instruction);
  return { instruction, section, message, enabled, accesses: () => accessesOf(layout, instruction, message, enabled) };
}

function accessesOf(layout: RegisterLayout, instruction: Instruction, message: Message | undefined, enabled: Mask): readonly Access[] {
  const { send, operation, sources, dst } = instruction;
  const name = operation?.mnemonic ?? '';
  const predicate = predicateOf(layout, instruction);
  if (send !== undefined)
    return [
      ...predicate,
      ...descriptors(layout, instruction, enabled),
      ...(message ? accessesOfMessage(layout, instruction, message) : []),
    ];
  if (name === 'call' || name === 'calla' || name === 'ret' || name === 'jmpi')
    return [...predicate, ...ofCall(layout, instruction, enabled)];
  if (name === 'dpas' || name === 'dpasw') return [...predicate, ...ofMatrix(layout, instruction, enabled)];
  const read = sources.flatMap((operand, source) => ofOperand(layout, instruction, operand, source, enabled));
  return [...predicate, ...read, ...accumulators(layout, instruction, enabled), ...ofResult(layout, instruction, dst, enabled)];
}

function flagBits(layout: RegisterLayout, { flag, flagSub, channelOffset }: Instruction): number {
  return layout.size + flag * FLAG_BITS + ((flagSub * 16 + channelOffset) & (FLAG_BITS - 1));
}

function predicateOf(layout: RegisterLayout, instruction: Instruction): readonly Access[] {
  const { predicate, execSize, operation } = instruction;
  if (predicate === '') return [];
  const lanes = executionMask(instruction);
  const first = flagBits(layout, instruction);
  if (predicate === 'seq' && operation?.mnemonic !== 'jmpi') return [spread('predicate', false, first, 1, 1, execSize, lanes)];
  const group = Number(/\d+/.exec(predicate)?.[0] ?? execSize);
  const start = first - (instruction.channelOffset % group);
  const bits = Math.max(Math.ceil(execSize / group) * group, 1);
  const places = [start, ...(predicate.endsWith('v') ? [start + FLAG_BITS] : [])];
  return [{ role: 'predicate', writes: false, lanes, isOfLanes: false, places: Int32Array.from(places), cells: bits }];
}

/** Operations of which a lane takes more of a source than its own element: all of it counts for all lanes. */
const MIXES: ReadonlySet<string> = new Set(['dp2', 'dp3', 'dp4', 'dph', 'line', 'pln', 'sad2', 'sada2']);
/** Bytes of the coefficients of a plane. */
const COEFFICIENTS = 16;

function ofOperand(layout: RegisterLayout, instruction: Instruction, operand: Operand, source: number, enabled: Mask): readonly Access[] {
  const { execSize: n, operation } = instruction;
  const { kind, type, register } = operand;
  const bytes = (type?.bits ?? 32) / 8;
  if (kind === 'immediate' || kind === 'label' || register?.name === 'null') return [];
  const name = operation?.mnemonic ?? '';
  const isMixed = MIXES.has(name);
  const lanes = lanesOfSource(layout, instruction, source, enabled);
  const base = { role: 'source', writes: false, source, lanes, isOfLanes: !isMixed } as const;
  if (kind === 'indirect') {
    const places = new Int32Array(n);
    const find = indirectPlaces(layout, operand, regionOffsets(operand, bytes, n), bytes);
    const width = operand.region?.width ?? 1;
    const rows = operand.region?.vertical === 'VxH' ? Math.ceil(n / width) : 1;
    const from = layout.of('a') + operand.sub * 2;
    return [
      // With an address for each lane, those of lanes that are off do not count.
      rows > 1 && width === 1 ? spread('address', false, from, 2, 2, n, lanes) : whole(layout, 'address', false, from, rows * 2, lanes),
      { ...base, places, cells: bytes, locate: (t) => find(t, places) },
    ];
  }
  const place = layout.placeOf(operand);
  if (place === undefined) return [];
  if (isMixed && (name === 'line' || name === 'pln') && source === 0)
    return [{ ...whole(layout, 'source', false, place & ~(COEFFICIENTS - 1), COEFFICIENTS, lanes), source }];
  if (name === 'pln') return [{ ...whole(layout, 'source', false, place, 2 * n * bytes, lanes), source }];
  return [
    {
      ...base,
      ...inCells(
        layout,
        regionOffsets(operand, bytes, n).map((offset) => place + offset),
        bytes,
      ),
    },
  ];
}

/** The lanes that take a source: those of a selection that its predicate gives it. */
function lanesOfSource(layout: RegisterLayout, instruction: Instruction, source: number, enabled: Mask): Mask {
  if (instruction.operation?.mnemonic !== 'sel' || instruction.predicate === '' || instruction.condition !== '') return enabled;
  const chosen = maskOf(layout, instruction);
  return source === 0 ? chosen : (t) => enabled(t) & ~chosen(t);
}

/** Operations that use the accumulator without naming it. */
const READS: ReadonlySet<string> = new Set(['mach', 'macl', 'mac', 'sada2']);
const WRITES: ReadonlySet<string> = new Set(['addc', 'subb']);

function accumulators(layout: RegisterLayout, { operation, options, dst, execSize: n }: Instruction, enabled: Mask): readonly Access[] {
  const name = operation?.mnemonic ?? '';
  const bytes = name === 'sada2' ? 2 : (dst?.type?.bits ?? 32) / 8;
  const access = (writes: boolean): Access => spread('accumulator', writes, layout.of('acc'), bytes, bytes, n, enabled);
  const writes = WRITES.has(name) || ((options & ACCUMULATES) !== 0 && dst?.register?.name !== 'acc');
  return [...(READS.has(name) ? [access(false)] : []), ...(writes ? [access(true)] : [])];
}

/** Operations whose condition chooses, and sets no flag. */
const CHOOSES: ReadonlySet<string> = new Set(['sel', 'csel']);

function ofResult(layout: RegisterLayout, instruction: Instruction, dst: Operand | undefined, enabled: Mask): readonly Access[] {
  const { execSize: n, condition, operation, subfunction, sources } = instruction;
  const name = operation?.mnemonic ?? '';
  const sets = (condition !== '' && !CHOOSES.has(name)) || subfunction === 'invm' || subfunction === 'rsqtm';
  const flags = sets ? [spread('condition', true, flagBits(layout, instruction), 1, 1, n, enabled)] : [];
  if (dst === undefined || dst.register?.name === 'null' || dst.type === undefined || dst.type.bits < 8) return flags;
  const bytes = dst.type.bits / 8;
  const step = (dst.kind === 'macro' ? 1 : (dst.region?.stride ?? 1)) * bytes;
  const [, second] = sources;
  const lanes: Mask = name === 'smov' && second?.kind === 'immediate' ? (t) => executionMask(instruction)(t) & second.low : enabled;
  const base = { role: 'destination', writes: true, lanes, isOfLanes: !MIXES.has(name) } as const;
  if (dst.kind === 'indirect') {
    const offsets = Int32Array.from({ length: n }, (_, i) => i * step);
    const places = new Int32Array(n);
    const find = indirectPlaces(layout, { ...dst, region: undefined }, offsets, bytes);
    return [
      ...flags,
      whole(layout, 'address', false, layout.of('a') + dst.sub * 2, 2, lanes),
      { ...base, places, cells: bytes, locate: (t) => find(t, places) },
    ];
  }
  const place = layout.placeOf(dst);
  if (place === undefined) return flags;
  const at = (start: number): Access => ({
    ...base,
    ...inCells(
      layout,
      Int32Array.from({ length: n }, (_, i) => start + i * step),
      bytes,
    ),
  });
  const upper = name === 'mullh' ? [at(place + layout.grfBytes)] : [];
  return [...flags, at(place), ...upper];
}

/** Return records and targets. */
function ofCall(layout: RegisterLayout, { operation, dst, sources }: Instruction, enabled: Mask): readonly Access[] {
  const [source] = sources;
  const any: Mask = (t) => enabled(t) & 1 || (t.mask === 0 ? 0 : 1);
  const place = (operand: Operand | undefined): number | undefined =>
    operand === undefined || operand.kind === 'immediate' || operand.kind === 'label' ? undefined : layout.placeOf({ ...operand, sub: 0 });
  const [target, record] = [place(source), place(dst)];
  const size = operation?.mnemonic === 'ret' ? 8 : 4;
  return [
    ...(target === undefined ? [] : [whole(layout, 'address', false, target + (source?.sub ?? 0) * 4, size, any)]),
    ...(record === undefined || operation?.mnemonic === 'jmpi' || operation?.mnemonic === 'ret'
      ? []
      : [whole(layout, 'destination', true, record + (dst?.sub ?? 0) * 4, 12, any)]),
  ];
}

/** A product of matrices: all of the result depends on all of the sources. */
function ofMatrix(
  layout: RegisterLayout,
  { subfunction, sources, dst, execSize: n, operation }: Instruction,
  enabled: Mask,
): readonly Access[] {
  const [depth = 8, rows = 1] = subfunction.split('x').map(Number);
  const [, weights, activations] = sources;
  const bitsOf = (operand: Operand | undefined): number => operand?.type?.bits ?? 32;
  const per = Math.min(Math.floor(32 / Math.max(bitsOf(weights), bitsOf(activations))), 8);
  const shares = operation?.mnemonic === 'dpasw' ? 2 : 1;
  const sizes = [
    (rows * n * bitsOf(sources[0])) / 8,
    (n * depth * per * bitsOf(weights)) / 8,
    Math.ceil((rows * depth * per * bitsOf(activations)) / 8 / shares),
  ];
  const any: Mask = (t) => (enabled(t) === 0 ? 0 : 1);
  const read = sources.flatMap((operand, source) => {
    const place = operand.register?.name === 'null' ? undefined : layout.placeOf(operand);
    return place === undefined ? [] : [{ ...whole(layout, 'source', false, place, sizes[source] ?? 0, any), source }];
  });
  const to = dst === undefined ? undefined : layout.placeOf(dst);
  return [...read, ...(to === undefined ? [] : [whole(layout, 'destination', true, to, (rows * n * bitsOf(dst)) / 8, any)])];
}

/** Descriptors in address registers, and what names the registers of a gathered payload. */
function descriptors(layout: RegisterLayout, { send }: Instruction, enabled: Mask): readonly Access[] {
  if (send === undefined) return [];
  const word = (area: 'a' | 's', at: number, bytes: number): Access =>
    whole(layout, 'address', false, layout.of(area) + at, bytes, enabled);
  return [
    ...[send.desc, send.exDesc].flatMap((one) => (one.isRegister ? [word('a', one.sub * 4, 4)] : [])),
    ...[send.indirect0, send.indirect1].flatMap((sub) => (sub >= 0 ? [word('s', sub, 8)] : [])),
  ];
}
