/** The models of containers, for code that must not load their readers. */
import type { ContainerKind, ModelOf } from './containers.ts';

/** The model of a container of one of these kinds; undefined for anything else. */
export function modelOf<K extends ContainerKind>(
  content: { readonly kind: string; readonly model?: unknown },
  ...kinds: readonly K[]
): ModelOf<K> | undefined {
  // The walk keeps kind and model together.
  return kinds.some((kind) => kind === content.kind) ? (content.model as ModelOf<K>) : undefined;
}
