/** What observers are told: registers that an instruction reads and writes, memory, barriers, and where a run is. */
import { describe, expect, test } from 'vitest';
import {
  inspect,
  launch,
  launchOf,
  Machine,
  newProfiler,
  type Observer,
  type RunTarget,
  readCases,
  runTargets,
} from '../../src/internal.ts';
import { cellsOf } from '../../src/run/access.ts';
import { translateAlu } from '../../src/run/alu/translate.ts';
import { Program } from '../../src/run/program.ts';
import { RegisterLayout } from '../../src/run/registers.ts';
import { siteOf } from '../../src/run/site.ts';
import { Thread } from '../../src/run/thread.ts';
import { fixture } from '../support/corpus.ts';
import { surroundingsOf } from './assembled.ts';
import { instructionOf, Random, ROWS, randomBytes, randomCase } from './random-instruction.ts';

const layout = new RegisterLayout('2');

/** Sets the cells that an instruction accesses with its enabled lanes, before it runs. */
function mark(cells: Uint8Array, site: ReturnType<typeof siteOf>, t: Thread, writes: boolean): void {
  for (const access of site.accesses()) {
    if (access.writes !== writes) continue;
    access.locate?.(t);
    const lanes = access.lanes(t);
    access.places.forEach((place, i) => {
      if (place >= 0 && (access.isOfLanes ? (lanes >> i) & 1 : lanes !== 0)) cells.fill(1, place, place + access.cells);
    });
  }
}

/** General registers, accumulators and flags as cells. */
function stateOf(t: Thread): Uint8Array {
  const cells = new Uint8Array(cellsOf(t.layout));
  cells.set(t.bytes);
  for (let bit = 0; bit < 128; bit++) cells[t.layout.size + bit] = ((t.u32[(t.layout.of('f') + (bit >> 3)) >> 2] ?? 0) >>> (bit & 31)) & 1;
  return cells;
}

function setCell(t: Thread, cell: number, value: number): void {
  if (cell < t.layout.size) {
    t.bytes[cell] = value;
    return;
  }
  const bit = cell - t.layout.size;
  const word = (t.layout.of('f') >> 2) + (bit >> 5);
  t.i32[word] = ((t.i32[word] ?? 0) & ~(1 << (bit & 31))) | ((value & 1) << (bit & 31));
}

/** The cells that count: registers that instructions name, without the bytes of flags, whose bits are cells of their own. */
const isCounted = (cell: number): boolean => cell < layout.of('f') || cell >= layout.size;

test.each(ROWS.map((row, index) => [`${row[0]} ${row[2]} to ${row[3]}`, row, index] as const))(
  '%s: writes only what the accesses say, from what they say',
  (_, row, index) => {
    const random = new Random(9000 + index);
    for (let k = 0; k < 6; k++) {
      const one = randomCase(random, row);
      const instruction = instructionOf(one);
      const site = siteOf(layout, '', instruction, undefined);
      const step = translateAlu({ layout }, instruction);
      const [a, b] = [new Thread(layout, surroundingsOf('2')), new Thread(layout, surroundingsOf('2'))];
      a.bytes.set(randomBytes(random, layout.of('f')));
      b.bytes.set(randomBytes(random, layout.of('f')));
      for (const t of [a, b]) {
        for (let word = 0; word < 4; word++) t.u32[(layout.of('f') >> 2) + word] = random.below(2 ** 32);
        t.i32[layout.of('cr') >> 2] = one.control;
        t.mask = one.mask;
      }
      const reads = new Uint8Array(cellsOf(layout));
      mark(reads, site, a, false);
      const before = stateOf(a);
      for (let cell = 0; cell < reads.length; cell++) if (reads[cell] === 1) setCell(b, cell, before[cell] ?? 0);
      const writes = new Uint8Array(cellsOf(layout));
      mark(writes, site, a, true);
      const other = stateOf(b);
      step(a);
      step(b);
      const [after, afterOther] = [stateOf(a), stateOf(b)];
      const wrong: string[] = [];
      for (let cell = 0; cell < writes.length; cell++) {
        if (!isCounted(cell)) continue;
        if (writes[cell] === 0 && (after[cell] !== before[cell] || afterOther[cell] !== other[cell]))
          wrong.push(`cell ${cell} was written`);
        if (writes[cell] === 1 && after[cell] !== afterOther[cell]) wrong.push(`cell ${cell} depends on what was not read`);
      }
      expect([wrong.slice(0, 3), wrong.length > 0 ? one : undefined]).toEqual([[], undefined]);
    }
  },
);

const ZEBIN = 'zebin/igc2/bmg/slm.zebin';
const CASES = readCases(fixture('run/cases/corpus-slm.json').bytes()).value.cases;

function prepared(name: string) {
  const one = CASES.find((found) => found.name === name);
  if (one === undefined) throw new Error(name);
  const [target] = runTargets(inspect(fixture(ZEBIN).bytes()).value, { kernel: one.kernel }) as [RunTarget];
  return { zebin: target.zebin, kernel: target.kernel, how: launchOf(one) };
}

describe.each(CASES.map(({ name }) => name))('%s', (name) => {
  const { zebin, kernel, how } = prepared(name);
  const plain = launch(zebin, kernel, how);

  test('registers change only where the accesses say, memory only where a message was seen', () => {
    const wrong: string[] = [];
    const written = new Map<number, Uint8Array>();
    const observer: Observer = {
      begin: ({ arguments: given }) => {
        for (const one of given) if (one !== undefined) written.set(one.id, new Uint8Array(one.bytes.length));
      },
      watch: (site) => {
        const cells = new Uint8Array(cellsOf(layout));
        let before = stateOf(new Thread(layout, surroundingsOf('2')));
        let left = 4;
        return {
          before: (t) => {
            if (--left < 0) return;
            cells.fill(0);
            mark(cells, site, t, true);
            before = stateOf(t);
          },
          after: (t) => {
            if (left < 0) return;
            const after = stateOf(t);
            for (let cell = 0; cell < after.length; cell++)
              if (isCounted(cell) && cells[cell] === 0 && after[cell] !== before[cell])
                wrong.push(`${site.instruction.operation?.mnemonic} at ${site.instruction.offset} changes cell ${cell}`);
          },
          memory: (_, { memory, index, size }) => {
            if (memory !== undefined && site.message?.group !== 'load') written.get(memory.id)?.fill(1, index, index + size);
            return false;
          },
        };
      },
    };
    const machine = new Machine(new Program(zebin, '2'), kernel, { ...how, observers: [observer] });
    expect(machine.run().reason).toBe('done');
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(machine.result()).toEqual(plain);
    const seen = [...written.values()];
    const buffers = how.arguments.filter(({ kind }) => kind === 'buffer');
    buffers.forEach((one, index) => {
      const after = machine.result().arguments[how.arguments.indexOf(one)] as Uint8Array;
      const before = 'bytes' in one ? one.bytes : new Uint8Array(0);
      after.forEach((byte, at) => {
        if (byte !== before[at]) expect(seen[index]?.[at]).toBe(1);
      });
    });
  });

  test('the profile counts what the launch counts', () => {
    const profiler = newProfiler();
    const { counts } = launch(zebin, kernel, { ...how, observers: [profiler.observer] });
    const rows = profiler.rows();
    expect(rows.reduce((sum, { runs }) => sum + runs, 0)).toBe(counts.instructions);
    expect(rows.every(({ lanes, runs, width }) => lanes <= runs * width)).toBe(true);
  });

  test('single instructions come in the order of the whole run, and breakpoints stop before theirs', () => {
    const order = (run: (machine: Machine) => unknown): string[] => {
      const seen: string[] = [];
      const observer: Observer = { watch: ({ instruction }) => ({ before: (t) => seen.push(`${t.index} ${instruction.offset}`) }) };
      run(new Machine(new Program(zebin, '2'), kernel, { ...how, schedule: 5, observers: [observer] }));
      return seen;
    };
    const whole = order((machine) => machine.run());
    expect(
      order((machine) => {
        while (machine.runExactly(1).reason === 'limit');
      }),
    ).toEqual(whole);
    const machine = new Machine(new Program(zebin, '2'), kernel, how);
    const start = machine.sections.find(({ name: section }) => section === `.text.${kernel.name}`)?.start ?? 0;
    const at = Number(whole[2]?.split(' ')[1]);
    let stops = 0;
    for (
      let stop = machine.runExactly(1e6, (t) => t.ip === start + at);
      stop.reason !== 'done';
      stop = machine.runExactly(1e6, (t) => t.ip === start + at)
    ) {
      expect(stop).toMatchObject({ reason: 'breakpoint', offset: at });
      expect(machine.next?.ip).toBe(start + at);
      stops++;
    }
    expect(stops).toBe(order((one) => one.run()).filter((step) => step.endsWith(` ${at}`)).length);
    expect(machine.result().arguments).toEqual(plain.arguments);
  });
});

test('pages that did not change are shared by copies', () => {
  const { zebin, kernel, how } = prepared(CASES[0]?.name ?? '');
  const machine = new Machine(new Program(zebin, '2'), kernel, how);
  machine.runExactly(10);
  const first = machine.snapshot();
  machine.runExactly(3);
  const second = machine.snapshot(first);
  const pages = first.memory.flat();
  expect(pages.length).toBeGreaterThan(0);
  expect(second.memory.flat().filter((page) => !pages.includes(page)).length).toBeLessThan(pages.length / 2);
});
