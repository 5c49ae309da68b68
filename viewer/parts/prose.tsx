/** A sentence of the library: what comes between backticks is a name or a command. */
export function Prose({ text }: { text: string }) {
  return <>{text.split('`').map((piece, i) => (i % 2 === 1 ? <code key={piece}>{piece}</code> : piece))}</>;
}
