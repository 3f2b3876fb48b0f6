import { copyFile, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { validateConversion } from '../../../src/catalog/index.ts';
import { useBench } from '../../tools/programs/libreoffice/support.ts';
import { convert, fixture, makeScratch, onlyOutput, type Scratch } from './support.ts';

const bench = await useBench();

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

const warningsOf = ({ warnings }: Awaited<ReturnType<typeof convert>>): string =>
  warnings.map(({ code, message }) => `${code}: ${message}`).join('\n');

describe('what is hidden', () => {
  const CELLS = fixture('hidden-cells.fods');

  it.each(['csv', 'txt', 'md', 'html'])('is neither in %s nor passed over', async (target) => {
    const made = await convert(scratch, CELLS, { target });
    const text = await readFile(onlyOutput(made), 'utf8');
    expect(text).toContain('seen too');
    expect(text).not.toMatch(/hidden (col|row|sheet)|filtered/);
    expect(warningsOf(made)).toContain(
      'output_limited: hidden-cells.fods has 1 hidden sheet, 2 hidden rows and 1 hidden column: they are not in the result.',
    );
  });

  it('is cut out of csv alone: cells keep their places and values', async () => {
    const path = onlyOutput(await convert(scratch, CELLS, { target: 'csv' }));
    expect(await readFile(path, 'utf8')).toBe('seen,seen too\nlast,84\n');
  });

  it('is in csv and md, as all else, with option hidden', async () => {
    const options = { hidden: 'include' };
    const csv = await convert(scratch, CELLS, { target: 'csv', options });
    expect(csv.outputs.map(({ filename }) => filename)).toEqual(['hidden-cells-First.csv', 'hidden-cells-Second.csv']);
    const texts = await Promise.all(csv.outputs.map(({ path }) => readFile(path, 'utf8')));
    expect(texts).toEqual(['seen,hidden col,seen too\nhidden row,,\nfiltered row,,\nlast,,84\n', 'hidden sheet\n42\n']);
    const md = await readFile(onlyOutput(await convert(scratch, CELLS, { target: 'md', options })), 'utf8');
    for (const text of ['hidden col', 'hidden row', 'hidden sheet']) expect(md).toContain(text);
  });

  it('stays in what can hide, and is named', async () => {
    expect(warningsOf(await convert(scratch, CELLS, { target: 'xlsx' }))).toContain(
      'still in the result, and still hidden',
    );
    const slides = await convert(scratch, fixture('hidden-slide.fodp'), { target: 'pptx' });
    expect(warningsOf(slides)).toContain('1 hidden slide: it is still in the result');
    const pdf = await convert(scratch, fixture('hidden-slide.fodp'), { target: 'pdf' });
    expect(warningsOf(pdf)).toContain('1 hidden slide: it is not in the result');
  });

  it('is nothing that a text has', async () => {
    const made = await convert(scratch, fixture('report.docx'), { target: 'txt', options: { hidden: 'include' } });
    expect(warningsOf(made)).toBe(
      'option_no_effect: Option hidden has no effect: report.docx is not a spreadsheet or a presentation.',
    );
  });
});

it('both are told to have no effect on what a browser prints', async () => {
  const asked = { engine: 'chromium', tracked_changes: 'show', hidden: 'include' };
  const { options } = validateConversion({ category: 'document', target: 'pdf', options: asked });
  const made = await convert(scratch, fixture('page.html'), { target: 'pdf', options });
  expect(made.warnings.map(({ code }) => code)).toEqual(['option_no_effect', 'option_no_effect']);
});

it('hidden slides are shown where their text is recognised, without a word', async () => {
  const options = { ocr: true, ocr_mode: 'text', hidden: 'include' };
  const made = await convert(scratch, fixture('hidden-slide.fodp'), { target: 'txt', options });
  expect(await readFile(onlyOutput(made), 'utf8')).toContain('hidden slide');
  expect(warningsOf(made)).not.toContain('option_no_effect: Option hidden');
});

describe('tracked changes', () => {
  let input: string;
  beforeAll(async () => {
    input = scratch.path('changed.docx');
    await copyFile(await bench.make('changed-docx', 'changed.docx', 'kept'), input);
  });

  it.each([
    ['accept', 'accepted', /inserted/, /deleted/],
    ['reject', 'rejected', /deleted/, /inserted/],
    ['show', 'not accepted', /deleted/, /only in no result/],
  ])('%s', async (how, said, has, lacks) => {
    const made = await convert(scratch, input, { target: 'txt', options: { tracked_changes: how } });
    const text = await readFile(onlyOutput(made), 'utf8');
    expect(text).toMatch(has);
    expect(text).not.toMatch(lacks);
    expect(warningsOf(made)).toMatch(new RegExp(`^output_limited: \\d+ tracked changes of changed.docx were ${said}`));
  });

  it('stay changes where the target has them', async () => {
    const made = await convert(scratch, input, { target: 'odt', options: { tracked_changes: 'show' } });
    expect(warningsOf(made)).toContain('were kept: the result still has what they delete');
  });

  it('are nothing that a spreadsheet has', async () => {
    const options = { tracked_changes: 'show' };
    expect(warningsOf(await convert(scratch, fixture('table.xlsx'), { target: 'ods', options }))).toBe(
      'option_no_effect: Option tracked_changes has no effect: table.xlsx is not a text that can have tracked changes.',
    );
  });
});
