import { join } from 'node:path';

export interface Cover {
  /** Absolute path. */
  readonly path: string;
  readonly format: 'gif' | 'jpeg' | 'png';
}

/** The name that calibre finds a cover by, whose kind it goes by. */
export const coverName = ({ format }: Cover): string => `cover.${format}`;

/** What calibre is asked to do with one book: pure data, the same for each way of running it. */
export interface BookJob {
  /** Absolute path of the file to read. */
  readonly input: string;
  /** Its name without extension: the title of a book that has none. A bare name. */
  readonly name: string;
  /** What calibre is to read it as: never left to it or to the user's file name, because a recipe is a program. */
  readonly format: InputFormat;
  /** Bare name of the file to make, whose extension says what: `out.epub`. */
  readonly output: string;
  /** Options of ebook-convert: `--title`, `Moby-Dick`. Never a secret. */
  readonly args: readonly string[];
  /** The picture of the cover; left out: that of the source. */
  readonly cover?: Cover;
  /** What the source holds is counted, and compared with what is made: CONTENT_FILES. */
  readonly countsContent?: boolean;
  /** Formulas become linear text, for formats that cannot show them. In EPUB 2 they always do. */
  readonly linearFormulas?: boolean;
}

/** The file next to the result if its content was counted (content.py). */
export const CONTENT_FILES = {
  /** The inventory of the source (words, pictures, links, contents), of what is compared later: EPUB, FB2, PDF. */
  inventory: 'source.json',
  /** What of it is not in the file made, of all other formats. */
  losses: 'losses.json',
} as const;

/** As `--epub-version`: that of a source that is an EPUB, else 3 (content.py). */
export const SOURCE_VERSION = 'source';

/** The arguments of ebook-convert, and of content.py; `folder`: where the cover lies under its name. */
export function argumentsOf({ args, cover, countsContent, linearFormulas }: BookJob, folder: string): string[] {
  return [
    ...args,
    ...(cover === undefined ? [] : [`--cover=${join(folder, coverName(cover))}`]),
    ...(countsContent ? [`--inventory=${CONTENT_FILES.inventory}`] : []),
    ...(linearFormulas ? ['--linear-formulas'] : []),
  ];
}

/** Extensions that calibre's readers go by. No `recipe`, which is run; no zip and rar, which may hold one. */
export type InputFormat =
  | 'azw3'
  | 'cb7'
  | 'cbz'
  | 'chm'
  | 'djvu'
  | 'docx'
  | 'epub'
  | 'fb2'
  | 'html'
  | 'htmlz'
  | 'lit'
  | 'lrf'
  | 'md'
  | 'mobi'
  | 'odt'
  | 'pdb'
  | 'pdf'
  | 'pmlz'
  | 'rb'
  | 'rtf'
  | 'snb'
  | 'tcr'
  | 'textile'
  | 'txt'
  | 'txtz';

/** Bytes of the longest name of a file on Linux. */
const LONGEST_NAME = 255;

/** The name that calibre finds the input by: its title, where the file has none, and its kind. */
export function inputName({ name, format }: BookJob): string {
  const room = LONGEST_NAME - format.length - 1;
  return `${shorten(name, room)}.${format}`;
}

/** The longest beginning of whole characters that has no more bytes. */
function shorten(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read);
}
