/** What every verb says, as data: the documents of `--json`, which the command and the viewer draw. */
export * from './check.ts';
export * from './convert.ts';
export * from './coverage.ts';
export * from './dump.ts';
export * from './explain.ts';
export * from './extract.ts';
export * from './info.ts';
export { type DiagnosticJson, diagnosticJson, hex, type Json, toJson } from './json.ts';
export * from './kernel.ts';
export * from './link.ts';
export * from './ls.ts';
export * from './pack.ts';
export * from './props.ts';
export { propsFromJson } from './props-from-json.ts';
export * from './size.ts';
export * from './visa.ts';
