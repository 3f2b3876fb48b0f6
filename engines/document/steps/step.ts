import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalInput, WorkContext } from '../../../src/work/context.ts';
import type { Project } from '../../../tools/formats/markup/project.ts';
import type { Family, Source } from '../../../tools/formats/office-files/families.ts';
import type { ChunkOptions } from '../../../tools/formats/text/markdown/chunks.ts';
import type { PageStyle } from '../../../tools/formats/text/markdown/styles.ts';
import type { MarkdownPictures } from '../../../tools/formats/text/markdown/write.ts';
import type { PageOutput } from '../../../tools/programs/chromium/job.ts';
import type { PageRequest } from '../../../tools/programs/chromium/page-request.ts';
import type { OfficeStore, TrackedChanges } from '../../../tools/programs/libreoffice/job.ts';
import type { Recognition } from '../../../tools/programs/ocr/options.ts';
import type { Format } from '../filters.ts';
import type { PageTarget } from '../targets.ts';

/** An intermediate file: the input itself, or what the last step made of it. */
export interface Draft {
  readonly path: string;
  readonly format: Format | 'source';
  /** Name of the sheet, if there is one file per sheet. */
  readonly sheet?: string;
  /** Number of pages of a PDF, if they have been counted. */
  readonly pages?: number;
  /** Set on a PDF whose text was recognised; recognition has then done the other work on scans too. */
  readonly recognised?: true;
  /** Part of ISO 19005 that a PDF was written by. */
  readonly pdfA?: 1 | 2 | 3;
  /** Set on a PDF that a browser has laid out for the paper that the options name. */
  readonly isPrinted?: true;
  /** Authors whom a text names, for a PDF whose program does not write them. */
  readonly author?: string;
  /** For HTML: whether we wrote it, with marks of pages, check boxes and formulas. */
  readonly hasOwnMarks?: boolean;
  /** For pages of mails: the mails, and what was attached to them. */
  readonly mails?: MailsDraft;
  /** For markup: picture files that it links to. */
  readonly pictures?: readonly string[];
  /** For a syntax tree: the files of its text. */
  readonly project?: Project;
}

/** Mails as a page shows them. */
export interface MailsDraft {
  /** Titles of the mails, in their order. */
  readonly titles: readonly string[];
  /** Files that are attached and not shown, mails among them. */
  readonly attached: readonly AttachedFile[];
}

/** A file attached to a mail. */
export interface AttachedFile {
  readonly path: string;
  /** Safe name, which no other has. */
  readonly filename: string;
  /** Whether it is a mail, which the page shows. */
  readonly isMail: boolean;
}

/** Options `style` and `css`. */
export interface PageLook {
  readonly style?: PageStyle;
  readonly css?: string;
}

/** What the options ask of Markdown. */
export interface MarkdownAsked {
  /** Look of a page made of Markdown. */
  readonly look: PageLook;
  readonly pictures: MarkdownPictures;
  /** Whether a comment says where each page begins. */
  readonly marksPages: boolean;
  /** Options of the target chunks. */
  readonly chunks: ChunkOptions;
}

/** Columns one after the other and tables in rows, or every word at its place by means of spaces. */
export type TextOrder = 'reading' | 'layout';

/** What the options for office files ask of LibreOffice's PDF export. */
export interface PdfExport {
  /** The given options, and the families of inputs on which each has an effect; null means all that LibreOffice opens. */
  readonly asked: readonly { readonly option: string; readonly of: readonly Family[] | null }[];
  /** Settings of the export filter (its FilterData). */
  readonly data: NonNullable<OfficeStore['data']>;
  /** Whether each sheet is as wide as its page at most. */
  readonly fitWidth: boolean;
  /** Whether tables of contents are made again. */
  readonly updateIndexes: boolean;
}

/** What the options ask of a browser. */
export type PrintAsked = Omit<PageRequest, 'subject' | 'output'> & {
  readonly output: Extract<PageOutput, { kind: 'pdf' }>;
  /** Whether the page may load something. */
  readonly network: boolean;
  /** Whether options set the margins of the paper, and not the style of the page. */
  readonly hasMargins: boolean;
};

/** What every step of a conversion works with. */
export interface Work {
  readonly input: LocalInput;
  readonly source: Source;
  readonly target: PageTarget;
  /** What the options ask of text recognition. Null: nothing. */
  readonly recognition: Recognition | null;
  /** Whether pages are turned upright before their text is recognised; only for the target pdf. */
  readonly turnsUpright?: boolean;
  readonly markdown: MarkdownAsked;
  /** How the text of pages becomes plain text. */
  readonly textOrder: TextOrder;
  /** How the tracked changes of a text are handled. */
  readonly changes: TrackedChanges;
  /** Whether hidden sheets, rows, columns and slides are treated like all others. */
  readonly showsHidden: boolean;
  /** Whether a picture gets a text page of its own size, with nothing around it. */
  readonly pictureAlone?: boolean;
  /** Whether LibreOffice writes pictures into a PDF losslessly, except those that are JPEG. */
  readonly losslessPictures?: boolean;
  /** The part of ISO 19005 that LibreOffice writes a PDF by. */
  readonly pdfA?: 1 | 2 | 3 | null;
  /** What the options for office files ask of a PDF that LibreOffice writes. */
  readonly pdfExport?: PdfExport;
  /** Option attachments, about mails. Only for the target pdf. */
  readonly attachments?: 'list' | 'embed' | 'append';
  /** Whether LaTeX typesets what it can; only for the target pdf. */
  readonly byLatex?: boolean;
  /** How a browser prints our own page; only for the target pdf. */
  readonly print?: PrintAsked;
  /** The files of a text that came with them. */
  readonly project?: Project;
  readonly context: WorkContext;
  /** A new, empty folder inside the work folder. */
  newFolder(): Promise<string>;
}

/** Makes numbered folders, so that the files of the steps do not collide. */
export function folderMaker(workFolder: string): () => Promise<string> {
  let made = 0;
  return async () => {
    const folder = join(workFolder, `step-${++made}`);
    await mkdir(folder);
    return folder;
  };
}

/** Returns the only draft that a step takes. A route that passes several to such a step is a defect. */
export function only(drafts: readonly Draft[]): Draft {
  const [draft] = drafts;
  if (draft === undefined || drafts.length > 1) throw new Error(`a step takes one draft, not ${drafts.length}`);
  return draft;
}
