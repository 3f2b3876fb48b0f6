import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { countText } from '../../../../tools/formats/text/statistics.ts';

const folder = await mkdtemp(join(tmpdir(), 'convertd-statistics-test-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function counted(content: string | Uint8Array) {
  const path = join(folder, 'text');
  await writeFile(path, content);
  const { characters, words, lines, lineEndings } = await countText(path);
  return [characters, words, lines, lineEndings];
}

it.each([
  ['', [0, 0, 0, 'none']],
  ['one', [3, 1, 1, 'none']],
  ['one two\n', [8, 2, 1, 'lf']],
  ['a\r\nb\r\n', [6, 2, 2, 'crlf']],
  ['a\rb', [3, 2, 2, 'cr']],
  ['a\rb\nc\r\n', [7, 3, 3, 'mixed']],
  ['\n\n', [2, 0, 2, 'lf']],
] as const)('counts %j', async (content, expected) => {
  expect(await counted(content)).toEqual(expected);
});

it('counts over the ends of pieces, and by the encoding of the file', async () => {
  expect(await counted('ab\r\n'.repeat(300_000))).toEqual([1_200_000, 300_000, 300_000, 'crlf']);
  expect(await counted(Buffer.from('\ufeffGrüße\n', 'utf16le'))).toEqual([6, 1, 1, 'lf']);
});
