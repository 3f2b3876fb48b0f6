import { join } from 'node:path';

export interface Cover {
  /** Absolute path of the picture. */
  readonly path: string;
  readonly format: 'gif' | 'jpeg' | 'png';
}

/** Returns the name of the cover's file; calibre goes by its extension. */
export const coverName = ({ format }: Cover): string => `cover.${format}`;

/** A job for calibre with one book: pure data, the same for each way of running it. */
export interface BookJob {
  /** Absolute path of the file to read. */
  readonly input: string;
  /** Its name without extension or folders: the title of a book without one. */
  readonly name: string;
  /** Format of the input: never left to calibre or to the user's file name, because a recipe is a program. */
  readonly format: InputFormat;
  /** Name of the resulting file without folders, whose extension sets the format: `out.epub`. */
  readonly output: string;
  /** Options of ebook-convert: `--title`, `Moby-Dick`. Never a secret. */
  readonly args: readonly string[];
  /** The cover picture; default: that of the source. */
  readonly cover?: Cover;
  /** Whether the source's content is counted and compared with the result: CONTENT_FILES. */
  readonly countsContent?: boolean;
  /** Whether formulas become linear text, for formats that cannot show them. In EPUB 2 they always do. */
  readonly linearFormulas?: boolean;
}

/** The file next to the result if its content was counted (content.py). */
export const CONTENT_FILES = {
  /** Inventory of the source (words, pictures, links, contents), for formats compared later: EPUB, FB2, PDF. */
  inventory: 'source.json',
  /** Losses in the resulting file, for all other formats. */
  losses: 'losses.json',
} as const;

/** Value of `--epub-version`: the version of a source that is an EPUB, otherwise 3 (content.py). */
export const SOURCE_VERSION = 'source';

/** Returns the arguments of ebook-convert and content.py; `folder`: contains the cover under its name. */
export function argumentsOf({ args, cover, countsContent, linearFormulas }: BookJob, folder: string): string[] {
  return [
    ...args,
    ...(cover === undefined ? [] : [`--cover=${join(folder, coverName(cover))}`]),
    ...(countsContent ? [`--inventory=${CONTENT_FILES.inventory}`] : []),
    ...(linearFormulas ? ['--linear-formulas'] : []),
  ];
}

/** Extensions that calibre's readers go by. No `recipe`, which is run; no zip and rar, which may contain one. */
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

/** Longest file name on Linux, bytes. */
const LONGEST_NAME = 255;

/** Returns the input's file name for calibre: the title for a book without one, and the extension. */
export function inputName({ name, format }: BookJob): string {
  const room = LONGEST_NAME - format.length - 1;
  return `${shorten(name, room)}.${format}`;
}

/** Returns the longest beginning of whole characters within the bytes. */
function shorten(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read);
}
