// @ts-check
/**
 * `npm run fuzz:run`: the long run of what the suite does shortly for the engine of `zebin run`. Random instructions of each operation are
 * compared with a plain second reading, and kernels with damaged code must end with a reason. Some minutes.
 *
 *   node scripts/tools/fuzz-run.mjs [--cases N] [--instructions N]
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { scriptOptions } from '../options.mjs';
import { ROOT } from '../stamp.mjs';

const { values } = scriptOptions({
  options: {
    cases: { type: 'string', default: '2000' },
    instructions: { type: 'string', default: '1000000' },
  },
});
const tests = ['test/run/semantics.test.ts', 'test/run/messages.test.ts', 'test/run/damaged-code.test.ts'];
const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--testTimeout=0', ...tests], {
  cwd: fileURLToPath(ROOT),
  stdio: 'inherit',
  env: { ...process.env, ZEBIN_SEMANTICS: values.cases, ZEBIN_DAMAGED: values.instructions },
});
process.exitCode = status ?? 1;
