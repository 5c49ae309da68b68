/** What checks found while a kernel ran, with instructions as text and positions in the source. */
import { hex } from '../core/bytes/index.ts';
import { kernelLabel } from '../formats/demangle/index.ts';
import { type Instruction, InstructionPrinter, platformNumber } from '../formats/eu/index.ts';
import type { Case } from '../run/case/index.ts';
import { CHECKS, type CheckFinding, type CheckKind, signatureOf } from '../run/index.ts';
import { platformOfZebin } from './dump-code.ts';
import type { RunReport, RunTarget } from './run-model.ts';
import { Sources } from './run-sources.ts';

const ARGUMENT = /^argument (\d+)$/;

/** Findings as rows of the document, by address. */
export function runReports(target: RunTarget, one: Case, findings: readonly CheckFinding[]): readonly RunReport[] {
  if (findings.length === 0) return [];
  const { zebin, kernel } = target;
  const sources = new Sources(zebin);
  const platform = platformOfZebin(zebin);
  const printer = platform === undefined ? undefined : new InstructionPrinter(platformNumber(platform));
  const textOf = (instruction: Instruction | undefined): string | null =>
    instruction === undefined || printer === undefined ? null : printer.print(instruction).replace(/\s+/g, ' ').trim();
  const parameters = signatureOf(zebin, kernel);
  return findings.map((found) => {
    const { kind, section, offset, instruction, memory, other } = found;
    const [source = null, ...calls] = section === '' ? [] : sources.at(section, offset);
    const index = ARGUMENT.exec(memory ?? '')?.[1];
    const argument = index === undefined ? null : Number(index);
    return {
      ...head(target, one, kind),
      address: section === '' ? null : hex(offset),
      section: section === '' ? null : section,
      text: textOf(instruction),
      source,
      calls,
      count: found.count,
      item: found.item ?? null,
      message: found.message,
      ...rightOf(kind),
      access: found.access ?? null,
      argument,
      name: argument === null ? null : (parameters[argument]?.name ?? null),
      memory: memory ?? null,
      offset: found.byte ?? null,
      size: found.size ?? null,
      value: found.value ?? null,
      other:
        other === undefined
          ? null
          : {
              address: hex(other.offset),
              section: other.section,
              text: textOf(other.instruction),
              source: sources.at(other.section, other.offset)[0] ?? null,
              item: other.item ?? null,
              access: other.access,
            },
    };
  });
}

const head = ({ kernel }: RunTarget, { name }: Case, kind: CheckKind) => ({
  kind,
  case: name === '' ? null : name,
  kernel: kernel.name,
  label: kernelLabel(kernel.name),
});

const rightOf = (kind: CheckKind) => ({ right: CHECKS.find((row) => row.name === kind)?.right ?? '' });

/** A launch that a driver refuses. */
export function launchReport(target: RunTarget, one: Case, message: string): RunReport {
  return {
    ...head(target, one, 'launch'),
    ...{ address: null, section: null, text: null, source: null, calls: [], count: 1, item: null, message },
    ...rightOf('launch'),
    ...{ access: null, argument: null, name: null, memory: null, offset: null, size: null, value: null, other: null },
  };
}
