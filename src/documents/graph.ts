/** The control-flow graph of kernels: blocks with figures, and the edges between them. */
import type { Completeness } from '../walk/damage.ts';
import type { BlockJson, CodeLine, CodeListing, DisasmStream, ListingStream, SourceJson } from './disasm/model.ts';
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

/** A graph whose blocks are made when they are asked for, and can be asked for once. */
export interface KernelGraphStream extends Omit<KernelGraph, 'blocks'> {
  readonly blocks: Iterable<GraphBlock>;
}

/** The parts of a `GraphDocument`, made when they are asked for, one after the other. */
export interface GraphStream extends Omit<GraphDocument, 'graphs'> {
  readonly graphs: Iterable<KernelGraphStream>;
}

/**
 * The graphs of code that is disassembled with `analysis` and `instructions`: `zebin disasm --graph`.
 *
 * @example
 * const { graphs } = graphStream(disasmStream(inspect(bytes).value, { kernel: 'clock', analysis: true }));
 * const [graph] = graphs;
 * [...(graph?.blocks ?? [])][0]?.offset; // 0
 */
export function graphStream({ schema: _, code, ...rest }: DisasmStream): GraphStream {
  function* graphs(): Generator<KernelGraphStream> {
    for (const listing of code) yield graphOf(listing);
  }
  return { schema: 'zebin/graph/1', ...rest, graphs: graphs() };
}

function graphOf(listing: ListingStream): KernelGraphStream {
  const { address, target, name, label, section, size, decoder, platform, reason } = listing;
  return { address, target, name, label, section, size, decoder, platform, reason, blocks: blocksOf(listing) };
}

/** Blocks are in the order of addresses, as lines are. */
function* blocksOf({ analysis, lines }: ListingStream): Generator<GraphBlock> {
  let number = -1;
  let block: Draft | undefined;
  for (const line of lines) {
    if (line.block === undefined) continue;
    if (line.block !== number) {
      if (block !== undefined) yield block;
      block = undefined;
      number = line.block;
      const around = analysis?.blocks.at(number);
      if (around === undefined) continue;
      const { offset, last, loop_depth, successors } = around;
      // Not `{ ...around, instructions: 0 }`: that takes V8 a microsecond and leaves garbage that it collects late. Blocks may be a million.
      block = { offset, last, loop_depth, successors, instructions: 0, messages: 0, live: 0 };
    }
    if (block !== undefined) add(block, line);
  }
  if (block !== undefined) yield block;
}

type Draft = { -readonly [Name in keyof GraphBlock]: GraphBlock[Name] };

function add(block: Draft, { instruction, live = 0, source }: CodeLine): void {
  block.instructions++;
  if (instruction?.op.startsWith('send')) block.messages++;
  block.live = Math.max(block.live, live);
  const place = block.source === undefined && source?.find(({ line }) => line > 0);
  if (place) block.source = place;
}
