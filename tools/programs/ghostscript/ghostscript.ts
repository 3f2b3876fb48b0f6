import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProgramCall, ProgramResult } from '../../../src/process/program-call.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { PdfFile, PdfWork } from '../qpdf/pdf-work.ts';
import { runQpdf } from '../qpdf/qpdf.ts';
import { ghostscriptProgram } from './programs.ts';

const PDF_HEADER = '%PDF-';

/** Larger PDFs are refused before Ghostscript starts: 20 000 pages can be named in 100 KB. */
export const MAX_DISTILLED_PAGES = 5000;

const GiB = 1024 ** 3;

/** Complex maps and scans take seconds per page, and converting their colours about 20 times that. */
const SECONDS_A_FILE = 120;
const SECONDS_A_PAGE = 10;
/** Limited by the wall time of a program. */
const MOST_SECONDS = 1200;

/** These limits also stop loops in the PostScript code with which Ghostscript reads the file: `-dSAFER` alone does not. */
const limitsFor = (pages: number) => ({
  cpuSeconds: Math.min(MOST_SECONDS, SECONDS_A_FILE + SECONDS_A_PAGE * pages),
  memoryBytes: 2 * GiB,
  fileBytes: 4 * GiB,
});

/** Text before the list of errors with a loss; mere warnings come after "The following warnings". */
const MENDED = /^The following errors were encountered|^\s*\*{4} Error/;
/** Ghostscript then exits successfully, with one empty page. */
const NOT_READ = /Couldn't initialise file/;

/** Text that a follower prints when Ghostscript has ended. */
const WRITTEN = 'written';

export interface Distilled {
  readonly path: string;
  /** Whether Ghostscript had to repair the input, or left out some of it. */
  readonly repaired: boolean;
  readonly followed: ProgramResult;
}

/**
 * Rewrites a PDF with Ghostscript, into a new folder.
 * @param args as made by distillArguments; they end with PostScript
 * @param follower continues with the result at that path. It starts along with Ghostscript, whose output it reads from its standard input
 * and passes on: when that ends, the result exists, and it prints `written`
 * @param onProgress gets 0 to 1
 * @param onWritten gets the path of the result when it exists, while the follower continues with it
 * Throws ConversionError `input_bomb` for more than MAX_DISTILLED_PAGES pages, `input_damaged` if Ghostscript gives up, `limit_*` and
 * `program_missing`.
 */
export async function runGhostscript(
  file: PdfFile,
  args: readonly string[],
  follower: (path: string) => Promise<ProgramCall>,
  job: PdfWork,
  onProgress: (share: number) => void,
  onWritten: (path: string) => void = () => {},
): Promise<Distilled> {
  refuseTooManyPages(file);
  const input = await startingAsPdf(file.path, job);
  // Relative, because gs would take a % in a folder's name for the number of a page.
  const output = 'distilled.pdf';
  const cwd = await job.newFolder();
  const path = join(cwd, output);
  let repaired = false;
  let isRead = true;
  const onLine = (line: string): void => {
    const page = /^Page (\d+)$/.exec(line.trim())?.[1];
    if (page !== undefined) onProgress(Math.min(1, Number(page) / Math.max(1, file.pages)));
    if (MENDED.test(line)) repaired = true;
    if (NOT_READ.test(line)) isRead = false;
    if (line === WRITTEN && isRead) onWritten(path);
  };
  const fixed = [
    '-dSAFER',
    '-dBATCH',
    '-dNOPAUSE',
    '-dAutoRotatePages=/None',
    '-sDEVICE=pdfwrite',
    `-sOutputFile=${output}`,
  ];
  const call: ProgramCall = {
    ...(await ghostscriptProgram()),
    args: [...fixed, ...args, '-f', input],
    cwd,
    limits: limitsFor(file.pages),
    onStderr: onLine,
    acceptExitCodes: 'any',
  };
  const [result, followed] = await job.context.pipe([call, { ...(await follower(path)), onStdout: onLine }]);
  if (result === undefined || followed === undefined) throw new Error('a pipeline of two programs has two results');
  if (result.exitCode === 0 && isRead) return { path, repaired, followed };
  throw failure(`${followed.stdout.slice(-4000)}\n${result.stderr.slice(-4000)}`);
}

/**
 * Returns the file itself, or a copy by qpdf if it does not start with a PDF header: readers look for the header further on, but
 * Ghostscript takes such a file for a PostScript program and runs it.
 */
async function startingAsPdf(path: string, job: PdfWork): Promise<string> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(PDF_HEADER.length), 0, PDF_HEADER.length, 0);
    if (buffer.toString('latin1') === PDF_HEADER) return path;
  } finally {
    await file.close();
  }
  const output = join(await job.newFolder(), 'document.pdf');
  await runQpdf({ input: path, options: ['--object-streams=preserve'], output }, job);
  return output;
}

/** Throws ConversionError `input_bomb`. */
export function refuseTooManyPages({ pages }: PdfFile): void {
  if (pages <= MAX_DISTILLED_PAGES) return;
  throw new ConversionError(
    'input_bomb',
    `The PDF has ${pages} pages; at most ${MAX_DISTILLED_PAGES} can be rewritten at once. Split it.`,
    { details: { pages, limit: MAX_DISTILLED_PAGES } },
  );
}

function failure(log: string): ConversionError {
  if (log.includes('/VMerror')) {
    return new ConversionError('limit_memory', 'A page of the PDF needs more memory than its limit.', {
      details: { program: 'gs' },
      log,
    });
  }
  return new ConversionError('input_damaged', 'The PDF is too damaged: its pages cannot be rewritten.', { log });
}
