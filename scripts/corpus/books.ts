import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { execa } from 'execa';
import type { OptionValues } from '../../src/task/types.ts';
import type { Attempt } from './attempt.ts';
import { checkDocument } from './checks.ts';
import { convert } from './convert.ts';
import { epubErrors } from './epubcheck.ts';
import { filesBelow } from './files.ts';
import { shareKept } from './pdf-facts.ts';

interface BookTarget {
  readonly name: string;
  readonly target: string;
  readonly options?: OptionValues;
}

const TARGETS: readonly BookTarget[] = [
  { name: 'epub 2', target: 'epub', options: { version: '2' } },
  { name: 'epub 3', target: 'epub', options: { version: '3' } },
  { name: 'azw3', target: 'azw3' },
  { name: 'fb2', target: 'fb2' },
  { name: 'pdf', target: 'pdf' },
];

const EBOOKS = 'ebook';
/** Folders whose texts are all tried; of other kinds, and in the other folders, only some. */
const TEXTS: Readonly<Record<string, RegExp>> = { [EBOOKS]: /./, office: /\.(?:docx|doc|odt|rtf)$/ };
const FOLDERS = ['ebook', 'office', 'pdf', 'ocr', 'image'];
const OF_OTHER_KINDS = 2;

/** Share of the source's letters, as read by calibre alone, that the result must contain. */
const LEAST_KEPT = 0.97;

/** Formats that calibre alone reads, for the comparison. */
const READ_BY_CALIBRE = /\.(?:epub|mobi|azw3|fb2|docx|odt|rtf|txt)$/;

const LIMITS = { timeout: 300_000, maxBuffer: 256 * 1024 ** 2 };

/** Returns attempts with books, texts, and a few files of each other kind. */
export async function bookAttempts(corpora: string): Promise<Attempt[]> {
  const chosen = await Promise.all(FOLDERS.map((folder) => filesOf(corpora, folder)));
  const texts = new Map<string, Promise<string | null>>();
  return chosen.flat().flatMap((file) =>
    TARGETS.map(
      ({ name, target, options }): Attempt => ({
        file,
        name: `ebook/${name}`,
        make: (folder) => convert({ inputs: [file], category: 'ebook', target, ...(options && { options }) }, folder),
        verify: async ([book = '']) => {
          const source = texts.get(file) ?? sourceText(file);
          texts.set(file, source);
          await verify(book, await source);
        },
      }),
    ),
  );
}

async function filesOf(corpora: string, folder: string): Promise<string[]> {
  const counts = new Map<string, number>();
  return (await filesBelow(join(corpora, folder))).filter((file) => {
    if (TEXTS[folder]?.test(file)) return true;
    const kind = extname(file);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return (counts.get(kind) ?? 0) <= OF_OTHER_KINDS;
  });
}

async function verify(book: string, source: string | null): Promise<void> {
  if (book.endsWith('.epub')) await checkEpub(book);
  if (book.endsWith('.pdf')) await checkDocument(book);
  if (source === null) return;
  const share = shareKept(source, book.endsWith('.pdf') ? await pdfText(book) : await calibreText(book));
  if (share < LEAST_KEPT) throw new Error(`${Math.round(share * 1000) / 10} % of the letters are there`);
}

async function checkEpub(book: string): Promise<void> {
  const errors = await epubErrors(book);
  if (errors.length > 0) throw new Error(`${errors.length} errors: ${errors[0]}`);
}

/** Returns letters and digits as calibre alone reads them; null if it cannot read the file or finds none. */
async function sourceText(file: string): Promise<string | null> {
  if (!READ_BY_CALIBRE.test(file)) return null;
  const text = await calibreText(file).catch(() => '');
  return text === '' ? null : text;
}

async function calibreText(book: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'convertd-corpus-text-'));
  try {
    const text = join(folder, 'book.txt');
    await execa('ebook-convert', [book, text], LIMITS);
    return lettersOf(await readFile(text, 'utf8'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function pdfText(book: string): Promise<string> {
  return lettersOf((await execa('pdftotext', ['-q', book, '-'], LIMITS)).stdout);
}

const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
