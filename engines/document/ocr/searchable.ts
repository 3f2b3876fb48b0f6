import { access, lstat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EngineContext } from '../../../src/runner/engine.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { pdfProgram } from '../pdf/programs.ts';
import { requireLanguages } from './languages.ts';
import type { PageStructure, Recognition } from './options.ts';
import { listPages, MAX_PIXELS, type PageInput, RECOGNITION_DPI } from './pages.ts';
import { ocrProgram, requireTesseract } from './programs.ts';
import { pdfOfPictures, rasterizeUnselectable } from './rasterize.ts';
import { readOrientations } from './read.ts';

/** Exit codes of ocrmypdf (its manual, "Return code policy"). */
const DAMAGED = 2;
const PAGE_HAS_TEXT_OR_SIGNATURE = 6;
const ENCRYPTED = 8;
const INVALID_OUTPUT = 4;
/** The result differs from PDF/A, which nobody asked for. */
const NOT_CONFORMING = 10;

/** qpdf's code for a result with warnings. */
const QPDF_WARNINGS = 3;

const GRAY_PLUGIN = fileURLToPath(new URL('gray_plugin.py', import.meta.url));

const GiB = 1024 ** 3;

/**
 * The PDF, or the pictures as one, with the recognised text invisible behind each page, by ocrmypdf. Pages that have text stay as they
 * are, unless `recognition.rasterize`: then all become pictures. `deskew` straightens those that are recognised;
 * `rasterizeDpi` first turns those without text into one picture each. Pages that lie on their side are turned upright where the
 * structure looks for it; osd_only does nothing else. Throws ConversionError as recogniseText does.
 */
export async function searchablePdf(
  input: PageInput,
  recognition: Recognition,
  folder: string,
  context: EngineContext,
): Promise<{ path: string }> {
  const [languages] = await Promise.all([requireLanguages(recognition), requireTesseract()]);
  await requireSettings(languages.tessdata);
  const pages = await listPages(input, RECOGNITION_DPI, context);
  const path = await preparedPdf(input, recognition, folder, context);
  if (recognition.structure.find === 'orientation') return turnPages(path, recognition, folder, context);
  const output = join(folder, 'searchable.pdf');
  const progress = progressOf(pages.length, context);
  const result = await context.run({
    ...(await ocrProgram('ocrmypdf')),
    args: [...argumentsOf(recognition, languages.argument), path, output],
    // ocrmypdf looks for its programs on PATH, and keeps its pictures in TMPDIR, which is this call's alone.
    env: { OMP_THREAD_LIMIT: '1', TESSDATA_PREFIX: languages.tessdata },
    readable: [languages.tessdata, GRAY_PLUGIN],
    // It gives its steps the input by symbolic links, of which none is in our folder.
    allow: ['links'],
    limits: { memoryBytes: 4 * GiB },
    onStderr: progress,
    acceptExitCodes: 'any',
  });
  if (result.exitCode !== 0 && result.exitCode !== NOT_CONFORMING) throw failure(result.exitCode, result.stderr);
  await requireFile(output);
  context.progress(100);
  return { path: output };
}

async function preparedPdf(
  input: PageInput,
  { rasterize, rasterizeDpi }: Recognition,
  folder: string,
  context: EngineContext,
): Promise<string> {
  const pdf = input.kind === 'pdf' ? input.path : await pdfOfPictures(input.path, folder, context);
  // All pages become pictures anyway.
  if (rasterizeDpi === null || rasterize) return pdf;
  return rasterizeUnselectable(pdf, rasterizeDpi, folder, context);
}

/** The PDF with its pages turned upright and no text added: ocrmypdf cannot do the one without the other. */
async function turnPages(
  path: string,
  recognition: Recognition,
  folder: string,
  context: EngineContext,
): Promise<{ path: string }> {
  const found = await readOrientations({ kind: 'pdf', path }, recognition, folder, context);
  const turns = ([90, 180, 270] as const).flatMap((turn) => {
    const pages = found.flatMap((each, index) => (each?.turn === turn ? [index + 1] : []));
    return pages.length === 0 ? [] : [`--rotate=+${turn}:${pages.join(',')}`];
  });
  const output = join(folder, 'upright.pdf');
  const args = [path, output, ...turns];
  await context.run({ ...(await pdfProgram('qpdf')), args, acceptExitCodes: [0, QPDF_WARNINGS] });
  return { path: output };
}

/** Pure: what ocrmypdf is told. */
export function argumentsOf(recognition: Recognition, languages: string): string[] {
  const { rasterize, deskew, structure, preparation } = recognition;
  const args = ['--jobs', String(availableParallelism()), '--use-threads', '--output-type', 'pdf', '--optimize', '0'];
  // Pillow refuses at twice the number of pixels that it is told.
  // Its warnings and the page numbers are what progress is read from; bars would be in the way.
  args.push('--verbose', '1', '--max-image-mpixels', String(Math.ceil((2 * MAX_PIXELS) / 1e6)));
  args.push(rasterize ? '--force-ocr' : '--skip-text', '--language', languages);
  if (deskew) args.push('--deskew');
  if (preparation.gray) args.push('--plugin', GRAY_PLUGIN);
  if (preparation.threshold === 'local') args.push('--tesseract-thresholding', 'sauvola');
  return [...args, ...structureArguments(structure)];
}

function structureArguments(structure: PageStructure): string[] {
  if (structure.find === 'orientation') return [];
  const turn = structure.orientation === 'never' ? [] : ['--rotate-pages'];
  return [...turn, '--tesseract-pagesegmode', String(structure.segmentation)];
}

/** Each page says by its number, in the first columns, what is done with it. */
function progressOf(pages: number, context: EngineContext): (line: string) => void {
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

/** ocrmypdf names settings that lie beside the data; a folder of an operator's own may hold the data alone. */
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

/** A program that may make links could have left one. */
async function requireFile(path: string): Promise<void> {
  const info = await lstat(path).catch(() => null);
  if (info?.isFile() && info.size > 0) return;
  throw new ConversionError('conversion_failed', 'The PDF with the recognised text was not written.');
}
