// @ts-check
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../../../stamp.mjs';
import { page } from '../../markdown.mjs';

export default function cliPage() {
  const top = help();
  const listed = top.slice(top.indexOf('\nCommands:'));
  const verbs = [...listed.matchAll(/^ {2}([a-z]+) /gm)].map((match) => match[1] ?? '').filter((verb) => verb !== 'help');
  const parts = verbs.flatMap((verb) => [`## zebin ${verb}`, block(help(verb))]);
  return page('The command line', 'What `zebin --help` and `zebin VERB --help` print.', block(top), ...parts);
}

/** @param {string[]} verb */
function help(...verb) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/cli/main.js', ...verb, '--help'], {
    cwd: fileURLToPath(ROOT),
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined },
  });
  if (status !== 0) throw new Error(`zebin ${verb.join(' ')} --help ended with ${status}: ${stderr}`);
  return stdout;
}

/** @param {string} text */
const block = (text) => `\`\`\`text\n${text.trimEnd()}\n\`\`\``;
