import { access, lstat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ConversionError } from '../../../src/task/errors.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import type { InstalledLanguages } from './languages.ts';
import { MAX_PIXELS } from './pages.ts';
import { ocrProgram } from './programs.ts';

/** Exit codes of ocrmypdf (its manual, "Return code policy"). */
const DAMAGED = 2;
const PAGE_HAS_TEXT_OR_SIGNATURE = 6;
const ENCRYPTED = 8;
const INVALID_OUTPUT = 4;
/** The result differs from PDF/A, which was not requested. */
const NOT_CONFORMING = 10;

const GiB = 1024 ** 3;

/** A call of ocrmypdf for a PDF. */
export interface OcrmypdfCall {
  readonly input: string;
  readonly output: string;
  /** Number of the input's pages. */
  readonly pages: number;
  readonly languages: InstalledLanguages;
  /** Options of this call. */
  readonly options: readonly string[];
  /** Our modules that change ocrmypdf's behaviour. */
  readonly plugins: readonly string[];
  /** Environment for the modules. */
  readonly env?: Readonly<Record<string, string>>;
  /** Files that the options refer to. */
  readonly readable?: readonly string[];
}

/**
 * Runs ocrmypdf, with progress by page. Throws ConversionError `program_missing`, `input_damaged`, `input_bomb`, `input_password_needed`,
 * `conversion_failed`, and what runProgram throws.
 */
export async function runOcrmypdf(call: OcrmypdfCall, context: WorkContext): Promise<void> {
  const { tessdata } = call.languages;
  await requireSettings(tessdata);
  const result = await context.run({
    ...(await ocrProgram('ocrmypdf')),
    args: argumentsOf(call),
    // ocrmypdf looks for its programs on PATH, and keeps its pictures in TMPDIR, which only this call uses.
    env: { OMP_THREAD_LIMIT: '1', TESSDATA_PREFIX: tessdata, ...call.env },
    readable: [tessdata, ...call.plugins, ...(call.readable ?? [])],
    // It passes the input to its steps by symbolic links, none of which is in our folder.
    allow: ['links'],
    limits: { memoryBytes: 4 * GiB },
    onStderr: progressOf(call.pages, context),
    acceptExitCodes: 'any',
  });
  if (result.exitCode !== 0 && result.exitCode !== NOT_CONFORMING) throw failure(result.exitCode, result.stderr);
  await requireFile(call.output);
  context.progress(100);
}

/** Returns the arguments of ocrmypdf. */
export function argumentsOf({ input, output, languages, options, plugins }: OcrmypdfCall): string[] {
  const args = ['--jobs', String(availableParallelism()), '--use-threads', '--output-type', 'pdf', '--optimize', '0'];
  // Progress is read from its warnings and page numbers; progress bars would interfere.
  // Pillow's limit is twice the given number of pixels.
  args.push('--verbose', '1', '--max-image-mpixels', String(Math.ceil((2 * MAX_PIXELS) / 1e6)));
  args.push('--language', languages.argument, ...options);
  return [...args, ...plugins.flatMap((plugin) => ['--plugin', plugin]), input, output];
}

/** Each line begins with a page number and says what is done with the page. */
function progressOf(pages: number, context: WorkContext): (line: string) => void {
  const begun = new Set<string>();
  return (line) => {
    const page = /^ {1,4}(\d+) /.exec(line)?.[1];
    if (page === undefined || begun.has(page)) return;
    begun.add(page);
    context.progress(Math.min(99, (100 * (begun.size - 1)) / Math.max(1, pages)));
  };
}

function failure(exitCode: number, stderr: string): ConversionError {
  const log = stderr.slice(-8000);
  if (/DecompressionBombError/.test(stderr)) {
    const message = 'A picture of the PDF has more than 280 million pixels, the most that is unpacked.';
    return new ConversionError('input_bomb', message, { log });
  }
  if (exitCode === DAMAGED) {
    return new ConversionError(
      'input_damaged',
      'No text can be added to the PDF: it is damaged, or a form that only its own program shows (XFA).',
      {
        log,
      },
    );
  }
  if (exitCode === ENCRYPTED) {
    return new ConversionError(
      'input_password_needed',
      'The PDF is encrypted. Give its password as decrypt_password.',
      { log },
    );
  }
  if (exitCode === PAGE_HAS_TEXT_OR_SIGNATURE) {
    const message = 'The PDF is signed, or a form: adding text would break it, so it was left alone.';
    return new ConversionError('conversion_failed', message, { log });
  }
  if (exitCode === INVALID_OUTPUT) {
    return new ConversionError('conversion_failed', 'The PDF with the recognised text would be invalid.', { log });
  }
  return new ConversionError(
    'conversion_failed',
    `ocrmypdf could not add the recognised text (exit code ${exitCode}).`,
    { log },
  );
}

/** ocrmypdf refers to settings next to the data; an operator's own folder may contain only the data. */
async function requireSettings(tessdata: string): Promise<void> {
  for (const name of ['configs/pdf', 'configs/txt', 'configs/hocr', 'pdf.ttf']) {
    if (
      await access(join(tessdata, name)).then(
        () => true,
        () => false,
      )
    )
      continue;
    const message = `Recognising text for a PDF needs tesseract's settings beside its data (TESSDATA_PREFIX): ${name} is missing. Copy configs and pdf.ttf there from the package tesseract-ocr.`;
    throw new ConversionError('program_missing', message, { details: { option: 'ocr', package: 'tesseract-ocr' } });
  }
}

/** A program that may create links could have left one. */
async function requireFile(path: string): Promise<void> {
  const info = await lstat(path).catch(() => null);
  if (info?.isFile() && info.size > 0) return;
  throw new ConversionError('conversion_failed', 'The PDF with the recognised text was not written.');
}
