/** Functions that kernels call across sections: which releases resolve them. */
import { describe, expect, test } from 'vitest';
import { NEXT_RELEASE } from '../../src/core/schema/index.ts';
import { checkZebin, RELEASES, releaseRanges } from '../../src/driver/index.ts';
import { buildZebin, SHT, type SymbolSpec } from '../support/build-elf.ts';
import { zebins } from '../support/corpus.ts';

const BMG = 0x05004000;
const DG2 = 0x030dc008;
const NEWEST = RELEASES.at(-1) ?? '';
const VOID = 'Intel_Symbol_Table_Void_Program';
const env = '    execution_env:\n      grf_count: 128\n      simd_size: 16\n';
const [FUNC, GLOBAL_FUNC, OBJECT, GLOBAL_NONE] = [0x02, 0x12, 0x01, 0x10];

/** A relocation: the section of code, its offset there, and the symbol. */
type Call = readonly [section: string, offset: number, symbol: string];

interface Spec {
  readonly functions?: readonly string[];
  readonly symbols: readonly SymbolSpec[];
  readonly calls: readonly Call[];
}

/** A file with kernel k, functions of 16 bytes each and a variable. */
function file({ functions = [], symbols, calls }: Spec, device = BMG): Uint8Array {
  const entry = (name: string) => `  - name: ${name}\n${env}`;
  const listed = functions.length === 0 ? '' : `functions:\n${functions.map(entry).join('')}`;
  const index = (name: string) => symbols.findIndex((symbol) => symbol.name === name) + 1;
  const relocations = (target: string) => ({
    name: `.rel${target}`,
    relocations: calls.filter(([section]) => section === target).map(([, offset, symbol]) => ({ offset, type: 2, symbol: index(symbol) })),
    link: '.symtab',
    info: target,
  });
  return buildZebin({
    zeInfo: `version: '1.15'\nkernels:\n${entry('k')}${entry(VOID)}${listed}`,
    notes: [
      { type: 1, desc: device === DG2 ? 1270 : 1274 },
      { type: 2, desc: device === DG2 ? 0x0c07 : 0x0c09 },
      { type: 6, desc: device },
    ],
    sections: [
      { name: '.text.k', data: 'c'.repeat(64) },
      { name: `.text.${VOID}`, data: 'f'.repeat(64) },
      { name: '.data.global', data: 'v'.repeat(16) },
      { name: '.symtab', type: SHT.symtab, link: '.shstrtab', symbols: [{}, ...symbols] },
      relocations('.text.k'),
      relocations(`.text.${VOID}`),
    ],
  }).bytes;
}

const fn = (name: string, at: number, st_info = GLOBAL_FUNC): SymbolSpec => ({
  name,
  section: `.text.${VOID}`,
  fields: { st_info, st_value: at * 16, st_size: 16 },
});
const elsewhere = (name: string): SymbolSpec => ({ name, fields: { st_info: GLOBAL_NONE } });
const variable = (name: string): SymbolSpec => ({ name, section: '.data.global', fields: { st_info: OBJECT, st_size: 8 } });

const at = (bytes: Uint8Array, release: string, device = BMG) => {
  const { verdict, reasons } = checkZebin(bytes, { device, release });
  return [verdict, reasons.map(({ diagnostic }) => [diagnostic.code, diagnostic.data?.kernel, diagnostic.data?.symbol])];
};
const ACCEPTED = ['accepted', []];
const missing = (symbol: string, kernel?: string) => ['refused', [['driver/external-function', kernel, symbol]]];

describe('a called function', () => {
  const symbols = [fn('f', 0), fn('g', 1)];
  const calls: Call[] = [
    ['.text.k', 0, 'f'],
    [`.text.${VOID}`, 4, 'g'],
  ];

  test('has an entry in ze_info, or the file is refused', () => {
    expect(at(file({ functions: ['f', 'g'], symbols, calls }), NEWEST)).toEqual(ACCEPTED);
    expect(at(file({ functions: ['f'], symbols, calls }), NEWEST)).toEqual(missing('g'));
    expect(at(file({ functions: ['g'], symbols, calls: calls.slice(0, 1) }), NEWEST)).toEqual(missing('f', 'k'));
  });

  test('is not looked up in a file without functions', () => {
    expect(at(file({ symbols, calls }), NEWEST)).toEqual(ACCEPTED);
  });

  test('of another module is not required to have one', () => {
    // The driver supplies this one, so all relocations can be applied.
    const name = '__INTEL_PATCH_CROSS_THREAD_OFFSET_OFF_R0';
    const spec: Spec = { functions: ['f'], symbols: [fn('f', 0), elsewhere(name)], calls: [['.text.k', 0, name]] };
    for (const release of ['25.35.35096.9', NEWEST, NEXT_RELEASE]) expect(at(file(spec), release)).toEqual(ACCEPTED);
  });

  test('without an address is not a reason: another module may define it', () => {
    const spec: Spec = { functions: ['f'], symbols: [elsewhere('h')], calls: [['.text.k', 0, 'h']] };
    expect(at(file(spec), NEWEST)).toEqual(ACCEPTED);
  });

  test('is one that releases before 25.40 look up only if it is global', () => {
    const spec: Spec = { functions: ['f'], symbols: [fn('f', 0), fn('local', 1, FUNC)], calls: [['.text.k', 0, 'local']] };
    expect(at(file(spec), '25.35.35096.9')).toEqual(ACCEPTED);
    for (const release of ['25.40.35563.4', NEWEST, NEXT_RELEASE]) expect(at(file(spec), release)).toEqual(missing('local', 'k'));
  });
});

test('functions that call each other in a circle are refused before 22.49', () => {
  const spec: Spec = {
    functions: ['f', 'g', 'h'],
    symbols: [fn('f', 0), fn('g', 1), fn('h', 2)],
    calls: [
      [`.text.${VOID}`, 4, 'g'],
      [`.text.${VOID}`, 20, 'h'],
      [`.text.${VOID}`, 36, 'g'],
    ],
  };
  const bytes = file(spec, DG2);
  expect(at(bytes, '22.43.24595.41', DG2)).toEqual(missing('g'));
  for (const release of ['22.10.22597', '22.49.25018.14', NEWEST]) expect(at(bytes, release, DG2)).toEqual(ACCEPTED);
  const codes = releaseRanges(bytes, DG2).map(({ since, code }) => [since, code]);
  expect(codes).toContainEqual(['22.11.22682', 'driver/external-function']);
  expect(codes).toContainEqual(['22.49.25018.14', undefined]);
});

test('a call that is in no function is refused before 22.14, and ignored after', () => {
  const bytes = file({ functions: ['f'], symbols: [fn('f', 0)], calls: [[`.text.${VOID}`, 40, 'f']] }, DG2);
  expect(at(bytes, '22.13.22789', DG2)).toEqual(missing('f'));
  expect(at(bytes, '22.14.22890', DG2)).toEqual(ACCEPTED);
});

test('a local variable is taken for a function from 25.40 until the next release', () => {
  const bytes = file({ functions: ['f'], symbols: [fn('f', 0), variable('v')], calls: [['.text.k', 0, 'v']] });
  expect(at(bytes, '25.35.35096.9')).toEqual(ACCEPTED);
  expect(at(bytes, '25.40.35563.4')).toEqual(missing('v', 'k'));
  expect(at(bytes, NEWEST)).toEqual(missing('v', 'k'));
  expect(at(bytes, NEXT_RELEASE)).toEqual(ACCEPTED);
  expect(releaseRanges(bytes, BMG).at(-1)).toEqual({ since: NEXT_RELEASE, verdict: 'accepted' });
});

test('the first of two functions that share bytes is the caller', () => {
  const wide = { ...fn('wide', 0), fields: { st_info: GLOBAL_FUNC, st_value: 0, st_size: 64 } };
  const calls: Call[] = [[`.text.${VOID}`, 20, 'g']];
  const listed = ['g', 'wide'];
  expect(at(file({ functions: listed, symbols: [wide, fn('f', 1), fn('g', 2)], calls }), NEWEST)).toEqual(ACCEPTED);
  expect(at(file({ functions: listed, symbols: [fn('f', 1), wide, fn('g', 2)], calls }), NEWEST)).toEqual(missing('g'));
});

test('what compilers write is accepted by the newest and the next release', { tags: ['corpus'] }, () => {
  const found = zebins().flatMap((one) =>
    ['25.35.35096.9', NEWEST, NEXT_RELEASE].filter((release) =>
      checkZebin(one.bytes(), { release }).reasons.some(({ diagnostic }) => diagnostic.code === 'driver/external-function'),
    ),
  );
  expect(found).toEqual([]);
});
