import { describe, expect, test } from 'vitest';
import { type CostModel, costFormula, evaluateCost, readCosts } from '../../../src/analysis/cost/index.ts';
import { readZebin } from '../../../src/formats/zebin/index.ts';
import { fixture, zebins } from '../../support/corpus.ts';

function modelsOf(file: string): Map<string, CostModel> {
  const models = [...readCosts(readZebin(fixture(`zebin/${file}.zebin`).bytes()).value)];
  return new Map(models.map((model) => [model.kernel, model]));
}

function model(file: string, name: string): CostModel {
  const found = modelsOf(file).get(name);
  if (!found) throw new Error(`no ${name}`);
  return found;
}

const BMG = 'igc2/bmg/loops-cost';
const SKL = 'igc1-17791/skl/loops-cost';

describe('costs of the corpus, by hand from the text of .ze_info', () => {
  test.each([
    // loop_arg: 51 + n × 40 cycles, n × 64 bytes loaded, 128 stored.
    [BMG, 'loop_arg', { n: 0 }, {}, [51, 0, 128]],
    [BMG, 'loop_arg', { n: 1 }, {}, [91, 64, 128]],
    [BMG, 'loop_arg', { n: 1000 }, {}, [40_051, 64_000, 128]],
    // loop_affine: the compiler cannot follow 4 × n + 3; for n = 10 that is 43 passes of 42 cycles, 64 bytes in and out, on top of 28.
    [BMG, 'loop_affine', {}, { 1: 43 }, [1_834, 2_752, 2_752]],
    // loop_nested: m = 3 passes of 13 cycles with k = 5 passes of 22 each, then (n - 2) / 2 = 4 passes of 8, for n = 10; 44 around them.
    // Loaded 3 × 5 × 33; stored 3 × 32 + 4 × 2.
    [BMG, 'loop_nested', { n: 10, m: 3 }, { 2: 5 }, [445, 495, 104]],
    // Without the first loop the one in it needs no count: 44 + 4 × 8.
    [BMG, 'loop_nested', { n: 10, m: 0 }, {}, [76, 0, 8]],
    // n = 0 gives -1 passes, of which there are none.
    [BMG, 'loop_nested', { n: 0, m: 0 }, {}, [44, 0, 0]],
    // loop_struct: rows = 4 (what is added after the arguments), cols = 8: 25 + 4 × (6 + 8 × 21).
    [BMG, 'loop_struct', { implicit10: 4 }, { 2: 8 }, [721, 1_024, 1_024]],
    // loop_fixed: 19 + 100 × 84.
    [BMG, 'loop_fixed', {}, { 1: 100 }, [8_419, 12_800, 12_800]],
    // An older compiler writes costs without counts: 61 + 2 × (17 + 3 × 31) + 4 × 12.
    [SKL, 'loop_nested', {}, { 1: 2, 2: 3, 3: 4 }, [329, 240, 128]],
    [SKL, 'loop_fixed', {}, { 1: 100 }, [15_834, 12_800, 12_800]],
  ] as const)('%s %s %o %o', (file, name, symbols, loops, [cycles, bytes_loaded, bytes_stored]) => {
    const inputs = {
      symbols: new Map(Object.entries(symbols)),
      loops: new Map(Object.entries(loops).map(([index, count]) => [Number(index), count])),
    };
    expect(evaluateCost(model(file, name), inputs).total).toEqual({ cycles, bytes_loaded, bytes_stored });
  });

  test('loop_indirect: the count is 8 bytes after the pointer n', () => {
    const { symbols, loops } = model(BMG, 'loop_indirect');
    expect(symbols).toEqual([{ name: 'n+8', argument: 1, offset: 8, size: 8, indirect: true }]);
    expect(loops.map(({ count }) => count)).toEqual([{ kind: 'symbol', symbol: symbols[0], factor: 1, constant: 0 }]);
  });

  test('the list of expressions is of the whole module, and each kernel gets its own', () => {
    const counts = [...modelsOf(BMG).values()].map(({ kernel, counts, loops }) => [
      kernel,
      counts,
      loops.map(({ count }) => (count.kind === 'symbol' ? `${count.factor} ${count.symbol.name} ${count.constant}` : count.kind)),
    ]);
    expect(counts).toEqual([
      ['loop_arg', 'module', ['1 n 0']],
      ['loop_affine', 'module', ['unknown']],
      ['loop_nested', 'module', ['1 m 0', 'unknown', '0.5 n -1']],
      ['loop_struct', 'module', ['1 implicit10 0', 'unknown']],
      ['loop_indirect', 'module', ['1 n+8 0']],
      ['loop_fixed', 'module', ['unknown']],
    ]);
    expect([...modelsOf(SKL).values()].map(({ counts }) => counts)).toEqual(Array(6).fill('none'));
  });

  test('formulas say the same as the numbers', () => {
    expect(costFormula(model(BMG, 'loop_nested'), 'cycles')).toBe('44 + m × (13 + loop 2 × 22) + (0.5 × n - 1) × 8');
    expect(costFormula(model(BMG, 'loop_nested'), 'bytes_stored')).toBe('m × 32 + (0.5 × n - 1) × 2');
    expect(costFormula(model(BMG, 'loop_arg'), 'bytes_stored')).toBe('128');
    expect(costFormula(model(BMG, 'loop_struct'), 'bytes_loaded')).toBe('implicit10 × loop 2 × 32');
  });
});

/** A zebin whose only content is a text of ze_info is as good as any: the estimate has no other source. */
function fromText(text: string): CostModel[] {
  const bytes = fixture(`zebin/${BMG}.zebin`).bytes();
  const zebin = readZebin(bytes).value;
  const section = zebin.zeInfo?.bytes;
  if (!section) throw new Error('no .ze_info');
  if (text.length > section.length) throw new Error('too long');
  const made = bytes.slice();
  made.set(new TextEncoder().encode(text.padEnd(section.length, '\n')), section.base);
  return [...readCosts(readZebin(made).value)];
}

const cost = (cycle: number, loops: number) =>
  `      - cycle: ${cycle}\n        bytes_loaded: 0\n        bytes_stored: 0\n        num_loops: ${loops}\n`;
const expression = (factor: number, symbol: number, C: number) =>
  `      - factor: ${factor}\n        argsym_index: ${symbol}\n        C: ${C}\n`;
const kernel = (expressions: string, ...costs: string[]) =>
  `  - name: k\n    kcm_loop_count_exps:\n${expressions}    Kcm_loop_costs:\n${costs.join('')}`;
const HEAD = 'version: "1.73"\nkernels:\n  - name: k\n    execution_env:\n      simd_size: 16\nkernels_cost_info:\n';

describe('odd estimates', () => {
  test('one expression for each loop, as the specification has it; a factor of 0 is a constant', () => {
    const [one] = fromText(HEAD + kernel(expression(0, -1, 16) + expression(1, -1, 0), cost(1, 1), cost(10, 1), cost(100, 0)));
    expect(one?.counts).toBe('own');
    expect(evaluateCost(one as CostModel, { assume: 2 }).total?.cycles).toBe(1 + 16 * (10 + 2 * 100));
    expect(evaluateCost(one as CostModel, { assume: -2 }).loops.at(-1)?.count).toBe(0);
    expect(evaluateCost(one as CostModel).needs).toEqual(['loop 2']);
  });

  test('loops that do not make a tree are in no other', () => {
    const [one] = fromText(HEAD + kernel('', cost(1, 1), cost(10, 0), cost(100, 5)));
    expect([one?.stray, one?.loops.map(({ parent, depth }) => [parent, depth])]).toEqual([
      1,
      [
        [0, 1],
        [0, 1],
      ],
    ]);
  });

  test('a symbol that is not there leaves the count unknown', () => {
    const [one] = fromText(HEAD + kernel(expression(1, 7, 0), cost(1, 1), cost(10, 0)));
    expect(one?.loops[0]?.count).toEqual({ kind: 'unknown' });
  });

  test('a list of another length than the loops of all kernels says nothing', () => {
    const two = kernel(expression(0, -1, 2) + expression(0, -1, 3), cost(1, 1), cost(10, 0));
    expect(fromText(HEAD + two + two.replace('name: k', 'name: j')).map(({ counts }) => counts)).toEqual(['module', 'module']);
    const three = kernel(expression(0, -1, 2).repeat(3), cost(1, 1), cost(10, 0));
    expect(fromText(HEAD + three).map(({ counts }) => counts)).toEqual(['none']);
  });

  test('no estimate at all', () => {
    expect([...readCosts(readZebin(fixture('zebin/igc2/bmg/basic.zebin').bytes()).value)]).toEqual([]);
  });
});

test('every estimate of the corpus is a tree, and its symbols have names', { tags: ['corpus'] }, () => {
  let models = 0;
  for (const file of zebins()) {
    for (const one of readCosts(readZebin(file.bytes()).value)) {
      models++;
      expect(one.stray, file.name).toBe(0);
      for (const { name } of one.symbols) expect(name).toMatch(/^[a-z_]\w*(\+\d+)?$/i);
    }
  }
  expect(models).toBeGreaterThan(11);
});
