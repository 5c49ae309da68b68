import { longer, shown } from './shown.ts';

/** A name from a file: safe, cut where it is far too long, with more of it in the title. */
export function Name({ of, most }: { of: string; most?: number }) {
  return (
    <span class="name" title={longer(of, most)} dir="ltr">
      {shown(of, most)}
    </span>
  );
}
