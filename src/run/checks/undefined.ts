/** Registers and memory that nothing wrote, where they reach a store, a branch or an address. */
import { type Instruction, isBranch } from '../../formats/eu/index.ts';
import { type Access, cellsOf, FLAG_BITS } from '../access.ts';
import type { Launch } from '../model.ts';
import type { Observer, Places, Site, Touch, Watch } from '../observer.ts';
import type { Thread } from '../thread.ts';
import { accessOf, type Findings } from './findings.ts';
import type { CheckKind } from './kinds.ts';
import { isMoved, MemoryShadows, Shadow, unitsOf } from './shadow.ts';
import { type Transfer, transferOf } from './transfer.ts';

export function undefinedCheck(findings: Findings, _: ReadonlySet<CheckKind>, launch: Launch): Observer {
  const memory = new MemoryShadows();
  const registers: Shadow[] = [];
  let places: Places | undefined;
  let start = new Shadow(0);
  let mixed: readonly number[] = [];
  return {
    begin: (given) => {
      places = given;
      start = startOf(given);
      mixed = start.mixed();
      for (const [index, one] of launch.arguments.entries()) {
        const allocation = given.arguments[index];
        if (one.kind === 'buffer' && one.uninitialized === true && allocation !== undefined) memory.add(allocation);
      }
    },
    group: (threads) => {
      memory.group();
      for (const { index, lanes } of threads) {
        registers[index] ??= new Shadow(cellsOf((places as Places).layout));
        const shadow = registers[index] as Shadow;
        shadow.copy(start, mixed);
        // Flags of lanes that do not exist have no value that counts.
        const first = (places as Places).layout.size;
        if (lanes !== -1) for (let flag = 0; flag < 4; flag++) shadow.setBits(first + flag * FLAG_BITS, FLAG_BITS, lanes);
      }
    },
    watch: (site) => watchOf(findings, site, registers, memory),
  };
}

/** A thread at its start: general registers after its payload, accumulators, addresses and flags have no value. */
function startOf({ layout, startBytes }: Places): Shadow {
  const shadow = new Shadow(cellsOf(layout));
  shadow.set(startBytes, layout.generalBytes - startBytes, true);
  for (const [area, next] of [
    ['acc', 'f'],
    ['a', 's'],
    ['s', 'sr'],
  ] as const)
    shadow.set(layout.of(area), layout.of(next) - layout.of(area), true);
  shadow.set(layout.size, 4 * FLAG_BITS, true);
  return shadow;
}

function watchOf(findings: Findings, site: Site, registers: readonly Shadow[], memory: MemoryShadows): Watch | undefined {
  const { instruction, message } = site;
  const accesses = site.accesses();
  const before = accesses.length === 0 ? undefined : flowOf(findings, site, accesses, registers);
  if (message === undefined) return before === undefined ? undefined : { before };
  const hit = findings.at('uninitialized', site);
  const access = accessOf(site);
  const told = (t: Thread, { lane, register, memory: to, index, size }: Touch): boolean => {
    if (to === undefined) return false;
    const shadow = registers[t.index] as Shadow;
    const own = memory.of(to);
    if (access === 'write') {
      const bits = register < 0 ? 0 : shadow.undefinedBits(register, size);
      if (own !== null) own.setBits(index, size, isMoved(to) ? bits : 0);
      if (bits !== 0 && !isMoved(to))
        hit(t, lane, () => ({
          message: `a value that nothing wrote is stored in ${to.name}`,
          ...{ access, memory: to.name, byte: index, size },
        }));
    } else if (own !== null) {
      const bits = register < 0 || index + size > to.end - to.start ? 0 : own.undefinedBits(index, size);
      if (bits !== 0) shadow.setBits(register, size, bits);
      if (message.operation === 'atomic_store') own.setBits(index, size, 0);
    }
    return false;
  };
  return instruction.send === undefined ? { ...(before ? { before } : {}) } : { ...(before ? { before } : {}), memory: told };
}

type Flow = (t: Thread) => void;

/** What an instruction does to the shadow of its thread. */
function flowOf(findings: Findings, site: Site, accesses: readonly Access[], registers: readonly Shadow[]): Flow {
  const { instruction, enabled } = site;
  const reads = accesses.filter(({ writes }) => !writes);
  const writes = accesses.filter((one) => one.writes);
  const isFixed = accesses.every(({ locate }) => locate === undefined);
  const read = unitsOf(cellsIn(reads));
  const written = unitsOf(cellsIn(writes));
  const isAllWhole = written.whole.length === written.touched.length && writes.every(({ isOfLanes }) => isOfLanes);
  if (!isFixed) return slowFlow(findings, site, reads, writes, registers);
  // Made where a value is missing: in long code, few instructions read one.
  let made: Flow | undefined;
  const slow: Flow = (t) => {
    made ??= slowFlow(findings, site, reads, writes, registers);
    made(t);
  };
  const full = instruction.execSize >= 32 ? -1 : (1 << instruction.execSize) - 1;
  // Where all had values once, they have them until some cell of the thread loses its value.
  const seen: number[] = [];
  return (t) => {
    const shadow = registers[t.index] as Shadow;
    if (seen[t.index] === shadow.version) return;
    if (!shadow.areDefined(read.touched) && !areDefined(t, reads, shadow)) slow(t);
    else if (shadow.areDefined(written.touched)) seen[t.index] = shadow.version;
    else if (isAllWhole && enabled(t) === full) shadow.defineUnits(written.touched);
    else defineAll(t, writes, shadow);
  };
}

/** Whether all cells that are read have values, also where others next to them have none. */
function areDefined(t: Thread, reads: readonly Access[], shadow: Shadow): boolean {
  for (const { places, cells, lanes: of, isOfLanes } of reads) {
    const lanes = of(t);
    if (lanes === 0) continue;
    for (let i = 0; i < places.length; i++) {
      const place = places[i] ?? 0;
      if (place < 0 || (isOfLanes && ((lanes >> i) & 1) === 0)) continue;
      if (cells > 32 ? shadow.isAnyUndefined(place, cells) : shadow.undefinedBits(place, cells) !== 0) return false;
    }
  }
  return true;
}

/** Results of sources that all have values. */
function defineAll(t: Thread, writes: readonly Access[], shadow: Shadow): void {
  for (const { places, cells, lanes: of, isOfLanes } of writes) {
    const lanes = of(t);
    if (lanes === 0) continue;
    for (let i = 0; i < places.length; i++) {
      const place = places[i] ?? 0;
      if (place < 0 || (isOfLanes && ((lanes >> i) & 1) === 0)) continue;
      if (cells <= 32) shadow.setBits(place, cells, 0);
      else shadow.set(place, cells, false);
    }
  }
}

function* cellsIn(accesses: readonly Access[]): Iterable<readonly [start: number, count: number]> {
  for (const { places, cells } of accesses) for (const place of places) if (place >= 0) yield [place, cells];
}

/** What each kind of instruction reads: a branch its predicate, a message its address. */
function slowFlow(findings: Findings, site: Site, reads: readonly Access[], writes: readonly Access[], registers: readonly Shadow[]): Flow {
  const { instruction, message } = site;
  const hit = findings.at('uninitialized', site);
  const decides = isBranch(instruction) || (message !== undefined && message.group !== 'load');
  const transfer = transferOf(instruction, reads);
  // Which coordinates count depends on the image: the first one does.
  const addresses = reads.filter(({ role }) => role === 'address');
  const checked =
    message?.coordinates === true || message?.unit === 'smpl'
      ? reads.filter((one) => one.role !== 'address' || one === addresses[0])
      : reads;
  const isStored = message?.group === 'atomic' || (message?.group === 'store' && message.coordinates === true);
  return (t) => {
    const shadow = registers[t.index] as Shadow;
    for (const access of [...reads, ...writes]) access.locate?.(t);
    for (const access of checked) {
      if (access.role === 'predicate' ? !decides : access.role === 'address' ? false : !(access.role === 'data' && isStored)) continue;
      const lane = undefinedLane(t, instruction, access, shadow);
      if (lane === undefined) continue;
      hit(t, lane, () => ({ message: WHAT[access.role === 'predicate' ? 'predicate' : access.role === 'address' ? 'address' : 'data'] }));
      // It is reported once, not at everything that depends on it.
      for (const place of access.places) if (place >= 0) shadow.set(place, access.cells, false);
    }
    transferAll(t, instruction, reads, writes, shadow, transfer);
  };
}

const WHAT = {
  predicate: 'a flag that nothing wrote decides which way the code goes',
  address: 'an address depends on a value that nothing wrote',
  data: 'a value that nothing wrote is stored',
} as const;

/** The first lane for which a cell has no value; -1 for what belongs to no lane. */
function undefinedLane(t: Thread, instruction: Instruction, access: Access, shadow: Shadow): number | undefined {
  const { places, cells, isOfLanes } = access;
  const lanes = access.lanes(t);
  if (lanes === 0) return undefined;
  if (isOfLanes) {
    for (let i = 0; i < places.length; i++) {
      const place = places[i] ?? 0;
      if ((lanes >> i) & 1 && place >= 0 && shadow.isAnyUndefined(place, cells)) return i;
    }
    return undefined;
  }
  for (const place of places) if (place >= 0 && isAnyOf(t, instruction, access, place, shadow)) return -1;
  return undefined;
}

/** Of a predicate over many lanes, the bits count of lanes that run. */
function isAnyOf({ mask }: Thread, { channelOffset }: Instruction, { role, cells }: Access, place: number, shadow: Shadow): boolean {
  if (role !== 'predicate' || cells > 32) return shadow.isAnyUndefined(place, cells);
  return (shadow.undefinedBits(place, cells) & (mask >>> (channelOffset - (channelOffset % cells)))) !== 0;
}

/** Values of results follow from those of sources, lane by lane. */
function transferAll(
  t: Thread,
  instruction: Instruction,
  reads: readonly Access[],
  writes: readonly Access[],
  shadow: Shadow,
  transfer: Transfer,
): void {
  if (writes.length === 0) return;
  // What all lanes depend on.
  let all = false;
  for (const access of reads)
    if (!access.isOfLanes && access.role !== 'address' && undefinedLane(t, instruction, access, shadow) !== undefined) all = true;
  const results = writes.map((access) => {
    const { places } = access;
    const lanes = access.lanes(t);
    if (!access.isOfLanes)
      return all ? -1 : reads.some((one) => one.isOfLanes && undefinedLane(t, instruction, one, shadow) !== undefined) ? -1 : 0;
    const bits: number[] = [];
    for (let i = 0; i < places.length; i++) bits[i] = ((lanes >> i) & 1) === 0 ? 0 : all ? -1 : transfer(t, shadow, i, access);
    return bits;
  });
  for (const [index, access] of writes.entries()) {
    const { places, cells } = access;
    const result = results[index] ?? 0;
    const lanes = access.lanes(t);
    for (let i = 0; i < places.length; i++) {
      const place = places[i] ?? 0;
      if (place < 0 || (access.isOfLanes ? ((lanes >> i) & 1) === 0 : lanes === 0)) continue;
      const bits = typeof result === 'number' ? result : (result[i] ?? 0);
      if (cells <= 32) shadow.setBits(place, cells, bits);
      else shadow.set(place, cells, bits !== 0);
    }
  }
}
