import { useEffect, useState } from 'preact/hooks';
import { ask } from '../../client.ts';
import { Name } from '../../parts/name.tsx';
import { RefusalNote } from '../../parts/refusal.tsx';
import { count, number, shown } from '../../parts/shown.ts';
import { Tree } from '../../parts/tree.tsx';
import { go } from '../../state.ts';
import type { Refusal } from '../../worker/handlers.ts';
import type { TreeEntry } from '../../worker/rows.ts';

interface Level {
  readonly entries: readonly TreeEntry[];
  readonly total: number;
}

/** A node: an entry, or a placeholder for entries that have not arrived. */
type Node = { readonly entry: TreeEntry } | { readonly more: string; readonly left: number; readonly from: number };

/** The tree of containers, images and sections; the children of a node are requested when it is opened. */
export function Contents({ id, root: top }: { id: number; root: string }) {
  const [root, setRoot] = useState<TreeEntry>();
  const [levels, setLevels] = useState<ReadonlyMap<string, Level>>(new Map());
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const [refusal, setRefusal] = useState<Refusal>();
  const load = async (at: string, from: number) => {
    const answer = await ask('tree', { file: id, at, from });
    setLevels((old) =>
      new Map(old).set(at, { entries: [...(from === 0 ? [] : (old.get(at)?.entries ?? [])), ...answer.rows], total: answer.total }),
    );
    return answer.entry;
  };
  useEffect(() => {
    load(top, 0).then((entry) => {
      setRoot(entry);
      setExpanded(new Set([top]));
    }, setRefusal);
  }, [id]);
  if (refusal) return <RefusalNote refusal={refusal} />;
  if (!root) return <p class="loading">…</p>;
  const childrenOf = (node: Node): readonly Node[] => {
    if ('more' in node) return [];
    const level = levels.get(node.entry.address);
    const left = node.entry.below - (level?.entries.length ?? 0);
    const here = (level?.entries ?? []).map((entry) => ({ entry }));
    return left > 0 ? [...here, { more: node.entry.address, left, from: here.length }] : here;
  };
  const onExpand = (node: Node, open: boolean) => {
    if ('more' in node) return;
    const { address } = node.entry;
    if (open && !levels.has(address)) load(address, 0).catch(setRefusal);
    const next = new Set(expanded);
    if (open) next.add(address);
    else next.delete(address);
    setExpanded(next);
  };
  const onSelect = (node: Node) => {
    if ('more' in node) load(node.more, node.from).catch(setRefusal);
    else go({ view: 'bytes', at: node.entry.address, kernel: undefined });
  };
  return (
    <Tree<Node>
      label="Containers, images and sections"
      roots={[{ entry: root }]}
      keyOf={(node) => ('more' in node ? `more ${node.more}` : node.entry.address)}
      childrenOf={childrenOf}
      hasChildren={(node) => !('more' in node) && node.entry.below > 0}
      draw={drawNode}
      expanded={expanded}
      onExpand={onExpand}
      onSelect={onSelect}
      visibleRows={20}
    />
  );
}

/** The address below that of the parent, as verbs take it: two sections may have the same name. */
const lastStep = (address: string): string => address.slice(address.lastIndexOf('!'));

function drawNode(node: Node) {
  if ('more' in node) return <span class="quiet">{count(node.left, 'more')}: press Enter to list some</span>;
  const { entry } = node;
  return (
    <span class="contents-entry">
      <span class="address">
        <Name of={entry.address === '' ? 'the file' : lastStep(entry.address)} most={120} />
      </span>
      <span class="quiet">{entry.kind === 'section' ? entry.title : entry.kind}</span>
      <span class="quiet">{detail(entry)}</span>
      {entry.findings > 0 ? <span class="warn">{count(entry.findings, 'finding')}</span> : null}
      <span class="right">
        {entry.source === undefined ? '' : '+'}
        {number(entry.offset)}
        <span class="quiet"> offset, </span>
        {number(entry.size)}
        <span class="quiet"> bytes</span>
      </span>
    </span>
  );
}

function detail({ target, version, kernels, compression, inflated_size = 0 }: TreeEntry): string {
  return [
    compression === undefined ? '' : `${compression}, ${count(inflated_size, 'byte')} inflated`,
    target === undefined
      ? ''
      : target
          .slice(0, 2)
          .map((name) => shown(name, 60))
          .join(', ') || 'no device named',
    version === undefined ? '' : `zebin ${shown(version, 30)}`,
    kernels === undefined ? '' : count(kernels, 'kernel'),
  ]
    .filter((text) => text !== '')
    .join('; ');
}
