import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type Contestant, EXPORT } from './contestants.ts';

export const SETS = ['all', 'dozen'] as const;

/** all: every convertible office file of the corpus. dozen: twelve of them, including two of the four slowest. */
export type FileSet = (typeof SETS)[number];

export const isSet = (name: string): name is FileSet => (SETS as readonly string[]).includes(name);

const DOZEN = [
  'SampleDoc.docx',
  'Numbering.docx',
  'footnotes.docx',
  'saved-by-table.doc',
  'test2.doc',
  '47813.xlsx',
  'FormatConditionTests.xlsx',
  '43623.xls',
  'SampleShow.pptx',
  'shapes.pptx',
  '41246-2.ppt',
  'bug60993.ppt',
];

/**
 * Returns the paths of the files to convert. Files that no LibreOffice opens (encrypted, truncated) are left out, with the reason.
 * @param corpora folder of the corpora
 * @param contestant tries the files
 */
export async function selectFiles(corpora: string, set: FileSet, contestant: Contestant): Promise<string[]> {
  const office = join(corpora, 'office');
  const names = set === 'dozen' ? DOZEN : (await readdir(office)).filter((name) => extname(name).slice(1) in EXPORT);
  const selected: string[] = [];
  for (const name of names.toSorted()) {
    const file = join(office, name);
    try {
      await contestant.convert(file, 0);
      selected.push(file);
    } catch (error) {
      console.log(`without ${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  if (selected.length === 0) throw new Error(`${office} has no file that can be converted.`);
  return selected;
}
