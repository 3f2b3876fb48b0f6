import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

/** What a document says, whatever it looks like. */
export interface DocumentObservation {
  /** null where the format has none of its own. */
  pages: number | null;
  /** Its words, with one space between. */
  words: string;
  /** Of a spreadsheet: each sheet's name and cells. */
  sheets?: unknown;
}

const READER = fileURLToPath(new URL('../engines/document/read_document.py', import.meta.url));

/** Reads a PDF by poppler, other documents by Python's standard library. */
export async function observeDocument(path: string): Promise<DocumentObservation> {
  if (path.endsWith('.pdf')) {
    await execa('qpdf', ['--check', path]);
    const [info, text] = await Promise.all([execa('pdfinfo', [path]), execa('pdftotext', [path, '-'])]);
    return { pages: Number(/^Pages:\s+(\d+)/m.exec(info.stdout)?.[1]), words: wordsOf(text.stdout) };
  }
  const kind = path.slice(path.lastIndexOf('.') + 1);
  const { stdout } = await execa('/usr/bin/python3', [READER, path, kind]);
  const { text = '', sheets } = JSON.parse(stdout) as { text?: string; sheets?: unknown[] };
  return { pages: null, words: wordsOf(text), ...(sheets !== undefined && sheets.length > 0 && { sheets }) };
}

const wordsOf = (text: string): string => text.split(/\s+/).filter(Boolean).join(' ');
