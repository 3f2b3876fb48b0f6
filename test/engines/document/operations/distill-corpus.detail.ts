import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { distill } from '../../../../engines/document/operations/quality/distill.ts';
import { grayscale } from '../../../../engines/document/operations/quality/grayscale.ts';
import { Bench, check } from './support-ghostscript.ts';

const folder = join(process.env.CORPORA_DIR ?? '', 'pdf');
const hasCorpus = process.env.CORPORA_DIR !== undefined && existsSync(folder);

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.make();
});
afterAll(() => bench.remove());

/** Encrypted ones are opened before they come here. */
async function openOnes(): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.pdf'));
  const answers = await Promise.all(
    names.map((name) => execa('qpdf', ['--requires-password', join(folder, name)], { reject: false })),
  );
  return names.filter((_, index) => answers[index]?.exitCode !== 0);
}

describe.skipIf(!hasCorpus)('every PDF of the corpus', async () => {
  const names = hasCorpus ? await openOnes() : [];

  test.each(names)('%s: quality screen', async (name) => {
    const { path, pages } = await bench.run(distill, join(folder, name), { quality: 'screen' });
    await check(path);
    expect(pages).toBe(Number((await execa('qpdf', ['--show-npages', join(folder, name)])).stdout));
    await execa('pdftoppm', ['-r', '20', path, join(bench.folder, 'shown')]);
  });

  test.each(names)('%s: grayscale', async (name) => {
    const { path } = await bench.run(grayscale, join(folder, name), { grayscale: true });
    await execa('pdftoppm', ['-r', '20', path, join(bench.folder, 'shown')]);
  });
});
