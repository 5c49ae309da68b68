// @ts-check
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../../../stamp.mjs';
import { page } from '../../markdown.mjs';

export default async function cliPage() {
  const parts = [];
  for (const { name } of (await manualRows()).GROUPS.flatMap(({ verbs }) => verbs)) parts.push(`## zebin ${name}`, block(await help(name)));
  return page('The command line', 'What `zebin --help` and `zebin VERB --help` print.', block(await help()), ...parts);
}

/** @type {typeof import('../../../../cli/run.ts')} */
const { manualRows, run } = createRequire(import.meta.url)(fileURLToPath(new URL('dist/cli/run.js', ROOT)));

/** @param {string[]} verb */
async function help(...verb) {
  const out = { printed: '', warned: '' };
  const status = await run([...verb, '--help'], {
    print: (bytes) => {
      out.printed += Buffer.from(bytes).toString('utf8');
      return true;
    },
    warn: (text) => {
      out.warned += text;
    },
  });
  if (status !== 0) throw new Error(`zebin ${verb.join(' ')} --help ended with ${status}: ${out.warned}`);
  return out.printed;
}

/** @param {string} text */
const block = (text) => `\`\`\`text\n${text.trimEnd()}\n\`\`\``;
