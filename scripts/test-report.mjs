// @ts-check
/**
 * The result of a run of the tests, for scripts/test.mjs: a file of JSON at ZEBIN_TEST_REPORT with a `Row` for each test, and one for
 * each file that could not be loaded or whose hooks failed. Given to vitest as a reporter.
 */
import { writeFileSync } from 'node:fs';

/** @typedef {{ file: string, name: string, state: 'passed' | 'failed' | 'skipped', corpus: boolean, note?: string }} Row */

export default class Report {
  /** @param {readonly import('vitest/node').TestModule[]} modules */
  onTestRunEnd(modules) {
    /** @type {Row[]} */
    const rows = [];
    for (const module of modules) {
      const file = module.relativeModuleId;
      let failed = 0;
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === 'failed') failed++;
        const note = result.state === 'skipped' ? result.note : undefined;
        const state = result.state === 'pending' ? 'skipped' : result.state;
        rows.push({ file, name: test.fullName, state, corpus: test.tags.includes('corpus'), ...(note ? { note } : {}) });
      }
      if (failed === 0 && !module.ok()) rows.push({ file, name: 'the file itself', state: 'failed', corpus: false });
    }
    const path = process.env.ZEBIN_TEST_REPORT;
    if (path) writeFileSync(path, JSON.stringify(rows));
  }
}
