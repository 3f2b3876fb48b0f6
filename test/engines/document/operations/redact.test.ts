import { afterAll, beforeAll, expect, test } from 'vitest';
import { allTexts, makeFile, redacted, seenOn } from './redact-support.ts';
import { pageTexts, Scratch } from './support-structure.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

const NAME = /Ada|Lovelace/;

test('a box over text hides nothing from those who look, and redact removes it', async () => {
  const boxed = await makeFile('boxed', scratch);
  expect(await allTexts(boxed.path)).toMatch(NAME);
  expect(await seenOn(boxed.path, 1, scratch)).not.toMatch(NAME);
  const { path, warnings, calls } = await redacted(boxed, [{ text: 'Ada Lovelace' }, { text: 'Babbage' }], scratch);
  expect(await allTexts(path)).not.toMatch(NAME);
  expect(warnings).toEqual([
    expect.objectContaining({ code: 'option_no_effect', message: expect.stringContaining('Item 2') }),
    expect.objectContaining({ code: 'content_redacted' }),
  ]);
  expect(JSON.stringify(warnings)).not.toMatch(/Ada|Lovelace|Babbage/);
  expect(JSON.stringify(calls.map(({ args, env }) => [args, env]))).not.toMatch(/Ada|Lovelace|Babbage/);
});

test('text that is only seen in a picture fails the conversion, and says on which page', async () => {
  const pictures = await makeFile('pictures', scratch);
  expect(await pageTexts(pictures.path)).toEqual(expect.not.arrayContaining([expect.stringMatching(/Charles/)]));
  const attempt = redacted(pictures, [{ text: 'Ada Lovelace' }], scratch);
  await expect(attempt).rejects.toMatchObject({
    code: 'redaction_incomplete',
    message: expect.stringMatching(/item 1 on page 1/),
    details: { left: expect.arrayContaining([{ item: 1, reader: 'tesseract', page: 2 }]) },
  });
  await expect(attempt).rejects.not.toMatchObject({ message: expect.stringMatching(NAME) });
});
