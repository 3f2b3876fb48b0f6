import { afterAll, beforeAll, expect, it } from 'vitest';
import { convert, fixture, makeScratch, type Scratch } from './support.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

it.each([
  ['asides.fodt', 'txt', ['2 comments, 1 chart and 1 header or footer: they are']],
  ['asides.fodt', 'pdf', ['2 comments: they are']],
  ['asides.fodt', 'html', ['2 comments: they are']],
  ['asides.fodt', 'epub', ['2 comments, 1 chart and 1 header or footer: they are']],
  ['asides.fodt', 'docx', []],
  ['asides.fods', 'csv', ['2 comments: they are']],
  ['asides.fods', 'md', ['2 comments: they are']],
  ['asides.fods', 'xlsx', []],
  ['asides.fodp', 'pdf', ['1 comment and 1 page of notes: they are']],
  ['asides.fodp', 'pptx', []],
])('what stands beside the text of %s is kept in %s or named', async (name, target, named) => {
  const { warnings } = await convert(scratch, fixture(name), { target });
  const told = warnings.map(({ message }) => message).filter((message) => message.startsWith(`${name} has `));
  expect(told).toEqual(named.map((what) => `${name} has ${what} not in the result.`));
});
