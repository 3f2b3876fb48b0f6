import type { ReadPage, ReadWord } from './geometry-support.ts';
import type { MadePdf } from './made-pdf.ts';
import type { Observer, Options, Result } from './observer.ts';

/* Observes the options of stamps and page numbers by the words on the pages, and by their colours in the objects. */

const MARK = 'Stamped';
/** Letters of this size have no lines as long as those of drawings. */
const TEXT: Options = { stamp_text: MARK, alignment: 'top_left', stamp_text_size: 20 };
const NUMBERS: Options = { page_numbers: 'p{page}of{pages}' };

/** Points: a mark of the usual size is higher, also on pages that were made smaller. */
const SMALL = 8;

const pagesOf = async (files: readonly MadePdf[]): Promise<readonly ReadPage[]> =>
  (await Promise.all(files.map((file) => file.pages()))).flat();

const marksOf = (page: ReadPage, text: string): readonly ReadWord[] => page.placed.filter((word) => word.text === text);

/** Observes the words of all pages of the result, in their order. */
const byWords = (holds: (pages: readonly ReadPage[], options: Options) => boolean): Observer => ({
  by: 'pdftotext -bbox: words of the pages',
  holds: async ({ files }: Result, options) => holds(await pagesOf(files), options),
});

const everyMark = (holds: (word: ReadWord, options: Options) => boolean): Observer =>
  byWords((pages, options) => {
    const marks = pages.flatMap((page) => marksOf(page, MARK));
    return marks.length > 0 && marks.every((mark) => holds(mark, options));
  });

const byObjects = (what: RegExp): Observer => ({
  by: 'qpdf --qdf: operators of the pages',
  holds: async ({ files }) => {
    for (const file of files) if (what.test(await file.objects())) return true;
    return false;
  },
});

/** Text that the sample of page_numbers writes. */
const NUMBER = /^p\d+of\d+$/;

/** Returns the number that a page must show; null: none. */
function numberOf(
  index: number,
  pages: number,
  { page_numbers_start: start = 1, page_numbers_pages: chosen }: Options,
) {
  return chosen === undefined || Number(chosen) === index + 1 ? `p${start + index}of${start + pages - 1}` : null;
}

/** Observes that every page shows the right number, and that `holds` is true for its word. */
const numbered = (holds: (word: ReadWord, page: ReadPage) => boolean): Observer =>
  byWords(
    (pages, options) =>
      pages.length > 0 &&
      pages.every((page, index) => {
        const found = page.placed.filter(({ text }) => NUMBER.test(text));
        const expected = numberOf(index, pages.length, options);
        const isRight = found.map(({ text }) => text).join() === (expected ?? '');
        return isRight && found.every((word) => holds(word, page));
      }),
  );

const turnsOf = ({ stamp_angle: angle = 0, rotate = [] }: Options): number =>
  rotate.reduce((sum, item) => sum + (item.angle ?? 0), angle);

export const STAMP_SAMPLES = {
  stamp_text: { value: MARK, needs: { alignment: 'top_left' }, ...everyMark(() => true) },
  stamp_text_size: { value: 4, needs: TEXT, ...everyMark(({ width, height }) => Math.min(width, height) < SMALL) },
  stamp_text_color: { value: '#00ff00', needs: TEXT, ...byObjects(/(?:^|\s)0 1 0 rg\s/m) },
  stamp_opacity: { value: 30, needs: TEXT, ...byObjects(/\/ca 0?\.3\b/) },
  stamp_scale: { value: 10, needs: TEXT, ...everyMark(({ width, height }) => Math.min(width, height) < SMALL) },
  stamp_angle: {
    value: 90,
    needs: TEXT,
    ...everyMark(({ width, height }, options) => height > width === (turnsOf(options) % 180 === 90)),
  },
  stamp_pages: {
    value: '1',
    needs: TEXT,
    ...byWords((pages) => {
      const marked = pages.filter((page) => marksOf(page, MARK).length > 0).length;
      return marked > 0 && (pages.length === 1 || marked < pages.length);
    }),
  },
  stamp_tiled: {
    value: true,
    needs: { stamp_text: MARK, stamp_text_size: 12 },
    ...byWords((pages) => pages.some((page) => marksOf(page, MARK).length > 1)),
  },
  stamps: { value: [{ text: MARK, alignment: 'top_left', size: 20 }], ...everyMark(() => true) },
  page_numbers: { value: 'p{page}of{pages}', ...numbered(() => true) },
  page_numbers_start: { value: 11, needs: NUMBERS, ...numbered(() => true) },
  page_numbers_alignment: {
    value: 'top_right',
    needs: NUMBERS,
    ...numbered(({ x, y }, { width, height }) => x > width / 2 && y < height / 2),
  },
  page_numbers_pages: { value: '1', needs: NUMBERS, ...numbered(() => true) },
  page_numbers_size: { value: 40, needs: NUMBERS, ...numbered(({ height }) => height > 3 * SMALL) },
} as const;
