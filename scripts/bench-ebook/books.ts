import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import type { InputFormat } from '../../tools/programs/calibre/job.ts';

/** One conversion to measure. */
export interface Pair {
  readonly name: string;
  readonly input: string;
  readonly format: InputFormat;
  /** Extension of the output. */
  readonly to: string;
  /** Required speed-up of warm over cold. */
  readonly wanted: number;
}

const chapter = (number: number): string =>
  `<h1>Chapter ${number}</h1>${`<p>Some words of the ${number}th chapter, <i>a few</i> of them in italics.</p>`.repeat(10)}`;
const PAGE = `<html><head><title>Small</title></head><body>${[1, 2, 3].map(chapter).join('')}</body></html>`;
const TEXT = Array.from({ length: 40 }, (_, line) => `Paragraph ${line} of a note that has only text.\n\n`).join('');

/** Returns the six pairs: three with small generated books, three with a book of 100 KB from the corpora. */
export async function makePairs(folder: string, corpora: string): Promise<Pair[]> {
  const [html, txt, epub] = ['small.html', 'note.txt', 'small.epub'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await Promise.all([writeFile(html, PAGE), writeFile(txt, TEXT)]);
  await execa('ebook-convert', [html, epub], { stdio: 'ignore', env: { HOME: folder, QT_QPA_PLATFORM: 'offscreen' } });
  const long = join(resolve(corpora), 'ebook', 'wasteland.epub');
  const pair = (name: string, input: string, format: InputFormat, to: string, wanted: number): Pair => ({
    name: `${name} → ${to}`,
    input,
    format,
    to,
    wanted,
  });
  return [
    pair('small epub', epub, 'epub', 'azw3', 6),
    pair('small html', html, 'html', 'epub', 6),
    pair('txt', txt, 'txt', 'epub', 6),
    pair('100 KB epub', long, 'epub', 'fb2', 2),
    pair('100 KB epub', long, 'epub', 'azw3', 2),
    pair('100 KB epub', long, 'epub', 'pdf', 2),
  ];
}
