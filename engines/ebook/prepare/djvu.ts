import { join } from 'node:path';
import { identify } from '../../../src/files/identify.ts';
import { findProgram, type ProgramPlaces } from '../../../src/process/programs.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { partFolder, type WorkContext } from '../../../src/work/context.ts';
import { preparePdf } from './pdf.ts';
import type { Preparation, Readable } from './readable.ts';

const tool = (name: string): ProgramPlaces => ({ name, candidates: [`/usr/bin/${name}`], package: 'djvulibre-bin' });

export const DJVU_PROGRAMS: readonly ProgramPlaces[] = [tool('djvutxt'), tool('ddjvu')];

/**
 * Prepares a DjVu: calibre reads the text that it holds; without text, its pages are pictures, whose text is recognised. Throws
 * `input_damaged`, `program_missing`, and what preparePdf throws.
 */
export async function prepareDjvu(work: Preparation): Promise<Readable> {
  const { input, context } = work;
  if (work.book.recognition.ocr !== true && (await hasText(input.path, context)))
    return { path: input.path, format: 'djvu' };
  const path = join(await partFolder(context, 'djvu'), 'pages.pdf');
  const ddjvu = tool('ddjvu');
  const { exitCode, stderr } = await context.run({
    name: ddjvu.name,
    path: await findProgram(ddjvu),
    args: ['-format=pdf', '-quality=85', input.path, path],
    acceptExitCodes: 'any',
  });
  if (exitCode !== 0) {
    const message = `The pages of ${input.filename} cannot be decoded: the DjVu is damaged.`;
    throw new ConversionError('input_damaged', message, { log: stderr.slice(-4000) });
  }
  const pages = { ...input, path, format: await identify(path), decryptPassword: null };
  return preparePdf({ ...work, input: pages });
}

async function hasText(input: string, context: WorkContext): Promise<boolean> {
  const djvutxt = tool('djvutxt');
  const call = { name: djvutxt.name, path: await findProgram(djvutxt), args: [input], acceptExitCodes: 'any' } as const;
  const { stdout } = await context.run(call);
  return /\S/.test(stdout);
}
