import type { Diagnostic } from '../../core/diag/index.ts';
import { checkZebin, STEP_SOURCES } from '../../driver/index.ts';
import { RULES, readZebin, validateZebin } from '../../formats/zebin/index.ts';
import { refused } from './names.ts';

/**
 * Why a built or edited zebin is refused: each reason of the driver against it, and each rule of the specification that it breaks, as
 * `build/refused` with the code and source of the rule in `data`. `device` is an IP value; by default, the device is the one that the notes
 * name.
 */
export function refusals(bytes: Uint8Array, device: number | undefined, release: string): readonly Diagnostic[] {
  const { reasons } = checkZebin(bytes, { release, ...(device === undefined ? {} : { device }) });
  const broken = validateZebin(readZebin(bytes).value).filter(({ code, severity }) => severity === 'error' && isOfSpecification(code));
  return [
    ...reasons.map(({ step, diagnostic: { code, message, path } }) => refused(message, path, code, STEP_SOURCES[step], release)),
    ...broken.map(({ code, message, path, data }) => refused(message, path, code, String(data?.source ?? code))),
  ];
}

/**
 * Whether a rule is one of the specification. Rules of drivers are checked separately, for the release that will read the file. The
 * generator must supply attributes that a version requires and no driver does.
 */
function isOfSpecification(code: string): boolean {
  return code.startsWith('rule/') && !RULES.some((rule) => rule.code === code);
}
