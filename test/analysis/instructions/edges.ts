/** Edges of a flow as records. */
import type { EdgeKind, Edges, Flow } from '../../../src/analysis/instructions/index.ts';

interface Edge {
  readonly to: number;
  readonly kind: EdgeKind;
  readonly only: ReturnType<Edges['only']>;
}

export const successorsOf = ({ successors }: Flow, block: number): Edge[] =>
  Array.from({ length: successors.count(block) }, (_, i) => {
    const edge = successors.startOf(block) + i;
    return { to: successors.block(edge), kind: successors.kind(edge), only: successors.only(edge) };
  });
