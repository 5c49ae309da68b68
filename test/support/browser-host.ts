/**
 * One browser for the whole run. It is started when the first test file asks for it, which a run of other files never does, and ended
 * with the run. Given to vitest as `globalSetup`.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BrowserServer, chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { startChromium } from '../../scripts/chromium.mjs';

/** What the host answers: where the browser listens, or why there is none. */
export type BrowserAnswer = { readonly endpoint: string } | { readonly missing: string };

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address at which {@link BrowserAnswer} is read. */
    browserHost: string;
  }
}

export default async function host(project: TestProject): Promise<() => Promise<void>> {
  let started: Promise<BrowserServer> | undefined;
  const answer = async (): Promise<BrowserAnswer> => {
    try {
      started ??= startChromium((options) => chromium.launchServer(options));
      return { endpoint: (await started).wsEndpoint() };
    } catch (error) {
      return { missing: error instanceof Error ? error.message : String(error) };
    }
  };
  const server = createServer(async (_, response) => response.end(JSON.stringify(await answer())));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  project.provide('browserHost', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return async () => {
    server.close();
    await started?.then(
      (browser) => browser.close(),
      () => {},
    );
  };
}
