import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { partFolder, type WorkContext } from '../../../src/work/context.ts';
import { qpdfProgram } from './programs.ts';

/** The part of `qpdf --json=2` that is used here (qpdf's manual, "qpdf JSON"). */
export interface PdfContents {
  readonly encrypt: {
    readonly encrypted: boolean;
    /** What a reader without the owner password may do. */
    readonly capabilities: Readonly<
      Record<
        | 'accessibility'
        | 'extract'
        | 'modify'
        | 'modifyannotations'
        | 'modifyassembly'
        | 'modifyforms'
        | 'modifyother'
        | 'printhigh'
        | 'printlow',
        boolean
      >
    >;
    readonly parameters: { readonly bits: number; readonly streammethod: string; readonly P: number };
  };
  readonly acroform: {
    readonly fields: readonly {
      readonly fullname: string;
      readonly fieldtype: string;
      readonly ischeckbox: boolean;
      readonly isradiobutton: boolean;
    }[];
  };
  readonly outlines: readonly ReportedBookmark[];
}

/** A bookmark, as qpdf reports it; it ends lists that lead back to themselves, and reads 50 levels. */
export interface ReportedBookmark {
  readonly title: string;
  /** Null if it leads to no page of the document. */
  readonly destpageposfrom1: number | null;
  readonly kids: readonly ReportedBookmark[];
}

/** Outcome of a query: locked if the password does not open the file, damaged if qpdf cannot read it. */
export type PdfAnswer =
  | { readonly state: 'read'; readonly contents: PdfContents }
  | { readonly state: 'locked' | 'damaged' };

/** Exit code of qpdf for a result with warnings. */
const WITH_WARNINGS = 3;
/** Report of a form with 100,000 fields; a larger one is made to fill memory. Bytes. */
const LARGEST_REPORT = 64 * 1024 ** 2;

/**
 * Reads encryption, form fields and bookmarks of a PDF. `password` is null for none; it is passed by standard input. Throws
 * ConversionError `program_missing`, `limit_file_size` for a report of more than 64 MiB, and what running a program throws.
 */
export async function readPdfContents(path: string, password: string | null, context: WorkContext): Promise<PdfAnswer> {
  const report = join(await partFolder(context, 'contents'), 'contents.json');
  const keys = ['encrypt', 'acroform', 'outlines'].map((key) => `--json-key=${key}`);
  const { exitCode, stderr } = await context.run({
    ...(await qpdfProgram(path)),
    args: ['--password-file=-', '--json=2', ...keys, path],
    stdin: `${password ?? ''}\n`,
    stdoutFile: report,
    limits: { wallMs: 60_000, cpuSeconds: 60, fileBytes: LARGEST_REPORT },
    acceptExitCodes: 'any',
  });
  if (exitCode === 0 || exitCode === WITH_WARNINGS) {
    return { state: 'read', contents: JSON.parse(await readFile(report, 'utf8')) as PdfContents };
  }
  return { state: stderr.includes('invalid password') ? 'locked' : 'damaged' };
}
