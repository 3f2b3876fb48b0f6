import { readFile, rm, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { allDone, mapAtOnce } from '../../src/at-once.ts';
import type { ProgramLimits } from '../../src/process/command.ts';
import { ConversionError } from '../../src/task/errors.ts';
import { popplerProgram } from '../poppler/programs.ts';
import type { PdfFile, PdfWork } from '../qpdf/pdf-work.ts';
import { type Picture, parsePixmaps } from './picture.ts';
import { type Sampling, type Stretch, samplePages } from './sample-pages.ts';

/** What poppler, which writes none of the PDFs that are compared, finds on the pages of one. */
export interface Look {
  /** Texts of pages, by their number from 1; not of all pages of a long document. Null: it was not asked for, or cannot be had. */
  readonly texts: ReadonlyMap<number, string> | null;
  /** Pages that were rendered, by their number from 1; of a long document fewer. */
  readonly pictures: ReadonlyMap<number, Picture>;
}

/** What is looked at. */
export interface Parts {
  readonly text: boolean;
  readonly pictures: boolean;
}

const MiB = 1024 ** 2;

/** A page that takes longer is not looked at: what is compared must not cost more than what is done. */
const LIMITS: Partial<ProgramLimits> = { wallMs: 60_000, cpuSeconds: 30, fileBytes: 64 * MiB };

/** Of the longer side of a page, pixels: 34 dpi of one of A4. */
const SIDE = 400;

/** pdftotext reads some 700 pages a second. */
const TEXTS: Sampling = { all: 200, inStretch: 20 };
const PICTURES: Sampling = { all: 8, inStretch: 2 };

/**
 * The text of the pages, and how some of them look. What poppler cannot read, or not in the time that it has, is not in the
 * answer. Throws ConversionError `program_missing`, and as programs do that are stopped.
 */
export async function lookAt(file: PdfFile, parts: Parts, job: PdfWork): Promise<Look> {
  const folder = await job.newFolder();
  const atOnce = availableParallelism();
  const textStretches = parts.text ? samplePages(file.pages, TEXTS) : [];
  const pictureStretches = parts.pictures ? samplePages(file.pages, PICTURES) : [];
  const [texts, rendered] = await allDone([
    mapAtOnce(textStretches, atOnce, (stretch) => textsOf(file, stretch, folder, job)),
    mapAtOnce(pictureStretches, atOnce, (stretch) => picturesOf(file, stretch, folder, job)),
  ]);
  await rm(folder, { recursive: true });
  const read = texts.filter((some) => some !== null);
  const isRead = parts.text && read.length === texts.length;
  return { texts: isRead ? new Map(read.flat()) : null, pictures: new Map(rendered.flat()) };
}

async function textsOf(
  { path }: PdfFile,
  { from, to }: Stretch,
  folder: string,
  { context }: PdfWork,
): Promise<[number, string][] | null> {
  const output = join(folder, `text-${from}.txt`);
  const args = ['-q', '-raw', '-enc', 'UTF-8', '-eol', 'unix', '-f', `${from}`, '-l', `${to}`, path, output];
  const call = { ...(await popplerProgram('pdftotext')), args, limits: LIMITS, acceptExitCodes: 'any' as const };
  const result = await unlessLimited(context.run(call));
  if (result?.exitCode !== 0) return null;
  // Each page ends with a form feed.
  const texts = (await readFile(output, 'utf8')).split('\f').slice(0, -1);
  return texts.map((text, index) => [from + index, text]);
}

async function picturesOf(
  { path }: PdfFile,
  { from, to }: Stretch,
  folder: string,
  { context }: PdfWork,
): Promise<[number, Picture][]> {
  const output = join(folder, `pages-${from}.ppm`);
  const range = ['-f', `${from}`, '-l', `${to}`];
  const call = {
    ...(await popplerProgram('pdftoppm')),
    args: ['-q', '-cropbox', '-scale-to', `${SIDE}`, ...range, path],
    stdoutFile: output,
    limits: LIMITS,
    acceptExitCodes: 'any' as const,
  };
  const result = await unlessLimited(context.run(call));
  if (result?.exitCode !== 0 || (await stat(output)).size === 0) return [];
  const pictures = parsePixmaps(await readFile(output));
  // A page that is left out would shift those after it.
  return pictures.length === to - from + 1 ? pictures.map((picture, index) => [from + index, picture]) : [];
}

/** Null where the program reached a limit. */
async function unlessLimited<Result>(running: Promise<Result>): Promise<Result | null> {
  return running.catch((error: unknown) => {
    if (error instanceof ConversionError && LIMITED.test(error.code)) return null;
    throw error;
  });
}

const LIMITED = /^(limit_|conversion_timeout$|engine_crashed$)/;
