/** The control-flow graph of kernels: blocks with figures, and the edges between them. */
import type { Completeness } from '../walk/damage.ts';
import type { BlockJson, CodeListing, DisasmStream, ListingStream, SourceJson } from './disasm/model.ts';
import type { DiagnosticJson } from './json.ts';

/** `zebin disasm --graph --json`: the control-flow graph of each piece of code. */
export interface GraphDocument extends Completeness {
  readonly schema: 'zebin/graph/1';
  /** One for each code section, in the order of the file. */
  readonly graphs: readonly KernelGraph[];
  /** As in the document of `disasm`. */
  readonly diagnostics: readonly DiagnosticJson[];
}

/** The graph of one piece of code, with what `disasm` says about the code. */
export interface KernelGraph
  extends Pick<CodeListing, 'address' | 'target' | 'name' | 'label' | 'section' | 'size' | 'decoder' | 'platform' | 'reason'> {
  /** In the order of addresses; none where the instructions are not decoded. Edges name them by their index. */
  readonly blocks: readonly GraphBlock[];
}

/** A basic block. Offsets are in bytes from the start of the code. */
export interface GraphBlock extends BlockJson {
  readonly instructions: number;
  /** Instructions that send a message. */
  readonly messages: number;
  /** The most general registers that are live before one of its instructions. */
  readonly live: number;
  /** The place in the source of its first instruction that has one. */
  readonly source?: SourceJson;
}

/** The parts of a `GraphDocument`, made when they are asked for, one after the other. */
export interface GraphStream extends Omit<GraphDocument, 'graphs'> {
  readonly graphs: Iterable<KernelGraph>;
}

/**
 * The graphs of code that is disassembled with `analysis` and `instructions`: `zebin disasm --graph`.
 *
 * @example
 * const { graphs } = graphStream(disasmStream(inspect(bytes).value, { kernel: 'clock', analysis: true }));
 * [...graphs][0]?.blocks[0]?.offset; // 0
 */
export function graphStream({ schema: _, code, ...rest }: DisasmStream): GraphStream {
  function* graphs(): Generator<KernelGraph> {
    for (const listing of code) yield graphOf(listing);
  }
  return { schema: 'zebin/graph/1', ...rest, graphs: graphs() };
}

function graphOf({ address, target, name, label, section, size, decoder, platform, reason, analysis, lines }: ListingStream): KernelGraph {
  const blocks = (analysis?.blocks ?? []).map((block): Figures => ({ block, instructions: 0, messages: 0, live: 0, source: undefined }));
  for (const line of lines) {
    const figures = blocks[line.block ?? -1];
    if (figures === undefined) continue;
    figures.instructions++;
    if (line.instruction?.op.startsWith('send')) figures.messages++;
    figures.live = Math.max(figures.live, line.live ?? 0);
    figures.source ??= line.source?.find((place) => place.line > 0);
  }
  return {
    ...{ address, target, name, label, section, size, decoder, platform, reason },
    blocks: blocks.map(({ block, source, ...counts }) => ({ ...block, ...counts, ...(source && { source }) })),
  };
}

interface Figures {
  readonly block: BlockJson;
  instructions: number;
  messages: number;
  live: number;
  source: SourceJson | undefined;
}
