import { executionEnv } from '../../formats/zeinfo/index.ts';

/** Attributes of execution_env that may be left out, because they have a default. */
export const EXECUTION_ENV_DEFAULTS: readonly string[] = Object.entries(executionEnv.attributes)
  .filter(([, attribute]) => attribute.default !== undefined)
  .map(([key]) => key);
