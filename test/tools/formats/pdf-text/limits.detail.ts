import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_WORDS_A_PAGE, readWordPages } from '../../../../tools/formats/pdf-text/reading/read-words.ts';
import { pdfToHtml } from '../../../../tools/formats/pdf-text/reflow.ts';
import { type PageDescription, Scratch, type Text } from './support.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

async function countPages(words: number): Promise<number> {
  const path = scratch.path('words.xml');
  const word = '<word xMin="1" yMin="1" xMax="2" yMax="2">x</word>';
  await writeFile(
    path,
    `<doc><page width="10" height="10"><flow><block><line>${word.repeat(words)}</line></block></flow></page></doc>`,
  );
  let pages = 0;
  for await (const page of readWordPages(path)) pages += page.lines.length;
  return pages;
}

test('a page of too many words is refused by its number; the most that are allowed pass', async () => {
  await expect(countPages(MAX_WORDS_A_PAGE + 1)).rejects.toMatchObject({ code: 'input_bomb', details: { page: 1 } });
  expect(await countPages(MAX_WORDS_A_PAGE)).toBe(1);
});

test('pictures drawn thousands of times are left out with a warning, and the text is kept', async () => {
  const text: Text[] = [[50, 100, 12, 'regular', 'Text beside many pictures']];
  const picture: NonNullable<PageDescription['pictures']>[number] = [50, 200, 20, 20, 1];
  const few = await scratch.reflow(await scratch.pdf([{ text, pictures: Array(20).fill(picture) }]));
  expect(few).toMatchObject({ warnings: [], pictures: { length: 20 } });
  const many = await scratch.reflow(await scratch.pdf([{ text, pictures: Array(5001).fill(picture) }]));
  expect(many).toMatchObject({
    warnings: ['output_limited'],
    pictures: [],
    blocks: [['p', 'Text beside many pictures']],
  });
});

test('60 000 words at one place are read', async () => {
  const text = Array.from(
    { length: 6000 },
    (_, index): Text => [100, 100, 10, 'regular', `word${index} a b c d e f g h i`],
  );
  const { hasText } = await scratch.reflow(await scratch.pdf([{ text }]));
  expect(hasText).toBe(true);
});

test('a canceled task ends', async () => {
  const path = await scratch.pdf([{ text: [[50, 100, 12, 'regular', 'Text']] }]);
  const { context, workFolder } = await scratch.task(path);
  const canceled = { ...context, signal: AbortSignal.abort() };
  await expect(pdfToHtml({ path, password: null }, 'text', workFolder, canceled)).rejects.toMatchObject({
    code: 'conversion_canceled',
  });
});
