/** The requests of the code tab: the lines of the code with their places in the source, and the texts of vISA that are in the image. */
import { visible } from '../../cli/visible.ts';
import {
  type ClosedItem,
  type CodeLinks,
  codeLinks,
  disasmStream,
  type InstructionLinks,
  type Item,
  openVisa,
  printVisa,
  type RegisterUse,
} from '../../src/internal.ts';
import { type CodeView, viewOf } from './code-view.ts';
import { answerBudget, itemAt } from './files.ts';
import type { KernelParams } from './kernel-place.ts';
import { givenSamples } from './samples.ts';

export interface VisaText {
  readonly address: string;
  readonly routine: string;
}

const MAX_TEXT = 8 << 20;
const MAX_VISA = 1_000;

/** The kernel whose links were requested last: its analysis is large, and only one is viewed at a time. */
let linked: { readonly item: Item; readonly name: string; readonly links: CodeLinks | undefined } | undefined;

export const CODE_HANDLERS = {
  /** The code of a kernel, with the samples that were given when `samples` is a number: a new number means new samples. */
  code: ({ file, at, name, samples }: KernelParams & { samples?: number }): CodeView | null => {
    const stallSamples = samples === undefined ? undefined : givenSamples();
    const options = {
      pattern: name,
      instructions: false,
      analysis: true,
      budget: answerBudget(),
      ...(stallSamples && { samples: stallSamples }),
    };
    const { code, diagnostics } = disasmStream(itemAt(file, at), options);
    let view: ReturnType<typeof viewOf> | undefined;
    for (const listing of code) if (listing.address === at && listing.name === name) view ??= viewOf(listing);
    // The findings about a listing come after its lines.
    const unchecked = diagnostics.filter((one) => one.code === 'code/unchecked').map(({ message }) => message);
    return view ? { ...view, unchecked } : null;
  },

  /** What defines the values that an instruction reads, and what uses those that it writes; null where there is no instruction. */
  codeLinks: ({ offset, ...place }: KernelParams & { offset: number }): InstructionLinks | null =>
    offset < 0 ? null : (linksOf(place)?.at(offset) ?? null),

  /** The instructions that read or write a register of a file such as `r`. */
  registerUses: ({ register, index, ...place }: KernelParams & { register: string; index: number }): readonly RegisterUse[] =>
    register === '' ? [] : (linksOf(place)?.usesOfRegister(register, index) ?? []),

  /** The texts of vISA of an image, those of the kernel first. */
  visaTexts: ({ file, at, name }: { file: number; at: string; name?: string }): VisaText[] => {
    const texts = visaOf(itemAt(file, at)).map(({ address, stored: bytes }) => ({
      address,
      routine: routineOf(bytes.sub(0, Math.min(bytes.length, 4_096)).text()),
    }));
    return [...texts.filter(({ routine }) => routine === name), ...texts.filter(({ routine }) => routine !== name)];
  },

  /** A text of vISA as it is written, or as an object prints. */
  visaText: ({ file, address }: { file: number; address: string }): { text: string; left: number } => {
    const { bytes } = itemAt(file, address);
    const text = bytes.startsWith('CISA')
      ? printVisa(openVisa(bytes).value)
      : new TextDecoder().decode(bytes.sub(0, Math.min(bytes.length, MAX_TEXT)).data);
    return {
      text: linesVisible(text.slice(0, MAX_TEXT)),
      left: Math.max(bytes.startsWith('CISA') ? text.length - MAX_TEXT : bytes.length - MAX_TEXT, 0),
    };
  },
};

function linksOf({ file, at, name }: KernelParams): CodeLinks | undefined {
  const item = itemAt(file, at);
  if (linked?.item !== item || linked.name !== name) linked = { item, name, links: codeLinks(item, name, answerBudget()) };
  return linked.links;
}

/** The texts of vISA of an image: the item itself when it is one. */
export function visaOf(item: Item): readonly ClosedItem[] {
  const items = item.kind.startsWith('visa-') ? [item] : item.children.filter(({ name }) => name.startsWith('.visaasm'));
  return items.slice(0, MAX_VISA);
}

function routineOf(text: string): string {
  return /^\.(?:kernel|global_function) "?([^"\n]*)"?/m.exec(text)?.[1] ?? '';
}

function linesVisible(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => visible(line.replaceAll('\t', '    ')))
    .join('\n');
}
