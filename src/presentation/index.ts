/** How documents are shown: the columns, sentences, Markdown and SARIF that command and page share. */
export * from './asked-columns.ts';
export { compareMarkdown } from './compare-markdown.ts';
export { headline as compareHeadline, uncomparedGroups } from './compare-words.ts';
export { type FlowArrow, flowLanes } from './flow-lanes.ts';
export { GATE_COLUMNS, resourceGate } from './gate.ts';
export { type InfoFact, imageFormat, infoFacts } from './info-facts.ts';
export * from './kernel-columns.ts';
export * from './kernel-rows.ts';
export * from './kernel-words.ts';
export { code as markdownCode, reportMarkdown, tableHead, tableRow } from './markdown.ts';
export * from './overview.ts';
export { checkMarkdown, infoMarkdown, type ReportOrigin, validateMarkdown } from './report-markdown.ts';
export { MAY_SPILL, RESOURCE_COLUMNS, type ResourceColumn, spillMark } from './resource-table.ts';
export { outcomeText, reasonText, reportLine } from './run-outcome.ts';
export * from './run-sarif.ts';
export * from './sarif.ts';
export { forNames, supportNotes } from './support-notes.ts';
export { TimesJoin, type TimesOf } from './times-join.ts';
