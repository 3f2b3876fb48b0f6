import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compareMade } from '../../../tools/epub/finish.ts';
import { Bench } from '../../engines/ebook/support.ts';
import { engineTask } from '../../support/engine-context.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.make();
});
afterAll(() => bench.remove());

const parts = [
  { name: 'one.xhtml', words: 'it was a dark night and the rain fell on the old town'.split(' ') },
  { name: 'two.xhtml', words: 'the town was old and the night fell'.split(' ') },
];

/** What of the two parts is not in a page of HTML. */
async function lossesOf(page: string) {
  const [inventory, made] = [bench.path('source.json'), bench.path('made.html')];
  await writeFile(inventory, JSON.stringify({ parts, pictures: 2, links: 1, contents: 2, formulas: 0 }));
  await writeFile(made, page);
  const { context } = engineTask({ workFolder: bench.folder, readable: [], signal: new AbortController().signal });
  return compareMade({ inventory, made, kind: 'html' }, context);
}

const ONE = 'It was a <b>dark</b> night – and the rain fell on the old town.';

it('finds nothing lost in parts that are joined, in another order, with more around them', async () => {
  const page = `<p>Contents: one, two.</p><p>The town was old and the night fell. ${ONE}</p><img src="a.png"/><img src="b.png"/><a href="x">x</a>`;
  expect(await lossesOf(page)).toEqual({
    text: [],
    words: [0, 21],
    pictures: [0, 2],
    links: [0, 1],
    contents: null,
    formulas: 0,
  });
});

it('names the part that is gone though each of its words stands elsewhere, and counts pictures and links', async () => {
  expect(await lossesOf(`<p>${ONE}</p><img src="a.png"/>`)).toMatchObject({
    text: [{ name: 'two.xhtml', words: 8, lost: 8 }],
    pictures: [1, 2],
    links: [1, 1],
  });
});
