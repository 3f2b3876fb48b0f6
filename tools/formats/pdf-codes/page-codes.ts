import { readdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { mapConcurrently } from '../../../src/util/concurrency.ts';
import { popplerProgram } from '../../programs/poppler/programs.ts';
import type { PdfFile, PdfWork } from '../../programs/qpdf/pdf-work.ts';
import { readCodes } from '../../programs/zbar/read-codes.ts';

/** Longer side of a drawn page in pixels, 300 DPI on A4: of 200 DPI, barcodes with lines of a hundredth of an inch are not read. */
const SIDE = 3508;

/** Pages that are drawn and read by one run of each program: 9 MB each at most. */
const PAGES_AT_ONCE = 8;

export interface PageCodes {
  /** Page, from 1 → what its barcodes and QR codes say; pages without any are not in it. Ascending. */
  readonly codes: ReadonlyMap<number, readonly string[]>;
  /** Pages that could not be drawn. */
  readonly undrawn: readonly number[];
}

/**
 * Reads the barcodes and QR codes of all pages, as they are shown. A few pages are pictures at a time, however long the document is. Throws
 * ConversionError `program_missing`, `conversion_failed` or `limit_*`.
 */
export async function pageCodes(file: PdfFile, job: PdfWork): Promise<PageCodes> {
  const starts = Array.from({ length: Math.ceil(file.pages / PAGES_AT_ONCE) }, (_, run) => run * PAGES_AT_ONCE + 1);
  let done = 0;
  const runs = await mapConcurrently(starts, availableParallelism(), async (from) => {
    const to = Math.min(from + PAGES_AT_ONCE - 1, file.pages);
    const read = await codesOf(file, { from, to }, job);
    done += 1;
    job.context.progress((100 * done) / starts.length);
    return read;
  });
  return { codes: new Map(runs.flatMap(({ codes }) => [...codes])), undrawn: runs.flatMap(({ undrawn }) => undrawn) };
}

async function codesOf(file: PdfFile, { from, to }: { from: number; to: number }, job: PdfWork): Promise<PageCodes> {
  const folder = await job.newFolder();
  const range = ['-f', String(from), '-l', String(to)];
  const args = ['-q', '-cropbox', '-gray', '-scale-to', String(SIDE), ...range, file.path, `${folder}/page`];
  const pages = to - from + 1;
  await job.context.run({ ...(await popplerProgram('pdftoppm')), args, limits: { cpuSeconds: 60 * pages } });
  const names = new Map((await readdir(folder)).map((name) => [Number(/^page-(\d+)/.exec(name)?.[1]), name]));
  const read = await readCodes([...names.values()], folder, job.context);
  await rm(folder, { recursive: true });
  const numbers = Array.from({ length: pages }, (_, index) => from + index);
  return {
    codes: new Map(
      numbers.flatMap((page) => {
        const codes = read.get(names.get(page) ?? '');
        return codes === undefined ? [] : [[page, codes] as const];
      }),
    ),
    undrawn: numbers.filter((page) => !names.has(page)),
  };
}
