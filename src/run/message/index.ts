/** Sends become steps. */
import { type Instruction, type Message, messageOf, optionBit, type Send } from '../../formats/eu/index.ts';
import { ABSENT_UNIT_NAMES, absentMessage } from '../absent.ts';
import type { Access } from '../access.ts';
import { Unsupported } from '../alu/elements.ts';
import { type Step, sequence } from '../alu/kinds.ts';
import { maskOf } from '../alu/masks.ts';
import type { RegisterLayout } from '../registers.ts';
import type { Thread } from '../thread.ts';
import { accessesOfBlock, translateBlock } from './block.ts';
import { accessesOfBlock2d, translateBlock2d } from './block2d.ts';
import { accessesOfImageBlock, translateImageBlock } from './image-block.ts';
import { inPayload, payloadOf } from './payload.ts';
import { accessesOfLanes, translateLanes } from './simt.ts';
import type { Translation } from './target.ts';
import { accessesOfSample, accessesOfTyped, translateSample, translateTyped } from './typed.ts';

const EOT = optionBit('EOT');

const ended: Step = (t) => {
  t.state = 'ended';
};

/** What a send does. Throws {@link Unsupported} for messages without semantics. */
export function translateSend(translation: Translation, instruction: Instruction): Step {
  const { send, options } = instruction;
  if (send === undefined) throw new Unsupported('a send without a message');
  const message = messageOf(instruction, translation.layout.platform);
  if ((options & EOT) !== 0) return observed(translation, instruction, message, ended);
  if (message === undefined || message.unit === undefined) return atRunTime(translation, instruction, send);
  return translateMessage(translation, instruction, message);
}

/** What a message means: what it does, and which registers it reads and writes. */
interface Meaning {
  readonly translate: (translation: Translation, instruction: Instruction, message: Message) => Step;
  readonly accesses: (layout: RegisterLayout, instruction: Instruction, message: Message) => readonly Access[];
}

const LANES: Meaning = { translate: translateLanes, accesses: accessesOfLanes };
const BLOCK: Meaning = { translate: translateBlock, accesses: accessesOfBlock };
const RECTANGLE: Meaning = { translate: translateBlock2d, accesses: accessesOfBlock2d };
const IMAGE_RECTANGLE: Meaning = { translate: translateImageBlock, accesses: accessesOfImageBlock };
const TYPED: Meaning = { translate: translateTyped, accesses: accessesOfTyped };
const SAMPLE: Meaning = { translate: translateSample, accesses: accessesOfSample };
const BARRIER: Meaning = { translate: barrier, accesses: accessesOfBarrier };
/** Messages complete at once: there is nothing to wait for. */
const NOTHING: Meaning = { translate: () => () => undefined, accesses: () => [] };
const END: Meaning = { translate: () => ended, accesses: () => [] };

type MeaningOf = (message: Message) => Meaning;

const named = (names: string, meaning: MeaningOf): readonly (readonly [string, MeaningOf])[] =>
  names.split(' ').map((name) => [name, meaning] as const);
const atomic = (names: string): readonly (readonly [string, MeaningOf])[] =>
  named(
    names.replace(/\w+/g, (name) => `atomic_${name}`),
    ({ coordinates }) => (coordinates === true ? TYPED : LANES),
  );

/** What is executed, by operation. */
export const MESSAGES: ReadonlyMap<string, MeaningOf> = new Map([
  ...named('load load_quad load_block2d store store_quad store_block2d load_strided store_strided', accessOf),
  ...atomic('load iinc idec ipdec store and or xor iadd isub irsub smin smax umin umax icas'),
  ...atomic('fadd fsub fmin fmax fcas bfadd bfsub bfmin bfmax bfcas'),
  ...named('ld ld_lz sample sample_b sample_l sample_d sample_lz resinfo', () => SAMPLE),
  ...named('signal_barrier signal_named_barrier', () => BARRIER),
  ...named('fence sample_flush', () => NOTHING),
  ...named('eot', () => END),
]);

/** The registers that a message reads and writes; of a message that is not executed, none are known. */
export function accessesOfMessage(layout: RegisterLayout, instruction: Instruction, message: Message): readonly Access[] {
  return MESSAGES.get(message.operation ?? '')?.(message).accesses(layout, instruction, message) ?? [];
}

function translateMessage(translation: Translation, instruction: Instruction, message: Message): Step {
  const { operation, title, faults, unit } = message;
  const meaning = operation === undefined ? undefined : MESSAGES.get(operation)?.(message);
  if (meaning === undefined || ABSENT_UNIT_NAMES.has(unit ?? ''))
    throw new Unsupported(absentMessage(title || faults[0] || operation || 'that is not known', operation, unit));
  const watch = translation.observe?.(instruction, message);
  return sequence(watch?.before, meaning.translate({ ...translation, touch: watch?.memory }, instruction, message), watch?.after);
}

/** A step with what observers do before and after it. */
export function observed(translation: Translation, instruction: Instruction, message: Message | undefined, step: Step): Step {
  const watch = translation.observe?.(instruction, message);
  return watch === undefined ? step : sequence(watch.before, step, watch.after);
}

function accessOf({ block, unit, title, coordinates, transposed }: Message): Meaning {
  if (block === true) return unit === 'tgm' ? IMAGE_RECTANGLE : RECTANGLE;
  if (unit === 'dc1' && title.startsWith('media block')) return IMAGE_RECTANGLE;
  if (coordinates === true) return TYPED;
  return transposed === true ? BLOCK : LANES;
}

/** Values of its descriptors that a message is translated for and kept: a loop can count them up. */
const MOST_DESCRIPTORS = 256;

/** A message whose descriptors are in registers: it is read when it is sent, once for each value. */
function atRunTime(translation: Translation, instruction: Instruction, send: Send): Step {
  const { layout } = translation;
  const [desc, exDesc] = [registerOf(layout, send.desc), registerOf(layout, send.exDesc)];
  const steps = new Map<string, Step>();
  return (t) => {
    const low = desc === undefined ? send.desc.imm : (t.u32[desc] ?? 0);
    const high = exDesc === undefined ? send.exDesc.imm : (t.u32[exDesc] ?? 0);
    const key = `${low} ${send.unit === undefined ? high & 0xfff : ''}`;
    let step = steps.get(key);
    if (step === undefined) {
      step = translateSend(translation, { ...instruction, send: sendOf(send, low, high) });
      if (steps.size >= MOST_DESCRIPTORS) steps.clear();
      steps.set(key, step);
    }
    step(t);
  };
}

const registerOf = (layout: RegisterLayout, { isRegister, sub }: Send['desc']): number | undefined =>
  isRegister ? (layout.of('a') >> 2) + sub : undefined;

/** The send with its descriptors as numbers. A surface that the extended descriptor names stays in its register. */
function sendOf(send: Send, low: number, high: number): Send {
  const known: Send = {
    ...send,
    desc: { imm: low, sub: 0, isRegister: false },
    src0Length: (low >>> 25) & 15,
    dstLength: (low >>> 20) & 31,
  };
  if (send.unit !== undefined || !send.exDesc.isRegister) return known;
  throw new Unsupported(`a message whose unit is in a register (0x${(high >>> 0).toString(16)})`);
}

function accessesOfBarrier(layout: RegisterLayout, instruction: Instruction, { operation }: Message): readonly Access[] {
  if (operation !== 'signal_named_barrier') return [];
  return [inPayload(payloadOf(layout, instruction), 'address', 8, 4, 4, 1, maskOf(layout, instruction), false)];
}

/** The second word of the payload says which barrier is signalled, and who waits. */
function barrier(translation: Translation, instruction: Instruction, message: Message): Step {
  const { layout } = translation;
  const mask = maskOf(layout, instruction);
  const [source] = instruction.sources;
  const at = source === undefined ? -1 : (layout.placeOf(source) ?? 0) >> 2;
  const isNamed = message.operation === 'signal_named_barrier';
  return (t: Thread) => {
    if (mask(t) === 0) return;
    t.around.counts.messages++;
    const word = isNamed ? (t.i32[at + 2] ?? 0) : 0;
    t.around.signal(t, word & 0xff, (word >>> 16) & 0xff, word >>> 24, (word >>> 14) & 3);
  };
}
