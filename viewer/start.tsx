/** Draws the page. */
import { render } from 'preact';
import { Safe } from './parts/safe.tsx';
import { Shell } from './shell.tsx';
import { takeGiven } from './take.ts';

export function start(root: HTMLElement): void {
  root.replaceChildren();
  render(
    <Safe what="The page">
      <Shell />
    </Safe>,
    root,
  );
  void takeGiven();
}
