import './style/tokens.css';
import './style/base.css';
import './style/parts.css';
import './style/overview.css';
import './style/kernel.css';
import './style/payload.css';
import './style/code.css';
import './style/code-page.css';
import './style/bytes.css';
import './style/compare.css';
import './style/run.css';
import './style/debug.css';
import './style/forced.css';
import './style/print.css';

/**
 * The content of the page until it is drawn. If something that all pages need fails, it says what, so that the page is never blank.
 */
const root = document.getElementById('root') as HTMLElement;
import('./start.tsx')
  .then(({ start }) => start(root))
  .catch((error: unknown) => {
    const note = document.createElement('p');
    note.className = 'refusal';
    note.setAttribute('role', 'alert');
    note.textContent = `The page cannot start: ${error}`;
    root.replaceChildren(note);
  });
