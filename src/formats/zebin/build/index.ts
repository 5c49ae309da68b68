/** Builds zebins from scratch, for code generators. */
export { buildParts, zebinOfBuild } from './build.ts';
export * from './model.ts';
export { PAYLOAD_KINDS, type PayloadItem, type PayloadKind, type PayloadTarget, placePayload } from './payload.ts';
