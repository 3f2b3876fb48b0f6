import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { allDone } from '../../../src/util/concurrency.ts';
import { isMostlyRtl } from '../../formats/pdf-text/layout/direction.ts';
import { pdfToText } from '../../formats/pdf-text/text.ts';
import { xmlText } from '../../formats/text/xml-text.ts';
import type { PdfWork } from '../qpdf/pdf-work.ts';
import { svgToPdf } from './svg-to-pdf.ts';

/** How texts are drawn. */
export interface TextStyle {
  /** Font size, points. */
  readonly size: number;
  /** Colour as `#rrggbb`. */
  readonly color: string;
  /** Part of each line that is at the anchor: its left end, its middle, or its right end. */
  readonly side: 'left' | 'middle' | 'right';
}

/** Texts as pages of a PDF, with embedded fonts. */
export interface TextPages {
  /** Path of a PDF with a page for each text. */
  readonly path: string;
  /** Position of the anchor: points from the left side of each page. */
  readonly anchor: number;
  /** Path of a PDF with one page, as wide as the widest text. */
  readonly widest: string;
  /** Height in points. */
  readonly height: number;
  /** Characters that no installed font has. */
  readonly missing: readonly string[];
}

/** Height above the baseline in fonts of most scripts, and distance of lines, in font sizes. */
const ASCENT = 1.07;
const LINE = 1.36;

/** Width of the widest letter, in font sizes. */
const WIDEST_LETTER = 3;

/**
 * Draws texts with librsvg: Pango finds a font for each script and shapes its letters, and the PDF contains the fonts and the text itself.
 * @param texts of one or several lines, all with the same number of lines
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
  // A drawing without a size is measured in pixels of 1/96 inch, which librsvg converts to points.
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

/** In SVG a right-to-left line starts at its right end. */
function directionOf(line: string, { side }: TextStyle): string {
  if (side === 'middle') return `text-anchor="middle" direction="${isMostlyRtl(line) ? 'rtl' : 'ltr'}"`;
  const isRtl = isMostlyRtl(line);
  return `text-anchor="${(side === 'left') === isRtl ? 'end' : 'start'}" direction="${isRtl ? 'rtl' : 'ltr'}"`;
}

/** For a character without a font Pango draws a box with its number, so the text in the PDF lacks it. */
async function missingOf(text: string, path: string, { context, newFolder }: PdfWork): Promise<string[]> {
  const drawn = await pdfToText({ path, password: null }, await newFolder(), context);
  const found = new Set((await readFile(drawn.path, 'utf8')).normalize('NFKD'));
  return [...new Set(text.normalize('NFKD'))].filter((character) => VISIBLE.test(character) && !found.has(character));
}

/** Characters other than white space, control characters and combining marks. */
const VISIBLE = /[^\p{Z}\p{Cc}\p{Cf}\p{M}]/u;
