import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { WorkContext } from '../../src/work/context.ts';
import { qpdfProgram } from '../qpdf/programs.ts';
import { requireLanguages } from './languages.ts';
import { runOcrmypdf } from './ocrmypdf.ts';
import type { PageStructure, Recognition } from './options.ts';
import { listPages, type PageInput, RECOGNITION_DPI } from './pages.ts';
import { requireTesseract } from './programs.ts';
import { pdfOfPictures, rasterizeUnselectable } from './rasterize.ts';
import { readOrientations } from './read.ts';
import { straightenPages } from './straighten.ts';
import { addTextLayer } from './tesseract-js/text-layer.ts';

/** qpdf's code for a result with warnings. */
const QPDF_WARNINGS = 3;

const GRAY_PLUGIN = fileURLToPath(new URL('gray_plugin.py', import.meta.url));

/**
 * The PDF, or the pictures as one, with the recognised text invisible behind each page, by ocrmypdf, or by tesseract.js where there
 * is no native tesseract; that refuses `deskew` and `rasterize` with `program_missing`. Pages that have text stay as they
 * are, unless `recognition.rasterize`: then all become pictures. `deskew` straightens those that are recognised;
 * `rasterizeDpi` first turns those without text into one picture each. Pages that lie on their side are turned upright where the
 * structure looks for it; osd_only recognises nothing. Throws ConversionError as recogniseText does.
 */
export async function searchablePdf(
  input: PageInput,
  recognition: Recognition,
  folder: string,
  context: WorkContext,
): Promise<{ path: string }> {
  const [languages, tesseract] = await Promise.all([requireLanguages(recognition), requireTesseract()]);
  if (tesseract.kind === 'js') await refuseWithoutProgram(recognition);
  const pages = await listPages(input, RECOGNITION_DPI, context);
  const path = await preparedPdf(input, recognition, folder, context);
  if (recognition.structure.find === 'orientation') {
    const upright = await turnPages(path, recognition, folder, context);
    return { path: recognition.deskew ? await straightenPages(upright, folder, context) : upright };
  }
  if (tesseract.kind === 'js') {
    const { structure } = recognition;
    return { path: await addTextLayer({ path, recognition, structure, languages, folder, context }) };
  }
  const output = join(folder, 'searchable.pdf');
  const plugins = recognition.preparation.gray ? [GRAY_PLUGIN] : [];
  const call = { input: path, output, pages: pages.length, languages, options: optionsOf(recognition), plugins };
  await runOcrmypdf(call, context);
  return { path: output };
}

/** Throws ConversionError `program_missing` for what ocrmypdf does, which needs the native tesseract. */
async function refuseWithoutProgram({ deskew, rasterize }: Recognition): Promise<void> {
  if (deskew) await requireTesseract('deskew');
  if (rasterize) await requireTesseract('rasterize_input');
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

/** The PDF with its pages turned upright and no text added: ocrmypdf cannot do the one without the other. */
async function turnPages(
  path: string,
  recognition: Recognition,
  folder: string,
  context: WorkContext,
): Promise<string> {
  const found = await readOrientations({ kind: 'pdf', path }, recognition, folder, context);
  const turns = ([90, 180, 270] as const).flatMap((turn) => {
    const pages = found.flatMap((each, index) => (each?.turn === turn ? [index + 1] : []));
    return pages.length === 0 ? [] : [`--rotate=+${turn}:${pages.join(',')}`];
  });
  const output = join(folder, 'upright.pdf');
  const args = [path, output, ...turns];
  await context.run({ ...(await qpdfProgram()), args, acceptExitCodes: [0, QPDF_WARNINGS] });
  return output;
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
  if (structure.find === 'orientation') return [];
  const turn = structure.orientation === 'never' ? [] : ['--rotate-pages'];
  return [...turn, '--tesseract-pagesegmode', String(structure.segmentation)];
}
