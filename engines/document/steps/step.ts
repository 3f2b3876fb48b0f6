import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalInput, WorkContext } from '../../../src/work/context.ts';
import type { TrackedChanges } from '../../../tools/libreoffice/job.ts';
import type { Recognition } from '../../../tools/ocr/options.ts';
import type { Source } from '../../../tools/office-files/families.ts';
import type { ChunkOptions } from '../../../tools/text/markdown/chunks.ts';
import type { MarkdownPictures } from '../../../tools/text/markdown/write.ts';
import type { Format } from '../filters.ts';
import type { PageTarget } from '../targets.ts';

/** A file on its way: the input itself, or what the last step made of it. */
export interface Draft {
  readonly path: string;
  readonly format: Format | 'source';
  /** Name of the sheet, if there is one file per sheet. */
  readonly sheet?: string;
  /** Of a PDF, where they have been counted. */
  readonly pages?: number;
  /** A PDF whose text was recognised; what else is done to scans was done in passing. */
  readonly recognised?: true;
  /** Of a PDF: the part of ISO 19005 that it was written by. */
  readonly pdfA?: 1 | 2 | 3;
  /** Of HTML: whether it is ours and has marks of pages, check boxes and formulas. */
  readonly hasOwnMarks?: boolean;
  /** Of Markdown: picture files that it links. */
  readonly pictures?: readonly string[];
}

/** What the options ask of Markdown. */
export interface MarkdownAsked {
  readonly pictures: MarkdownPictures;
  /** Whether a comment says where each page begins. */
  readonly marksPages: boolean;
  /** Of the target chunks. */
  readonly chunks: ChunkOptions;
}

/** Columns one after the other and tables in rows, or every word at its place by spaces. */
export type TextOrder = 'reading' | 'layout';

/** What every step of a conversion works with. */
export interface Work {
  readonly input: LocalInput;
  readonly source: Source;
  readonly target: PageTarget;
  /** What the options ask of recognition of text; null: nothing. */
  readonly recognition: Recognition | null;
  readonly markdown: MarkdownAsked;
  /** How the text of pages becomes plain text. */
  readonly textOrder: TextOrder;
  /** What becomes of the tracked changes of a text. */
  readonly changes: TrackedChanges;
  /** Hidden sheets, rows, columns and slides are treated like all others. */
  readonly showsHidden: boolean;
  /** A picture gets a page of its own size in a text, with nothing around it. */
  readonly pictureAlone?: boolean;
  /** LibreOffice writes pictures into a PDF without loss, but those that are JPEG. */
  readonly losslessPictures?: boolean;
  /** The part of ISO 19005 that LibreOffice writes a PDF by. */
  readonly pdfA?: 1 | 2 | 3 | null;
  readonly context: WorkContext;
  /** A new, empty folder inside the work folder. */
  newFolder(): Promise<string>;
}

/** Numbered folders, so that no step's files are in the way of another's. */
export function folderMaker(workFolder: string): () => Promise<string> {
  let made = 0;
  return async () => {
    const folder = join(workFolder, `step-${++made}`);
    await mkdir(folder);
    return folder;
  };
}

/** The one draft that a step takes. A route that hands over several to such a step is a defect. */
export function only(drafts: readonly Draft[]): Draft {
  const [draft] = drafts;
  if (draft === undefined || drafts.length > 1) throw new Error(`a step takes one draft, not ${drafts.length}`);
  return draft;
}
