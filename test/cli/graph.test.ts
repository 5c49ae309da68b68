/** `disasm --graph`: the blocks are those of the analysis, the counts those of the lines, and Graphviz draws what is printed. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { printGraphs } from '../../cli/code/graph-text.ts';
import { disasmDocument, disasmStream, graphStream, type Item, inspect, type KernelGraph } from '../../src/internal.ts';
import { fixture } from '../support/corpus.ts';
import { needs } from '../support/tools.ts';
import { fakeIo } from './fake-io.ts';
import { scratchFolder, zebin } from './zebin.ts';

const FILES = ['zebin/igc2/bmg/loops-cost.zebin', 'zebin/igc1/tgllp/spill-global.zebin', 'zebin/igc2/dg2/calls-debug.zebin'];

const dotOf = (graphs: Iterable<KernelGraph>): string => {
  const io = fakeIo();
  printGraphs(graphs, io);
  return io.printed();
};

const graphsOf = (root: Item): KernelGraph[] =>
  Array.from(graphStream(disasmStream(root, { analysis: true })).graphs, ({ blocks, ...graph }) => ({ ...graph, blocks: [...blocks] }));

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const unescaped = (text: string): string =>
  text.replace(/&(?:#(\d+)|(\w+));/g, (_, code: string | undefined, name: string) =>
    code === undefined ? (NAMED[name] ?? '') : String.fromCharCode(Number(code)),
  );

/** A part of the picture: its name in the graph, and the first line of what is written in it. */
interface Part {
  readonly kind: string;
  readonly title: string;
  readonly text: string;
}

/** What Graphviz draws: https://graphviz.org/docs/outputs/svg/ */
function drawn(dot: string): (kind: string) => Part[] {
  const { status, stdout, stderr } = spawnSync('dot', ['-Tsvg'], { input: dot, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  const groups = [...stdout.matchAll(/<g id="\w+" class="(\w+)">\s*<title>(.*?)<\/title>(.*?)(?=<g |<\/svg>)/gs)];
  const parts = groups.map(([, kind = '', title = '', rest = '']): Part => {
    const [, text = ''] = /<text [^>]*>(.*?)<\/text>/.exec(rest) ?? [];
    return { kind, title: unescaped(title), text: unescaped(text) };
  });
  return (kind) => parts.filter((part) => part.kind === kind);
}

describe.each(FILES)('%s', (name) => {
  const root = inspect(fixture(name).bytes()).value;
  const graphs = graphsOf(root);
  const { code } = disasmDocument(root, { analysis: true });

  test('has the blocks of the analysis, with the counts of its lines', () => {
    expect(graphs.map(({ section }) => section)).toEqual(code.map(({ section }) => section));
    for (const [i, { blocks }] of graphs.entries()) {
      const { analysis, lines = [] } = code[i] ?? {};
      expect(blocks.map(({ offset, last, loop_depth, successors }) => ({ offset, last, loop_depth, successors }))).toEqual(
        analysis?.blocks,
      );
      for (const [index, block] of blocks.entries()) {
        const inside = lines.filter((line) => line.kind === 'instruction' && line.offset >= block.offset && line.offset <= block.last);
        expect(inside.every((line) => line.block === index)).toBe(true);
        expect(block.instructions).toBe(inside.length);
        expect(block.messages).toBe(inside.filter(({ text }) => /\bsendc?s?[.g ]/.test(text)).length);
        expect(block.live).toBe(Math.max(...inside.map(({ live = 0 }) => live)));
      }
      expect(Math.max(0, ...blocks.map(({ live }) => live))).toBe(analysis?.peak?.registers ?? 0);
    }
  });

  needs('dot')('Graphviz draws a cluster for each kernel, its blocks and its edges', () => {
    const parts = drawn(dotOf(graphs));
    expect(parts('cluster').map(({ title, text }) => [title, text])).toEqual(graphs.map(({ label }, i) => [`cluster_${i}`, label]));
    const titles = (kind: string) =>
      parts(kind)
        .map(({ title }) => title)
        .sort();
    expect(titles('node')).toEqual(graphs.flatMap(({ blocks }, k) => blocks.map((_, b) => `k${k}b${b}`)).sort());
    const edges = graphs.flatMap(({ blocks }, k) =>
      blocks.flatMap(({ successors }, b) => successors.map((to) => `k${k}b${b}->k${k}b${to.block}`)),
    );
    expect(titles('edge')).toEqual(edges.sort());
  });
});

test('blocks have a place in the source where there is debug information', () => {
  const root = inspect(fixture('zebin/igc2/dg2/calls-debug.zebin').bytes()).value;
  const [first] = graphsOf(root);
  expect(first?.blocks.some(({ source }) => (source?.line ?? 0) > 0)).toBe(true);
});

needs('dot')('any name is a title, as it is', () => {
  const block = { offset: 0, last: 0, loop_depth: 0, successors: [], instructions: 1, messages: 0, live: 3 };
  const about = { address: '', target: [], section: '', size: 16, decoder: 'zebin', platform: '2', reason: null };
  const names = ['a "b" \\l c', '<b>&amp;</b>', 'x\ny', 'plain'];
  const parts = drawn(dotOf(names.map((name) => ({ ...about, name, label: name, blocks: [block] }))));
  expect(parts('cluster').map(({ text }) => text)).toEqual(['a "b" \\l c', '<b>&amp;</b>', 'x\\x0ay', 'plain']);
});

test('the command prints it as DOT and as JSON, and says what is not decoded', async () => {
  const file = join(scratchFolder(), 'code.bin');
  writeFileSync(file, fixture('zebin/igc2/bmg/clock.zebin').bytes());
  const dot = await zebin(['disasm', file, 'clock', '--graph']);
  expect([dot.status, dot.stderr]).toEqual([0, '']);
  expect(dot.stdout).toMatch(/^digraph zebin \{\n[\s\S]*subgraph cluster_0 \{\n {4}label="clock\\lBMG-G21 A0\\l";\n[\s\S]*\}\n$/);
  const json = await zebin(['disasm', file, 'clock', '--graph', '--json']);
  const [graph] = JSON.parse(json.stdout).graphs;
  expect(JSON.parse(json.stdout)).toMatchObject({ schema: 'zebin/graph/1', complete: true });
  expect(dot.stdout.match(/ k0b\d+ \[/g)).toHaveLength(graph.blocks.length);
  const { status, stdout } = await zebin(['disasm', 'zebin/igc2/dg2/library-user.zebin', 'nosuch', '--graph']);
  expect([status, stdout]).toEqual([1, '']);
});
