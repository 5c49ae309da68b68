/** `iga64 -a` for many texts of single instructions at a time. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Platform } from '../../../src/formats/eu/index.ts';

/** The bytes of an instruction as hexadecimal digits, or why it is refused. */
export type Answer = { readonly bytes: string } | { readonly refused: string };

/** Texts that are handed over at a time. */
const BATCH = 150;

/** What iga64 makes of each of the texts: an error in one of a file is an error of the file, so those without are asked again. */
export function askIga64(tool: string, platform: Platform, texts: readonly string[]): Answer[] {
  const folder = mkdtempSync(join(tmpdir(), 'zebin-iga64-'));
  try {
    return Array.from({ length: Math.ceil(texts.length / BATCH) }, (_, i) => texts.slice(i * BATCH, (i + 1) * BATCH)).flatMap((batch) =>
      ask(tool, platform, batch, folder),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function ask(tool: string, platform: Platform, texts: readonly string[], folder: string): Answer[] {
  const [text, code] = [join(folder, 'x.asm'), join(folder, 'x.bin')];
  const answers: (Answer | undefined)[] = texts.map(() => undefined);
  let left = texts.map((_, i) => i);
  while (left.length > 0) {
    writeFileSync(text, left.map((i) => `${texts[i]}\n`).join(''));
    const { status, stderr, stdout } = spawnSync(tool, ['-a', '-p', platform, text, '-o', code], { encoding: 'utf8' });
    if (status === 0) {
      const bytes = readFileSync(code);
      for (const [place, i] of left.entries()) answers[i] = { bytes: bytes.subarray(16 * place, 16 * place + 16).toString('hex') };
      break;
    }
    const errors = [...`${stderr}${stdout}`.matchAll(/^line (\d+)\.\d+: error: (.*)$/gm)];
    if (errors.length === 0) throw new Error(`iga64 ended with ${status} and no error: ${stderr}`);
    for (const [, line, why = ''] of errors) {
      const i = left[Number(line) - 1];
      if (i !== undefined) answers[i] ??= { refused: why.replace(/^IGALibrary\/\S+: /, '') };
    }
    left = left.filter((i) => answers[i] === undefined);
  }
  return answers.map((answer) => answer ?? { refused: '' });
}
