import './style/tokens.css';
import './style/base.css';
import { render } from 'preact';
import { Shell } from './shell.tsx';

render(<Shell />, document.getElementById('root') as HTMLElement);
