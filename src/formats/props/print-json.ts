import { encodeOrdinaryBase64 } from '../../core/bytes/index.ts';
import type { PropertyValue, Props, PropsLine } from './model.ts';

/** The text of property sets in the JSON form: the inverse of `parseJsonProps`. Unchanged sets keep the layout that was read. */
export function printJsonProps({ lines, read }: Props): string {
  if (read && read.lines === lines) return read.text;
  const sets: string[] = [];
  let open: { name: string; members: string[] } | undefined;
  const close = () => {
    if (open) sets.push(`${JSON.stringify(open.name)}:{${open.members.join(',')}}`);
  };
  for (const line of lines) {
    if (line.kind === 'set') {
      close();
      open = { name: line.name, members: [] };
    } else (open?.members ?? sets).push(memberText(line));
  }
  close();
  return `{${sets.join(',')}}`;
}

function memberText(line: Exclude<PropsLine, { kind: 'set' }>): string {
  if (line.kind !== 'property') return line.text;
  return `${JSON.stringify(line.key)}:${line.spelling ?? jsonValue(line.value)}`;
}

/** A value as LLVM writes it. This form has no bit count for byte arrays. */
export function jsonValue(value: PropertyValue): string {
  return value.type === 1 ? String(value.value) : JSON.stringify(encodeOrdinaryBase64(value.data));
}
