import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

/** The content of a document, without its appearance. */
export interface DocumentObservation {
  /** Null if the format has no pages. */
  pages: number | null;
  /** Its words, separated by one space. */
  words: string;
  /** Name and cells of each sheet of a spreadsheet. */
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
