import { describe, expect, test } from 'vitest';
import { addArgument, buildZebin } from '../../../src/change/build/index.ts';
import { FormatError, must } from '../../../src/core/diag/index.ts';
import type { ElfParts } from '../../../src/formats/elf/index.ts';
import {
  type ArgumentBuild,
  encodeZebin,
  FUNCTIONS_KERNEL,
  type KernelBuild,
  linkZebin,
  partsOfZebin,
  type RelocationBuild,
  RULES,
  readZebin,
  violations,
  type Zebin,
  type ZebinBuild,
} from '../../../src/formats/zebin/index.ts';
import { targetExecution } from '../../../src/formats/zebin/payload-map.ts';
import { type Kernel, NEWEST } from '../../../src/formats/zeinfo/index.ts';
import { BROKEN, brokenContainer } from '../../support/broken.ts';
import { zebins } from '../../support/corpus.ts';
import { BuildGenerator } from '../../support/generate-build.ts';

const CODE = new Uint8Array(64).fill(0xaa);

function kernel(more: Partial<KernelBuild> = {}): KernelBuild {
  return { name: 'k', env: { simd_size: 16 }, code: CODE, ...more };
}

/** What a test says nothing of. */
const plain: ZebinBuild = { device: 'bmg-g21-a0', kernels: [kernel()] };

function built(spec: Partial<ZebinBuild> & { kernels?: readonly KernelBuild[] } = {}): Zebin {
  const bytes = must(buildZebin({ ...plain, ...spec }));
  const { value, diagnostics } = readZebin(bytes ?? new Uint8Array(0));
  expect(diagnostics).toEqual([]);
  return value;
}

const sectionOf = (zebin: Zebin, name: string) => zebin.elf.sections.find((section) => section.name === name);
const argumentsOf = (args: readonly ArgumentBuild[], more: Partial<KernelBuild> = {}) =>
  (built({ kernels: [kernel({ args, ...more })] }).kernels[0]?.zeInfo.payload_arguments ?? []).map(
    ({ arg_type, offset, size, arg_index }) => `${arg_type} ${arg_index ?? ''} ${offset} ${size}`,
  );

describe('a file', () => {
  test('for a device has its notes, the newest version and the sections in the order of the compiler', () => {
    const zebin = built({ spirv: CODE, buildOptions: '-g', constants: { bytes: CODE, symbols: [{ name: 'c', offset: 0, bytes: 4 }] } });
    expect(zebin.version).toBe(NEWEST);
    expect(zebin.target).toMatchObject({
      names: ['BMG-G21 A0', 'Battlemage', 'Xe2'],
      product_config: { ip: '20.1.0' },
      zebin_version: NEWEST,
      target_metadata: { generatorId: 0, validateRevisionId: 0 },
    });
    const names = zebin.elf.sections.map((section) => section.name);
    expect(names).toEqual([
      '',
      '.text.k',
      '.data.const',
      '.symtab',
      '.spv',
      '.misc.buildOptions',
      '.ze_info',
      '.note.intelgt.compat',
      '.strtab',
    ]);
  });

  test('of an older version has only the notes of that time', () => {
    const zebin = built({ device: 'dg2-g10-a0', version: '1.14' });
    expect(zebin.notes.map((note) => note.type)).toEqual([1, 2, 3]);
    expect(zebin.elf.ident.EI_ABIVERSION).toBe(1);
    expect(built({ device: 'dg2-g10-a0', version: '1.13' }).elf.ident.EI_ABIVERSION).toBe(0);
    expect(built({ device: '35.11.0' }).elf.ident.EI_ABIVERSION).toBe(2);
  });

  test('says which calling convention stack calls have', () => {
    const stack = (device: string) => built({ device, kernels: [kernel({ env: { simd_size: 16, has_stack_calls: true } })] });
    expect(stack('bmg-g21-a0').target.visa_abi_version).toBe(2);
    expect(stack('35.11.0').target.visa_abi_version).toBe(3);
  });

  test('can be 32 bits wide, where pointers have 4 bytes', () => {
    const zebin = built({ is64: false, kernels: [kernel({ args: [{ kind: 'buffer', mode: 'stateless' }] })] });
    expect(zebin.elf.is64).toBe(false);
    expect(zebin.kernels[0]?.zeInfo.payload_arguments).toMatchObject([{ size: 4, addrmode: 'stateless' }]);
  });

  test('holds functions, variables and relocations that link', () => {
    const zebin = built({
      kernels: [
        kernel({
          relocations: [
            { offset: 0, type: 'R_SYM_ADDR', symbol: 'f' },
            { offset: 8, type: 'R_SYM_ADDR_32', symbol: 'elsewhere' },
          ],
        }),
      ],
      functions: { code: CODE, env: { simd_size: 16 }, functions: [{ name: 'f', offset: 16, bytes: 48 }] },
      globals: {
        bytes: CODE,
        zeroBytes: 64,
        symbols: [{ name: 'z', offset: 96, bytes: 4 }],
        relocations: [{ offset: 8, type: 'R_SYM_ADDR', symbol: 'z', addend: 2 }],
      },
    });
    expect(zebin.functions).toMatchObject([{ name: 'f', execution_env: { grf_count: 128, simd_size: 16 } }]);
    expect(zebin.kernels.map(({ name }) => name)).toEqual(['k']);
    expect(zebin.kernelEntries.map(({ name }) => name)).toEqual(['k', FUNCTIONS_KERNEL]);
    const sections = new Map([
      [`.text.${FUNCTIONS_KERNEL}`, 0x1000n],
      ['.data.global', 0x2000n],
    ]);
    const { relocations, unresolved } = linkZebin(zebin, { sections }).value;
    expect(relocations.map(({ value }) => value)).toEqual([0x1010n, undefined, 0x2062n]);
    expect(unresolved).toEqual(['elsewhere']);
    expect(sectionOf(zebin, '.rela.data.global')?.content).toMatchObject({ kind: 'relocations', addends: true });
    expect(sectionOf(zebin, '.rel.text.k')?.content).toMatchObject({ kind: 'relocations', addends: false });
  });

  test('local symbols come before global ones, and each kernel has its entry', () => {
    const { content } = sectionOf(built({ kernels: [kernel({ entryOffset: 32 })] }), '.symtab') ?? {};
    const symbols = content?.kind === 'symbols' ? content.symbols : [];
    expect(symbols.map(({ name, st_value, st_info }) => [name, st_value, st_info])).toEqual([
      ['', 0n, 0],
      ['_entry', 32n, 0],
      ['k', 0n, 2],
    ]);
  });
});

describe('arguments', () => {
  test('are in the order of the compiler, each in its place', () => {
    const args: ArgumentBuild[] = [
      { kind: 'value', bytes: 4 },
      { kind: 'buffer', mode: 'stateless' },
      { kind: 'local', align: 16 },
      { kind: 'buffer', mode: 'stateless', space: 'constant' },
    ];
    expect(argumentsOf(args, { implicit: ['local_size', 'enqueued_local_size', 'global_id_offset'] })).toEqual([
      'global_id_offset  0 12',
      'enqueued_local_size  12 12',
      'arg_bypointer 2 24 8',
      // What does not come with the dispatch is loaded after it.
      'arg_bypointer 1 32 8',
      'arg_bypointer 3 40 8',
      'arg_byvalue 0 48 4',
      'local_size  52 12',
    ]);
  });

  test('in the binding table are counted, and take no space', () => {
    const args: ArgumentBuild[] = [
      { kind: 'buffer', mode: 'stateful', address: true, offset: true, size: true },
      { kind: 'image', mode: 'stateful', type: 'image_2d', access: 'readonly', facts: ['image_width'] },
      { kind: 'sampler', mode: 'stateful', type: 'texture' },
      { kind: 'buffer', mode: 'stateful' },
    ];
    expect(argumentsOf(args)).toEqual([
      'buffer_address 0 0 8',
      'buffer_offset 0 8 4',
      'image_width 1 12 4',
      'buffer_size 0 16 8',
      'arg_bypointer 0 0 0',
      'arg_bypointer 1 0 0',
      'arg_bypointer 2 0 0',
      'arg_bypointer 3 0 0',
    ]);
    const [record] = built({ kernels: [kernel({ args })] }).kernels;
    expect(record?.zeInfo.binding_table_indices).toMatchObject([
      { bti_value: 0, arg_index: 0 },
      { bti_value: 1, arg_index: 1 },
      { bti_value: 2, arg_index: 3 },
    ]);
  });

  test('can be parts of a structure', () => {
    const args: ArgumentBuild[] = [
      {
        kind: 'value',
        bytes: 24,
        parts: [
          { bytes: 8, sourceOffset: 16 },
          { bytes: 1, sourceOffset: 3 },
        ],
      },
    ];
    expect(argumentsOf(args)).toEqual(['arg_byvalue 0 0 8', 'arg_byvalue 0 8 1']);
  });

  test('have the header of older compilers on request', () => {
    expect(argumentsOf([{ kind: 'value', bytes: 4 }], { implicit: ['payload_header'] })).toEqual([
      'global_id_offset  0 12',
      'local_size  12 12',
      'arg_byvalue 0 32 4',
    ]);
  });

  test.each([
    ['dg2-g10-a0', 8, 3, 96],
    ['dg2-g10-a0', 32, 2, 128],
    ['bmg-g21-a0', 16, 1, 64],
    ['bmg-g21-a0', 32, 3, 192],
    ['bmg-g21-a0', 1, 3, 6],
  ] as const)('local ids on %s, SIMD %i, %i dimensions: %i bytes', (device, simd_size, localIds, size) => {
    const [one] = built({ device, kernels: [kernel({ env: { simd_size }, localIds })] }).kernels;
    const arg_type = simd_size === 1 ? 'packed_local_ids' : 'local_id';
    expect(one?.zeInfo.per_thread_payload_arguments).toMatchObject([{ arg_type, offset: 0, size }]);
  });

  test.each([
    ['tgllp', undefined],
    ['dg2-g10-a0', 32],
    ['pvc-xl-a0', undefined],
    ['bmg-g21-a0', 32],
    ['35.11.0', 64],
  ])('inline data on %s: %s bytes', (device, bytes) => {
    const [one] = built({ device, kernels: [kernel({ args: [{ kind: 'value', bytes: 4 }] })] }).kernels;
    expect(one?.zeInfo.execution_env?.inline_data_payload_size).toBe(bytes);
  });
});

describe('inputs that are refused with their code', () => {
  const refused = (spec: Partial<ZebinBuild>) => {
    const { value, diagnostics } = buildZebin({ ...plain, ...spec });
    expect(value).toBeUndefined();
    expect(diagnostics.every((d) => d.code === 'build/refused' && d.data?.source !== '')).toBe(true);
    return diagnostics.map((d) => d.data?.rule);
  };
  const withKernel = (more: object) => ({ kernels: [kernel(more as Partial<KernelBuild>)] });
  const withEnv = (env: object) => withKernel({ env: { simd_size: 16, ...env } });
  const value = { kind: 'value', bytes: 8 } as const;
  const image = { kind: 'image', type: 'image_2d', access: 'readonly' } as const;

  /** One specification for each rule that the types and the builder leave a way to break. */
  const SPECS: Readonly<Record<string, Partial<ZebinBuild>>> = {
    'rule/known-names': withKernel({ args: [{ ...image, type: 'image_cube', mode: 'stateful' }] }),
    'zeinfo/not-in-version': { version: '1.20', ...withEnv({ has_rtcalls: true }) },
    'rule/numbers': withEnv({ slm_size: 2 ** 31 }),
    'rule/names': { kernels: [kernel(), kernel()] },
    'rule/simd-size': withEnv({ simd_size: 4 }),
    'rule/slm-alloc-mode': withEnv({ slm_alloc_mode: 2 }),
    'rule/bindless-mixed': withKernel({
      args: [
        { ...image, mode: 'stateful' },
        { ...image, mode: 'bindless' },
      ],
    }),
    'rule/inline-pointers': withKernel({
      env: { simd_size: 16, inline_data_payload_size: 8 },
      implicit: ['indirect_data_pointer', 'scratch_pointer'],
    }),
    'rule/payload-size': withKernel({ args: Array.from({ length: 600 }, () => ({ ...value, bytes: 128 })) }),
    'rule/samplers': withKernel({ attributes: { inline_samplers: [{ sampler_index: 0 }] } }),
    'rule/thread-memory': withKernel({ attributes: { per_thread_memory_buffers: [{ type: 'scratch', usage: 'single_space', size: 0 }] } }),
    'rule/binding-table': withKernel({ args: Array.from({ length: 256 }, () => ({ kind: 'buffer', mode: 'stateful' })) }),
  };

  test.each(Object.entries(SPECS))('by the builder: %s', (name, spec) => {
    expect(refused(spec)).toContain(name);
  });

  test.each(BROKEN.map((row) => [row.rule, row] as const))('in a model: %s', (name, row) => {
    const found = violations({ container: brokenContainer(row), version: '1.73', grfBytes: 32 });
    expect([...new Set(found.map(({ rule }) => rule.code))]).toEqual([name]);
    for (const { message, path } of found) expect([message, path]).not.toContain('');
  });

  test('every rule is broken by one of these', () => {
    const broken = [...Object.keys(SPECS), ...BROKEN.map(({ rule }) => rule)];
    expect(
      RULES.map(({ code }) => code).filter((code) => !broken.includes(code)),
      'add models that break these to BROKEN in test/support/broken.ts',
    ).toEqual([]);
  });

  test.each([
    ['', 'build/device'],
    ['nosuch', 'build/device'],
    ['xe2', 'build/device'],
    ['gen10', 'build/device'],
  ])('the device %j', (device, code) => {
    expect(() => buildZebin({ device, kernels: [] })).toThrow(expect.objectContaining({ diagnostic: expect.objectContaining({ code }) }));
  });

  test.each([
    [{ version: '2.0' }, 'build/version'],
    [{ version: '1.999' }, 'build/version'],
    [{ kernels: [kernel({ code: new Uint8Array(0) })] }, 'build/layout'],
    [{ driver: 'newest' }, 'build/driver'],
    [{ driver: '99.1' }, 'build/driver'],
    [{ kernels: [kernel({ args: [{ kind: 'value' } as ArgumentBuild] })] }, 'build/layout'],
    [{ kernels: [kernel({ args: [{ kind: 'value', bytes: 0 }] })] }, 'build/layout'],
    [
      {
        kernels: [
          kernel({
            args: [
              {
                kind: 'value',
                bytes: 8,
                parts: [
                  { bytes: 8, sourceOffset: 0 },
                  { bytes: 4, sourceOffset: 4 },
                ],
              },
            ],
          }),
        ],
      },
      'build/layout',
    ],
    [
      {
        functions: {
          code: CODE,
          env: { simd_size: 16 },
          functions: [
            { name: 'f', offset: 0, bytes: 48 },
            { name: 'g', offset: 32, bytes: 16 },
          ],
        },
      },
      'build/layout',
    ],
    [{ globals: { bytes: CODE, symbols: [{ name: 'g', offset: 61, bytes: 4 }] } }, 'build/layout'],
    [{ globals: { bytes: CODE, symbols: [{ name: 'k', offset: 0, bytes: 4 }] } }, 'build/layout'],
  ] as const)('%j', (spec, code) => {
    const make = () => buildZebin({ ...plain, ...(spec as Partial<ZebinBuild>) });
    expect(make).toThrow(FormatError);
    expect(make).toThrow(expect.objectContaining({ diagnostic: expect.objectContaining({ code }) }));
  });

  test('what the linker of the driver refuses', () => {
    const relocated = (type: RelocationBuild['type'], offset: number) =>
      buildZebin({
        ...plain,
        globals: { bytes: CODE, symbols: [{ name: 'g', offset: 0, bytes: 4 }], relocations: [{ type, offset, symbol: 'g' }] },
      });
    expect(relocated('R_SYM_ADDR', 56).diagnostics).toEqual([]);
    expect(relocated('R_SYM_ADDR', 57)).toMatchObject({ value: undefined, diagnostics: [{ code: 'link/range' }] });
    expect(relocated('R_SYM_ADDR_16', 0)).toMatchObject({ value: undefined, diagnostics: [{ code: 'link/type' }] });
  });

  test('what the driver that is to read it would refuse: its device, its registers', () => {
    const older = { ...plain, driver: '22.43' };
    expect(buildZebin(older)).toMatchObject({
      value: undefined,
      diagnostics: [{ code: 'build/refused', data: { rule: 'driver/device', driver: '22.43.24595.41' } }],
    });
    expect(buildZebin({ ...older, driver: '26.27' }).diagnostics).toEqual([]);
    // Without a driver it is the newest that has the device.
    expect(buildZebin({ ...plain, device: 'skl' }).diagnostics).toEqual([]);
    expect(refused({ device: 'skl', driver: '26.27' })).toEqual(['driver/device']);
  });

  test.each([
    ['rule/grf-count', { grf_count: 512 }],
    ['rule/grf-count', { grf_count: 100 }],
    ['rule/slm-size', { slm_size: 1_000_000_000 }],
    ['rule/barrier-count', { barrier_count: 3 }],
    ['rule/eu-thread-count', { eu_thread_count: 10 }],
  ])('what the device does not have: %s of %j', (rule, env) => expect(refused(withEnv(env))).toEqual([rule]));

  test('lanes that the device does not have', () => expect(refused(withEnv({ simd_size: 8 }))).toEqual(['rule/device-simd-size']));

  test.each([
    [{ drivers: '26.27' }, 'drivers', 'driver', ''],
    [withEnv({ grf_cnt: 128 }), 'grf_cnt', 'grf_count', 'kernels[0]/env'],
    [withKernel({ arg: [] }), 'arg', 'args', 'kernels[0]'],
    [withKernel({ args: [{ kind: 'value', bytes: 4, aligned: 4 }] }), 'aligned', 'align', 'kernels[0]/args[0]'],
    [withKernel({ args: [{ kind: 'valu', bytes: 4 }] }), 'kind valu', 'kind value', 'kernels[0]/args[0]'],
    [withKernel({ attributes: { user_attributes: { vec_type: '' } } }), 'vec_type', undefined, 'kernels[0]/attributes/user_attributes'],
  ])('a key that nothing reads: %j', (spec, found, suggestion, path) => {
    const { value, diagnostics } = buildZebin({ ...plain, ...(spec as Partial<ZebinBuild>) });
    expect(value).toBeUndefined();
    expect(diagnostics.map((d) => [d.code, d.data?.found, d.path])).toEqual([['build/key', found, path]]);
    if (suggestion) expect(diagnostics[0]?.data?.suggestion).toBe(suggestion);
  });

  test('what the named release does not read', () => {
    const spec = withEnv({ require_iab: true });
    expect(refused({ ...spec, driver: '22.43.24595.41' })).toEqual(['rule/known-names']);
    expect(buildZebin({ ...plain, ...spec, driver: '26.27.39122.10' }).diagnostics).toEqual([]);
  });
});

test('what is drawn from the tables is built, read back without remark, and keeps the rules', () => {
  for (const driver of ['22.43.24595.41', '26.27.39122.10']) {
    const generator = new BuildGenerator(3, driver);
    for (let i = 0; i < 60; i++) {
      const spec = generator.zebin();
      const zebin = built(spec);
      expect(zebin.kernels.slice(0, spec.kernels.length).map(({ name }) => name)).toEqual(spec.kernels.map(({ name }) => name));
      for (const { code } of zebin.kernels.map(({ text }, k) => ({ code: text?.bytes.data, k })).slice(0, spec.kernels.length))
        expect(code?.length).toBeGreaterThan(0);
    }
  }
});

test('compilers keep the rules', { tags: ['corpus'] }, () => {
  const broken: string[] = [];
  for (const file of zebins()) {
    const { zeInfo, version = '1.0', target } = readZebin(file.bytes()).value;
    if (!zeInfo) continue;
    const execution = targetExecution(target);
    const context = { container: zeInfo.container, version, grfBytes: target.grfBytes ?? 32, ...(execution ? { execution } : {}) };
    for (const { rule, message } of violations(context)) {
      // 26.27 refuses printf-bindless for this too.
      const known = rule.code === 'rule/bindless-mixed' && file.name.endsWith('igc1/dg2/printf-bindless.zebin');
      if (rule.code !== 'rule/known-names' && !known) broken.push(`${file.name}: ${rule.code}: ${message}`);
    }
  }
  expect(broken).toEqual([]);
});

describe('one more argument', () => {
  const base = (args: readonly ArgumentBuild[], device = 'bmg-g21-a0') =>
    partsOfZebin(readZebin(must(buildZebin({ device, kernels: [kernel({ args, localIds: 3 })] })) ?? new Uint8Array()).value);
  const placed = (parts: ElfParts): Kernel => JSON.parse(JSON.stringify(readZebin(encodeZebin(parts).value).value.kernels[0]?.zeInfo));
  const ARGS: readonly ArgumentBuild[] = [
    { kind: 'buffer', mode: 'stateless' },
    { kind: 'value', bytes: 4 },
    { kind: 'value', bytes: 16 },
    { kind: 'value', bytes: 1 },
    { kind: 'value', bytes: 32 },
    { kind: 'value', bytes: 2 },
    { kind: 'value', bytes: 64 },
  ];

  test.each(['bmg-g21-a0', 'pvc', 'dg2', 'tgllp', 'skl', 'cri', 'ptl-h'])('of %s lies where the builder puts it as the last', (device) => {
    for (let count = 0; count < ARGS.length; count++) {
      const whole = placed(base(ARGS.slice(0, count + 1), device));
      // The builder sorts by kind: what comes last is what is added.
      const last = whole?.payload_arguments?.at(-1);
      const added = ARGS[last?.arg_index ?? 0];
      const others = ARGS.slice(0, count + 1).filter((arg) => arg !== added);
      if (!added || (last?.arg_index ?? 0) !== count) continue;
      const edited = placed(addArgument(base(others, device), 'k', added));
      expect(edited?.payload_arguments?.at(-1)).toEqual(last);
    }
  });

  test('has its entry in the binding table, and its number', () => {
    const edited = placed(
      addArgument(base([{ kind: 'buffer', mode: 'stateful' }]), 'k', {
        kind: 'image',
        mode: 'stateful',
        type: 'image_2d',
        access: 'readonly',
      }),
    );
    expect(edited?.binding_table_indices).toEqual([
      { bti_value: 0, arg_index: 0 },
      { bti_value: 1, arg_index: 1 },
    ]);
    const entry = placed(addArgument(base([{ kind: 'value', bytes: 4 }]), 'k', { arg_type: 'arg_byvalue', size: 8 }));
    expect(entry?.payload_arguments?.at(-1)).toEqual({ arg_type: 'arg_byvalue', offset: 8, size: 8, arg_index: 1 });
    expect(placed(addArgument(base([]), 'k', { arg_type: 'printf_buffer' }))?.payload_arguments?.at(-1)).toMatchObject({ size: 8 });
  });

  test.each([
    [{ arg_type: 'arg_byvalue' }, {}, 'build/layout'],
    [{ arg_type: 'arg_byvalue', offset: 2, size: 4 }, {}, 'build/layout'],
    [{ kind: 'value' }, {}, 'build/layout'],
    [{ kind: 'value', bytes: 4, byte: 4 }, {}, 'build/key'],
    [{ kind: 'value', bytes: 4 }, { device: 'xe2' }, 'build/device'],
    [{ kind: 'value', bytes: 4 }, { driver: 'newest' }, 'build/driver'],
    [{ arg_type: 'region_group_size', size: 12 }, { driver: '22.43' }, 'build/refused'],
  ])('%j for %j is refused', (argument, options, code) => {
    const parts = base([{ kind: 'value', bytes: 4 }]);
    expect(() => addArgument(parts, 'k', argument as ArgumentBuild, options)).toThrow(
      expect.objectContaining({ diagnostic: expect.objectContaining({ code }) }),
    );
  });
});
