import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { ConversionError } from '../../src/task/errors.ts';
import { zipEntries } from '../../tools/formats/office-files/safety-zip.ts';
import type { InputFormat } from '../../tools/programs/calibre/job.ts';
import type { PdfPages } from './pdf-pages.ts';
import type { Readable } from './prepare/readable.ts';

/**
 * Maximum number of pages, more than any book has. calibre takes a minute for twice as many; a large text with letters as large as a page
 * would take hours.
 */
export const MOST_PAGES = 10_000;

/** Text size from which the length is checked, pixels: with usual sizes a long PDF is simply a long book. */
const LARGE = 60;

/** Share of a letter's square that it takes on average, including the space around lines; measured on English from 100 to 300 pixels. */
const LETTER_AREA = 0.45;

const PIXEL = 72 / 96;

/**
 * Refuses a text size with which the book would have more than MOST_PAGES pages, by the length of its text, before hours are spent on it.
 * It passes if the length cannot be known without reading the book. Throws ConversionError `option_unsupported`.
 */
export async function refuseEndless(source: Readable, { fontSize, size, margins }: PdfPages): Promise<void> {
  if (fontSize === null || fontSize < LARGE) return;
  const length = await textLength(source);
  if (length === null) return;
  const room = (size.width - margins.left - margins.right) * (size.height - margins.top - margins.bottom);
  const pages = Math.round((length * LETTER_AREA * (fontSize * PIXEL) ** 2) / room);
  if (pages <= MOST_PAGES) return;
  const message = `With pdf_default_font_size ${fontSize} the book would have about ${pages} pages; at most ${MOST_PAGES} are made. Choose a smaller size or a larger paper.`;
  throw new ConversionError('option_unsupported', message, {
    details: { option: 'pdf_default_font_size', pages, limit: MOST_PAGES },
  });
}

/** Formats that are text with tags, and zips of such texts. */
const MARKUP: ReadonlySet<InputFormat> = new Set(['html', 'fb2', 'txt']);
const ZIPS: ReadonlySet<InputFormat> = new Set(['docx', 'epub', 'htmlz']);

/** About half of a package's text is tags. */
const TEXT_SHARE = 0.5;

/** Returns the approximate number of letters; null if nothing is known. */
async function textLength({ path, format }: Readable): Promise<number | null> {
  if (MARKUP.has(format)) return lengthOutsideTags(path);
  return ZIPS.has(format) ? TEXT_SHARE * (await textInZip(path)) : null;
}

async function textInZip(path: string): Promise<number> {
  const { size } = await stat(path);
  await using file = await open(path);
  let length = 0;
  for await (const { name, unpackedBytes } of zipEntries(file, size)) {
    if (/\.x?html?$|(?:^|\/)document\.xml$/i.test(name)) length += unpackedBytes;
  }
  return length;
}

/** Counts the bytes outside tags, in which pictures may be embedded; a text without tags has none. */
async function lengthOutsideTags(path: string): Promise<number> {
  let length = 0;
  let isInside = false;
  for await (const chunk of createReadStream(path)) {
    const bytes = chunk as Buffer;
    for (let at = 0; at < bytes.length; ) {
      const next = bytes.indexOf(isInside ? '>' : '<', at);
      const end = next === -1 ? bytes.length : next;
      if (!isInside) length += end - at;
      if (next !== -1) isInside = !isInside;
      at = end + 1;
    }
  }
  return length;
}
