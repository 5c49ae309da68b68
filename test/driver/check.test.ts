/** The decision of a driver: steps, verdicts, and which releases accept what. */
import { describe, expect, test } from 'vitest';
import { compareVersions, NEXT_RELEASE } from '../../src/core/schema/index.ts';
import { findDevice } from '../../src/devices/index.ts';
import { CHECK_STEPS, checkZebin, RELEASES, releaseAnswers, releaseNamed, releaseRanges, turningPoints } from '../../src/driver/index.ts';
import { readZebin, SECTIONS, type SectionRow, TEXT_PREFIX } from '../../src/formats/zebin/index.ts';
import { checkDocument, inspect } from '../../src/internal.ts';
import { buildZebin, type NoteSpec, SHT } from '../support/build-elf.ts';
import { archives, fixture, probes, zebins } from '../support/corpus.ts';
import { mulberry32, mutate } from '../support/mutate.ts';

const BMG = 0x05004000;
const TURNING_POINTS = turningPoints();
const NEWEST = RELEASES.at(-1) ?? '';
const kernel = (name: string, line = '') =>
  `  - name: ${name}\n    execution_env:\n      grf_count: 128\n      simd_size: 16\n${line === '' ? '' : `      ${line}\n`}`;
const zeInfo = (...kernels: string[]) => `version: '1.73'\nkernels:\n${kernels.join('')}`;
const FOR_BMG: readonly NoteSpec[] = [{ type: 6, desc: BMG }];
const plain = (more: object = {}) => buildZebin({ zeInfo: zeInfo(kernel('k')), kernels: ['k'], notes: FOR_BMG, ...more }).bytes;
const spirv = { name: '.spv', type: SHT.spirv, data: 'spirv' } as const;
const check = (bytes: Uint8Array, release = NEWEST) => checkZebin(bytes, { release, device: BMG });
const onAny = (bytes: Uint8Array) => checkZebin(bytes, { release: NEWEST });
const outcomes = (bytes: Uint8Array, release = NEWEST) => check(bytes, release).steps.map(({ outcome }) => outcome);
const devices = (name: string) => ({ devices: findDevice(name) });

describe('steps', () => {
  test('are the same for every file, in the order of the driver, and the first that fails decides', { tags: ['corpus'] }, () => {
    for (const file of [...probes(), ...zebins().slice(0, 20)]) {
      const { steps, verdict, reason, reasons } = check(file.bytes());
      expect(steps.map(({ name }) => name)).toEqual(CHECK_STEPS);
      const failed = steps.find(({ outcome }) => outcome === 'failed');
      const before = failed ? steps.slice(0, steps.indexOf(failed)) : steps;
      expect(before.every(({ outcome }) => outcome === 'passed')).toBe(true);
      expect(verdict === 'accepted').toBe(failed === undefined);
      expect(reasons[0]).toEqual(failed && { step: failed.name, diagnostic: reason });
    }
  });

  test('a file without a fault is accepted', () => expect(check(plain()).verdict).toBe('accepted'));

  test.each([
    ['container', plain({ header: { e_type: 2 } }), 'refused', 'driver/not-zebin'],
    ['elf', plain({ header: { e_shoff: 1 << 20 } }), 'refused', 'driver/elf'],
    ['target', plain({ notes: [{ type: 6, desc: 0x03000000 }] }), 'refused', 'driver/target'],
    ['target', plain({ notes: [{ type: 6, desc: 0x03000000 }], sections: [spirv] }), 'rebuilt-from-ir', 'driver/target'],
    ['sections', plain({ sections: [{ name: '.surprise', data: 'x' }] }), 'refused', 'driver/section'],
    ['ze_info', plain({ zeInfo: zeInfo(kernel('k', 'unheard_of: 1')) }), 'refused', 'driver/unknown-key'],
    ['ze_info', plain({ zeInfo: zeInfo(kernel('k', 'slm_alloc_mode: 9')) }), 'crash', 'driver/value-abort'],
  ])('%s: fails where it is wrong', (step, bytes, verdict, code) => {
    const answer = check(bytes);
    expect([answer.verdict, answer.reason?.code]).toEqual([verdict, code]);
    expect(answer.steps.find(({ outcome }) => outcome === 'failed')?.name).toBe(step);
  });

  const named: readonly SectionRow[] = SECTIONS;
  const ofCode = named.filter(({ pattern, type }) => type === 'SHT_PROGBITS' && !pattern.startsWith(TEXT_PREFIX));
  test.each(ofCode)('the section $pattern is accepted from the release of its row on', ({ pattern, driver }) => {
    const { since = '' } = driver ?? {};
    const bytes = plain({ sections: [{ name: pattern.replace(/\{.*/, 'x'), data: 'x' }] });
    const refused = (release = '') => check(bytes, release).reasons.some(({ diagnostic }) => diagnostic.code === 'driver/section');
    const first = RELEASES.indexOf(since);
    expect(first).toBeGreaterThanOrEqual(0);
    expect([refused(since), first > 0 && refused(RELEASES[first - 1])]).toEqual([false, first > 0]);
  });

  test('IR does not help a release that does not have the device', () => {
    const bytes = plain({ sections: [spirv] });
    expect([check(bytes, '23.05.25593.5').verdict, check(bytes, '23.05.25593.5').reason?.code]).toEqual(['refused', 'driver/device']);
    expect(outcomes(bytes, '24.31.30508.5')).toEqual(CHECK_STEPS.map(() => 'passed'));
  });

  test('a cut file is refused or aborts the process, and is never accepted', () => {
    const whole = fixture('zebin/igc2/bmg/globals.zebin').bytes();
    for (let size = 0; size < whole.length; size += 97) expect(['refused', 'crash']).toContain(check(whole.slice(0, size)).verdict);
  });

  test('note 7 of an old version is a remark, whatever else', () => {
    const { verdict, steps } = check(plain({ notes: [...FOR_BMG, { type: 7, desc: 1 }] }));
    expect(verdict).toBe('accepted');
    expect(steps.flatMap(({ findings }) => findings.map(({ code }) => code))).toContain('driver/detection-version');
  });
});

describe('every reason', () => {
  const code = (bytes: Uint8Array, release = NEWEST) => check(bytes, release).reasons.map(({ diagnostic }) => diagnostic.code);

  test('of every step that can be checked, in the order of the driver', () => {
    const bytes = plain({
      notes: [{ type: 6, desc: 0x03000000 }],
      sections: [
        { name: '.surprise', data: 'x' },
        { name: '.more', data: 'x' },
      ],
      zeInfo: zeInfo(kernel('k', 'unheard_of: 1'), kernel('l', 'slm_size: many'), kernel('m', 'slm_alloc_mode: 9')),
    });
    const { reasons, verdict, reason } = check(bytes);
    expect(verdict).toBe('refused');
    expect(reasons[0]?.diagnostic).toBe(reason);
    expect(reasons.map(({ step, diagnostic }) => [step, diagnostic.code, diagnostic.data?.kernel, diagnostic.data?.attribute])).toEqual([
      ['target', 'driver/target', undefined, undefined],
      ['sections', 'driver/section', undefined, undefined],
      ['sections', 'driver/section', undefined, undefined],
      ['ze_info', 'driver/unknown-key', 'k', 'unheard_of'],
      ['ze_info', 'driver/value', 'l', 'slm_size'],
      ['ze_info', 'driver/value-abort', 'm', 'slm_alloc_mode'],
      ['ze_info', 'driver/kernel-without-text', 'l', 'name'],
      ['ze_info', 'driver/kernel-without-text', 'm', 'name'],
    ]);
  });

  test('has the bytes and the path of its subject', () => {
    const bytes = plain({ zeInfo: zeInfo(kernel('k', 'unheard_of: 1'), kernel('k2', 'slm_size: many')), kernels: ['k', 'k2'] });
    const text = ({ start, end }: { start: number; end: number }) => Buffer.from(bytes.subarray(start, end)).toString();
    expect(check(bytes).reasons.map(({ diagnostic: { span, path } }) => [text(span), path])).toEqual([
      ['unheard_of: 1', '.ze_info/kernels[0]/execution_env/unheard_of'],
      ['slm_size: many', '.ze_info/kernels[1]/execution_env/slm_size'],
    ]);
  });

  test('a file for another device: the note that says so', () => {
    const { reason } = check(
      plain({
        notes: [
          { type: 4, desc: '1.73\0' },
          { type: 6, desc: 0x03000000 },
        ],
      }),
    );
    const bytes = plain({
      notes: [
        { type: 4, desc: '1.73\0' },
        { type: 6, desc: 0x03000000 },
      ],
    });
    expect(reason?.path).toBe('.note.intelgt.compat/notes[1]');
    const note = bytes.subarray(reason?.span.start, reason?.span.end);
    expect(Buffer.from(note).readUInt32LE(note.length - 4)).toBe(0x03000000);
    const both = plain({
      notes: [
        { type: 1, desc: 1270 },
        { type: 2, desc: 0x0c07 },
      ],
    });
    expect(check(both).reasons.map(({ diagnostic }) => diagnostic.path)).toEqual([
      '.note.intelgt.compat/notes[1]',
      '.note.intelgt.compat/notes[0]',
    ]);
  });

  test('a consequence of another reason is not a reason: arguments that were not read, unknown lanes', () => {
    const args = '    payload_arguments:\n      - arg_type: arg_bypointer\n        offset: here\n        size: 8\n        arg_index: 0\n';
    const table = '    binding_table_indices:\n      - bti_value: 0\n        arg_index: 0\n';
    expect(code(plain({ zeInfo: zeInfo(`${kernel('k')}${args}${table}`) }))).toEqual(['driver/value']);
    const ids = '    per_thread_payload_arguments:\n      - arg_type: local_id\n        offset: 0\n        size: 192\n';
    const wide = `  - name: k\n    execution_env:\n      simd_size: 33\n${ids}`;
    expect(code(plain({ zeInfo: zeInfo(wide) }))).toEqual(['driver/simd-size']);
    // A release that does not know note 6 either.
    expect(code(plain({ zeInfo: zeInfo(wide) }), '22.43.24595.35')).toEqual(['driver/device', 'driver/target', 'driver/simd-size']);
  });

  test('is one when the driver compiles again: it looks at nothing more', () => {
    const bytes = plain({ notes: [{ type: 6, desc: 0x03000000 }], sections: [spirv], zeInfo: zeInfo(kernel('k', 'unheard_of: 1')) });
    expect(code(bytes)).toEqual(['driver/target']);
  });

  test('the first is what a driver that stops there says, for damaged files too', { tags: ['corpus'] }, () => {
    const random = mulberry32(5);
    const whole = fixture('zebin/igc2/bmg/globals.zebin').bytes();
    for (let i = 0; i < 60; i++) {
      const bytes = mutate(whole, random);
      for (const release of ['22.43.24595.41', NEWEST]) {
        const { reason, verdict } = check(bytes, release);
        const range = releaseRanges(bytes, BMG).find(({ until }) => until === undefined || compareVersions(release, until) < 0);
        expect([verdict, reason?.code, reason?.message]).toEqual([range?.verdict, range?.code, range?.message]);
      }
    }
  });

  test('the last step is reached with 100 reasons in one before it', () => {
    const keys = Array.from({ length: 500 }, (_, i) => `      unheard_of_${i}: 1\n`).join('');
    const { steps, reasons } = check(plain({ zeInfo: zeInfo(kernel('k') + keys) }));
    expect(reasons).toHaveLength(100);
    expect(steps.at(-1)?.outcome).toBe('passed');
  });
});

describe('limits of the device', () => {
  const file = (line: string) => plain({ zeInfo: zeInfo(kernel('k').replace('grf_count: 128', line)) });
  const limits = (line: string) => {
    const { verdict, steps } = check(file(line));
    return [
      verdict,
      steps.find(({ name }) => name === 'limits')?.findings.map((d) => [d.code, d.severity, d.data?.kernel, d.data?.attribute]),
    ];
  };

  test('too much shared local memory is what drivers compare, before they link', () => {
    expect(limits('slm_size: 131072')).toEqual(['accepted', []]);
    expect(limits('slm_size: 1000000000')).toEqual(['refused', [['driver/slm-size', 'error', 'k', 'slm_size']]]);
    expect(limits('slm_size: -1')).toEqual(['refused', [['driver/slm-size', 'error', 'k', 'slm_size']]]);
    const { kernels } = releaseAnswers(file('slm_size: 1000000000'), BMG, 1);
    expect(kernels[0]?.at(-1)).toMatchObject({ verdict: 'refused', code: 'driver/slm-size' });
  });

  test.each([['grf_count: 512'], ['grf_count: 100'], ['barrier_count: 3'], ['eu_thread_count: 10\n      grf_count: 128']])(
    '%s is a remark: no driver compares it when it loads the file',
    (line) => expect(limits(line)).toEqual(['accepted', [['driver/limit', 'warning', 'k', line.replace(/:.*/s, '')]]]),
  );
});

describe('scratch memory', () => {
  const file = (size: number, device: number) =>
    plain({
      zeInfo: zeInfo(
        `${kernel('k')}    per_thread_memory_buffers:\n      - type: scratch\n        usage: private_space\n        size: ${size}\n`,
      ),
      notes: [{ type: 6, desc: device }],
    });
  const MIB = 1024 * 1024;
  const TGL = 0x03000000;
  const CRI = 0x08c2c000;

  test.each([
    ['Gen12LP', TGL, 2 * MIB],
    ['Xe2', BMG, MIB / 4],
    ['Xe3P', CRI, 16 * MIB],
  ])('%s: a kernel with more than the device allows a hardware thread is not created', (_, device, most) => {
    const codes = (size: number) =>
      checkZebin(file(size, device), { release: NEWEST, device }).reasons.map(({ diagnostic }) => diagnostic.code);
    expect([codes(most), codes(most + 1)]).toEqual([[], ['driver/scratch-size']]);
  });

  test('releases before 22.49 do not compare it; other kernels can be created', () => {
    const bytes = plain({
      zeInfo: zeInfo(
        kernel('a'),
        `${kernel('k')}    per_thread_memory_buffers:\n      - type: scratch\n        usage: private_space\n        size: 4194304\n`,
      ),
      kernels: ['a', 'k'],
      notes: [
        { type: 1, desc: 29 },
        { type: 2, desc: 18 },
      ],
    });
    const { file: whole, kernels } = releaseAnswers(bytes, TGL, 2);
    const turn = { since: '22.49.25018.14', verdict: 'refused', code: 'driver/scratch-size' };
    expect(whole.at(-1)).toMatchObject(turn);
    expect([kernels[0]?.at(-1)?.verdict, kernels[1]?.at(-1)]).toMatchObject(['accepted', turn]);
    expect(checkZebin(bytes, { device: TGL, release: '22.43' }).verdict).toBe('accepted');
  });
});

describe('the next release', () => {
  const payload = (argument: string) =>
    plain({ zeInfo: zeInfo(`${kernel('k', 'inline_data_payload_size: 64')}    payload_arguments:\n      - ${argument}\n`) });
  const of = (argument: string) => [NEWEST, NEXT_RELEASE].map((release) => check(payload(argument), release).verdict);

  test('has a name, is after every tag, and is not the newest known one', () => {
    expect([releaseNamed('next'), RELEASES.includes(NEXT_RELEASE), compareVersions(NEXT_RELEASE, '99.99.99999.9') > 0]).toEqual([
      'next',
      false,
      true,
    ]);
    expect(TURNING_POINTS.at(-1)).toBe(NEXT_RELEASE);
  });

  test('pointers that are filled in inline data only are within it', () => {
    expect(of('arg_type: scratch_pointer\n        offset: 56\n        size: 8')).toEqual(['accepted', 'accepted']);
    expect(of('arg_type: scratch_pointer\n        offset: 64\n        size: 8')).toEqual(['accepted', 'refused']);
    expect(of('arg_type: indirect_data_pointer\n        offset: 60\n        size: 8')).toEqual(['accepted', 'refused']);
  });

  test('flat images are gone', () => {
    expect(of('arg_type: flat_image_pitch\n        offset: 0\n        size: 4\n        arg_index: 0')).toEqual(['accepted', 'refused']);
  });

  test('OpenCL loads required libraries', () => {
    const bytes = plain({ zeInfo: `${zeInfo(kernel('k'))}required_libs: [ a ]\n` });
    const messages = [NEWEST, NEXT_RELEASE].map((release) =>
      check(bytes, release).steps.flatMap(({ findings }) =>
        findings.filter(({ code }) => code === 'driver/required-libs').map(({ message }) => message),
      ),
    );
    expect(messages.map((found) => found.length)).toEqual([1, 1]);
    expect(messages[0]).not.toEqual(messages[1]);
  });
});

describe('what the runtimes require of a decoded file', () => {
  const CRI = 0x08c2c000;
  const at = (release: string, more: object, lines: string, end = '', device = CRI) =>
    checkZebin(plain({ zeInfo: `${zeInfo(kernel('k') + lines)}${end}`, notes: [{ type: 6, desc: device }], ...more }), { release, device });
  const verdict = (...args: Parameters<typeof at>) => {
    const { verdict, reason } = at(...args);
    return [verdict, reason?.code];
  };
  const bindless =
    '    payload_arguments:\n      - arg_type: arg_bypointer\n        offset: 0\n        size: 4\n        arg_index: 0\n        addrmode: bindless\n        addrspace: global\n';
  const bound = `${bindless.replace('bindless', 'stateful')}    binding_table_indices:\n      - bti_value: 0\n        arg_index: 0\n`;
  const by = (generator: number) => ({
    notes: [
      { type: 6, desc: CRI },
      { type: 3, desc: generator << 21 },
    ],
  });

  test.each([
    ['bindless', bindless],
    ['stateful', bound],
  ])('a %s buffer in code of IGC is refused on Xe3P since 26.14', (_, lines) => {
    expect(verdict(NEWEST, {}, lines)).toEqual(['refused', 'driver/stateful-buffer']);
    expect(verdict(NEWEST, by(1), lines)).toEqual(['refused', 'driver/stateful-buffer']);
    expect(verdict(NEWEST, by(2), lines)).toEqual(['accepted', undefined]);
    expect(verdict('26.09', {}, lines)).toEqual(['accepted', undefined]);
    expect(verdict(NEWEST, {}, lines, '', BMG)).toEqual(['accepted', undefined]);
  });

  test('the address of variables needs variables', () => {
    const base = '    payload_arguments:\n      - arg_type: const_base\n        offset: 0\n        size: 8\n';
    const data = { sections: [{ name: '.data.const', data: 'x' }] };
    expect(verdict(NEWEST, {}, base)).toEqual(['crash', 'driver/base-abort']);
    expect(verdict(NEWEST, data, base)).toEqual(['accepted', undefined]);
    expect(verdict(NEWEST, data, base.replace('const', 'global'))).toEqual(['crash', 'driver/base-abort']);
  });

  test('a name for the host that is not a global variable is refused by Level Zero alone: a remark', () => {
    const { verdict, steps } = at(NEWEST, {}, '', 'global_host_access_table:\n  - device_name: v\n    host_name: v\n');
    expect(verdict).toBe('accepted');
    expect(steps.flatMap(({ findings }) => findings.map(({ code }) => code))).toContain('driver/level-zero');
  });

  test('arguments of video motion estimation are read from 22.34 until 25.31', () => {
    const lines = '    payload_arguments:\n      - arg_type: vme_mb_block_type\n        offset: 0\n        size: 4\n        arg_index: 0\n';
    const bytes = plain({
      zeInfo: zeInfo(kernel('k') + lines),
      notes: [
        { type: 1, desc: 29 },
        { type: 2, desc: 18 },
      ],
    });
    const verdicts = ['22.33.23949', '22.34.24023', '25.27.34303.9', '25.31.34666.3'].map(
      (release) => checkZebin(bytes, { device: 0x03000000, release }).verdict,
    );
    expect(verdicts).toEqual(['refused', 'accepted', 'accepted', 'refused']);
  });
});

describe('without a device', () => {
  test('the device that the notes name counts, even if it is in no table', () => {
    expect(onAny(plain({ notes: [{ type: 6, desc: 0x3f000000 }] })).verdict).toBe('accepted');
    expect(onAny(plain({ notes: [] })).reason?.code).toBe('driver/target');
  });
});

describe('releases', () => {
  test('turning points are in order, and releases of the table', () => {
    expect([...TURNING_POINTS].sort(compareVersions)).toEqual(TURNING_POINTS);
    expect([...RELEASES].sort(compareVersions)).toEqual(RELEASES);
  });

  test('ranges follow each other from the first release to the newest', { tags: ['corpus'] }, () => {
    for (const file of zebins().slice(0, 10)) {
      const ranges = releaseRanges(file.bytes());
      expect(ranges[0]?.since).toBe(TURNING_POINTS[0]);
      expect(ranges.slice(1).map(({ since }) => since)).toEqual(ranges.slice(0, -1).map(({ until }) => until));
      expect(ranges.at(-1)?.until).toBeUndefined();
      for (const { since, verdict } of ranges) expect(checkZebin(file.bytes(), { release: since }).verdict).toBe(verdict);
    }
  });

  test('the first that accepts, by the key that forces it; older ones were not strict', () => {
    const ranges = releaseRanges(plain({ zeInfo: zeInfo(kernel('k', 'require_iab: true')) }), BMG);
    expect(ranges.map(({ since, verdict }) => [since, verdict])).toEqual([
      [TURNING_POINTS[0], 'refused'],
      ['24.31.30508.5', 'accepted'],
      ['24.45.31740.8', 'refused'],
      ['25.22.33944.4', 'accepted'],
    ]);
  });

  test('an upper bound, where newer drivers dropped something', () => {
    const region = `${kernel('k')}    payload_arguments:\n      - arg_type: region_group_size\n        offset: 0\n        size: 12\n`;
    const last = releaseRanges(plain({ zeInfo: zeInfo(region) }), BMG).at(-1);
    expect([last?.since, last?.verdict, last?.code]).toEqual(['26.05.37020.3', 'refused', 'driver/value']);
  });

  test('a device that newer drivers dropped', () => {
    const bytes = plain({ notes: [{ type: 1, desc: 18 }] });
    const ranges = releaseRanges(bytes, findDevice('skl')[0]?.value);
    expect(ranges.at(-1)).toMatchObject({ since: '24.39.31294.9', verdict: 'refused', code: 'driver/device' });
    expect(ranges.at(-2)?.verdict).toBe('accepted');
  });

  test('each kernel separately', () => {
    const text = zeInfo(kernel('old'), kernel('new', 'slm_alloc_mode: 1'), kernel('never', 'unheard_of: 1'));
    const bytes = buildZebin({ zeInfo: text, kernels: ['old', 'new', 'never'], notes: FOR_BMG }).bytes;
    const { kernels } = releaseAnswers(bytes, BMG, 3);
    const newest = kernels.map((ranges) => ranges.at(-1));
    expect(newest.map((range) => range?.verdict)).toEqual(['accepted', 'accepted', 'refused']);
    expect(kernels[0]).toHaveLength(1);
    expect(newest[1]?.since).toBe('26.27.39122.10');
    expect(newest[2]?.code).toBe('driver/unknown-key');
  });

  test.each([
    ['26.27', '26.27.39122.14'],
    ['26', NEWEST],
    ['24.45.31740', '24.45.31740.15'],
    ['26.27.39122.10', '26.27.39122.10'],
    ['22.43.24595.35', '22.43.24595.35'],
    ['99.1.2', '99.1.2'],
    ['99.1', undefined],
    ['newest', undefined],
    ['', undefined],
    ['1e9', undefined],
  ])('the release named %s is %s', (text, release) => expect(releaseNamed(text)).toBe(release));
});

describe('the document', () => {
  const document = (bytes: Uint8Array, more: object = {}) => checkDocument(inspect(bytes).value, { release: NEWEST, ...more });

  test('names the first release, its reasons, and the release that knows every name', () => {
    const found = document(plain({ zeInfo: zeInfo(kernel('k', 'require_iab: true')) }));
    expect(found).toMatchObject({
      schema: 'zebin/check/1',
      verdict: 'accepted',
      profile: 'driver',
      device: { ip: '20.1.0', from: 'file' },
    });
    expect(found?.support).toEqual({
      accepted: [{ since: '24.31.30508.5', until: '24.45.31740.8' }, { since: '25.22.33944.4' }],
      first_release: '25.22.33944.4',
      forced_by: ['execution_env/require_iab'],
      understood_since: '25.22.33944.4',
      dropped: [],
      unread: [],
    });
    expect(document(plain())?.support.forced_by).toEqual(['BMG-G21 A0']);
  });

  test('of an archive with a device: the member that the driver takes; without: every image', () => {
    const [file] = archives().filter(({ name }) => name.endsWith('basic-dg2-bmg.ar'));
    const bytes = file?.bytes() ?? new Uint8Array();
    expect(document(bytes)?.images?.map(({ address, verdict }) => [address, verdict])).toEqual([
      ['!64.dg2', 'accepted'],
      ['!64.bmg', 'accepted'],
    ]);
    expect(document(bytes, devices('bmg'))).toMatchObject({ address: '!64.bmg', verdict: 'accepted', device: { from: 'option' } });
    expect(document(bytes, devices('bmg'))?.images).toBeUndefined();
    expect(document(bytes, devices('skl'))?.verdict).toMatch(/refused|rebuilt-from-ir/);
  });

  test('a name of several devices is that which the file is for', () => {
    expect(document(plain({ notes: [{ type: 6, desc: 0x05008000 }] }), devices('xe2-hpg'))).toMatchObject({
      verdict: 'accepted',
      device: { ip: '20.2.0' },
    });
    expect(document(plain(), devices('xe2'))).toMatchObject({ verdict: 'accepted', device: { ip: '20.1.0' } });
  });

  test('under the profile the words of the tool, and its steps', () => {
    const found = document(plain({ zeInfo: zeInfo(kernel('k', 'unheard_of: 1')) }), { profile: 'ocloc-validate' });
    expect(found?.verdict).toBe('unknown-attribute');
    expect(found?.steps.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
      'container passed',
      'elf passed',
      'sections passed',
      'ze_info failed',
    ]);
    expect(document(plain({ notes: [] }), { profile: 'ocloc-validate' })?.verdict).toBe('valid');
  });

  test('damaged files have an answer', { tags: ['corpus'] }, () => {
    const random = mulberry32(7);
    const whole = fixture('zebin/igc2/bmg/globals.zebin').bytes();
    for (let i = 0; i < 60; i++) {
      const bytes = mutate(whole, random);
      const { verdict, steps } = checkZebin(bytes, { release: NEWEST, device: BMG });
      expect(['accepted', 'rebuilt-from-ir', 'refused', 'crash']).toContain(verdict);
      expect(steps).toHaveLength(CHECK_STEPS.length);
      releaseAnswers(bytes, undefined, 3);
    }
  });

  test('every real file has one, and those of compilers are accepted by some release', { tags: ['corpus'] }, () => {
    for (const file of zebins().filter((_, i) => i % 7 === 0)) {
      const bytes = file.bytes();
      const found = document(bytes);
      expect(found?.kernels.map(({ name }) => name)).toEqual(readZebin(bytes).value.kernels.map(({ name }) => name));
      expect(found?.sentence).toMatch(/^(accepted|refused|would crash)/);
    }
  });
});
