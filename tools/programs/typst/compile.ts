import { availableParallelism } from 'node:os';
import { extname, join } from 'node:path';
import { INSTALLATION, installed } from '../../../src/process/installation.ts';
import { loadedPackage } from '../../../src/process/packages.ts';
import { createProcessPool } from '../../../src/process/pool/process-pool.ts';
import type { ProgramDescription } from '../../../src/process/programs.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import type { Project } from '../../formats/markup/project.ts';
import { OUTPUT, type TypstJob, type TypstResult } from './job.ts';
import { errorOf, warnOfMessages, warnOfMissing } from './messages.ts';

const GiB = 1024 ** 3;

const PACKAGE = '@myriaddreamin/typst-ts-node-compiler';

/** Typst is a language to program in: a text may run forever, and make any number of pages. A book of 500 pages takes 10 seconds. */
const TIMEOUT_MS = 2 * 60_000;

/** A process for each text: the compiler keeps what it has read. It reads the text and its files in place. */
const pool = createProcessPool({
  name: 'Typst',
  mode: 'cold',
  size: availableParallelism(),
  command: {
    path: process.execPath,
    args: [installed('tools/programs/typst/worker-process.ts')],
    readable: INSTALLATION,
    limits: { memoryBytes: 3 * GiB, fileBytes: GiB },
  },
});

/** Where the system has its fonts. */
const FONT_FOLDERS = ['/usr/share/fonts', '/usr/local/share/fonts'];

const FONT_FILE = /^\.(?:[ot]t[cf])$/i;

export interface TypstSource {
  readonly project: Project;
  /** The user's name of the input. */
  readonly filename: string;
  /** The part of ISO 19005 to write, at level B; null: none. */
  readonly pdfA: 1 | 2 | 3 | null;
}

export interface TypstPdf {
  readonly path: string;
  readonly pages: number;
  /** Whether it is the PDF/A that was asked for: false if something in the document breaks one of its rules. */
  readonly isPdfA: boolean;
}

/**
 * Typesets a text in UTF-8 in a sandboxed process, with the fonts of the system and those among its files. It reads no file but those of its
 * project, and fetches no package.
 * @param folder new and empty, inside the work folder
 * @throws ConversionError `input_damaged` with the compiler's message, `limit_*`, `conversion_timeout`, `engine_crashed`
 */
export async function compileTypst(
  { project, filename, pdfA }: TypstSource,
  folder: string,
  context: Pick<WorkContext, 'signal' | 'warn'>,
): Promise<TypstPdf> {
  const hasFonts = [...project.files.keys()].some((path) => FONT_FILE.test(extname(path)));
  const job: TypstJob = {
    root: project.folder,
    main: project.main,
    fonts: [...FONT_FOLDERS, ...(hasFonts ? [project.folder] : [])],
    standard: pdfA === null ? null : `a-${pdfA}b`,
  };
  const result = await pool.request<TypstResult>(
    { ...job },
    { readable: [project.folder], outputFolder: folder, signal: context.signal, timeoutMs: TIMEOUT_MS },
  );
  if (result.errors.length > 0 || !result.written) throw errorOf(result.errors, project, filename);
  warnOfMessages(result.warnings, project, filename, context);
  warnOfMissing(result.missing, filename, context);
  if (result.pages === 0) throw new ConversionError('input_damaged', `${filename} makes no pages.`);
  return { path: join(folder, OUTPUT), pages: result.pages, isPdfA: result.hasStandard };
}

/** Describes the compiler for `convertd doctor`. */
export async function describeTypst(neededFor: readonly string[]): Promise<ProgramDescription> {
  const state = await loadedPackage(PACKAGE);
  return { name: 'typst-ts-node-compiler', ...state, package: `${PACKAGE} (npm)`, need: 'optional', neededFor };
}

/** Ends the processes that run. */
export const closeTypst = (): Promise<void> => pool.close();
