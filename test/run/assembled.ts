/** Instructions from text, and a thread that runs them. */
import { expect } from 'vitest';
import { assemble, type Instruction, type Platform, readCode } from '../../src/formats/eu/index.ts';
import { readZebin, TEXT_PREFIX } from '../../src/formats/zebin/index.ts';
import { translateAlu } from '../../src/run/alu/translate.ts';
import { Memory } from '../../src/run/memory.ts';
import { FlatTarget, LocalTarget, type Translation } from '../../src/run/message/target.ts';
import { RegisterLayout } from '../../src/run/registers.ts';
import { Surfaces } from '../../src/run/surfaces.ts';
import { type Surroundings, Thread } from '../../src/run/thread.ts';
import { fixture } from '../support/corpus.ts';

/** The instructions of a text, which must be right. */
export function instructionsOf(text: string, platform: Platform): readonly Instruction[] {
  const { value, diagnostics } = assemble(text, platform);
  expect(diagnostics).toEqual([]);
  return readCode(value, platform).value.instructions;
}

/** A thread with these bytes in its general registers, after instructions that do not branch; all lanes are on. */
export function ranWith(bytes: Uint8Array, instructions: readonly Instruction[], platform: Platform): Thread {
  const layout = new RegisterLayout(platform);
  const t = new Thread(layout, surroundingsOf(platform));
  t.mask = -1;
  t.bytes.set(bytes);
  for (const instruction of instructions) translateAlu({ layout }, instruction)(t);
  return t;
}

/** A file whose first kernel has other code. */
export function withCode(name: string, platform: Platform, text: string): ReturnType<typeof readZebin>['value'] {
  const bytes = fixture(name).bytes().slice();
  const { value: zebin } = readZebin(bytes);
  const [kernel] = zebin.kernels;
  const section = zebin.elf.sections.find((one) => one.name === TEXT_PREFIX + (kernel?.name ?? ''));
  const { value: code } = assemble(text, platform);
  if (section === undefined || code.length === 0 || code.length > section.bytes.length) throw new Error(`${name} has no room for the code`);
  bytes.fill(0, section.bytes.base, section.bytes.base + section.bytes.length);
  bytes.set(code, section.bytes.base);
  return readZebin(bytes).value;
}

/** What instructions are translated for, and surroundings of their threads, without local memory and other threads. */
export function surroundingsOf(platform: Platform): Surroundings & Translation & { readonly memory: Memory } {
  const memory = new Memory(1 << 20, true);
  return {
    layout: new RegisterLayout(platform),
    memory,
    flat: new FlatTarget(memory),
    surfaces: new Surfaces(),
    pixels: new Map(),
    local: new LocalTarget(memory.apart('local memory', 0), 0),
    signal: () => undefined,
    partner: () => undefined,
    counts: { messages: 0, bytesRead: 0, bytesWritten: 0 },
  };
}
