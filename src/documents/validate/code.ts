/** Waits that are missing in machine code, as findings. */

import { BOUNDS, flowOf, type Hazard, hazardsOf, Space } from '../../analysis/instructions/index.ts';
import { hex } from '../../core/bytes/index.ts';
import { type Budget, type Diagnostic, Reporter } from '../../core/diag/index.ts';
import { clip } from '../../core/schema/index.ts';
import { coreFamily } from '../../devices/index.ts';
import type { Section } from '../../formats/elf/index.ts';
import { type Instruction, inRange, type Platform, platformNumber, platformOfCore, readCode } from '../../formats/eu/index.ts';
import { TEXT_PREFIX, targetCore } from '../../formats/zebin/index.ts';
import type { Item } from '../../walk/inspect.ts';

/** Platforms whose instructions say what they wait for. */
const FIRST = '12p1-';

/**
 * The waits that are missing in the code of a zebin, or wait for something else (`code/…`); nothing for other items, and before Xe, where the
 * hardware waits by itself. What is after the end of the thread is not checked. Code past a bound of the analysis is
 * not checked whole, which is a finding too (`code/unchecked`). Any other finding is at the instruction that starts too early; `data`
 * has the offset of the one that is not done, in bytes from the start of the section, and the register.
 */
export function codeFaults({ content }: Item, budget?: Budget): readonly Diagnostic[] {
  if (content.kind !== 'zebin') return [];
  const { elf, target, bytes } = content.zebin;
  const platform = platformOfCore(coreFamily(targetCore(target) ?? -1));
  if (platform === undefined || !inRange(platformNumber(platform), FIRST)) return [];
  budget?.check();
  const out = new Reporter(bytes.length, budget);
  for (const section of elf.sections)
    if (section.name.startsWith(TEXT_PREFIX) && section.bytes.length > 0) checkSection(section, platform, budget, out);
  return out.diagnostics;
}

function checkSection({ bytes, name, index }: Section, platform: Platform, budget: Budget | undefined, out: Reporter): void {
  // Reading the code for other verbs reports what is not an instruction.
  const code = readCode(bytes, platform, { budget }).value;
  const hazards = hazardsOf(code, flowOf(code), budget);
  if (hazards.length === 0) return;
  const space = new Space(platform);
  for (const hazard of hazards) {
    if (hazard.kind === 'unchecked') {
      const message = `not all waits of ${clip(name, 200)} are checked: ${BOUNDS[hazard.bound].what}`;
      out.report('code/unchecked', bytes.span(), `sections[${index}]`, message, { bound: hazard.bound });
      continue;
    }
    if (out.full) {
      // It is only counted.
      out.report(`code/${hazard.kind}`, bytes.span(), '', '');
      continue;
    }
    const [at, on] = [code.instructions[hazard.at] as Instruction, code.instructions[hazard.on] as Instruction];
    const register = hazard.unit < 0 ? undefined : space.nameOf(hazard.unit);
    const message = `${textOf(at)} in ${clip(name, 200)} ${TEXTS[hazard.kind](register ?? '', textOf(on))}`;
    const data = { instruction: at.offset, on: on.offset, ...(register === undefined ? {} : { register }) };
    out.report(`code/${hazard.kind}`, bytes.span(at.offset, at.offset + at.size), `sections[${index}]`, message, data);
  }
}

const textOf = ({ offset, operation }: Instruction): string => `${operation?.mnemonic ?? ''} at ${hex(offset)}`;

const TEXTS: Readonly<Record<Exclude<Hazard['kind'], 'unchecked'>, (register: string, on: string) => string>> = {
  read: (register, on) => `does not wait for ${register}, which ${on} writes`,
  overwrite: (register, on) => `writes ${register} without waiting for ${on}, which writes it too`,
  'early-write': (register, on) => `writes ${register} without waiting for ${on}, which reads it`,
  state: (_, on) => `does not wait for ${on}, and one of them uses the state of the thread`,
  fence: (_, on) => `does not wait for the fence, ${on}`,
};
