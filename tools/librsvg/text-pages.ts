import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { allDone } from '../../src/util/concurrency.ts';
import { isMostlyRtl } from '../pdf-text/layout/direction.ts';
import { pdfToText } from '../pdf-text/text.ts';
import type { PdfWork } from '../qpdf/pdf-work.ts';
import { xmlText } from '../text/xml-text.ts';
import { svgToPdf } from './svg-to-pdf.ts';

/** How texts are drawn. */
export interface TextStyle {
  /** Font size, points. */
  readonly size: number;
  /** `#rrggbb`. */
  readonly color: string;
  /** Which end of each line is at the anchor: the left one, the middle, or the right one. */
  readonly side: 'left' | 'middle' | 'right';
}

/** Texts as pages of a PDF, their fonts inside. */
export interface TextPages {
  /** A PDF of a page for each text. */
  readonly path: string;
  /** Where the anchor is: points from the left side of each page. */
  readonly anchor: number;
  /** A PDF of one page, which is as wide as the widest text. */
  readonly widest: string;
  /** Points. */
  readonly height: number;
  /** Characters that no font on this machine has. */
  readonly missing: readonly string[];
}

/** Parts of the font size: what the fonts of most scripts have above the line that letters stand on, and to the next one. */
const ASCENT = 1.07;
const LINE = 1.36;

/** No letter is wider, in parts of the font size. */
const WIDEST_LETTER = 3;

/**
 * Draws texts by librsvg: Pango finds a font for each script and shapes its letters, and the PDF has the fonts and the text itself.
 * @param texts of one line or several, each with as many lines as the others
 * @throws ConversionError as svgToPdf and pdfToText do
 */
export async function drawTexts(texts: readonly string[], style: TextStyle, work: PdfWork): Promise<TextPages> {
  const folder = await work.newFolder();
  const lines = texts.map((text) => text.split('\n'));
  const count = Math.max(...lines.map((each) => each.length));
  const longest = Math.max(...lines.flat().map((line) => line.length));
  const height = count * LINE * style.size;
  const anchor = WIDEST_LETTER * longest * style.size;
  const canvas = `width="${2 * anchor}pt" height="${height}pt" viewBox="0 0 ${2 * anchor} ${height}"`;
  const names = await Promise.all(
    lines.map((each, index) => write(folder, `${index}.svg`, svgOf(each, canvas, anchor, style))),
  );
  const widest = lines.filter((each) => each.some((line) => line.length === longest)).slice(0, 1);
  // A drawing without a size is measured in pixels of 1/96 inch, of which librsvg makes points.
  const measured = await write(folder, 'measured.svg', svgOf(widest.flat(), '', 0, style, 96 / 72));
  const [path, widestPath] = await allDone([
    svgToPdf(names, folder, work.context, 'texts.pdf'),
    svgToPdf([measured], folder, work.context, 'widest.pdf'),
  ]);
  const missing = await missingOf(lines[0]?.join(' ') ?? '', path, work);
  return { path, anchor, widest: widestPath, height, missing };
}

async function write(folder: string, name: string, svg: string): Promise<string> {
  await writeFile(join(folder, name), svg);
  return name;
}

function svgOf(lines: readonly string[], canvas: string, x: number, style: TextStyle, scale = 1): string {
  const { size, color } = style;
  const texts = lines.map((line, index) => {
    const y = (index * LINE + ASCENT) * size * scale;
    return `<text x="${x}" y="${y}" ${directionOf(line, style)}>${xmlText(line)}</text>`;
  });
  const font = `font-family="sans-serif" font-size="${size * scale}" fill="${color}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${canvas}><g ${font} xml:space="preserve">${texts.join('')}</g></svg>`;
}

/** In SVG a line that is written from right to left starts at its right end. */
function directionOf(line: string, { side }: TextStyle): string {
  if (side === 'middle') return `text-anchor="middle" direction="${isMostlyRtl(line) ? 'rtl' : 'ltr'}"`;
  const isRtl = isMostlyRtl(line);
  return `text-anchor="${(side === 'left') === isRtl ? 'end' : 'start'}" direction="${isRtl ? 'rtl' : 'ltr'}"`;
}

/** For a character without a font Pango draws a frame with its number, so that the text in the PDF lacks it. */
async function missingOf(text: string, path: string, { context, newFolder }: PdfWork): Promise<string[]> {
  const drawn = await pdfToText({ path, password: null }, await newFolder(), context);
  const found = new Set((await readFile(drawn.path, 'utf8')).normalize('NFKD'));
  return [...new Set(text.normalize('NFKD'))].filter((character) => VISIBLE.test(character) && !found.has(character));
}

/** Neither white space, nor a sign of control, nor a mark on another character. */
const VISIBLE = /[^\p{Z}\p{Cc}\p{Cf}\p{M}]/u;
