import './style/tokens.css';
import './style/base.css';
import './style/parts.css';
import './style/overview.css';
import './style/kernel.css';
import './style/bytes.css';
import './style/compare.css';
import './style/print.css';
import { render } from 'preact';
import { Shell } from './shell.tsx';
import { takeGiven } from './take.ts';

render(<Shell />, document.getElementById('root') as HTMLElement);
void takeGiven();
