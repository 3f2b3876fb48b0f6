import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProgramLimits } from '../../../src/process/program-call.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { allDone } from '../../../src/util/concurrency.ts';
import { type PopplerProgram, popplerProgram } from '../../programs/poppler/programs.ts';
import type { PdfFile, PdfWork } from '../../programs/qpdf/pdf-work.ts';
import { type Picture, parsePixmaps } from './picture.ts';
import { type Sampling, type Stretch, samplePages } from './sample-pages.ts';

/** Content of a PDF's pages according to poppler, which writes none of the compared PDFs. */
export interface Look {
  /** Texts of pages, by page number from 1; not all pages of a long document. Null if it was not requested, or is not available. */
  readonly texts: ReadonlyMap<number, string> | null;
  /** Rendered pages, by page number from 1; fewer for a long document. */
  readonly pictures: ReadonlyMap<number, Picture>;
}

/** Parts to compare. */
export interface Parts {
  readonly text: boolean;
  readonly pictures: boolean;
}

const MiB = 1024 ** 2;

/** A page that takes longer is not compared: comparing must not take longer than the operation. */
const LIMITS: Partial<ProgramLimits> = { wallMs: 60_000, cpuSeconds: 30, fileBytes: 64 * MiB };

/** Longer side of a rendered page, pixels: 34 dpi for A4. */
const SIDE = 400;

/** pdftotext reads about 700 pages per second. */
const TEXTS: Sampling = { all: 200, inStretch: 20 };
const PICTURES: Sampling = { all: 8, inStretch: 2 };

/**
 * Returns the text of the pages, and pictures of some of them. Pages that poppler cannot read, or not in time, are missing. Throws
 * ConversionError `program_missing`, and as programs do that are stopped.
 */
export async function lookAt(file: PdfFile, parts: Parts, job: PdfWork): Promise<Look> {
  const [texts, pictures] = await allDone([
    parts.text ? textsOf(file, job) : Promise.resolve(null),
    parts.pictures ? picturesOf(file, job) : Promise.resolve(new Map<number, Picture>()),
  ]);
  return { texts, pictures };
}

/** Returns null if not everything can be read. */
async function textsOf(file: PdfFile, job: PdfWork): Promise<Map<number, string> | null> {
  const options = ['-q', '-raw', '-enc', 'UTF-8', '-eol', 'unix', file.path, '-'];
  const outputs = await outputsOf('pdftotext', options, samplePages(file.pages, TEXTS), job);
  const texts = new Map<number, string>();
  for (const { from, bytes } of outputs) {
    if (bytes === null) return null;
    // Each page ends with a form feed.
    for (const [index, text] of bytes.toString('utf8').split('\f').slice(0, -1).entries())
      texts.set(from + index, text);
  }
  return texts;
}

async function picturesOf(file: PdfFile, job: PdfWork): Promise<Map<number, Picture>> {
  const options = ['-q', '-cropbox', '-scale-to', `${SIDE}`, file.path];
  const outputs = await outputsOf('pdftoppm', options, samplePages(file.pages, PICTURES), job);
  const pictures = new Map<number, Picture>();
  for (const { from, to, bytes } of outputs) {
    const some = bytes === null ? [] : parsePixmaps(bytes);
    // A missing page would shift those after it.
    if (some.length === to - from + 1)
      for (const [index, picture] of some.entries()) pictures.set(from + index, picture);
  }
  return pictures;
}

/** Splits a single stretch of at least two pages, because two stretches are processed in parallel. */
function inTwo(stretches: readonly Stretch[]): readonly Stretch[] {
  const [only, next] = stretches;
  if (only === undefined || next !== undefined || only.from === only.to) return stretches;
  const middle = Math.floor((only.from + only.to) / 2);
  return [
    { from: only.from, to: middle },
    { from: middle + 1, to: only.to },
  ];
}

/**
 * Writes the output of a program for each stretch of pages to a file FROM-TO, two stretches in parallel. One sandboxed start serves all,
 * since it costs more than a few pages.
 */
const EACH_STRETCH = `
one=$1; other=$2; shift 2
each() {
  part=$1; stretches=$2; shift 2
  for stretch in $stretches; do
    "$@" -f "\${stretch%-*}" -l "\${stretch#*-}" >"$part" && mv "$part" "$stretch"
  done
}
each part-1 "$one" "$@" & each part-2 "$other" "$@" & wait`;

/** Returns null if the program failed, or reached a limit before it had printed everything. */
async function outputsOf(
  key: PopplerProgram,
  options: readonly string[],
  sampled: readonly Stretch[],
  job: PdfWork,
): Promise<(Stretch & { bytes: Buffer | null })[]> {
  const { name, path } = await popplerProgram(key);
  const folder = await job.newFolder();
  const stretches = inTwo(sampled);
  const ranges = (lane: number): string =>
    stretches
      .filter((_, index) => index % 2 === lane)
      .map(({ from, to }) => `${from}-${to}`)
      .join(' ');
  const args = ['-c', EACH_STRETCH, 'sh', ranges(0), ranges(1), path, ...options];
  const call = { name, path: '/bin/sh', args, cwd: folder, limits: LIMITS };
  await unlessLimited(job.context.run({ ...call, acceptExitCodes: 'any' }));
  const read = async ({ from, to }: Stretch) => {
    const bytes = await readFile(join(folder, `${from}-${to}`)).catch(unlessMissing);
    return { from, to, bytes };
  };
  const outputs = await Promise.all(stretches.map(read));
  await rm(folder, { recursive: true });
  return outputs;
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** Returns null if the program reached a limit. */
async function unlessLimited<Result>(running: Promise<Result>): Promise<Result | null> {
  return running.catch((error: unknown) => {
    if (error instanceof ConversionError && LIMITED.test(error.code)) return null;
    throw error;
  });
}

const LIMITED = /^(limit_|conversion_timeout$|engine_crashed$)/;
