import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { WorkContext } from '../../../src/work/context.ts';
import { requireLanguages } from './languages.ts';
import { type OcrmypdfCall, runOcrmypdf } from './ocrmypdf.ts';
import type { PageStructure, Recognition } from './options.ts';
import { findTurns, readOrientations, type Turn } from './orientation.ts';
import { listPages, type PageInput, RECOGNITION_DPI } from './pages.ts';
import { requireTesseract } from './programs.ts';
import { pdfOfPictures, rasterizeUnselectable } from './rasterize.ts';
import { keepingReadings, unreadablePages } from './readings.ts';
import { straightenPages } from './straighten.ts';
import { turnPages } from './turn-pages.ts';

const GRAY_PLUGIN = fileURLToPath(new URL('gray_plugin.py', import.meta.url));

/**
 * Makes a PDF, also from pictures, with the recognised text invisible behind each page, by ocrmypdf. Pages with text stay as they are,
 * unless `recognition.rasterize`: then all become pictures. `deskew` straightens recognised pages; `rasterizeDpi` first turns each page
 * without text into one picture. Sideways pages are rotated upright if the structure detects orientation; osd_only recognises nothing.
 * Throws ConversionError as recogniseText does.
 */
export async function searchablePdf(
  input: PageInput,
  recognition: Recognition,
  folder: string,
  context: WorkContext,
): Promise<{ path: string }> {
  const [languages] = await Promise.all([requireLanguages(recognition), requireTesseract()]);
  const pages = await listPages(input, RECOGNITION_DPI, context);
  const path = await preparedPdf(input, recognition, folder, context);
  // Progress is reported by pages read.
  const quiet = { ...context, progress: () => {} };
  const { structure } = recognition;
  const output = join(folder, 'searchable.pdf');
  const callFor = (input: string): OcrmypdfCall => ({
    ...{ input, output, languages, pages: pages.length, options: optionsOf(recognition) },
    plugins: recognition.preparation.gray ? [GRAY_PLUGIN] : [],
  });
  if (structure.find === 'text' && structure.orientation === 'unreadable') {
    // Reads pages as they are first: most are upright, and detecting the orientation takes as long as reading.
    const { call, readings } = await keepingReadings(callFor(path), folder);
    await runOcrmypdf(call, context);
    const unreadable = await unreadablePages(readings, pages, structure);
    if (unreadable.size === 0) return { path: output };
    const turns = await findTurns({ kind: 'pdf', path }, recognition, folder, quiet, unreadable);
    if (turns.size > 0) await runOcrmypdf(callFor(await turnPages(path, turns, folder, quiet)), quiet);
    return { path: output };
  }
  const upright = await turnPages(path, await turnsOf(path, recognition, folder, quiet), folder, quiet);
  if (structure.find === 'orientation') {
    return { path: recognition.deskew ? await straightenPages(upright, folder, context) : upright };
  }
  await runOcrmypdf(callFor(upright), context);
  return { path: output };
}

async function preparedPdf(
  input: PageInput,
  { rasterize, rasterizeDpi }: Recognition,
  folder: string,
  context: WorkContext,
): Promise<string> {
  const pdf = input.kind === 'pdf' ? input.path : await pdfOfPictures(input.path, folder, context);
  // All pages become pictures anyway.
  if (rasterizeDpi === null || rasterize) return pdf;
  return rasterizeUnselectable(pdf, rasterizeDpi, folder, context);
}

/** Returns the pages to rotate: the same ones as in text recognition, so that both agree; for osd_only, tesseract's result. */
async function turnsOf(
  path: string,
  recognition: Recognition,
  folder: string,
  context: WorkContext,
): Promise<ReadonlyMap<number, Turn>> {
  const input: PageInput = { kind: 'pdf', path };
  if (recognition.structure.find !== 'orientation') return findTurns(input, recognition, folder, context);
  const found = await readOrientations(input, recognition, folder, context);
  return new Map(found.flatMap((each, index) => (each === null || each.turn === 0 ? [] : [[index + 1, each.turn]])));
}

function optionsOf({ rasterize, deskew, structure, preparation }: Recognition): string[] {
  return [
    rasterize ? '--force-ocr' : '--skip-text',
    ...(deskew ? ['--deskew'] : []),
    ...(preparation.threshold === 'local' ? ['--tesseract-thresholding', 'sauvola'] : []),
    ...structureArguments(structure),
  ];
}

function structureArguments(structure: PageStructure): string[] {
  return structure.find === 'orientation' ? [] : ['--tesseract-pagesegmode', String(structure.segmentation)];
}
