/** Rules of the specifications: what real files break, what versions lack, and that the tables hold together. */
import { describe, expect, test } from 'vitest';
import { CODES, type Code, RULE_CODES } from '../../../src/core/diag/index.ts';
import type { Version } from '../../../src/core/schema/index.ts';
import { RULES, readZebin, SPEC_RULES, validateZebin } from '../../../src/formats/zebin/index.ts';
import { spanAt } from '../../../src/formats/zeinfo/index.ts';
import { completenessOf, findingsOf, validateDocument } from '../../../src/internal.ts';
import { inspect } from '../../../src/walk/inspect.ts';
import { buildZebin, SHT } from '../../support/build-elf.ts';
import { archives, fixture, probes, zebins } from '../../support/corpus.ts';
import { VERSIONS } from '../../support/generate-zeinfo.ts';
import { mulberry32, mutate } from '../../support/mutate.ts';

const rules = (bytes: Uint8Array, version?: Version) => validateZebin(readZebin(bytes).value, version ? { version } : {});
const codes = (bytes: Uint8Array, version?: Version) => rules(bytes, version).map(({ code }) => code);
const env = '    execution_env:\n      grf_count: 128\n      simd_size: 16\n';

/** Errors that genuine files have, each explained in docs/checking.md. */
const GENUINE: Readonly<Record<string, readonly Code[]>> = { 'igc1/dg2/printf-bindless.zebin': ['rule/bindless-mixed'] };

test('genuine files have no error but those that are explained', { tags: ['corpus'] }, () => {
  const found = zebins().flatMap((file) => {
    const findings = findingsOf(inspect(file.bytes()).value).filter(({ diagnostic }) => diagnostic.severity === 'error');
    const name = file.name.replace(/^(corpus:)?zebin\//, '');
    return findings.flatMap(({ diagnostic: { code, message } }) => (GENUINE[name]?.includes(code) ? [] : [`${name}: ${code} ${message}`]));
  });
  expect(found).toEqual([]);
});

test('members of archives are checked separately, under their addresses', { tags: ['corpus'] }, () => {
  const [file] = archives();
  const findings = findingsOf(inspect(file?.bytes() ?? new Uint8Array()).value);
  expect(findings.length).toBeGreaterThan(0);
  for (const { diagnostic } of findings) expect(diagnostic.path).toMatch(/^64\.[^!]+!/);
});

test('each rule has a row among the codes, and each such row a rule', () => {
  const named = new Set([...RULES, ...SPEC_RULES].map(({ code }) => code).filter((code) => code.startsWith('rule/')));
  expect(
    [...named].filter((name) => !Object.hasOwn(RULE_CODES, name)),
    'add rows for these to RULE_CODES in src/core/diag/codes/rules.ts',
  ).toEqual([]);
  for (const [name, row] of Object.entries(RULE_CODES)) expect([name, row.source]).not.toContain(undefined);
});

describe('known drift breaks no rule', () => {
  test.each([
    ['zebin/igc2/bmg/globals.zebin', 'sections named .rel.text.K, _entry without type, metrics that are not notes'],
    ['zebin/igc2/bmg/calls-indirect.zebin', 'relocations of code'],
  ])('%s: %s', (name) => {
    const found = findingsOf(inspect(fixture(name).bytes()).value).filter(({ diagnostic }) => diagnostic.severity !== 'info');
    expect(found.map(({ diagnostic }) => diagnostic.code)).toEqual([]);
  });
});

describe('versions', () => {
  const modern = buildZebin({
    zeInfo: `version: '1.73'\nkernels:\n  - name: k\n${env}      slm_alloc_mode: 1\n`,
    kernels: ['k'],
    notes: [{ type: 6, desc: 0x05004000 }],
    ident: { EI_ABIVERSION: 2 },
    sections: [
      {
        name: '.symtab',
        type: SHT.symtab,
        link: '.shstrtab',
        info: 3,
        symbols: [{}, { name: 'k', section: '.text.k' }, { name: '_entry', section: '.text.k' }],
      },
    ],
  }).bytes;

  test('a file is checked against its own version, unless another is requested', () => {
    expect(codes(modern).filter((code) => CODES[code].severity !== 'info')).toEqual([]);
    expect(codes(modern, '1.73')).toEqual(codes(modern));
    expect(codes(modern, '1.72')).toContain('zeinfo/not-in-version');
    expect(codes(modern, '1.32')).toContain('rule/section-version');
    expect(codes(modern, '1.65')).toContain('rule/zebin-header');
  });

  test('every version can be checked against, and the newest finds the least of what came later', () => {
    const counts = VERSIONS.map((version) => codes(modern, version).filter((code) => code === 'zeinfo/not-in-version').length);
    expect([...counts].sort((a, b) => b - a)).toEqual(counts);
    expect(counts.at(-1)).toBe(0);
    expect(counts[0]).toBeGreaterThan(0);
  });
});

describe('places', () => {
  test('the deepest part of a path that is in the text', () => {
    const text = `version: '1.73'\nkernels:\n  - name: k\n${env}`;
    const { zeInfo } = readZebin(buildZebin({ zeInfo: text, kernels: ['k'] }).bytes).value;
    if (!zeInfo) throw new Error('no .ze_info');
    const at = (path: string) => {
      const { start, end } = spanAt(zeInfo, path);
      return text.slice(start - zeInfo.bytes.base, end - zeInfo.bytes.base);
    };
    expect(at('kernels[0]/execution_env/simd_size')).toBe('simd_size');
    expect(at('kernels[0]/name')).toBe('name');
    expect(at('kernels[0]/payload_arguments[3]/size')).toMatch(/^name: k/);
    expect(at('kernels[9]')).toBe('kernels');
    expect(at('__proto__/constructor')).toMatch(/^version/);
  });
});

test('every finding is in the file and has a rule, for probes and damaged files too', { tags: ['corpus'] }, () => {
  const random = mulberry32(11);
  const whole = fixture('zebin/igc2/bmg/globals.zebin').bytes();
  const files = [...probes().map((file) => file.bytes()), ...Array.from({ length: 80 }, () => mutate(whole, random))];
  for (const bytes of files) {
    let root: ReturnType<typeof inspect>['value'];
    try {
      root = inspect(bytes).value;
    } catch {
      continue;
    }
    const findings = findingsOf(root);
    for (const { diagnostic } of findings) {
      expect(diagnostic.span.start).toBeGreaterThanOrEqual(0);
      expect(diagnostic.span.end).toBeLessThanOrEqual(bytes.length);
    }
    const document = validateDocument(findings, completenessOf(root));
    expect(document.errors + document.warnings + document.infos).toBe(document.findings.length);
    expect(document.valid).toBe(document.errors === 0);
    for (const { code, source_of_rule } of document.findings) if (code.startsWith('rule/')) expect(source_of_rule).toMatch(/\S/);
  }
});
