import { mkdtemp, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { INSTALLATION, installed } from '../../../src/process/installation.ts';
import type { PoolCommand } from '../../../src/process/pool/pool-options.ts';
import { createProcessPool, type ProcessPool } from '../../../src/process/pool/process-pool.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import type { InstalledLanguages } from '../languages.ts';
import type { PageOrientation, Reading } from '../recognition-settings.ts';
import { type PageAnswers, type PageJob, PICTURE } from './job.ts';

const MiB = 1024 ** 2;

/** Twice what the largest page takes (70 million pixels: 1.6 GiB). A usual one takes 0.4 GiB, with the model of orientations 0.6. */
const MEMORY_BYTES = 3072 * MiB;
/** The memory of WebAssembly does not shrink after a large page. */
const KEPT_BYTES = 1024 * MiB;

/** Data of scripts are 90 MB large. */
const LARGEST_FILE_BYTES = 256 * MiB;

/** As long as any program has. */
const PAGE_TIMEOUT_MS = 20 * 60_000;

/** The process for the data in a folder. */
export const poolCommand = (tessdata: string): PoolCommand => ({
  path: process.execPath,
  args: [installed('tools/ocr/tesseract-js/worker-process.ts'), tessdata],
  readable: [...INSTALLATION, tessdata],
  limits: { memoryBytes: MEMORY_BYTES, fileBytes: LARGEST_FILE_BYTES },
});

/** By the folder of the data, which processes may read from their start. It is one as long as TESSDATA_PREFIX stays. */
const pools = new Map<string, ProcessPool>();

function hostFor(tessdata: string): ProcessPool {
  const known = pools.get(tessdata);
  if (known !== undefined) return known;
  const size = availableParallelism();
  const pool = createProcessPool({
    name: 'tesseract.js',
    command: poolCommand(tessdata),
    size,
    maxRssBytes: KEPT_BYTES,
  });
  pools.set(tessdata, pool);
  return pool;
}

/** Ends the processes that stay. */
export async function closeTesseractJs(): Promise<void> {
  await Promise.all([...pools.values()].map((pool) => pool.close()));
  pools.clear();
}

async function ask<Task extends PageJob['task']>(
  job: Extract<PageJob, { task: Task }>,
  picture: string,
  tessdata: string,
  { context, outputFolder }: { readonly context: WorkContext; readonly outputFolder?: string },
): Promise<PageAnswers[Task]> {
  return hostFor(tessdata).request<PageAnswers[Task]>(
    { ...job },
    {
      inputs: { [PICTURE]: picture },
      signal: context.signal,
      timeoutMs: PAGE_TIMEOUT_MS,
      ...(outputFolder === undefined ? {} : { outputFolder }),
    },
  );
}

/** As readPictures of tesseract.ts does, by tesseract.js. Throws what ProcessPool.request does. */
export async function readByTesseractJs(
  pictures: readonly string[],
  reading: Reading,
  folder: string,
  context: WorkContext,
  onPage: (index: number) => void,
): Promise<string> {
  const { languages, ...how } = reading;
  const outputFolder = await mkdtemp(join(folder, 'read-'));
  const pages: string[] = [];
  for (const [index, picture] of pictures.entries()) {
    onPage(index);
    const job = { task: 'read', languages: languages.argument, ...how, page: index + 1, result: 'tsv' } as const;
    const { file } = await ask(job, picture, languages.tessdata, { context, outputFolder });
    pages.push(await readFile(join(outputFolder, file), 'utf8'));
  }
  return pages.join('');
}

/** The text of a picture as a PDF page of the same size, invisible, without the picture; null if there is none. */
export async function layerByTesseractJs(
  picture: string,
  { languages, ...how }: Reading,
  folder: string,
  context: WorkContext,
): Promise<string | null> {
  const outputFolder = await mkdtemp(join(folder, 'layer-'));
  const job = { task: 'read', languages: languages.argument, ...how, page: 1, result: 'layer' } as const;
  const { file, letters } = await ask(job, picture, languages.tessdata, { context, outputFolder });
  return letters ? join(outputFolder, file) : null;
}

/** As findOrientation of tesseract.ts does, by tesseract.js. Throws what ProcessPool.request does. */
export async function orientByTesseractJs(
  picture: string,
  { tessdata }: InstalledLanguages,
  context: WorkContext,
): Promise<PageOrientation | null> {
  const found = await ask({ task: 'orient' }, picture, tessdata, { context });
  if (found === null) return null;
  const { turn } = found;
  return turn === 0 || turn === 90 || turn === 180 || turn === 270 ? { ...found, turn } : null;
}
