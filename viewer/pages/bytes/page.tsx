import type { OpenFile } from '../../state.ts';

export function BytesPage({ file }: { file: OpenFile }) {
  return <section>{file.name}</section>;
}
