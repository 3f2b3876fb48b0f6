import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkContext } from '../../../src/work/context.ts';
import { inlineOf, inlineText } from '../../formats/pdf-text/layout/inline.ts';
import { pageOf } from '../../formats/pdf-text/layout/lines.ts';
import { linesInOrder } from '../../formats/pdf-text/layout/reading-order.ts';
import { writeLevelWords } from '../../formats/pdf-text/reading/extract.ts';
import { extractInOrder } from '../../formats/pdf-text/reading/ligatures.ts';
import type { Line } from '../../formats/pdf-text/reading/page.ts';
import { wordText } from '../../formats/pdf-text/reading/page.ts';
import { type PlainPage, readWordPages } from '../../formats/pdf-text/reading/read-words.ts';
import { type Paragraph, paragraphOf, type TextLine, type TextPage } from './page.ts';

/**
 * Returns the pages of a PDF that have their own text, by number, as poppler reads them: blocks become paragraphs. Throws what pdfInfo
 * throws, and `input_bomb` for a page of too many words.
 */
export async function nativePages(path: string, folder: string, context: WorkContext): Promise<Map<number, TextPage>> {
  const words = join(folder, 'words.xml');
  const extract = (from: string) => writeLevelWords(from, words, { path, password: null }, context);
  await extractInOrder(path, words, extract, context);
  const pages = new Map<number, TextPage>();
  let number = 0;
  for await (const plain of readWordPages(words)) {
    number += 1;
    const page = textPageOf(plain, number);
    if (page !== null) pages.set(number, page);
  }
  await rm(words);
  return pages;
}

/** Returns null if the page contains only white space and symbols. */
function textPageOf(plain: PlainPage, number: number): TextPage | null {
  const { width, height, lines } = pageOf(plain, null);
  const paragraphs: Paragraph[] = [];
  let open: TextLine[] = [];
  let block = -1;
  for (const line of linesInOrder(lines)) {
    if (line.block !== block && open.length > 0) {
      paragraphs.push(paragraphOf(open));
      open = [];
    }
    block = line.block;
    open.push(textLine(line));
  }
  if (open.length > 0) paragraphs.push(paragraphOf(open));
  const hasText = paragraphs.some((paragraph) => paragraph.lines.some(({ text }) => /[\p{L}\p{N}]/u.test(text)));
  return hasText ? { number, width, height, paragraphs } : null;
}

function textLine(line: Line): TextLine {
  const { x0, y0, x1, y1 } = line;
  const words = line.words.map((word) => ({
    x0: word.x0,
    y0: word.y0,
    x1: word.x1,
    y1: word.y1,
    text: wordText(word),
  }));
  return { x0, y0, x1, y1, words, text: inlineText(inlineOf(line)) };
}
