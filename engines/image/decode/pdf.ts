import { join } from 'node:path';
import { isCutShort, openPdf, popplerFailure } from '../../../tools/formats/pdf-text/open.ts';
import { withWholePages } from '../../../tools/programs/pikepdf/cut-pages.ts';
import { POPPLER } from '../../../tools/programs/poppler/programs.ts';
import { QPDF } from '../../../tools/programs/qpdf/programs.ts';
import { drawingSize } from '../drawing-size.ts';
import { tooManyPages, tooManyPixels } from '../limit-errors.ts';
import { MAX_PAGES, MAX_PIXELS } from '../limits.ts';
import type { Size } from '../size.ts';
import { type Decoder, damaged, runDecoder, type Unpacking } from './decoder.ts';
import { densityFor } from './drawn.ts';

const { pdfinfo: PDFINFO, pdftoppm: PDFTOPPM, pdftocairo: PDFTOCAIRO } = POPPLER;

export const POINTS_PER_INCH = 72;

/**
 * Decodes all pages of a PDF, on white paper. An Illustrator file is a PDF as well: if its name says so, it stays transparent where nothing
 * is drawn.
 */
export const pdf: Decoder = {
  name: 'poppler',
  // qpdf handles the password of an encrypted file: poppler's programs would show it to every user of the machine.
  programs: [PDFINFO, PDFTOPPM, PDFTOCAIRO, QPDF],
  async unpack(unpacking) {
    const { input, folder, options } = unpacking;
    const { path, count, info } = await openPages(unpacking);
    const density = densityFor(options);
    const sizes = pageSizes(info).map((size) => pixels(size, density));
    return {
      count,
      async picture(index) {
        const natural = sizes[index] ?? { width: 1, height: 1 };
        if (natural.width * natural.height > MAX_PIXELS) throw tooManyPixels(natural.width, natural.height);
        const drawn = drawingSize(options, natural, density);
        const name = `page-${index + 1}`;
        const place = ['-f', `${index + 1}`, '-l', `${index + 1}`, '-r', (density * drawn.scale).toFixed(4)];
        const fixed = ['-png', '-cropbox', '-singlefile', ...place];
        const isSmooth = options.antialias ?? true;
        const { stderr, exitCode } = isTransparent(input.filename)
          ? await runDecoder(
              PDFTOCAIRO,
              [...fixed, '-transp', ...(isSmooth ? [] : ['-antialias', 'none']), path, name],
              unpacking,
            )
          : await runDecoder(
              PDFTOPPM,
              [...fixed, ...(isSmooth ? [] : ['-aa', 'no', '-aaVector', 'no']), path, name],
              unpacking,
            );
        if (exitCode !== 0) throw damaged(stderr);
        const file = join(folder, `${name}.png`);
        return { path: file, reading: 'unpacked', page: 0, density, isDrawn: true, options: drawn.options };
      },
    };
  },
};

/** The pages of a PDF that poppler opens without a password. */
export interface OpenedPages {
  readonly path: string;
  readonly count: number;
  /** What pdfinfo prints of them, for `pageSizes`. */
  readonly info: string;
}

/** Opens a PDF for poppler. Throws ConversionError `input_damaged`, `input_password_*`, `input_bomb`. */
export async function openPages(unpacking: Unpacking): Promise<OpenedPages> {
  const { input, context } = unpacking;
  const { path: whole } = await withWholePages(input, context);
  const given = { path: whole, password: input.decryptPassword };
  const { path } = await openPdf(given, context);
  const info = await runDecoder(PDFINFO, ['-f', '1', '-l', `${MAX_PAGES}`, path], unpacking);
  if (info.exitCode !== 0) throw await popplerFailure(info.stderr, given);
  const count = Number(/^Pages: +(\d+)$/m.exec(info.stdout)?.[1] ?? 0);
  if (count === 0) throw damaged(info.stderr);
  if (count > MAX_PAGES) throw tooManyPages(count);
  if (await isCutShort(path)) {
    context.warn('input_truncated', 'The PDF ends early: the pages that could be read were converted.');
  }
  return { path, count, info: info.stdout };
}

const isTransparent = (filename: string): boolean => /\.ait?$/i.test(filename);

/** Returns the size of each page by pdfinfo, in points, as it is displayed. */
export function pageSizes(info: string): Size[] {
  return [...info.matchAll(/^Page +\d+ size: +([\d.]+) x ([\d.]+) pts.*\n(?:Page +\d+ rot: +(\d+))?/gm)].map(
    ([, width, height, turned]) =>
      turned === '90' || turned === '270'
        ? { width: Number(height), height: Number(width) }
        : { width: Number(width), height: Number(height) },
  );
}

const pixels = ({ width, height }: Size, density: number): Size => ({
  width: Math.max(1, (width * density) / POINTS_PER_INCH),
  height: Math.max(1, (height * density) / POINTS_PER_INCH),
});
