import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { plainText } from './plain-text.ts';
import { type Box, type Page, wordText } from './reading/page.ts';
import { pagesOf } from './reading/pages.ts';
import { type PlainPage, readWordPages } from './reading/read-words.ts';

export interface PlainTextJob {
  readonly shape: 'plain';
  /**
   * Names of files in the job's folder: output of pdftotext -bbox-layout without and with diagonal text, output of pdftohtml -xml, and the
   * text to write.
   */
  readonly words: string;
  readonly allWords: string;
  readonly runs: string;
  readonly text: string;
}

/**
 * Writes the pages as plain text in reading order, separated by form feeds. Holds one page in memory at a time. Throws ConversionError
 * `input_bomb` for a page with too many words.
 */
export async function runPlainText(job: PlainTextJob, folder: string): Promise<{ readonly hasText: boolean }> {
  const output = createWriteStream(join(folder, job.text));
  const all = readWordPages(join(folder, job.allWords));
  let hasText = false;
  let isFirst = true;
  try {
    for await (const page of pagesOf(join(folder, job.words), join(folder, job.runs))) {
      const next = await all.next();
      const diagonal = next.done ? '' : diagonalText(page, next.value);
      const straight = plainText(page);
      const text = diagonal === '' ? straight : `${straight}${straight === '' ? '' : '\n'}${diagonal}\n`;
      hasText ||= /\S/.test(text);
      if (!output.write(isFirst ? text : `\f${text}`)) await once(output, 'drain');
      isFirst = false;
    }
  } finally {
    await all.return(undefined);
    output.end();
    await finished(output);
  }
  return { hasText };
}

/** Returns words that only the page with diagonal text has: watermarks, which belong to no other line. */
function diagonalText(straight: Page, all: PlainPage): string {
  const keyOf = ({ x0, y0 }: Box, text: string): string => `${Math.round(x0)} ${Math.round(y0)} ${text}`;
  const known = new Set(straight.lines.flatMap(({ words }) => words.map((word) => keyOf(word, wordText(word)))));
  const words = all.lines.flatMap((line) => line.words.filter((word) => !known.has(keyOf(word, word.text))));
  return words.map(({ text }) => text).join(' ');
}
