import { readFile, writeFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { borders } from '../../../../engines/document/operations/marks/borders.ts';
import { pageSize } from '../../../../engines/document/operations/pages/page-size.ts';
import { pagesPerSheet } from '../../../../engines/document/operations/pages/pages-per-sheet.ts';
import { splitPage } from '../../../../engines/document/operations/pages/split-page.ts';
import { errorOf } from '../../../support/error-of.ts';
import { onePage, readPages, Scratch, stream, wordsOf } from './geometry-support.ts';
import { manyValues } from './made-objects.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

test('what unpacks to gigabytes is not unpacked where the content is not read', async () => {
  const packed = deflateSync(deflateSync(Buffer.alloc(2 ** 30, ' '), { level: 1 })).toString('latin1');
  const objects = onePage({ objects: [stream(packed, '/Filter[/FlateDecode/FlateDecode]')] });
  const bomb = await scratch.pdf(objects.map((object) => object.replace('/Contents 4 0 R', '/Contents 6 0 R')));
  const limits = { memoryBytes: 2 ** 29 };
  await scratch.run(splitPage, bomb, { split_page_x: 2 }, limits);
  await scratch.run(pageSize, bomb, { page_size: 'a4' }, limits);
  await scratch.run(pagesPerSheet, bomb, { pages_per_sheet: 2 }, limits);
  // The control: to unpack it takes more memory than that.
  const { context } = await scratch.task(bomb, limits);
  const unpack = { name: 'qpdf', path: '/usr/bin/qpdf', args: ['--stream-data=uncompress', bomb, '/dev/null'] };
  expect((await errorOf(context.run(unpack))).code).toBe('limit_memory');
});

test('20 000 pages of one object', async () => {
  const objects = onePage();
  objects[1] = `<</Type/Pages/Kids[${'3 0 R '.repeat(20_000)}]/Count 20000>>`;
  const path = await scratch.pdf(objects);
  expect((await scratch.run(pagesPerSheet, path, { pages_per_sheet: 16 })).file.pages).toBe(1250);
  expect((await errorOf(scratch.run(splitPage, path, { split_page_x: 3 }))).code).toBe('option_unsupported');
});

test('boxes without sense, and a tree and references that go round', async () => {
  const huge = await scratch.pdf(onePage({ page: '/MediaBox[0 0 1000000 1000000]' }));
  expect((await errorOf(scratch.run(borders, huge, { border_top: 1 }))).code).toBe('option_unsupported');
  for (const box of ['[0 0 0 0]', '[1 2]', '[0 0 99999999999 5]', '(x)', '6 0 R', '[6 0 R 0 9 9]']) {
    const path = await scratch.pdf(onePage({ page: `/MediaBox${box}`, objects: ['6 0 R'] }));
    expect(wordsOf(await readPages((await scratch.run(splitPage, path, { split_page_x: 2 })).path)), box).toHaveLength(
      2,
    );
  }
  const round = onePage({ page: '/MediaBox 6 0 R/Contents 7 0 R', objects: ['7 0 R', '6 0 R'] });
  round[1] = '<</Type/Pages/Kids[3 0 R]/Count 1/Parent 2 0 R>>';
  expect((await scratch.run(pagesPerSheet, await scratch.pdf(round), { pages_per_sheet: 2 })).file.pages).toBe(1);
});

test('more objects than are worked on', async () => {
  const path = await scratch.pdf(onePage({ catalog: '/X 6 0 R', objects: [manyValues()] }));
  const error = await errorOf(scratch.run(splitPage, path, { split_page_x: 2 }));
  expect(error.code).toBe('limit_memory');
  expect(error.message).toContain('256 MiB');
});

test('damage is told as such, and the next job is unharmed', async () => {
  const path = await scratch.pdf(onePage());
  const bytes = await readFile(path);
  for (const length of [20, 200]) {
    const cut = `${scratch.folder}/cut-${length}.pdf`;
    await writeFile(cut, bytes.subarray(0, length));
    expect((await errorOf(scratch.run(splitPage, cut, { split_page_x: 2 }))).code).toBe('input_damaged');
  }
  expect((await scratch.run(splitPage, path, { split_page_x: 2 })).file.pages).toBe(2);
});
