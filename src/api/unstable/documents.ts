/** `zebin/unstable/documents`: what is made of the documents of `zebin`: SARIF, and the answer of a gate. */
export type { GateInfo } from '../../documents/gate-info.ts';
export type { InfoDocument } from '../../documents/info.ts';
export type { ValidateDocument } from '../../documents/validate/document.ts';
export { resourceGate } from '../../presentation/gate.ts';
export { type SarifLog, sarifLog } from '../../presentation/sarif.ts';
