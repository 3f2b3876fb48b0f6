import { afterAll, beforeAll, expect, test } from 'vitest';
import { pdfA } from '../../../../engines/document/operations/file/pdf-a.ts';
import { brokenRules } from '../../../support/pdf-a-rules.ts';
import { preflight } from '../../../support/preflight.ts';
import { fact, pageTexts, Scratch } from './support-structure.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

test('a PDF without embedded fonts becomes PDF/A-1b by an independent validator; as it came it is none', async () => {
  const source = await scratch.pages(2, { info: { Title: 'Zwölf & mehr', Author: 'A. Person' } });
  expect(await preflight(source.path)).not.toEqual([]);
  expect(await brokenRules(source.path, 1)).not.toEqual([]);
  const { files, warnings } = await scratch.run(pdfA, [source], { pdf_a: '1b' });
  const { path = '', pages } = files[0] ?? {};
  expect(await preflight(path)).toEqual([]);
  expect(await brokenRules(path, 1)).toEqual([]);
  expect(await pageTexts(path)).toEqual(['page 1', 'page 2']);
  expect([pages, await fact(path, 'Title'), warnings]).toEqual([2, 'Zwölf & mehr', []]);
});
