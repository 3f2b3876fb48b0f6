import { readdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { ConversionError } from '../../../src/task/errors.ts';
import type { PdfWork } from './pdf-work.ts';
import { type QpdfStart, qpdfProgram } from './programs.ts';

/** Exit codes of qpdf (its manual, "Exit Status"): done, and done with warnings about the input. */
const WITH_WARNINGS = 3;
const DONE = [0, WITH_WARNINGS];

const GiB = 1024 ** 3;

/** Rewriting a gigabyte takes qpdf under a minute; a small file that needs more is crafted. */
const LIMITS = { cpuSeconds: 300, memoryBytes: 2 * GiB, fileBytes: 4 * GiB };

/** Length of arguments that name pages. Longer ones, which may exceed the system's limit, go through a pipe. */
const MOST_NAMED_CHARACTERS = 4096;

/** One run of qpdf: `qpdf input …options output`. */
export interface QpdfRun {
  readonly input: string;
  readonly options: readonly string[];
  /** Whether it reads files besides the input: pages of another document. */
  readonly readsMore?: boolean;
  /** Arguments that replace `@-` in the options and name pages: there may be very many. */
  readonly pages?: readonly string[];
  readonly output: string;
  /** Whether streams are recompressed; otherwise they stay unchanged, so a stream that expands from 5 KB to 3 GB is harmless. */
  readonly repack?: boolean;
}

/**
 * Makes `output` from `input`. Throws ConversionError `input_damaged` if qpdf cannot read the file, `limit_*`, or what running a program
 * throws.
 */
export async function runQpdf(run: QpdfRun, job: PdfWork): Promise<void> {
  const { input, options, pages = [], output, repack = false, readsMore = false } = run;
  const streams = repack ? [] : ['--stream-data=preserve'];
  const program = await qpdfProgram(readsMore ? null : input);
  const text = pages.join('\n');
  const isShort = text.length <= MOST_NAMED_CHARACTERS;
  const named = isShort ? options.flatMap((option) => (option === '@-' ? pages : option)) : options;
  const args = [input, ...streams, ...named, output];
  const result = await start(program, args, job, isShort ? undefined : text);
  await expectMade({ input, output }, result, job);
}

/**
 * Does the same with a job file (qpdf's manual, "QPDFJob"), for options that hold secrets, which must not be in an argument list, and that
 * may start with a dash, which an argument file does not allow.
 * @param paths those in the job file
 */
export async function runQpdfJob(jobFile: string, paths: Paths, job: PdfWork): Promise<void> {
  await expectMade(paths, await start(await qpdfProgram(null), [`--job-json-file=${jobFile}`], job), job);
}

/** Returns what qpdf prints about a file; at most 1 MiB. Throws as runQpdf. */
export async function askQpdf(args: readonly string[], path: string, job: PdfWork): Promise<string> {
  return (await expectDone(await start(await qpdfProgram(path), [...args, path], job))).stdout;
}

/**
 * Makes qpdf write JSON into a file: it prints in such small parts that printing takes half as long again. Throws as runQpdf, and
 * `limit_file_size` beyond `fileBytes`.
 */
export async function writeQpdfJson(
  args: readonly string[],
  to: { readonly file: string; readonly fileBytes: number },
  job: PdfWork,
): Promise<void> {
  const program = await qpdfProgram(null);
  const limits = { ...LIMITS, fileBytes: to.fileBytes };
  await expectDone(
    await job.context.run({ ...program, args: ['--json=2', ...args, to.file], limits, acceptExitCodes: 'any' }),
  );
}

function start(program: QpdfStart, args: readonly string[], job: Asking, stdin?: string) {
  const call = { ...program, args, limits: LIMITS, acceptExitCodes: 'any' as const };
  return job.context.run(stdin === undefined ? call : { ...call, stdin });
}

type Asking = Pick<PdfWork, 'context'>;

export interface Paths {
  readonly input: string;
  readonly output: string;
}

interface Ran {
  readonly exitCode: number;
  readonly stderr: string;
}

/**
 * Throws `input_damaged` if qpdf failed, or if it only warned but wrote nothing, or nothing with a page.
 * @param paths that of the input, which opens without a password, and that of the output, see `expectOutput`
 */
export async function expectMade({ input, output }: Paths, result: Ran, job: Asking): Promise<void> {
  await expectOutput(output, result);
  if (result.exitCode === WITH_WARNINGS) await requirePages(input, job);
}

/**
 * A damaged file can claim to have pages, and programs that count them believe it; qpdf makes a file without them. Throws `input_damaged`
 * if there are none.
 */
export async function requirePages(path: string, job: Asking): Promise<void> {
  const { stdout, stderr } = await start(await qpdfProgram(path), ['--show-pages', path], job);
  // Only the end of a long list is kept.
  if (/^page \d+:/m.test(stdout)) return;
  throw new ConversionError('input_damaged', 'The PDF is damaged: none of its pages can be found.', {
    log: stderr.slice(-4000),
  });
}

/**
 * Throws `input_damaged` if qpdf failed, or if it only warned but wrote nothing.
 * @param output its path, which may contain `%d` for the number of a page
 */
export async function expectOutput(output: string, result: Ran): Promise<void> {
  const { exitCode } = await expectDone(result);
  if (exitCode !== WITH_WARNINGS) return;
  const [begin = ''] = basename(output).split('%d');
  if (!(await readdir(dirname(output))).some((name) => name.startsWith(begin))) throw tooDamaged(result);
}

async function expectDone<Result extends Ran>(result: Result): Promise<Result> {
  if (DONE.includes(result.exitCode)) return result;
  throw tooDamaged(result);
}

const tooDamaged = ({ stderr }: Ran) =>
  new ConversionError('input_damaged', 'The PDF is too damaged: its parts cannot be read.', {
    log: stderr.slice(-4000),
  });
