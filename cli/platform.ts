/** The instruction set that the options of a verb name. */
import { type DisasmOptions, type PlatformAnswer, platformAnswer, platformOfDevice } from '../src/internal.ts';
import { UsageError } from './exit.ts';

/** The instruction set of `--platform` and `--device`, which must not contradict each other; `undefined` if neither is given. */
export function platformOption({
  platform,
  device,
}: {
  readonly platform: string | undefined;
  readonly device: string | undefined;
}): DisasmOptions['platform'] {
  const answers: PlatformAnswer[] = [];
  if (platform !== undefined) answers.push(platformAnswer(platform));
  if (device !== undefined) answers.push(platformOfDevice(device));
  const [first, second] = answers.map((answer) => {
    if (answer.platform === undefined) throw new UsageError(answer.why);
    return answer.platform;
  });
  if (second !== undefined && second !== first) throw new UsageError(`${device} does not have the instructions of ${platform}`);
  return first;
}
