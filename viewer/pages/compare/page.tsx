import type { OpenFile } from '../../state.ts';

export function ComparePage({ file }: { file: OpenFile }) {
  return <section>{file.name}</section>;
}
