import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { characterErrorRate } from '../../test/tools/programs/ocr/support.ts';
import { recogniseText } from '../../tools/programs/ocr/recognise.ts';
import { table } from '../bench-worker/statistics.ts';
import { contextFor } from './engine.ts';
import { recognition } from './ocr-cases.ts';

/** A picture of a page, and its text. */
interface KnownPage {
  readonly name: string;
  readonly picture: string;
  readonly truth: string;
}

/** PDFs with correct text, which the pictures of their pages have too. */
const TYPED = ['adobe_errata.pdf', 'TextAlignLeft.pdf'];
const DPI = [300, 150];
const LANGUAGE = 'eng';
/** Most pages of one PDF. */
const MOST_PAGES = 2;
/** Fewest characters of a page of text. */
const FEW_CHARACTERS = 200;

/** Returns a table of the character error rate of recognised text, ours and that of tesseract's command line. */
export async function measureAccuracy(corpora: string, folder: string): Promise<string> {
  const rows: string[][] = [];
  const sums = { ours: 0, theirs: 0, characters: 0 };
  for (const { name, picture, truth } of await knownPages(corpora, folder)) {
    const work = await mkdtemp(join(folder, 'read-'));
    const options = { language: LANGUAGE, ocr_mode: 'text' };
    const input = { kind: 'picture' as const, path: picture };
    const { path } = await recogniseText(input, recognition('txt', options), work, contextFor(work, [picture]));
    const ours = errorRate(await readFile(path, 'utf8'), truth);
    const bare = await execa('tesseract', [picture, 'stdout', '-l', LANGUAGE], { env: { OMP_THREAD_LIMIT: '1' } });
    const theirs = errorRate(bare.stdout, truth);
    sums.ours += ours * truth.length;
    sums.theirs += theirs * truth.length;
    sums.characters += truth.length;
    rows.push([name, String(truth.length), percent(theirs), percent(ours)]);
  }
  const all = [sums.theirs, sums.ours].map((sum) => percent(sum / sums.characters));
  rows.push(['all', String(sums.characters), ...all]);
  return table([['page', 'characters', 'tesseract', 'convertd'], ...rows]);
}

/** ocr_mode text joins words broken across lines, unlike the others: so they are joined in all texts. */
const errorRate = (text: string, truth: string): number => characterErrorRate(unbroken(text), unbroken(truth));

const unbroken = (text: string): string =>
  text.replace(/(\p{L})-\s*\n\s*(?=\p{Ll})/gu, '$1').replace(/—\s*\n\s*/g, '—');

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;

async function knownPages(corpora: string, folder: string): Promise<KnownPage[]> {
  const linn = join(corpora, 'ocr', 'linn');
  const pages = [{ name: 'linn.png', picture: `${linn}.png`, truth: await readFile(`${linn}.txt`, 'utf8') }];
  for (const name of TYPED) {
    const path = join(corpora, 'pdf', name);
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const only = ['-f', String(page), '-l', String(page)];
      const truth = (await execa('pdftotext', [...only, path, '-'], { reject: false })).stdout.trim();
      if (truth.length < FEW_CHARACTERS) continue;
      for (const dpi of DPI) {
        const stem = join(folder, `${name}-${page}-${dpi}`);
        await execa('pdftoppm', ['-png', '-singlefile', '-r', String(dpi), ...only, path, stem]);
        pages.push({ name: `${name}, page ${page} at ${dpi} dpi`, picture: `${stem}.png`, truth });
      }
    }
  }
  return pages;
}
