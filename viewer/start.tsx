/** Draws the page. */
import { render } from 'preact';
import { followEditor } from './host.ts';
import { openGiven } from './incoming.ts';
import { Safe } from './parts/safe.tsx';
import { Shell } from './shell.tsx';

export function start(root: HTMLElement): void {
  followEditor();
  root.replaceChildren();
  render(
    <Safe what="The page">
      <Shell />
    </Safe>,
    root,
  );
  void openGiven();
}
