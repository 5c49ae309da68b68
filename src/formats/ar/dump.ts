import type { Input } from '../../core/bytes/index.ts';
import type { Reporter } from '../../core/diag/index.ts';
import { type Annotation, dumped } from '../../core/schema/index.ts';
import type { Ar } from './model.ts';
import { decodeAr } from './read.ts';
import { AR_HEADER, AR_MAGIC } from './table.ts';

/**
 * What each byte of an archive is.
 *
 * @example
 * dumpAr(archive)[0].text; // '!<arch>'
 */
export function dumpAr(input: Input): readonly Annotation[] {
  return dumped(input, (bytes, out) => annotateAr(decodeAr(bytes, out), out));
}

/** The bytes of the archive itself: its magic and the members' headers. The contents of members are dumped by their formats. */
export function annotateAr(ar: Ar, out: Reporter): Annotation[] {
  const annotations: Annotation[] = [
    { span: ar.bytes.span(0, AR_MAGIC.length), path: 'magic', text: ar.thin ? '!<thin>' : '!<arch>', role: 'field' },
  ];
  const whole = ar.bytes.span(0, ar.end);
  const detailed = out.annotate(ar.members.length * (AR_HEADER.fields.length + 3), whole, 'members');
  for (const member of ar.members) {
    const start = member.bytes.base - ar.bytes.base;
    if (!detailed) {
      const span = ar.bytes.span(member.at, start);
      annotations.push({ span, path: `members[${member.index}]`, text: 'header', role: 'bytes' });
      continue;
    }
    for (const field of AR_HEADER.fields) {
      annotations.push({
        span: ar.bytes.span(member.at + field.at, member.at + field.at + field.length),
        path: `members[${member.index}]/${field.name}`,
        text: member.header[field.name].trimEnd(),
        role: 'field',
      });
    }
    const contentAt = member.at + AR_HEADER.size;
    // A name of BSD is before the content.
    if (start > contentAt)
      annotations.push({ span: ar.bytes.span(contentAt, start), path: `members[${member.index}]/name`, text: member.name, role: 'text' });
    const end = start + member.bytes.length;
    const next = ar.members[member.index + 1]?.at ?? ar.end;
    // It belongs to the archive.
    if (next > end) {
      const span = ar.bytes.span(end, next);
      annotations.push({ span, path: `members[${member.index}]/filler`, text: 'aligns the next member', role: 'bytes' });
    }
  }
  return annotations;
}
