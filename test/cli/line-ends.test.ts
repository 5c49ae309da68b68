/** Text of .ze_info with the line ends of Windows reads as the same values, without a finding more. */
import { expect, test } from 'vitest';
import { CONTAINER, plainRecord } from '../../src/formats/zeinfo/index.ts';
import { inspect, readZeInfo, zebinsOf } from '../../src/internal.ts';
import { probes, zebins } from '../support/corpus.ts';

/** Where a finding is lies elsewhere in the longer text. */
function read(text: string): unknown {
  const { value, diagnostics } = readZeInfo(Uint8Array.from(text, (c) => c.charCodeAt(0)));
  return [plainRecord(CONTAINER, value.container), diagnostics.map(({ code, message, path }) => [code, message, path])];
}

test('text with CRLF reads as the same values, with the same findings', { tags: ['corpus'] }, () => {
  const texts = [...zebins(), ...probes()].flatMap((file) =>
    zebinsOf(inspect(file.bytes()).value).flatMap(({ zebin }) =>
      zebin.zeInfo ? [{ name: file.name, text: zebin.zeInfo.bytes.text() }] : [],
    ),
  );
  expect(texts.length).toBeGreaterThan(50);
  for (const { name, text } of texts) {
    expect(text, name).toContain('\n');
    expect(read(text.replaceAll('\n', '\r\n')), name).toEqual(read(text));
  }
});
