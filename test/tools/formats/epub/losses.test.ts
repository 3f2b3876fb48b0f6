import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { finishFb2 } from '../../../../tools/formats/epub/finish.ts';
import { Bench } from '../../../engines/ebook/support.ts';
import { engineTask } from '../../../support/engine-context.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.make();
});
afterAll(() => bench.remove());

const PARTS = [
  { name: 'one.xhtml', text: 'it was a dark night and the rain fell on the old town' },
  { name: 'two.xhtml', text: 'the town was old and the night fell' },
];

/** Returns what is missing from the parts in a FictionBook. */
async function lossesOf(body: string, parts = PARTS) {
  const [inventory, made] = [bench.path('source.json'), bench.path('made.fb2')];
  const counts = { pictures: 2, links: 1, contents: 1, formulas: 0 };
  await writeFile(inventory, JSON.stringify({ parts, ...counts }));
  const names = 'xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink"';
  await writeFile(
    made,
    `<FictionBook ${names}><body><section>${body}</section></body>${PICTURE.repeat(2)}</FictionBook>`,
  );
  const { context } = engineTask({ workFolder: bench.folder, readable: [], signal: new AbortController().signal });
  return (await finishFb2(made, context, inventory)).losses;
}

const PICTURE = '<binary id="p" content-type="image/png">AA==</binary>';
const ONE = 'It was a <strong>dark</strong> night – and the rain fell on the old town.';

it('finds nothing lost in parts that are joined, in another order, with more around them', async () => {
  const body = `<title><p>Contents: one, two.</p></title><p>The town was old and the night fell. ${ONE}</p><p><a l:href="#p">x</a></p>`;
  expect(await lossesOf(body)).toEqual({
    text: [],
    words: [0, 21],
    pictures: [0, 2],
    links: [0, 1],
    contents: [0, 1],
    media: [0, 0],
    scripts: [0, 0],
    fixed_pages: [0, 0],
    page_numbers: [0, 0],
    read_aloud: [0, 0],
    facts: [],
    formulas: 0,
    unsearched: 0,
  });
});

it('names the part that is gone though each of its words stands elsewhere, and counts links and contents', async () => {
  expect(await lossesOf(`<p>${ONE}</p>`)).toMatchObject({
    text: [{ name: 'two.xhtml', words: 8, lost: 8 }],
    pictures: [0, 2],
    links: [1, 1],
    contents: [1, 1],
  });
});

it.each([
  [
    'ligatures, dots, dashes and no-break spaces',
    '\ufb01ne\u2026na\u00efve\u2014snake_case\u00a0x\u00b2',
    'fine na\u00efve snake case x2',
  ],
  ['soft hyphens and joiners', 'so\u00adft zero\u200bwidth', 'soft zerowidth'],
  ['capitals that become two characters', '\u0130zmir STRASSE stra\u00dfe', 'i zmir strasse strasse'],
  ['scripts without spaces', '\u4e2d\u6587 and \u304b\u306a', '\u4e2d \u6587 and \u304b \u306a'],
])('finds the words of a text with %s', async (_, body, words) => {
  const losses = await lossesOf(`<p>${body}</p>`, [{ name: 'one.xhtml', text: words }]);
  expect(losses).toMatchObject({ text: [], words: [0, words.split(' ').length] });
});
