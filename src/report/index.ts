/** What every verb says, as data: the documents of `--json`, which the command and the viewer draw. */
export * from './dump.ts';
export * from './explain.ts';
export * from './info.ts';
export { type DiagnosticJson, diagnosticJson, hex, type Json, toJson } from './json.ts';
export * from './kernel.ts';
export * from './ls.ts';
