import { readdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { mapConcurrently } from '../../../src/util/concurrency.ts';
import { popplerProgram } from '../../programs/poppler/programs.ts';
import type { PdfFile, PdfWork } from '../../programs/qpdf/pdf-work.ts';
import { readCodes } from '../../programs/zbar/read-codes.ts';

/** Longer side of a drawn page in pixels, 300 DPI on A4: of 200 DPI, barcodes with lines of a hundredth of an inch are not read. */
const SIDE = 3508;

/** Pages that are drawn and read by one run of each program: 12 MB each at most. */
const PAGES_AT_ONCE = 8;

export interface PageCodes {
  /** Page, from 1 → what the chosen one of its barcodes and QR codes says; pages without are not in it. Ascending. */
  readonly codes: ReadonlyMap<number, string>;
  /** Pages that could not be drawn. */
  readonly undrawn: readonly number[];
}

/**
 * Reads the barcodes and QR codes of all pages, as they are shown. A few pages are pictures at a time, however long the document is. Throws
 * ConversionError `program_missing`, `conversion_failed` or `limit_*`.
 * @param choose returns one of the contents of a page; undefined: none is of interest
 */
export async function pageCodes(file: PdfFile, choose: ChooseCode, job: PdfWork): Promise<PageCodes> {
  const starts = Array.from({ length: Math.ceil(file.pages / PAGES_AT_ONCE) }, (_, run) => run * PAGES_AT_ONCE + 1);
  let done = 0;
  const runs = await mapConcurrently(starts, availableParallelism(), async (from) => {
    const to = Math.min(from + PAGES_AT_ONCE - 1, file.pages);
    const read = await codesOf(file, { from, to }, choose, job);
    done += 1;
    job.context.progress((100 * done) / starts.length);
    return read;
  });
  return { codes: new Map(runs.flatMap(({ codes }) => [...codes])), undrawn: runs.flatMap(({ undrawn }) => undrawn) };
}

type ChooseCode = (contents: readonly string[]) => string | undefined;

async function codesOf(
  file: PdfFile,
  { from, to }: { from: number; to: number },
  choose: ChooseCode,
  job: PdfWork,
): Promise<PageCodes> {
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
        const code = choose(read.get(names.get(page) ?? '') ?? []);
        return code === undefined ? [] : [[page, code] as const];
      }),
    ),
    undrawn: numbers.filter((page) => !names.has(page)),
  };
}
