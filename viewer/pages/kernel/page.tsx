import type { OpenFile } from '../../state.ts';

export function KernelPage({ file }: { file: OpenFile }) {
  return <section>{file.name}</section>;
}
