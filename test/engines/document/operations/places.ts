import type { PdfOptions } from '../../../../engines/document/operations/operation.ts';

/*
 * Where the words of a document are to be after the options that move pages about, by plain arithmetic on pages as they are
 * shown: points, y downwards from the upper left corner.
 */

export interface PlacedWord {
  readonly text: string;
  /** Its middle. */
  readonly x: number;
  readonly y: number;
}

export interface PlacedPage {
  readonly width: number;
  readonly height: number;
  readonly words: readonly PlacedWord[];
}

type Pages = readonly PlacedPage[];

/** The pages of each file of the result. Only what the samples of the options test can ask for. */
export function expectedFiles(options: Partial<PdfOptions>, [first = [], second = []]: readonly Pages[]): Pages[] {
  const steps: readonly ((pages: Pages) => Pages)[] = [
    (pages) => (options.merge ? [...pages, ...second] : pages),
    (pages) => (options.remove_blank_pages ? pages.filter((page) => !isBlank(page)) : pages),
    (pages) => (options.overlay === undefined ? pages : overlaid(pages, second, options.overlay_rest)),
    (pages) => (isStamped(options) ? pages.map((page) => laid(page, second[0], options)) : pages),
    (pages) => (options.rearrange === undefined ? pages : chosen(pages, options.rearrange)),
    (pages) => pages.map((page) => turned(page, turnOf(options))),
    (pages) => pages.map((page) => cropped(page, options)),
    (pages) => pages.flatMap((page) => cut(page, options.split_page_x ?? 1, options.split_page_y ?? 1)),
    (pages) => pages.map((page) => fitted(page, options)),
    (pages) => pages.map((page) => extended(page, options)),
    (pages) => (options.pages_per_sheet === undefined ? pages : onSheets(pages, options.pages_per_sheet)),
    (pages) => (options.booklet ? asBooklet(pages, options.booklet_binding === 'right') : pages),
  ];
  const pages = steps.reduce((done, step) => step(done), first);
  if (options.one_file_per_page || options.split === 'all') return pages.map((page) => [page]);
  const after = options.split === undefined ? pages.length : Number(options.split);
  return [pages.slice(0, after), pages.slice(after)].filter((part) => part.length > 0);
}

/** Whether it is the page that make_pairs_pdf.py covers with white. */
const isBlank = ({ words }: PlacedPage): boolean => words.some(({ text }) => text === 'NW5');

/** Whether the second input is laid on pages: not where a text is in its place. */
export const isStamped = ({ stamp, watermark, stamp_text: text }: Partial<PdfOptions>): boolean =>
  (stamp === true || watermark === true) && text === undefined;

/** `scale` first, then moved. */
const moved = (words: readonly PlacedWord[], scale: number, dx: number, dy: number): PlacedWord[] =>
  words.map(({ text, x, y }) => ({ text, x: x * scale + dx, y: y * scale + dy }));

/** Scaled, in the middle of an area. */
function centred(page: PlacedPage, scale: number, left: number, top: number, width: number, height: number) {
  return moved(page.words, scale, left + (width - page.width * scale) / 2, top + (height - page.height * scale) / 2);
}

function laid(page: PlacedPage, on: PlacedPage | undefined, { alignment }: Partial<PdfOptions>): PlacedPage {
  if (on === undefined) throw new Error('nothing to lay on the pages');
  const { width, height, words } = page;
  const scale = Math.min(1, width / on.width, height / on.height);
  const [areaWidth, areaHeight] = alignment === 'top_left' ? [on.width * scale, on.height * scale] : [width, height];
  return { width, height, words: [...words, ...centred(on, scale, 0, 0, areaWidth, areaHeight)] };
}

/** Page by page; further pages get nothing, or the pages of the second document again. */
const overlaid = (pages: Pages, second: Pages, rest: PdfOptions['overlay_rest']): Pages =>
  pages.map((page, index) => {
    const on = second[rest === 'repeat_all' ? index % second.length : index];
    return on === undefined ? page : laid(page, on, {});
  });

const chosen = (pages: Pages, list: string): Pages =>
  list.split(',').map((number) => pages[Number(number) - 1] ?? { width: 0, height: 0, words: [] });

const turnOf = ({ rotate = [] }: Partial<PdfOptions>): number =>
  rotate.reduce((sum, { angle }) => sum + (angle ?? 0), 0) % 360;

function turned(page: PlacedPage, angle: number): PlacedPage {
  if (angle === 0) return page;
  const { width, height, words } = page;
  const once = { width: height, height: width, words: words.map(({ text, x, y }) => ({ text, x: height - y, y: x })) };
  return turned(once, angle - 90);
}

/** What make_pairs_pdf.py leaves free around the art box, points. */
const AROUND_ART = 8;

function cropped({ width, height, words }: PlacedPage, options: Partial<PdfOptions>): PlacedPage {
  const unit = POINTS[options.crop_unit ?? 'mm'];
  const around = options.crop === 'art' ? AROUND_ART : 0;
  const [top, right, bottom, left] = [
    ...[options.crop_top, options.crop_right, options.crop_bottom, options.crop_left],
  ].map((side) => around + (side ?? 0) * unit) as [number, number, number, number];
  const within = (size: number, start: number, end: number, asked: number | undefined) =>
    asked === undefined ? size - start - end : Math.min(asked * unit, size - start - around);
  return {
    width: within(width, left, right, options.crop_width),
    height: within(height, top, bottom, options.crop_height),
    words: moved(words, 1, -left, -top),
  };
}

function cut({ width, height, words }: PlacedPage, columns: number, rows: number): PlacedPage[] {
  const [partWidth, partHeight] = [width / columns, height / rows];
  return Array.from({ length: columns * rows }, (_, index) => {
    const [left, top] = [(index % columns) * partWidth, Math.floor(index / columns) * partHeight];
    const shown = moved(words, 1, -left, -top).filter(({ x, y }) => x > 0 && x < partWidth && y > 0 && y < partHeight);
    return { width: partWidth, height: partHeight, words: shown };
  });
}

const POINTS = { mm: 72 / 25.4, cm: 72 / 2.54, in: 72, pt: 1 } as const;

/** ISO 216, millimetres. */
const PAPERS: Readonly<Record<string, readonly [number, number]>> = { a5: [148, 210] };

function fitted(page: PlacedPage, options: Partial<PdfOptions>): PlacedPage {
  const { page_size: name, custom_page_size_width: wide, custom_page_size_height: high, orientation } = options;
  if (name === undefined && wide === undefined && orientation === undefined) return page;
  const [width, height] = name === undefined ? ownSize(page, options) : paperSize(name);
  const asPage = wide === undefined ? page : { width, height };
  const isWide = orientation === undefined ? asPage.width > asPage.height : orientation === 'landscape';
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const [newWidth, newHeight] = isWide ? [long, short] : [short, long];
  const scale = Math.min(newWidth / page.width, newHeight / page.height);
  return { width: newWidth, height: newHeight, words: centred(page, scale, 0, 0, newWidth, newHeight) };

  function ownSize({ width, height }: PlacedPage, { custom_page_size_unit: unit = 'mm' }: Partial<PdfOptions>) {
    return wide === undefined || high === undefined
      ? ([width, height] as const)
      : ([Number(wide) * POINTS[unit], Number(high) * POINTS[unit]] as const);
  }
}

function paperSize(name: string): readonly [number, number] {
  const [width, height] = PAPERS[name] ?? [];
  if (width === undefined || height === undefined) throw new Error(`${name} is not among the papers of this test`);
  return [width * POINTS.mm, height * POINTS.mm];
}

function extended({ width, height, words }: PlacedPage, options: Partial<PdfOptions>): PlacedPage {
  const unit = POINTS[options.border_unit ?? 'mm'];
  const [top, right, bottom, left] = [
    ...[options.border_top, options.border_right, options.border_bottom, options.border_left],
  ].map((border) => (border ?? 0) * unit) as [number, number, number, number];
  return { width: width + left + right, height: height + top + bottom, words: moved(words, 1, left, top) };
}

/** Two on a sheet of the size of the first page, turned. */
function onSheets(pages: Pages, perSheet: number): PlacedPage[] {
  if (perSheet !== 2) throw new Error('this test places two pages on a sheet');
  const { width: height = 0, height: width = 0 } = pages[0] ?? {};
  const isWide = width > height;
  const [cellWidth, cellHeight] = isWide ? [width / 2, height] : [width, height / 2];
  const sheets = Math.ceil(pages.length / 2);
  return Array.from({ length: sheets }, (_, sheet) => {
    const words = pages.slice(2 * sheet, 2 * sheet + 2).flatMap((page, index) => {
      const scale = Math.min(cellWidth / page.width, cellHeight / page.height);
      const [left, top] = isWide ? [index * cellWidth, 0] : [0, index * cellHeight];
      return centred(page, scale, left, top, cellWidth, cellHeight);
    });
    return { width, height, words };
  });
}

/** Two side by side on a wide sheet of the size of the first page: 8|1, 2|7, 6|3, 4|5. */
function asBooklet(pages: Pages, isBoundRight: boolean): PlacedPage[] {
  const { width: one = 0, height: other = 0 } = pages[0] ?? {};
  const [width, height] = [Math.max(one, other), Math.min(one, other)];
  const count = 4 * Math.ceil(pages.length / 4);
  return Array.from({ length: count / 2 }, (_, side) => {
    const pair = side % 2 === 0 ? [count - 1 - side, side] : [side, count - 1 - side];
    const words = (isBoundRight ? pair.reverse() : pair).flatMap((number, place) => {
      const page = pages[number];
      if (page === undefined) return [];
      const scale = Math.min(width / 2 / page.width, height / page.height);
      return centred(page, scale, (place * width) / 2, 0, width / 2, height);
    });
    return { width, height, words };
  });
}

/** Of a word's middle, parts of the page's longer side: its box follows the font, and programs differ in its height. */
const TOLERANCE = 0.008;

/**
 * What is another than expected; empty: nothing.
 * @param hasHidden whether pages may have further words: pdftotext also reads those that are hidden by clipping
 */
export function differences(found: readonly Pages[], expected: readonly Pages[], hasHidden: boolean): string[] {
  if (found.length !== expected.length) return [`${found.length} files, not ${expected.length}`];
  return expected.flatMap((pages, file) => {
    const made = found[file] ?? [];
    if (made.length !== pages.length) return [`file ${file + 1}: ${made.length} pages, not ${pages.length}`];
    return pages.flatMap((page, index) =>
      pageDifferences(made[index] ?? page, page, hasHidden).map(
        (text) => `file ${file + 1}, page ${index + 1}: ${text}`,
      ),
    );
  });
}

function pageDifferences(found: PlacedPage, expected: PlacedPage, hasHidden: boolean): string[] {
  const size = ({ width, height }: PlacedPage): string => `${width.toFixed(1)} x ${height.toFixed(1)}`;
  const near = (one: number, other: number, by: number): boolean => Math.abs(one - other) <= by;
  if (!near(found.width, expected.width, 1.1) || !near(found.height, expected.height, 1.1)) {
    return [`${size(found)}, not ${size(expected)}`];
  }
  const left = [...found.words];
  const tolerance = TOLERANCE * Math.max(expected.width, expected.height);
  const missing = expected.words.filter(({ text, x, y }) => {
    const at = left.findIndex((word) => word.text === text && near(word.x, x, tolerance) && near(word.y, y, tolerance));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  const text = (words: readonly PlacedWord[]): string =>
    words.map((word) => `${word.text} at ${word.x.toFixed(0)}, ${word.y.toFixed(0)}`).join('; ');
  return missing.length + (hasHidden ? 0 : left.length) === 0 ? [] : [`not ${text(missing)}, but ${text(left)}`];
}
