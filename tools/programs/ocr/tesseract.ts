import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../../src/task/errors.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import type { InstalledLanguages } from './languages.ts';
import { requireTesseract } from './programs.ts';
import type { PageOrientation, Reading } from './recognition-settings.ts';

const MiB = 1024 ** 2;

/** Tesseract's variable thresholding_method: 0 is its default, Otsu; 2 is Sauvola. */
const THRESHOLDS = { page: [], local: ['-c', 'thresholding_method=2'] } as const;

type Program = { readonly name: string; readonly path: string };

/** Options of every call. Its threads take five times the processor time on a busy machine: pages run in parallel instead. */
function call(program: Program, { tessdata }: InstalledLanguages) {
  return {
    ...program,
    env: { OMP_THREAD_LIMIT: '1', TESSDATA_PREFIX: tessdata },
    readable: [tessdata],
  };
}

/**
 * Reads pictures one after the other in one process, and returns tesseract's TSV of all. `onPage` is called with the index at the beginning
 * of each. Throws ConversionError as runProgram does.
 */
export async function readPictures(
  pictures: readonly string[],
  { languages, segmentation, threshold, dpi }: Reading,
  folder: string,
  context: WorkContext,
  onPage: (index: number) => void = () => {},
): Promise<string> {
  const program = await requireTesseract();
  const list = join(folder, 'pictures.txt');
  await writeFile(list, pictures.map((path) => `${path}\n`).join(''));
  const output = join(folder, 'read');
  const how = [
    '-l',
    languages.argument,
    '--psm',
    String(segmentation),
    ...(dpi === null ? [] : ['--dpi', String(dpi)]),
  ];
  const onStderr = (line: string): void => {
    const index = /^Page (\d+) : /.exec(line)?.[1];
    if (index !== undefined) onPage(Number(index));
  };
  await context.run({
    ...call(program, languages),
    args: [list, output, ...how, ...THRESHOLDS[threshold], '-c', 'tessedit_create_tsv=1'],
    onStderr,
    limits: { fileBytes: 64 * MiB },
  });
  return readFile(`${output}.tsv`, 'utf8');
}

/** Returns null if the picture has too few letters. Throws ConversionError as runProgram does. */
export async function findOrientation(
  picture: string,
  languages: InstalledLanguages,
  context: WorkContext,
): Promise<PageOrientation | null> {
  const program = await requireTesseract();
  const args = [picture, 'stdout', '-l', 'osd', '--psm', '0'];
  const { exitCode, stdout, stderr } = await context.run({
    ...call(program, languages),
    args,
    acceptExitCodes: 'any',
  });
  const found = (name: string): string | undefined => new RegExp(`^${name}: (.*)$`, 'm').exec(stdout)?.[1];
  const turn = Number(found('Rotate'));
  if (exitCode === 0 && (turn === 0 || turn === 90 || turn === 180 || turn === 270)) {
    return { turn, confidence: Number(found('Orientation confidence')) || 0, script: found('Script') ?? 'unknown' };
  }
  // Its messages if there is too little text.
  if (/too few characters|invalid resolution|error during processing/i.test(stderr)) return null;
  throw new ConversionError('conversion_failed', 'The orientation of a page could not be found.', {
    log: stderr.slice(-4000),
  });
}
