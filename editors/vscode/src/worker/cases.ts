/** Cases of kernels, found and run without a GPU. */
import {
  Bytes,
  type Case,
  caughtFinding,
  FormatError,
  inspect,
  isForDevice,
  isPause,
  LineStarts,
  Machine,
  machineOf,
  mayHoldCode,
  outcomeText,
  prepareRun,
  readCases,
  runTargets,
} from '../../../../src/internal.ts';
import type { CaseAnswer, CaseFileAnswer, CaseTarget } from '../protocol.ts';

/** Instructions of a run at a time. */
const SLICE = 1 << 24;

/** The cases of a file; nothing of a file that is not one. */
export function casesIn(bytes: Uint8Array): CaseFileAnswer {
  const text = new TextDecoder().decode(bytes);
  if (!/"cases"\s*:/.test(text) || /"schema"\s*:\s*"/.test(text)) return { cases: [], problems: [] };
  try {
    const { value, diagnostics } = readCases(bytes);
    const lines = new LineStarts(bytes);
    const lineOf = (name: string): number => {
      const at = text.search(new RegExp(`"name"\\s*:\\s*${JSON.stringify(name).replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}`));
      return at < 0 ? 0 : lines.placeOf(new TextEncoder().encode(text.slice(0, at)).length).line - 1;
    };
    return {
      cases: value.cases.map(({ name, kernel }) => ({ name, kernel, line: lineOf(name) })),
      problems: diagnostics.map(({ path, message }) => `${path}: ${message}`),
    };
  } catch (error) {
    return { cases: [], problems: [caughtFinding(error).message] };
  }
}

/** The answers of a case with each image of a file that has its kernel. */
export function runCase(bytes: Uint8Array, file: Uint8Array, name: string): CaseAnswer[] {
  const one = caseNamed(file, name);
  return targetsIn(bytes, one).map((target) => {
    const prepared = prepareRun(target, one);
    if ('result' in prepared) return { address: target.address, result: prepared.result, text: outcomeText(prepared, String) };
    let done: ReturnType<typeof prepared.failed>;
    try {
      const machine = machineOf(target.zebin, target.kernel, prepared.launch);
      if (machine instanceof Machine) while (isPause(machine.run(SLICE)));
      done = prepared.finish(machine instanceof Machine ? machine.result() : machine);
    } catch (error) {
      done = prepared.failed(error);
    }
    return { address: target.address, result: done.result, text: outcomeText(done, String) };
  });
}

/** The images of a file that a case is for. */
export function caseTargets(bytes: Uint8Array, file: Uint8Array, name: string): CaseTarget[] {
  return targetsIn(bytes, caseNamed(file, name)).map(({ address, zebin }) => ({ address, device: zebin.target.names[0] ?? '' }));
}

function caseNamed(file: Uint8Array, name: string): Case {
  const one = readCases(file).value.cases.find((each) => each.name === name);
  if (one === undefined) throw new Error(`there is no case ${name}`);
  return one;
}

function targetsIn(bytes: Uint8Array, { kernel, devices }: Case) {
  try {
    const all = mayHoldCode(Bytes.from(bytes)) ? runTargets(inspect(bytes).value, { kernel }) : [];
    return devices ? all.filter(({ zebin }) => isForDevice(devices, zebin.target.names)) : all;
  } catch (error) {
    // A program without kernels, or a file of another kind.
    if (error instanceof FormatError) return [];
    throw error;
  }
}
