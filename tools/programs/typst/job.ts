/** Name of the PDF in the job's folder. */
export const OUTPUT = 'document.pdf';

/** What the worker process is asked for. */
export interface TypstJob {
  /** Folder outside of which nothing is read. */
  readonly root: string;
  /** Path of the text in it. */
  readonly main: string;
  /** Folders of fonts, besides those that the compiler contains. */
  readonly fonts: readonly string[];
  /** Standard of the PDF; null: none. */
  readonly standard: 'a-1b' | 'a-2b' | 'a-3b' | null;
}

/** A message of the compiler, without paths of this machine. */
export interface TypstMessage {
  readonly text: string;
  /** Path of the file in the root; null: it is about no place of a file. */
  readonly file: string | null;
  /** From 1. */
  readonly line: number | null;
}

export interface TypstResult {
  /** Whether the PDF was written. */
  readonly written: boolean;
  /** Whether it has the standard that was asked for. */
  readonly hasStandard: boolean;
  readonly pages: number;
  /** Characters that no font has. */
  readonly missing: readonly string[];
  readonly errors: readonly TypstMessage[];
  readonly warnings: readonly TypstMessage[];
}
