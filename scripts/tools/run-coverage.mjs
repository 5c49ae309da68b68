// @ts-check
/**
 * Lists what of the code in files has no semantics in the engine of `zebin run`: by generation, operation and reason, with a count and an
 * example. Ends with 1 if there is something that src/run/absent.ts does not have.
 *
 *   npm run build && node scripts/tools/run-coverage.mjs FOLDER...
 *
 * Every zebin below the folders is read. Messages whose descriptor is in a register are not looked at.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { coreFamily } from '../../dist/devices/index.js';
import { InstructionPrinter, PLATFORMS, platformOfCore } from '../../dist/formats/eu/index.js';
import { readZebin, TEXT_PREFIX, targetCore } from '../../dist/formats/zebin/index.js';
import { ABSENT_MESSAGES, ABSENT_OPERATIONS, ABSENT_UNITS } from '../../dist/run/absent.js';
import { missingIn } from '../../dist/run/coverage.js';
import { scriptOptions } from '../options.mjs';

const { positionals } = scriptOptions({ allowPositionals: true, options: {} });
const sentences = [...ABSENT_OPERATIONS, ...ABSENT_MESSAGES, ...ABSENT_UNITS].map(({ why }) => why.replace(/\.$/, ''));

/** @type {Map<string, { count: number, example: string }>} */
const found = new Map();
let [files, sections, instructions, unknown] = [0, 0, 0, 0];
for (const folder of positionals)
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.zebin'))
    .sort()) {
    const { value: zebin } = readZebin(new Uint8Array(readFileSync(join(folder, path))));
    const platform = zebin && platformOfCore(coreFamily(targetCore(zebin.target) ?? -1));
    if (platform === undefined) continue;
    files++;
    for (const { name, bytes } of zebin.elf.sections.filter((section) => section.name.startsWith(TEXT_PREFIX))) {
      sections++;
      instructions += bytes.length >> 4;
      for (const { instruction, reason } of missingIn(bytes, platform)) {
        const mnemonic = instruction.operation?.mnemonic ?? '?';
        // What follows the end of the code.
        if (mnemonic === 'illegal') continue;
        if (!sentences.some((why) => reason.endsWith(why))) unknown++;
        const key = `${platform} ${mnemonic}: ${reason}`;
        const text = new InstructionPrinter(PLATFORMS.indexOf(platform)).print(instruction).replace(/\s+/g, ' ');
        const row = found.get(key) ?? { count: 0, example: `${path} ${name} at ${instruction.offset}: ${text}` };
        row.count++;
        found.set(key, row);
      }
    }
  }
console.log(`${files} files, ${sections} sections, ${instructions} instructions at most; ${found.size} kinds without semantics`);
for (const [key, { count, example }] of [...found].sort(([, a], [, b]) => b.count - a.count))
  console.log(`${count}  ${key}\n    ${example}`);
if (unknown > 0) process.exitCode = 1;
