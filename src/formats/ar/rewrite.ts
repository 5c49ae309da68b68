import type { Bytes } from '../../core/bytes/index.ts';
import type { Ar } from './model.ts';
import { arMembers, arWindow } from './write.ts';

/**
 * An archive that was read, with new content in some of its members. If content moves, members of kind `padding` are regenerated, and an
 * index of symbols, which has offsets of members, is left out.
 *
 * @param changes by the member of `ar.members`
 */
export function rewriteAr(ar: Ar, changes: ReadonlyMap<object, Uint8Array>): Bytes {
  const all = arMembers(ar).map((member, i) => {
    const data = changes.get(ar.members[i] ?? ar);
    return data ? { ...member, data } : member;
  });
  const stays = ar.members.every((member) => (changes.get(member)?.length ?? member.bytes.length) === member.bytes.length);
  if (stays) return arWindow(all);
  const kept = all.filter((_, i) => ar.members[i]?.role !== 'padding' && ar.members[i]?.role !== 'symbols');
  return arWindow(kept, { align: ar.members.some((member) => member.role === 'padding') });
}
