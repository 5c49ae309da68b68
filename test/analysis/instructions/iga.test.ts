/**
 * Definitions, uses and live registers against `iga64 -Xprint-json -Xprint-defs` 2.40.14, of every small section of the larger corpus.
 *
 * What iga64 has wrong is in as-iga.ts, a rule for each: with these rules the answers are the same, and without them they differ only where
 * a rule applies.
 */
import { describe, expect, test } from 'vitest';
import { definitionsOf, type Effects, EffectsReader, effectsOf, FILES, flowOf, liveOf } from '../../../src/analysis/instructions/index.ts';
import { type Code, PLATFORMS, platformNumber } from '../../../src/formats/eu/index.ts';
import { flowAsIga, RULES } from './as-iga.ts';
import { codeOf, HAS_CORPUS, type IgaInstruction, igaInstructions, sectionsOfCorpus } from './corpus.ts';

/** Sections that differ for a reason that is not a rule about single instructions. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  // iga64 takes a predicate of other lanes, or of a group of lanes, to be the same as one of these.
  'igc1/tgllp/attrs 3': 'predicate any32h',
  'igc2/tgllp/globals 3': 'predicate any16h',
  'igc2/tgllp/slm 1': 'a predicate of one lane, after a write under that of eight',
  'igc2/tgllp/slm 2': 'a predicate of one lane, after a write under that of eight',
  // Hand-written messages that say more than their payloads hold; iga64 reads and writes past the payload.
  'igc1/dg2/visa-misc 2': 'payload',
  'igc1/pvc/visa-misc 1': 'payload',
  'igc1/pvc/visa-misc 2': 'payload',
};

/** Live units before each instruction, in the order of `FILES`. */
type Totals = readonly (readonly number[])[];

/** What differs between an answer of iga64 and ours, in words. */
function differences(code: Code, iga: readonly IgaInstruction[], live: Totals, producers: (at: number) => number[]): string[] {
  const out: string[] = [];
  if (iga.length !== code.instructions.length) return [`${iga.length} instructions`];
  for (const [at, one] of iga.entries()) {
    for (const [i, file] of FILES.entries()) {
      const ours = (live[at]?.[i] as number) / (file === 'f' ? 8 : 1);
      if (ours !== one.liveTotals[file]) out.push(`${at}: ${ours} live in ${file}, not ${one.liveTotals[file]}`);
    }
    const ours = new Set(producers(at));
    for (const def of definitionsIn(one)) if (!ours.has(def)) out.push(`${at}: not from ${def}`);
  }
  return out;
}

/** Every instruction that some operand of one is from. */
function definitionsIn(value: unknown, found = new Set<number>()): Set<number> {
  if (typeof value !== 'object' || value === null) return found;
  for (const [key, inner] of Object.entries(value)) {
    if (/defs2?$/.test(key) && Array.isArray(inner)) for (const at of inner as number[]) found.add(at);
    else definitionsIn(inner, found);
  }
  return found;
}

/** Definitions of general registers that iga64 does not list. It never lists those of other files that no operand names, or of gathered ones. */
function unlisted(
  code: Code,
  iga: readonly IgaInstruction[],
  effects: readonly Effects[],
  producers: (at: number, reads: number[]) => number[],
  end: number,
): string[] {
  return iga.flatMap((one, at) => {
    if (code.instructions[at]?.sources[0]?.register?.name === 's') return [];
    const { reads } = effects[at] as Effects;
    const general = reads.filter((_, i) => (reads[i - (i % 3)] as number) < end);
    const listed = definitionsIn(one);
    return producers(at, general)
      .filter((def) => !listed.has(def))
      .map((def) => `${at}: from ${def}`);
  });
}

describe.skipIf(!HAS_CORPUS)(
  'definitions, uses and live registers are those of iga64 [needs ZEBIN_CORPUS and ZEBIN_CORPUS_GEN]',
  { tags: ['corpus'] },
  () => {
    test.each(PLATFORMS.filter((platform) => platform !== '10'))('platform %s', (name) => {
      const platform = platformNumber(name);
      const wrong: string[] = [];
      let compared = 0;
      for (const section of sectionsOfCorpus()) {
        if (section.platform !== name) continue;
        const iga = igaInstructions(section);
        if (iga === undefined) continue;
        compared++;
        const code = codeOf(section);
        const id = `${section.zebin} ${section.index}`;
        const { space, guards, effects } = effectsOf(code);
        const flow = flowOf(code);
        const reader = new EffectsReader(name);
        const applied = new Set<string>();
        const theirs = code.instructions.map((instruction, at) => {
          let one = effects.at(at) as Effects;
          for (const rule of RULES) {
            const change = rule.effects(instruction, one, reader, platform);
            if (change === undefined) continue;
            one = { ...one, ...change };
            applied.add(rule.name);
          }
          return one;
        });
        const model = { space, guards, flow: flowAsIga(flow, code.instructions), effects: theirs };
        const live = theirs.map(() => FILES.map(() => 0));
        liveOf(space, guards, model.flow, theirs, new Set(), undefined, (at, units) => {
          live[at] = FILES.map((_, file) => (live[at]?.[file] as number) + (units[file] as number));
        });
        const found = differences(code, iga, live, (at) => definitionsOf(model, at));
        found.push(...unlisted(code, iga, theirs, (at, reads) => definitionsOf(model, at, reads), space.named('r').end));
        if (found.length > 0 !== id in EXCEPTIONS) wrong.push(`${id}: ${found[0] ?? 'is not an exception'}`);
      }
      expect(wrong).toEqual([]);
      expect(compared).toBeGreaterThan(0);
    });
  },
);
