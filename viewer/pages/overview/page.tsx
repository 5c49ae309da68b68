import type { OpenFile } from '../../state.ts';

export function OverviewPage({ file }: { file: OpenFile }) {
  return <section>{file.name}</section>;
}
