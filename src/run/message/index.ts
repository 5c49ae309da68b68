/** Sends become steps. */
import { type Instruction, type Message, messageOf, optionBit, type Send } from '../../formats/eu/index.ts';
import { ABSENT_UNIT_NAMES, absentMessage } from '../absent.ts';
import { Unsupported } from '../alu/elements.ts';
import type { Step } from '../alu/kinds.ts';
import { maskOf } from '../alu/masks.ts';
import type { RegisterLayout } from '../registers.ts';
import type { Thread } from '../thread.ts';
import { translateBlock } from './block.ts';
import { translateBlock2d } from './block2d.ts';
import { translateImageBlock } from './image-block.ts';
import { translateLanes } from './simt.ts';
import type { Surroundings } from './target.ts';
import { translateSample, translateTyped } from './typed.ts';

const EOT = optionBit('EOT');

const ended: Step = (t) => {
  t.state = 'ended';
};

/** What a send does. Throws {@link Unsupported} for messages without semantics. */
export function translateSend(around: Surroundings, instruction: Instruction): Step {
  const { send, options } = instruction;
  if (send === undefined) throw new Unsupported('a send without a message');
  if ((options & EOT) !== 0) return ended;
  const message = messageOf(instruction, around.layout.platform);
  if (message === undefined || message.unit === undefined) return atRunTime(around, instruction, send);
  return translateMessage(around, instruction, message);
}

type Translate = (around: Surroundings, instruction: Instruction, message: Message) => Step;

/** Messages complete at once: there is nothing to wait for. */
const nothing: Translate = () => () => undefined;

const named = (names: string, translate: Translate): readonly (readonly [string, Translate])[] =>
  names.split(' ').map((name) => [name, translate] as const);
const atomic = (names: string): readonly (readonly [string, Translate])[] =>
  named(
    names.replace(/\w+/g, (name) => `atomic_${name}`),
    translateAtomic,
  );

/** What is executed, by operation. */
export const MESSAGES: ReadonlyMap<string, Translate> = new Map([
  ...named('load load_quad load_block2d store store_quad store_block2d load_strided store_strided', translateAccess),
  ...atomic('load iinc idec ipdec store and or xor iadd isub irsub smin smax umin umax icas'),
  ...atomic('fadd fsub fmin fmax fcas bfadd bfsub bfmin bfmax bfcas'),
  ...named('ld ld_lz sample sample_b sample_l sample_d sample_lz resinfo', translateSample),
  ...named('signal_barrier signal_named_barrier', barrier),
  ...named('fence sample_flush', nothing),
  ...named('eot', () => ended),
]);

function translateMessage(around: Surroundings, instruction: Instruction, message: Message): Step {
  const { operation, title, faults, unit } = message;
  const translate = operation === undefined ? undefined : MESSAGES.get(operation);
  if (translate === undefined || ABSENT_UNIT_NAMES.has(unit ?? ''))
    throw new Unsupported(absentMessage(title || faults[0] || operation || 'that is not known', operation, unit));
  return translate(around, instruction, message);
}

function translateAtomic(around: Surroundings, instruction: Instruction, message: Message): Step {
  return (message.coordinates === true ? translateTyped : translateLanes)(around, instruction, message);
}

function translateAccess(around: Surroundings, instruction: Instruction, message: Message): Step {
  if (message.block === true) return (message.unit === 'tgm' ? translateImageBlock : translateBlock2d)(around, instruction, message);
  if (message.unit === 'dc1' && message.title.startsWith('media block')) return translateImageBlock(around, instruction, message);
  if (message.coordinates === true) return translateTyped(around, instruction, message);
  if (message.transposed === true) return translateBlock(around, instruction, message);
  return translateLanes(around, instruction, message);
}

/** A message whose descriptors are in registers: it is read when it is sent, once for each value. */
function atRunTime(around: Surroundings, instruction: Instruction, send: Send): Step {
  const { layout } = around;
  const [desc, exDesc] = [registerOf(layout, send.desc), registerOf(layout, send.exDesc)];
  const steps = new Map<string, Step>();
  return (t) => {
    const low = desc === undefined ? send.desc.imm : (t.u32[desc] ?? 0);
    const high = exDesc === undefined ? send.exDesc.imm : (t.u32[exDesc] ?? 0);
    const key = `${low} ${send.unit === undefined ? high & 0xfff : ''}`;
    let step = steps.get(key);
    if (step === undefined) {
      step = translateSend(around, { ...instruction, send: sendOf(send, low, high) });
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

/** The second word of the payload says which barrier is signalled, and who waits. */
function barrier(around: Surroundings, instruction: Instruction, message: Message): Step {
  const { layout, counts } = around;
  const mask = maskOf(layout, instruction);
  const [source] = instruction.sources;
  const at = source === undefined ? -1 : (layout.placeOf(source) ?? 0) >> 2;
  const isNamed = message.operation === 'signal_named_barrier';
  return (t: Thread) => {
    if (mask(t) === 0) return;
    counts.messages++;
    const word = isNamed ? (t.i32[at + 2] ?? 0) : 0;
    around.signal(t, word & 0xff, (word >>> 16) & 0xff, word >>> 24, (word >>> 14) & 3);
  };
}
