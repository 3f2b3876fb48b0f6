import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';

/** What a book says, whatever it looks like. */
export interface BookObservation {
  title: string;
  authors: string;
  /** Its words, decoded back, with one space between. */
  words: string;
}

/** Reads a book by calibre's own programs. */
export async function observeBook(path: string): Promise<BookObservation> {
  const folder = await mkdtemp(join(tmpdir(), 'convertd-golden-book-'));
  try {
    const text = join(folder, 'text.txt');
    const [meta] = await Promise.all([execa('ebook-meta', [path]), execa('ebook-convert', [path, text])]);
    const value = (name: string) => new RegExp(`^${name}\\s*: (.*)$`, 'm').exec(meta.stdout)?.[1] ?? '';
    const words = (await readFile(text, 'utf8')).split(/\s+/).filter(Boolean).join(' ');
    return { title: value('Title'), authors: value('Author\\(s\\)'), words };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
