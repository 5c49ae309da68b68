/** The text of .ze_info typed by the rows: what each kind of value accepts, and what becomes of what does not fit. */
import { describe, expect, expectTypeOf, test } from 'vitest';
import type { Code } from '../../../src/core/diag/index.ts';
import {
  CONTAINER,
  type Container,
  type ExecutionEnv,
  type Kernel,
  nodeOf,
  type PayloadArgument,
  plainRecord,
  readZeInfo,
  visitRecord,
  type ZeFunction,
} from '../../../src/formats/zeinfo/index.ts';

function read(text: string) {
  const { value, diagnostics } = readZeInfo(new TextEncoder().encode(text));
  const plain = plainRecord(CONTAINER, value.container);
  return { value, container: value.container, plain, diagnostics, codes: diagnostics.map((d) => d.code) };
}

/** The text of one attribute of the one kernel's execution_env, or of a list in the kernel. */
const env = (line: string) => `kernels:\n- name: k\n  execution_env:\n    ${line}\n`;
const SOURCE = (text: string, span: { start: number; end: number }) => Buffer.from(text).subarray(span.start, span.end).toString();

describe('a value', () => {
  const good: readonly [line: string, value: unknown][] = [
    ['grf_count: 128', 128],
    ['grf_count: 0', 0],
    ['grf_count: 007', 7],
    ['grf_count: -1', -1],
    ['grf_count: +5', 5],
    ['grf_count: -0', 0],
    ['grf_count: 0x80', 128],
    ['grf_count: 0xFf', 255],
    ['grf_count: -0x10', -16],
    ['grf_count: 2147483647', 0x7fffffff],
    ['grf_count: -2147483648', -0x80000000],
    ['grf_count: 0x7fffffff', 0x7fffffff],
    ['grf_count: 00000000000000000128', 128],
    ...['true', 'True', 'TRUE', 'y', 'Y', 'yes', 'Yes', 'on', 'ON'].map((word) => [`has_dpas: ${word}`, true] as [string, unknown]),
    ...['false', 'False', 'FALSE', 'n', 'N', 'no', 'No', 'off', 'OFF'].map((word) => [`has_dpas: ${word}`, false] as [string, unknown]),
    ['thread_scheduling_mode: age_based', 'age_based'],
    ['thread_scheduling_mode: "age_based"', 'age_based'],
    ['required_work_group_size: [8, 4, 1]', [8, 4, 1]],
    ['required_work_group_size: [ 0x8,4,  -1 ]', [8, 4, -1]],
    ['required_work_group_size:\n    - 8\n    - 4\n    - 1', [8, 4, 1]],
    ['required_work_group_size: [8,\n      4,\n      1]', [8, 4, 1]],
  ];
  test.each(good)('is typed by its row: %s', (line, value) => {
    const { container, diagnostics } = read(env(line));
    expect(diagnostics).toEqual([]);
    expect(container.kernels?.[0]?.execution_env?.[line.slice(0, line.indexOf(':')) as keyof ExecutionEnv]).toEqual(value);
  });

  const bad: readonly [line: string, code: Code, place: string][] = [
    ['grf_count: many', 'zeinfo/type', 'many'],
    ['grf_count: "128"', 'zeinfo/type', '"128"'],
    ["grf_count: '128'", 'zeinfo/type', "'128'"],
    ['grf_count: 1.0', 'zeinfo/type', '1.0'],
    ['grf_count: 1e3', 'zeinfo/type', '1e3'],
    ['grf_count: 0x', 'zeinfo/type', '0x'],
    ['grf_count: 1_000', 'zeinfo/type', '1_000'],
    ['grf_count: true', 'zeinfo/type', 'true'],
    ['grf_count: [128]', 'zeinfo/type', '[128]'],
    ['grf_count: {a: 1}', 'zeinfo/type', '{a: 1}'],
    // Without a value there is only the key to point at.
    ['grf_count:', 'zeinfo/type', 'grf_count'],
    ['grf_count: 2147483648', 'zeinfo/range', '2147483648'],
    ['grf_count: -2147483649', 'zeinfo/range', '-2147483649'],
    ['grf_count: 0x100000000', 'zeinfo/range', '0x100000000'],
    [`grf_count: ${'9'.repeat(400)}`, 'zeinfo/range', '9'.repeat(400)],
    ['has_dpas: 1', 'zeinfo/type', '1'],
    ['has_dpas: "true"', 'zeinfo/type', '"true"'],
    ['has_dpas: yep', 'zeinfo/type', 'yep'],
    ['thread_scheduling_mode: [age_based]', 'zeinfo/type', '[age_based]'],
    ['required_work_group_size: 8', 'zeinfo/type', '8'],
    ['required_work_group_size: [8, 4]', 'zeinfo/type', '[8, 4]'],
    ['required_work_group_size: [8, 4, 1, 1]', 'zeinfo/type', '[8, 4, 1, 1]'],
    ['required_work_group_size: [8, x, 1]', 'zeinfo/type', 'x'],
    ['required_work_group_size: [8, "4", 1]', 'zeinfo/type', '"4"'],
    ['required_work_group_size: []', 'zeinfo/type', '[]'],
  ];
  test.each(bad)('%s is none', (line, code, place) => {
    const text = env(line);
    const { container, diagnostics } = read(text);
    expect(diagnostics.map((d) => [d.code, SOURCE(text, d.span)])).toEqual([[code, place]]);
    const key = line.slice(0, line.indexOf(':'));
    const record = container.kernels?.[0]?.execution_env;
    expect(Object.keys(record ?? {})).toEqual(['extra']);
    expect(record?.extra).toMatchObject([{ key, reason: 'type' }]);
  });

  test('that no row lists is kept as a word of an enumeration', () => {
    const text = env('thread_scheduling_mode: none_yet');
    const { container, diagnostics } = read(text);
    expect(container.kernels?.[0]?.execution_env).toMatchObject({ thread_scheduling_mode: 'none_yet' });
    expect(diagnostics.map((d) => [d.code, SOURCE(text, d.span), d.data])).toEqual([
      ['zeinfo/unknown-value', 'none_yet', { value: 'none_yet' }],
    ]);
  });

  test('of type str is any scalar', () => {
    for (const [text, value] of [
      ['0x10', '0x10'],
      ['true', 'true'],
      ['1.10', '1.10'],
      [`'it''s'`, "it's"],
      ['"a\\tb"', 'a\tb'],
      ['', ''],
      ['日本', '日本'],
    ]) {
      const { container, codes } = read(`kernels:\n- name: ${text}\n`);
      expect(codes).toEqual([]);
      expect(container.kernels?.[0]?.name).toBe(value);
    }
    expect(read('version: [1, 7]\n').codes).toEqual(['zeinfo/type']);
  });

  test('of type float', () => {
    const cost = (factor: string) => `kernels_cost_info:\n- name: k\n  kcm_loop_count_exps:\n  - factor: ${factor}\n`;
    for (const [text, value] of [
      ['1', 1],
      ['1.5', 1.5],
      ['-0.25', -0.25],
      ['.5', 0.5],
      ['2.', 2],
      ['1e-3', 0.001],
      ['+1E2', 100],
    ] as const) {
      const { container, codes } = read(cost(text));
      expect(codes).toEqual([]);
      expect(container.kernels_cost_info?.[0]?.kcm_loop_count_exps?.[0]?.factor).toBe(value);
    }
    for (const text of ['nan', 'inf', '1,5', '"1"', '.', 'e5']) expect(read(cost(text)).codes).toEqual(['zeinfo/type']);
    expect(read(cost('1e999')).codes).toEqual(['zeinfo/range']);
  });

  test('of type list of str', () => {
    expect(read('required_libs: [a, "b c"]\n').container.required_libs).toEqual(['a', 'b c']);
    expect(read('required_libs:\n- a\n').container.required_libs).toEqual(['a']);
    expect(read('required_libs:\n').container.required_libs).toEqual([]);
    expect(read('required_libs: a\n').codes).toEqual(['zeinfo/type']);
    expect(read('required_libs: [[a]]\n').codes).toEqual(['zeinfo/type']);
  });
});

describe('a block', () => {
  test('without content is an empty record or list', () => {
    const { plain, codes } = read('kernels:\n- name: k\n  execution_env:\n  payload_arguments:\n  debug_env: {}\n');
    expect(codes).toEqual([]);
    expect(plain).toEqual({ kernels: [{ name: 'k', execution_env: {}, payload_arguments: [], debug_env: {} }] });
    expect(read('kernels:\n').plain).toEqual({ kernels: [] });
    expect(read('kernels: []\n').plain).toEqual({ kernels: [] });
  });

  test('may be a list of maps, as it was written before 1.7', () => {
    const { container, codes } = read(
      'kernels:\n- name: k\n  experimental_properties:\n    - has_non_kernel_arg_load: 0\n    - has_non_kernel_arg_store: 1\n      has_non_kernel_arg_atomic: -1\n',
    );
    expect(codes).toEqual([]);
    expect(container.kernels?.[0]?.experimental_properties).toMatchObject({
      has_non_kernel_arg_load: 0,
      has_non_kernel_arg_store: 1,
      has_non_kernel_arg_atomic: -1,
    });
  });

  test('may be inline', () => {
    const { plain, codes } = read('kernels: [{name: k, execution_env: {grf_count: 128, simd_size: 16}}]\n');
    expect(codes).toEqual([]);
    expect(plain).toEqual({ kernels: [{ name: 'k', execution_env: { grf_count: 128, simd_size: 16 } }] });
  });

  test('that is not a map or list is kept as text', () => {
    const text = 'kernels:\n- name: k\n  execution_env: none\n  payload_arguments:\n    a: 1\n';
    const { container, diagnostics } = read(text);
    expect(diagnostics.map((d) => [d.code, SOURCE(text, d.span)])).toEqual([
      ['zeinfo/type', 'none'],
      ['zeinfo/type', 'a: 1'],
    ]);
    expect(container.kernels?.[0]?.extra).toMatchObject([
      { key: 'execution_env', text: 'none', reason: 'type' },
      { key: 'payload_arguments', text: 'a: 1', reason: 'type' },
    ]);
  });

  test('has an entry for each item, also for one that is not a map', () => {
    const text = 'kernels:\n- name: a\n- word\n-\n- name: b\n';
    const { container, diagnostics } = read(text);
    expect(diagnostics.map((d) => [d.code, d.path])).toEqual([
      ['zeinfo/type', '.ze_info/kernels[1]'],
      ['zeinfo/type', '.ze_info/kernels[2]'],
    ]);
    expect(container.kernels?.map((kernel) => kernel.name)).toEqual(['a', undefined, undefined, 'b']);
    expect(container.kernels?.[1]?.extra).toMatchObject([{ key: '', text: 'word', reason: 'type' }]);
  });

  test('as the whole text has to be a map', () => {
    for (const text of ['', '# nothing\n', '- a\n', '[a]\n']) {
      const { plain, codes } = read(text);
      expect(codes).toEqual(['zeinfo/not-a-map']);
      expect(plain).toEqual({});
    }
    expect(read('{version: 1.2}\n').container.version).toBe('1.2');
  });
});

describe('keys', () => {
  test('may come in any order', () => {
    const { plain, codes } = read('functions: []\nkernels:\n- execution_env: {simd_size: 8, grf_count: 128}\n  name: k\nversion: 1.20\n');
    expect(codes).toEqual([]);
    expect(plain).toEqual({
      version: '1.20',
      functions: [],
      kernels: [{ name: 'k', execution_env: { grf_count: 128, simd_size: 8 } }],
    });
  });

  test('may be in quotes, or have blanks after them', () => {
    const { plain, codes } = read(`"version" : '1.2'\n'kernels' :\n- "name": k\n`);
    expect(codes).toEqual([]);
    expect(plain).toEqual({ version: '1.2', kernels: [{ name: 'k' }] });
  });

  test('that come twice count the first time', () => {
    const text = 'version: 1.2\nkernels: []\nversion: 1.3\nversion: 1.4\n';
    const { container, diagnostics } = read(text);
    expect(container.version).toBe('1.2');
    expect(diagnostics.map((d) => [d.code, SOURCE(text, d.span)])).toEqual([
      ['zeinfo/duplicate', '1.3'],
      ['zeinfo/duplicate', '1.4'],
    ]);
    expect(container.extra).toMatchObject([
      { key: 'version', text: '1.3', reason: 'duplicate' },
      { key: 'version', text: '1.4', reason: 'duplicate' },
    ]);
  });

  test('of false and of empty lists count as written', () => {
    expect(read(env('has_dpas: false\n    has_dpas: true')).codes).toEqual(['zeinfo/duplicate']);
    expect(read('functions: []\nfunctions: []\n').codes).toEqual(['zeinfo/duplicate']);
    expect(read(env('barrier_count: 0\n    barrier_count: 1')).codes).toEqual(['zeinfo/duplicate']);
  });

  test('that are unknown are kept in order, with the nearest known one', () => {
    const text = env('grf_coumt: 128\n    simd_size: 16\n    something_else_entirely: [1, 2]\n    block:\n      - a: 1\n        b: 2');
    const { container, diagnostics } = read(text);
    expect(diagnostics.map((d) => [d.code, SOURCE(text, d.span), d.data?.suggestion])).toEqual([
      ['zeinfo/unknown-attribute', 'grf_coumt', 'grf_count'],
      ['zeinfo/unknown-attribute', 'something_else_entirely', undefined],
      ['zeinfo/unknown-attribute', 'block', undefined],
    ]);
    const record = container.kernels?.[0]?.execution_env;
    expect(record?.simd_size).toBe(16);
    expect(record?.extra?.map(({ key, text, reason }) => [key, text, reason])).toEqual([
      ['grf_coumt', '128', 'unknown'],
      ['something_else_entirely', '[1, 2]', 'unknown'],
      ['block', '- a: 1\n        b: 2', 'unknown'],
    ]);
  });

  test('of another record are unknown here', () => {
    expect(read('grf_count: 128\n').codes).toEqual(['zeinfo/unknown-attribute']);
  });

  test('that JavaScript objects have of their own are unknown keys like others', () => {
    const keys = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'extra', 'length'];
    const { container, codes } = read(keys.map((key) => `${key}: {grf_count: 1}\n`).join(''));
    expect(codes).toEqual(keys.map(() => 'zeinfo/unknown-attribute'));
    expect(container.extra?.map((entry) => entry.key)).toEqual(keys);
    expect(Object.keys(container)).toEqual(['extra']);
    expect(Object.getPrototypeOf(container)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).grf_count).toBeUndefined();
  });
});

describe('places', () => {
  const text =
    'version: 1.60\nkernels:\n  - name: k\n    execution_env:\n      grf_count: 128\n      odd: 1\n    payload_arguments:\n      - arg_type: arg_byvalue\n        offset: 0\n        size: 4\n';
  const { value, container } = read(text);

  function source(record: object): string {
    const node = nodeOf(record);
    return node ? text.slice(node.start, node.end) : '';
  }

  test('of records and extra entries are those of the text', () => {
    const kernel = container.kernels?.[0] as Kernel;
    expect(source(container)).toBe(text.trimEnd());
    expect(source(kernel.execution_env ?? {})).toBe('grf_count: 128\n      odd: 1');
    expect(source(kernel.payload_arguments?.[0] ?? {})).toBe('arg_type: arg_byvalue\n        offset: 0\n        size: 4');
    expect(source(kernel.execution_env?.extra?.[0] ?? {})).toBe('1');
    expect(source(kernel)).toBe(text.slice(text.indexOf('name: k')).trimEnd());
  });

  test('are not part of what JSON shows', () => {
    const plain = JSON.parse(JSON.stringify(container));
    expect(plain).toMatchObject(plainRecord(CONTAINER, container));
    expect(plain).toEqual({
      version: '1.60',
      kernels: [
        {
          name: 'k',
          execution_env: { grf_count: 128, extra: [{ key: 'odd', text: '1', reason: 'unknown', after: 'grf_count' }] },
          payload_arguments: [{ arg_type: 'arg_byvalue', offset: 0, size: 4 }],
        },
      ],
    });
  });

  test('of findings are named by the path', () => {
    const odd = read(env('grf_count: x')).diagnostics[0];
    expect(odd?.path).toBe('.ze_info/kernels[0]/execution_env/grf_count');
    const inner = read('kernels:\n- name: a\n- name: b\n  payload_arguments:\n  - size: 4\n  - size: x\n').diagnostics[0];
    expect(inner?.path).toBe('.ze_info/kernels[1]/payload_arguments[1]/size');
  });

  test('a hand-written record has none', () => {
    expect(nodeOf({})).toBeUndefined();
  });

  test('the visitor reaches every attribute that is written', () => {
    const paths: string[] = [];
    visitRecord(CONTAINER, value.container, '', ({ path, member }) => paths.push(member ? `${path} = ${member.value}` : path));
    expect(paths).toEqual([
      '/version',
      '/kernels',
      '/kernels[0]/name',
      '/kernels[0]/execution_env',
      '/kernels[0]/execution_env/grf_count',
      '/kernels[0]/payload_arguments',
      '/kernels[0]/payload_arguments[0]/arg_type = arg_byvalue',
      '/kernels[0]/payload_arguments[0]/offset',
      '/kernels[0]/payload_arguments[0]/size',
    ]);
  });
});

test('types derive from the rows', () => {
  expectTypeOf<ExecutionEnv['simd_size']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<ExecutionEnv['has_dpas']>().toEqualTypeOf<boolean | undefined>();
  expectTypeOf<ExecutionEnv['work_group_walk_order_dimensions']>().toEqualTypeOf<readonly number[] | undefined>();
  expectTypeOf<Kernel['name']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Kernel['execution_env']>().toEqualTypeOf<ExecutionEnv | undefined>();
  expectTypeOf<Kernel['payload_arguments']>().toEqualTypeOf<readonly PayloadArgument[] | undefined>();
  expectTypeOf<PayloadArgument['access_type']>().toEqualTypeOf<'readonly' | 'writeonly' | 'readwrite' | (string & {}) | undefined>();
  expectTypeOf<Container['functions']>().toEqualTypeOf<readonly ZeFunction[] | undefined>();
  // @ts-expect-error an attribute that no row has
  const odd: ExecutionEnv = { grf_coumt: 1 };
  // @ts-expect-error a value of another type
  const wrong: ExecutionEnv = { grf_count: '128' };
  expect([odd, wrong]).toHaveLength(2);
});
