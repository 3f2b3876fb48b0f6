import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { distill } from '../../../../engines/document/operations/quality/distill.ts';
import { Bench, check, text } from './support-ghostscript.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.make();
});
afterAll(() => bench.remove());

const folder = join(process.env.CORPORA_DIR ?? '', 'reported', 'pdf');
const hasCorpus = process.env.CORPORA_DIR !== undefined && existsSync(folder);

describe.skipIf(!hasCorpus)('files of others that Ghostscript spoils', () => {
  const reported = (name: string) => join(folder, `${name}.pdf`);
  const letters = async (path: string) => [...(await text(path)).replaceAll(/\s/g, '')].sort().join('');
  const pixels = async (path: string): Promise<Uint8Array> =>
    (await execa('pdftoppm', ['-r', '20', '-cropbox', path], { encoding: 'buffer' })).stdout;

  test.each([
    'canvas',
    'habibi-rotated',
    'bitmap-symbol-symhuffrefine-textrefine',
    'issue6006',
    'imagemagick-lzw',
    'cmyk-image',
  ])('%s: has its text, and looks as before', async (name) => {
    const { path } = await bench.run(distill, reported(name), { quality: 'ebook' });
    await check(path);
    expect(await letters(path)).toBe(await letters(reported(name)));
    const [before, after] = [await pixels(reported(name)), await pixels(path)];
    const differing = before.filter((value, at) => Math.abs(value - (after[at] ?? 0)) > 100).length;
    expect(differing / before.length).toBeLessThan(0.001);
  });

  test('issue16038: its pattern in colour is refused with color gray', async () => {
    await expect(bench.run(distill, reported('issue16038'), { color: 'gray' })).rejects.toMatchObject({
      code: 'conversion_failed',
    });
  });
});
