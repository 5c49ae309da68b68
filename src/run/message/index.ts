/** Sends become steps. */
import { type Instruction, type Message, messageOf, optionBit, type Send } from '../../formats/eu/index.ts';
import type { Step } from '../alu/kinds.ts';
import { maskOf } from '../alu/masks.ts';
import { Unsupported } from '../alu/source.ts';
import type { RegisterLayout } from '../registers.ts';
import type { Thread } from '../thread.ts';
import { translateBlock } from './block.ts';
import { translateBlock2d } from './block2d.ts';
import { translateImageBlock } from './image-block.ts';
import { translateLanes } from './simt.ts';
import type { Surroundings } from './target.ts';
import { translateSample, translateTyped } from './typed.ts';

const EOT = optionBit('EOT');

/** What a send does. Throws {@link Unsupported} for messages without semantics. */
export function translateSend(around: Surroundings, instruction: Instruction): Step {
  const { send, options } = instruction;
  if (send === undefined) throw new Unsupported('a send without a message');
  if ((options & EOT) !== 0)
    return (t) => {
      t.state = 'ended';
    };
  const message = messageOf(instruction, around.layout.platform);
  if (message === undefined || message.unit === undefined) return atRunTime(around, instruction, send);
  return translateMessage(around, instruction, message);
}

function translateMessage(around: Surroundings, instruction: Instruction, message: Message): Step {
  if (message.operation === undefined) throw new Unsupported(`the message ${message.title || message.faults[0] || 'that is not known'}`);
  switch (message.operation) {
    case 'fence':
    case 'sample_flush':
      return () => undefined;
    case 'signal_barrier':
    case 'signal_named_barrier':
      return barrier(around, instruction, message);
    default:
  }
  if (message.block === true) return (message.unit === 'tgm' ? translateImageBlock : translateBlock2d)(around, instruction, message);
  if (message.unit === 'dc1' && message.title.startsWith('media block')) return translateImageBlock(around, instruction, message);
  if (message.group === 'sample') return translateSample(around, instruction, message);
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
    const low = desc === undefined ? send.desc.imm : (t.u32[desc] as number);
    const high = exDesc === undefined ? send.exDesc.imm : (t.u32[exDesc] as number);
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
    const word = isNamed ? (t.i32[at + 2] as number) : 0;
    around.signal(t, word & 0xff, (word >>> 16) & 0xff, word >>> 24, (word >>> 14) & 3);
  };
}
