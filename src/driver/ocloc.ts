import { Bytes } from '../bytes/index.ts';
import { type Code, type Diagnostic, FormatError } from '../diag/index.ts';
import { Behaviour } from './behaviour.ts';
import type { CheckStep } from './check.ts';
import { isDriverZebin } from './elf.ts';
import { DriverFile } from './file.ts';
import { decodeSections } from './sections.ts';
import { takeZeInfo, zeInfoBytes } from './steps.ts';
import { DriverStop } from './stop.ts';

/** What `ocloc validate` of a release says of a file. */
export type OclocVerdict = 'valid' | 'invalid' | 'unhandled' | 'unknown-attribute' | 'crash';

/** What the tool looks at, in its order: the steps of a driver without devices and links. */
const STEPS = ['container', 'elf', 'sections', 'ze_info'] as const;

export interface OclocAnswer {
  readonly verdict: OclocVerdict;
  readonly steps: readonly CheckStep[];
  /** What ended reading; absent when the file is valid. */
  readonly reason?: Diagnostic;
}

/** Bytes of a register that `ocloc validate` assumes for every device. */
const OCLOC_GRF_BYTES = 32;

/**
 * What `ocloc validate` of the given release answers: notes and links are not looked at, and registers count as 32 bytes.
 *
 * Source: intel/compute-runtime shared/offline_compiler/source/ocloc_validator.cpp.
 */
export function oclocValidate(input: Uint8Array | Bytes, release: string): OclocAnswer {
  const bytes = Bytes.from(input);
  const file = new DriverFile(bytes);
  const how = new Behaviour(release);
  const steps: CheckStep[] = [];
  let origin = bytes;
  const pass = (name: CheckStep['name']) => steps.push({ name, outcome: 'passed', findings: [] });
  const end = (verdict: OclocVerdict, reason: Diagnostic): OclocAnswer => {
    const rest = STEPS.slice(steps.length).map((name, i): CheckStep => {
      return i === 0 ? { name, outcome: 'failed', findings: [reason] } : { name, outcome: 'not-reached', findings: [] };
    });
    return { verdict, reason, steps: [...steps, ...rest] };
  };
  try {
    if (!isDriverZebin(bytes)) throw new DriverStop('driver/not-zebin', 'the driver does not take this file for a zebin', 0, 20);
    pass('container');
    const elf = file.elf(how);
    pass('elf');
    const sections = decodeSections(elf, how);
    pass('sections');
    origin = zeInfoBytes(bytes, sections) ?? bytes;
    takeZeInfo(file, sections, how, OCLOC_GRF_BYTES);
    pass('ze_info');
    return { verdict: 'valid', steps };
  } catch (error) {
    if (error instanceof DriverStop) return end(verdictOf(error), error.diagnostic(origin, origin === bytes ? '' : '.ze_info'));
    if (error instanceof FormatError) return end('crash', error.diagnostic);
    throw error;
  }
}

const VERDICTS: { readonly [C in Code]?: OclocVerdict } = {
  'driver/major-version': 'unhandled',
  'driver/unknown-key': 'unknown-attribute',
  // The tool goes on without a header then, and ends there.
  'driver/elf': 'crash',
};

function verdictOf({ code }: DriverStop): OclocVerdict {
  return code.endsWith('-abort') ? 'crash' : (VERDICTS[code] ?? 'invalid');
}
