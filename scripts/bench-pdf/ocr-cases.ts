import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { recognitionOf } from '../../engines/document/recognition.ts';
import type { Target } from '../../engines/document/targets.ts';
import type { OptionValues } from '../../src/task/types.ts';
import type { WorkContext } from '../../src/work/context.ts';
import type { Recognition } from '../../tools/programs/ocr/options.ts';
import { rasterizeUnselectable } from '../../tools/programs/ocr/rasterize.ts';
import { recogniseText, searchablePdf } from '../../tools/programs/ocr/recognise.ts';
import { contextFor } from './engine.ts';
import type { Inputs } from './inputs.ts';
import type { Call, Case } from './measure.ts';

const DPI = 300;

export function recognition(target: Target, options: OptionValues = {}): Recognition {
  const read = recognitionOf(target, { ocr: true, ...options });
  if (read === null) throw new Error('recognition was asked for');
  return read;
}

/** Rendering and recognition of scans against the programs on the same pages. */
export function ocrCases({ scans, skew, scanPages, manyScans }: Inputs): readonly Case[] {
  const row = (
    name: string,
    bareName: string,
    bare: readonly Call[],
    input: string,
    work: (folder: string, context: WorkContext) => Promise<unknown>,
  ): Case => ({
    name,
    group: 'ocr',
    bareName,
    bare,
    engine: async (workFolder) => work(await mkdtemp(join(workFolder, 'ocr-')), contextFor(workFolder, [input])),
  });
  const read = tesseractCalls(scans, scanPages);
  const text = (folder: string, context: WorkContext) =>
    recogniseText({ kind: 'pdf', path: scans }, recognition('txt'), folder, context);
  const searchable =
    (path: string, options: OptionValues = {}) =>
    (folder: string, context: WorkContext) =>
      searchablePdf({ kind: 'pdf', path }, recognition('pdf', options), folder, context);
  const rasterized = (path: string) => (folder: string, context: WorkContext) =>
    rasterizeUnselectable(path, 150, folder, context);
  const jpeg = ['-cropbox', '-r', '150', '-jpeg', '-jpegopt', 'quality=90'];
  return [
    row('rasterize_dpi 150', 'pdftoppm -jpeg', [['pdftoppm', ...jpeg, scans, 'page']], scans, rasterized(scans)),
    row(
      'large: rasterize_dpi 150',
      'the same',
      [['pdftoppm', ...jpeg, manyScans, 'page']],
      manyScans,
      rasterized(manyScans),
    ),
    row('text', 'pdftoppm, then tesseract a page', read, scans, text),
    row('text', 'the same, OMP_THREAD_LIMIT=1', read.map(withOneThread), scans, text),
    row(
      'searchable pdf',
      'ocrmypdf as the engine',
      [['ocrmypdf', ...SAME, scans, 'out.pdf']],
      scans,
      searchable(scans),
    ),
    row('searchable pdf', 'ocrmypdf, its defaults', [['ocrmypdf', scans, 'out.pdf']], scans, searchable(scans)),
    row(
      'searchable pdf, deskew: skew.pdf',
      'ocrmypdf --deskew',
      [['ocrmypdf', '--deskew', skew, 'out.pdf']],
      skew,
      searchable(skew, { deskew: true }),
    ),
    row('searchable pdf: skew.pdf', 'ocrmypdf, its defaults', [['ocrmypdf', skew, 'out.pdf']], skew, searchable(skew)),
  ];
}

const SAME = ['--output-type', 'pdf', '--optimize', '0', '--skip-text', '--rotate-pages', '--jobs', '2'];

/** Renders every page first, then reads each with its own call. */
function tesseractCalls(path: string, pages: number): readonly Call[] {
  const numbers = Array.from({ length: pages }, (_, index) => index + 1);
  return [
    ['pdftoppm', '-r', String(DPI), path, 'page'],
    ...numbers.map((page): Call => ['tesseract', `page-${page}.ppm`, `page-${page}`, '--dpi', String(DPI)]),
  ];
}

const withOneThread = (call: Call): Call => ['env', 'OMP_THREAD_LIMIT=1', ...call];
