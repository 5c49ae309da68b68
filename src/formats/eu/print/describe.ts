/**
 * The fields of an instruction and what their values mean, for users. They describe the bits in the file, so for a compacted instruction
 * its 64 bits.
 */
import type { BitField } from '../../../core/schema/index.ts';
import { messageComment, messageFieldsOf } from '../message/of.ts';
import { compactOf, type Instruction, type Operand, optionBit } from '../model.ts';
import { labelName, targetOf } from '../read/labels.ts';
import type { BitRange } from '../table/layout.ts';
import { compactedFields } from './compact-fields.ts';
import { type Field, fieldsOf } from './fields.ts';
import { bareRegister, valueText } from './operand.ts';

/** Every bit of an instruction, each in one field, ordered by the lowest bit. Names are those of `FIELDS`, and `reserved`. */
export function describeFields(instruction: Instruction, platform: number): BitField[] {
  const native = fieldsOf(instruction, platform);
  const compact = compactOf(instruction);
  const parts = messageFieldsOf(instruction, platform).map(({ name, at, bits, value, meaning }) => ({
    name,
    bits: rangeText({ low: at, high: at + bits - 1 }),
    value,
    ...(meaning === undefined ? {} : { meaning }),
  }));
  if (compact !== undefined) return compacted(compact, native, instruction, platform);
  const first = native.find(({ name }) => DESCRIPTORS.includes(name));
  return native.map((field) => ({
    ...described(field, instruction, platform),
    ...(field === first && parts.length > 0 ? { parts } : {}),
  }));
}

/** The descriptors of a message: the first one lists the fields of the message. */
const DESCRIPTORS = ['desc', 'descLow'];

function described({ name, bits, value }: Field, instruction: Instruction, platform: number): BitField {
  const meaning = meaningOf(name, value, instruction, platform);
  return { name, bits: bits.map(rangeText).join(' '), value, ...(meaning === undefined || meaning === '' ? {} : { meaning }) };
}

const rangeText = ({ low, high }: BitRange): string => (low === high ? String(low) : `${high}:${low}`);

/** Fields of a compacted instruction: copied bits have the native names, and an index into a table has those of the fields that it sets. */
function compacted(words: readonly [number, number], native: readonly Field[], instruction: Instruction, platform: number): BitField[] {
  const covers = ({ bits }: Field, ranges: readonly BitRange[]): boolean =>
    bits.some((range) => ranges.some(({ low, high }) => range.low <= high && low <= range.high));
  return compactedFields(words[0], words[1], platform).map(({ name, bits, value, to }) => {
    const set = to.length === 0 ? [] : native.filter((field) => field.name !== 'reserved' && covers(field, to));
    const copied = name === '=';
    const meanings = set.map((field) => {
      const meaning = meaningOf(field.name, field.value, instruction, platform);
      return copied ? (meaning ?? '') : `${field.name} ${meaning || field.value}`;
    });
    const meaning = to.length === 0 ? meaningOf(name, value, instruction, platform) : meanings.filter((text) => text !== '').join(', ');
    return {
      name: copied ? set.map((field) => field.name).join(', ') || 'reserved' : name,
      bits: bits.map(rangeText).join(' '),
      value,
      ...(meaning === undefined || meaning === '' ? {} : { meaning }),
    };
  });
}

const YES_OR_NO = new Set(
  (
    'compacted breakpoint align16 predicateInverse noMask saturate accWrite branchControl forward eot noSrcDepSet fusion ' +
    'exBSO cps indirect0 indirect1 executionType desc.file exDesc.file'
  ).split(' '),
);

const THREAD_CONTROL = ['Atomic', 'Switch', 'NoPreempt'] as const;

const MODIFIERS = ['', '(abs)', '-', '-(abs)'];

/** What the value of a field means in its instruction. */
function meaningOf(name: string, value: number, instruction: Instruction, platform: number): string | undefined {
  const [, which = '', index = '', part = ''] = /^(dst|src(\d))\.(.+)$/.exec(name) ?? [];
  const operand = which === 'dst' ? instruction.dst : instruction.sources[Number(index)];
  if (part !== '') return operand && operandMeaning(part, value, operand);
  if (YES_OR_NO.has(name)) return value === 1 ? 'yes' : 'no';
  const { operation, scoreboard, predicate, condition, subfunction, execSize, channelOffset, send } = instruction;
  switch (name) {
    case 'opcode':
      return operation && `${operation.mnemonic}: ${operation.name}`;
    case 'execSize':
      return execSize === 1 ? 'one channel' : `${execSize} channels`;
    case 'channelOffset':
      return `M${channelOffset}`;
    case 'scoreboard':
      return scoreboard?.text;
    case 'predicate':
      return predicate;
    case 'condition':
    case 'bfnCondition':
      return condition;
    case 'sfid':
      return send?.unit;
    case 'desc':
    case 'descLow':
      return messageComment(instruction, platform);
    case 'exDesc':
    case 'descHigh':
    case 'descTop':
      return 'part of the message';
    case 'exDesc.sub':
      return send && `a0.${send.exDesc.sub}`;
    case 'indirect0.sub':
    case 'indirect1.sub':
      return `s0.${8 * value}`;
    case 'src0Length':
    case 'src1Length':
      return value === 1 ? 'one register' : `${value} registers`;
    case 'immediate': {
      const immediate = instruction.sources.find(({ kind }) => kind === 'immediate');
      return immediate && valueText(immediate) + (immediate.type?.text ?? '');
    }
    case 'threadControl':
      return THREAD_CONTROL.find((option) => (instruction.options & optionBit(option)) !== 0);
    case 'jip':
    case 'uip': {
      const label = instruction.sources.filter(({ kind }) => kind === 'label')[name === 'jip' ? 0 : 1];
      return label && labelName(targetOf(instruction, label));
    }
    case 'flagRegister':
    case 'flagSubRegister':
      return predicate === '' && condition === '' ? undefined : `f${instruction.flag}.${instruction.flagSub}`;
    default:
      return name.endsWith('Function') || name.startsWith('downscale') || name === 'repeatCount' || name === 'systolicDepth'
        ? subfunction
        : undefined;
  }
}

function operandMeaning(part: string, value: number, operand: Operand): string | undefined {
  const { kind, register, region, type, sub } = operand;
  switch (part) {
    case 'file':
      if (kind === 'immediate' || kind === 'label') return 'immediate';
      return register?.name === 'r' ? 'general registers' : 'architecture registers';
    case 'type':
    case 'typeHigh':
    case 'precision':
      return type?.name;
    case 'reg':
    case 'regHigh':
    case 'regHighImm':
      return kind === 'direct' || kind === 'macro' ? bareRegister(operand) : register?.name === 's' ? 's0' : undefined;
    case 'sub':
      if (register?.name === 's' && kind === 'indirect') return `s0.${sub}`;
      return kind === 'direct' && type !== undefined ? `${bareRegister(operand)}.${sub}:${type.name}` : undefined;
    case 'modifier':
      return MODIFIERS[value];
    case 'stride':
    case 'width':
    case 'vertical':
      return region?.text;
    case 'indirect':
    case 'scalar':
    case 'replicate':
      return value === 1 ? 'yes' : 'no';
    case 'macro':
      return value === 8 ? 'nomme' : `mme${value}`;
    case 'addrImm':
    case 'addrImm16':
      return `${operand.offset} bytes`;
    case 'addrSub':
      return `a0.${sub}`;
    case 'imm':
    case 'imm64Low':
    case 'imm64High':
      return kind === 'immediate' ? valueText(operand) + (type?.text ?? '') : undefined;
    default:
      return undefined;
  }
}
