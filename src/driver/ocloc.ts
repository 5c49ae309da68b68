import { Bytes } from '../core/bytes/index.ts';
import { type Code, type Diagnostic, FormatError } from '../core/diag/index.ts';
import { Behaviour } from './behaviour.ts';
import { type CheckStep, Decision, placedIn, type Reason } from './decision.ts';
import { DriverFile } from './file.ts';
import { decodeSections } from './sections.ts';
import { decodeElf, placedInZeInfo, readDriverInfo } from './steps.ts';
import type { DriverStop } from './stop.ts';

/** The verdict of `ocloc validate` of one release. */
export type OclocVerdict = 'valid' | 'invalid' | 'unhandled' | 'unknown-attribute' | 'crash';

/** The steps of the tool, in its order: those of a driver, without target, limits and link. */
const STEPS = ['container', 'elf', 'sections', 'ze_info'] as const;

export interface OclocAnswer {
  readonly verdict: OclocVerdict;
  readonly steps: readonly CheckStep[];
  /** The finding that ended reading; absent when the file is valid. */
  readonly reason?: Diagnostic;
  /** Everything that the tool would refuse, in its order: {@link reason} is the first. */
  readonly reasons: readonly Reason[];
}

/** Register size in bytes that `ocloc validate` assumes for every device. */
const OCLOC_GRF_BYTES = 32;

/**
 * The verdict of `ocloc validate` of the given release. It ignores notes and links, and assumes registers of 32 bytes.
 *
 * Source: intel/compute-runtime shared/offline_compiler/source/ocloc_validator.cpp.
 *
 * @example
 * oclocValidate(bytes, '26.27.39122.14').verdict; // 'valid'
 */
export function oclocValidate(input: Uint8Array | Bytes, release: string): OclocAnswer {
  const bytes = Bytes.from(input);
  const file = new DriverFile(bytes);
  const behaviour = new Behaviour(release);
  const decision = new Decision(STEPS, true);
  run(file, behaviour, decision);
  const { reasons, first } = decision;
  const [reason] = reasons;
  const steps = decision.finished();
  if (!reason || !first) return { verdict: 'valid', reasons, steps };
  return { verdict: first instanceof FormatError ? 'crash' : verdictOf(first), reason: reason.diagnostic, reasons, steps };
}

function run(file: DriverFile, behaviour: Behaviour, decision: Decision): void {
  const elf = decodeElf(file, behaviour, decision);
  if (!elf) return;
  const { value: sections } = decision.step('sections', placedIn(file.bytes), (stops) => decodeSections(elf, behaviour, stops));
  if (!sections) return;
  decision.step('ze_info', placedInZeInfo(file, sections, behaviour), (stops) =>
    readDriverInfo(file, sections, behaviour, OCLOC_GRF_BYTES, stops),
  );
}

const VERDICTS: { readonly [C in Code]?: OclocVerdict } = {
  'driver/major-version': 'unhandled',
  'driver/unknown-key': 'unknown-attribute',
  // The tool continues without a header, and crashes.
  'driver/elf': 'crash',
};

function verdictOf({ code }: DriverStop): OclocVerdict {
  return code.endsWith('-abort') ? 'crash' : (VERDICTS[code] ?? 'invalid');
}
