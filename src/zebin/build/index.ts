/** Zebins from nothing, for code generators. */
export { buildParts, buildZebin, NEWEST_VERSION } from './build.ts';
export * from './model.ts';
export { PAYLOAD_KINDS, type PayloadItem, type PayloadKind, type PayloadTarget, placePayload } from './payload.ts';
