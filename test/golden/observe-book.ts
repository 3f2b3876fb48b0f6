import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { execa } from 'execa';
import { readPalm } from '../conversions/ebook-readers.ts';
import { plainText } from '../engines/ebook/support.ts';

/** The content of a book, without its appearance. */
export interface BookObservation {
  title: string;
  authors: string;
  /** Its decoded words, separated by one space. */
  words: string;
}

/** Reads a book without calibre, which wrote it. */
export async function observeBook(path: string): Promise<BookObservation> {
  const read = READERS[extname(path)];
  if (read === undefined) throw new Error(`nobody here reads ${path}`);
  const { title, authors, markup } = await read(path);
  return { title: plainText(title).trim(), authors: plainText(authors).trim(), words: plainText(markup).trim() };
}

interface Found {
  readonly title: string;
  readonly authors: string;
  readonly markup: string;
}

const READERS: Readonly<Record<string, (path: string) => Promise<Found>>> = {
  '.epub': readEpub,
  '.fb2': readFictionBook,
  '.azw3': readKindle,
};

async function readEpub(path: string): Promise<Found> {
  const names = (await execa('unzip', ['-Z1', path])).stdout.split('\n');
  const read = async (name: string) => (await execa('unzip', ['-p', path, name])).stdout;
  const opf = await read(names.find((name) => name.endsWith('.opf')) ?? '');
  const files = new Map(
    [...opf.matchAll(/<item [^>]*>/g)].map(([item]) => [attribute(item, 'id'), attribute(item, 'href')]),
  );
  const spine = [...opf.matchAll(/<itemref [^>]*>/g)].map(([item]) => files.get(attribute(item, 'idref')) ?? '');
  const pages = await Promise.all(spine.map(async (name) => bodyOf(await read(name))));
  return { title: element(opf, 'dc:title'), authors: element(opf, 'dc:creator'), markup: pages.join(' ') };
}

async function readFictionBook(path: string): Promise<Found> {
  const book = await readFile(path, 'utf8');
  return { title: element(book, 'book-title'), authors: element(book, 'author'), markup: bodyOf(book) };
}

async function readKindle(path: string): Promise<Found> {
  const { text, notes } = readPalm(await readFile(path));
  // Pages follow one another, each with its markup and then its body; style sheets come last.
  const markup = text.replaceAll(/<title>.*?<\/title>/gs, '').replace(/@page .*/s, '');
  return { title: notes[503] ?? '', authors: notes[100] ?? '', markup };
}

const attribute = (tag: string, name: string): string => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
const element = (markup: string, name: string): string =>
  new RegExp(`<${name}(?: [^>]*)?>(.*?)</${name}>`, 's').exec(markup)?.[1] ?? '';
const bodyOf = (page: string): string => /<body[^>]*>(.*)<\/body>/s.exec(page)?.[1] ?? '';
