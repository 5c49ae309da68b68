/**
 * Control-flow graphs in the DOT language of Graphviz: one graph, with a cluster for each kernel, because `dot` draws a file of several
 * graphs as several pictures.
 *
 * Source: https://graphviz.org/doc/info/lang.html
 */
import { counted, type GraphBlock, hexDigits, type KernelGraphStream, placeText } from '../../src/internal.ts';
import type { Io } from '../io.ts';
import { visible } from '../text.ts';

type EdgeKind = GraphBlock['successors'][number]['kind'];

/** How an edge is drawn, by its kind: falling through is the plain one. */
const EDGES: Readonly<Record<EdgeKind, string>> = {
  next: '',
  branch: 'color="#1f5fbf"',
  call: 'style=bold, color="#8a3ab9"',
  return: 'style=dashed, color="#8a3ab9"',
};

/** Blocks outside loops, in one loop, in two, in more. */
const FILLS = ['#ffffff', '#fff3d6', '#ffe0a3', '#ffc76b'];

const HEAD = 'digraph zebin {\n  graph [fontname="monospace", labeljust=l];\n  node [shape=box, style=filled, fontname="monospace"];\n';

export function printGraphs(graphs: Iterable<KernelGraphStream>, io: Io): void {
  let number = 0;
  for (const graph of graphs) {
    if (number === 0) io.print(HEAD);
    printGraph(graph, number++, io);
  }
  if (number > 0) io.print('}\n');
}

function printGraph({ name, label, address, target, blocks, reason }: KernelGraphStream, number: number, io: Io): void {
  const [device] = target;
  const title = [label || name || 'code', [address, device ?? ''].filter((part) => part !== '').join(' '), reason ?? ''];
  io.print(`  subgraph cluster_${number} {\n    label=${quoted(title.filter((line) => line !== ''))};\n`);
  let index = 0;
  for (const block of blocks) {
    const fill = FILLS[Math.min(block.loop_depth, FILLS.length - 1)];
    io.print(`    k${number}b${index} [label=${quoted(blockLines(block, index))}, fillcolor="${fill}"];\n`);
    for (const { block: to, kind } of block.successors) {
      const drawn = EDGES[kind];
      io.print(`    k${number}b${index} -> k${number}b${to}${drawn === '' ? '' : ` [${drawn}]`};\n`);
    }
    index++;
  }
  // Without blocks there is nothing that a cluster is drawn around.
  if (index === 0) io.print(`    k${number} [label="not decoded"];\n`);
  io.print('  }\n');
}

function blockLines({ offset, last, instructions, messages, live, source }: GraphBlock, index: number): string[] {
  return [
    `${index}: ${hexDigits(offset, 4)} to ${hexDigits(last, 4)}`,
    `${counted(instructions, 'instruction')}, ${counted(messages, 'message')}`,
    `up to ${counted(live, 'register')} live`,
    ...(source === undefined ? [] : [placeText(source)]),
  ];
}

/** A text of lines, each of which begins at the left. An ampersand would begin the name of a character. */
const quoted = (lines: readonly string[]): string => `"${lines.map((line) => `${escaped(visible(line))}\\l`).join('')}"`;
const escaped = (text: string): string => text.replace(/[\\"]/g, '\\$&').replaceAll('&', '&amp;');
