/** The script of viewer/worker/worker.ts, which scripts/viewer.mjs makes. */
declare module 'virtual:worker' {
  const text: string;
  export default text;
}
