import type { WorkContext } from '../../../../src/work/context.ts';
import { popplerProgram } from '../../../programs/poppler/programs.ts';
import { type PdfInput, popplerFailure } from '../open.ts';
import { ZOOM } from './read-runs.ts';

const MiB = 1024 ** 2;
/** Limits of each file that poppler writes: a page's words take some 100 bytes each. */
const LIMITS = { fileBytes: 2048 * MiB };

/**
 * Writes words with their places, for readWordPages. `diagonal` includes diagonal text, but a watermark is then part of every line that it
 * crosses. Throws ConversionError as pdfInfo does.
 */
export async function writeWords(
  path: string,
  output: string,
  { diagonal }: { readonly diagonal: boolean },
  input: PdfInput,
  context: WorkContext,
): Promise<void> {
  const args = ['-bbox-layout', ...(diagonal ? [] : ['-nodiag']), '-enc', 'UTF-8', path, output];
  const result = await context.run({
    ...(await popplerProgram('pdftotext')),
    args,
    limits: LIMITS,
    acceptExitCodes: 'any',
  });
  if (result.exitCode !== 0) throw await popplerFailure(result.stderr, input);
}

/**
 * Writes fonts, links and pictures, for readRunPages. `output` is a name in `folder`, which also receives the pictures. `-hidden` includes
 * text that recognition put behind a scan. `-nodrm` does as pdftotext does: what may be copied from a document that opens is left to the
 * user.
 */
export async function writeRuns(
  path: string,
  folder: string,
  output: string,
  { pictures }: { readonly pictures: boolean },
  input: PdfInput,
  context: WorkContext,
): Promise<void> {
  const options = [
    '-xml',
    '-q',
    '-hidden',
    '-nodrm',
    '-noroundcoord',
    '-fontfullname',
    '-zoom',
    String(ZOOM),
    '-enc',
    'UTF-8',
  ];
  const args = [...options, ...(pictures ? [] : ['-i']), path, output];
  const result = await context.run({
    ...(await popplerProgram('pdftohtml')),
    args,
    cwd: folder,
    limits: LIMITS,
    acceptExitCodes: 'any',
  });
  if (result.exitCode !== 0) throw await popplerFailure(result.stderr, input);
}
