import { readFile, rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXPORT_FILTERS } from '../../../engines/document/filters.ts';
import { isRoute, LOSSES, MARKUP_TARGETS, ROUTES } from '../../../engines/document/routes.ts';
import { isSubtitleTarget, PAGE_TARGETS, type Target } from '../../../engines/document/targets.ts';
import { listEntries } from '../../../src/catalog/index.ts';
import type { Family } from '../../../tools/formats/office-files/families.ts';
import { errorOf } from '../../support/error-of.ts';
import { sample } from '../../support/sample.ts';
import { renderTables } from './route-table.ts';
import { compact, convert, fixture, makeScratch, read, type Scratch } from './support.ts';

const ALL = PAGE_TARGETS;
const FAMILIES = Object.keys(ROUTES) as Family[];

/** Texts that every format keeps; what is not Latin is left out of ppt, where fonts may be substituted. */
const GERMAN = 'Zwölf Boxkämpfer jagen Viktor quer über den großen Deich';

interface Sample {
  readonly file: string;
  readonly words: readonly string[];
  /** Rows that formats with cells must have. */
  readonly rows?: readonly (readonly string[])[];
  readonly picture?: true;
}

const SAMPLES: Readonly<Record<Family, Sample>> = {
  writer: {
    file: 'report.docx',
    words: ['Quarterly report', GERMAN, 'Second point', 'The example site', 'Eraser', 'The last line.'],
    rows: [['Article', 'Number', 'Price']],
    picture: true,
  },
  calc: {
    file: 'table.xlsx',
    words: ['Article', 'Pencil', '007', 'Sum', '7.5', 'Città', 'Łódź'],
    rows: [
      ['Article', 'Number', 'Amount', 'Price'],
      ['Pencil', '007', '4', '1.5'],
      ['Eraser, "soft"', '012', '2', '0.75'],
    ],
  },
  impress: { file: 'slides.pptx', words: ['Our plan', 'Begin early', 'Stay calm', 'The end', 'Danke, merci'] },
  draw: { file: 'boxes.odg', words: ['A box with words'] },
  html: {
    file: 'page.html',
    words: ['Fruit', GERMAN, 'Apple', '150', 'Plum', '40'],
    rows: [
      ['Fruit', 'Weight'],
      ['Apple', '150'],
      ['Plum', '40'],
    ],
  },
  subtitles: { file: 'harbour.srt', words: ['The ferry leaves', 'at seven – pünktlich', 'Who says so?'] },
  mail: {
    file: 'letter.eml',
    words: ['Grüße aus München', 'anna@example.com', GERMAN, 'Apple', '150', 'How much does the apple weigh?'],
    rows: [
      ['Fruit', 'Weight'],
      ['Apple', '150'],
    ],
    picture: true,
  },
  plain: { file: 'letter.txt', words: ['Dear reader,', GERMAN, 'Yours, the writer'] },
  markdown: {
    file: 'readme.md',
    words: ['Read me', GERMAN, 'one', 'two', 'Apple', 'Bold', 'end.'],
    rows: [
      ['Fruit', 'Weight'],
      ['Apple', '150'],
      ['Plum', '40'],
    ],
  },
  markup: {
    file: 'paper.tex',
    words: ['A short paper', GERMAN, 'Apple', 'Plum', 'The last line.'],
    rows: [
      ['Fruit', 'Weight'],
      ['Apple', '150'],
      ['Plum', '40'],
    ],
  },
  typst: { file: 'paper.typ', words: ['A short note', GERMAN, 'Apple', 'Plum', 'The last line.'] },
  csv: {
    file: 'stock.csv',
    words: ['Article', 'Pencil', '007', 'Größe', '1.5'],
    rows: [
      ['Article', 'Number', 'Amount'],
      ['Pencil', '007', '4'],
      ['Eraser, soft', '012', '2'],
      ['Größe', '1.5', '3'],
    ],
  },
  pdf: {
    file: 'report.pdf',
    words: ['Quarterly report', GERMAN, 'Second point', 'Eraser', '012', 'The last line.'],
    rows: [
      ['Article', 'Number', 'Price'],
      ['Pencil', '007'],
    ],
    picture: true,
  },
  postscript: { file: 'label.eps', words: ['Sixteen barrels', 'Handle with care, this side up'] },
  image: { file: 'gradient.png', words: [], picture: true },
};

const WITH_CELLS: ReadonlySet<string> = new Set(['csv', 'xlsx', 'ods', 'html']);
const WITH_PICTURES: ReadonlySet<string> = new Set(['docx', 'odt', 'rtf', 'html', 'epub', 'pptx', 'odp', 'pdf']);

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

describe.each(FAMILIES)('from %s', (family) => {
  const { file, words, rows = [], picture } = SAMPLES[family];

  const made = ALL.filter((target) => isRoute(ROUTES[family][target]));

  it.each(sample(`routes from ${family}`, made, 2))('to %s: what the source says is in the output', async (target) => {
    const result = await convert(scratch, fixture(file), { target });
    const parts = await Promise.all(result.outputs.map(({ path }) => read(path, target)));
    const text = compact(parts.map((part) => part.text).join('\n'));
    for (const word of words) {
      // Numbers of an xls are binary.
      if (target !== 'xls' || !/^[1-9][\d.]*$/.test(word)) expect(text, word).toContain(compact(word));
    }
    if (WITH_CELLS.has(target)) {
      const found = parts.flatMap((part) => part.sheets.flatMap(([, cells]) => cells));
      const heads = found.map((row) => row.map((cell) => cell.trim()));
      for (const row of rows) expect(heads.map((head) => head.slice(0, row.length))).toContainEqual(row);
    }
    if (picture && WITH_PICTURES.has(target)) {
      expect(parts.reduce((sum, part) => sum + part.pictures, 0)).toBeGreaterThan(0);
    }
    const route = ROUTES[family][target];
    const loss = isRoute(route) && route.loses !== undefined ? LOSSES[route.loses] : null;
    const messages = result.warnings.map(({ message }) => message);
    if (loss === null)
      expect(messages.filter((message) => Object.values<string>(LOSSES).includes(message))).toEqual([]);
    else expect(messages).toContain(loss);
    expect(result.progress.at(-1)).toBe(100);
    expect(result.progress).toEqual([...result.progress].sort((one, other) => one - other));
    for (const { path } of result.outputs) await rm(path);
  });

  const refused = ALL.filter((target) => !isRoute(ROUTES[family][target]));
  if (refused.length > 0) {
    it.each(refused)('to %s is refused with the reason', async (target) => {
      const error = await errorOf(convert(scratch, fixture(file), { target }));
      expect(error.code).toBe('input_wrong_type');
      expect(error.message).toContain(file);
      expect(error.message).toContain('Give option ocr');
    });
  }
});

describe('the table', () => {
  it('is in the README as it is', async () => {
    const readme = await readFile(new URL('../../../engines/document/README.md', import.meta.url), 'utf8');
    for (const table of renderTables().split('\n\n')) {
      expect(readme, 'put what `node test/engines/document/route-table.ts` prints into the README').toContain(table);
    }
  });

  it('has a route or a reason for every family and every target of the catalog', () => {
    const entries = listEntries({ category: 'document' }).map(({ target }) => target as Target);
    const targets = entries.filter((target) => !isSubtitleTarget(target));
    expect([...ALL].sort()).toEqual([...targets].sort());
    for (const family of FAMILIES) expect(Object.keys(ROUTES[family]).sort()).toEqual([...targets].sort());
    const refused = FAMILIES.flatMap((family) =>
      ALL.filter((target) => !isRoute(ROUTES[family][target])).map((target) => `${family} ${target}`),
    );
    expect(refused.sort()).toEqual(
      [...['chunks', 'csv', 'md', 'ods', 'txt', 'xls', 'xlsx'], ...MARKUP_TARGETS]
        .map((target) => `image ${target}`)
        .sort(),
    );
  });

  it('uses only export filters of the application that is open', () => {
    for (const family of FAMILIES) {
      for (const target of ALL) {
        const route = ROUTES[family][target];
        for (const step of isRoute(route) ? route.steps : []) {
          if (step.step === 'office') expect(EXPORT_FILTERS[step.as][step.save], `${family} ${target}`).toBeDefined();
        }
      }
    }
  });
});
