import { execa } from 'execa';
import { readPages } from '../engines/document/operations/geometry-support.ts';
import { observeDocument } from '../golden/observe-document.ts';

/** Returns the words of the first output. */
export const words = async ([path = '']: readonly string[]): Promise<string> => (await observeDocument(path)).words;

/** Returns which of some words the first output has. */
export const wordsAmong =
  (...expected: readonly string[]) =>
  async (outputs: readonly string[]): Promise<string[]> => {
    const found = await words(outputs);
    return expected.filter((each) => found.includes(each));
  };

/** Returns the displayed pages of a PDF, by poppler: size in points, and positions of the words that match `which`. */
export async function pages(path: string, which = /./): Promise<string[]> {
  await execa('qpdf', ['--check', path]);
  return (await readPages(path)).map(({ width, height, placed }) => {
    const words = placed.filter(({ text }) => which.test(text));
    const found = words.map(({ text, x, y }) => {
      const row = third(y / height, ['top', 'middle', 'bottom']);
      return `${text} ${row} ${third(x / width, ['left', 'centre', 'right'])}`;
    });
    return [`${Math.round(width)} x ${Math.round(height)}`, ...found.toSorted()].join(', ');
  });
}

const third = (at: number, names: readonly [string, string, string]): string | undefined => names[Math.floor(3 * at)];

/** Returns values of a PDF by the names of pdfinfo. */
export async function facts(path: string, ...names: readonly string[]): Promise<string[]> {
  const { stdout } = await execa('pdfinfo', [path]);
  return names.map((name) => new RegExp(`^${name}: +(.*)$`, 'm').exec(stdout)?.[1] ?? '');
}
