import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ConversionError } from '../../../src/task/errors.ts';
import { forEachConcurrently } from '../../../src/util/concurrency.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import { runPikepdfScript } from '../../pikepdf/pikepdf-script.ts';
import type { InstalledLanguages } from '../languages.ts';
import { nativePages } from '../native.ts';
import type { PageStructure, Recognition } from '../options.ts';
import {
  listPages,
  type PageImage,
  RECOGNITION_DPI,
  renderPages,
  runsOf,
  type SourcePage,
  warnOfLowered,
} from '../pages.ts';
import type { Reading } from '../recognition-settings.ts';
import { layerByTesseractJs } from './pools.ts';

const SCRIPT = new URL('./text_layer.py', import.meta.url);

type TextStructure = Extract<PageStructure, { find: 'text' }>;

/** What a page gets. `layer`: path of a PDF page of its text, null if it has none. */
interface Layer {
  readonly page: number;
  readonly layer: string | null;
}

interface Work {
  readonly path: string;
  readonly recognition: Recognition;
  readonly structure: TextStructure;
  readonly languages: InstalledLanguages;
  readonly folder: string;
  readonly context: WorkContext;
}

/**
 * The PDF with the text of its pages, as tesseract.js reads it, invisible behind each page that has none; pages are read as they
 * lie. Returns its path. Throws what listPages, nativePages and layerByTesseractJs do,
 * and `conversion_failed` for a signed PDF.
 */
export async function addTextLayer(work: Work): Promise<string> {
  const { path, folder, context } = work;
  const [pages, native] = await Promise.all([
    listPages({ kind: 'pdf', path }, RECOGNITION_DPI, context),
    nativePages(path, folder, context),
  ]);
  const scans = pages.filter(({ number }) => !native.has(number));
  warnOfLowered(scans, RECOGNITION_DPI, context);
  const layers: Layer[] = [];
  const cores = availableParallelism();
  await forEachConcurrently(runsOf(scans, cores), cores, async (run) => {
    for await (const layer of layersOf(run, work)) {
      layers.push(layer);
      context.progress(Math.min(99, (100 * (native.size + layers.length)) / pages.length));
    }
  });
  const result = await layBehind(path, layers, folder, context);
  context.progress(100);
  return result;
}

/** Renders a run of pages, and reads one after the other. */
async function* layersOf(run: readonly SourcePage[], work: Work): AsyncGenerator<Layer> {
  const { path, recognition, folder, context } = work;
  const pictures = await mkdtemp(join(folder, 'run-'));
  const images = await renderPages({ kind: 'pdf', path }, run, recognition.preparation, pictures, context);
  const dpi = Math.max(70, (run[0]?.dpi ?? RECOGNITION_DPI) * recognition.preparation.enlarge);
  for (const image of images) yield await layerOf(image, dpi, work);
  await rm(pictures, { recursive: true });
}

async function layerOf({ number, path }: PageImage, dpi: number, work: Work): Promise<Layer> {
  const { recognition, structure, languages, folder, context } = work;
  const { segmentation } = structure;
  const reading: Reading = { languages, segmentation, threshold: recognition.preparation.threshold, dpi };
  return { page: number, layer: await layerByTesseractJs(path, reading, folder, context) };
}

async function layBehind(
  path: string,
  layers: readonly Layer[],
  folder: string,
  context: WorkContext,
): Promise<string> {
  const plan = join(folder, 'layers.json');
  await writeFile(plan, JSON.stringify(layers));
  const output = join(folder, 'searchable.pdf');
  const { signed } = (await runPikepdfScript(SCRIPT, [path, output, plan], { context })) as { signed: boolean };
  if (!signed) return output;
  const message = 'The PDF is signed: adding text would break the signature, so it was left alone.';
  throw new ConversionError('conversion_failed', message);
}
