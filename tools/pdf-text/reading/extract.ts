import type { WorkContext } from '../../../src/work/context.ts';
import { popplerProgram } from '../../poppler/programs.ts';
import { type PdfInput, popplerFailure } from '../open.ts';
import { ZOOM } from './read-runs.ts';

const MiB = 1024 ** 2;
/** Per file that poppler writes: a page's words take some 100 bytes each. */
const LIMITS = { fileBytes: 2048 * MiB };

/**
 * Words with their places, for readWordPages. `diagonal`: with text that runs diagonally; a watermark then stands in every
 * line that it crosses. Throws ConversionError as pdfInfo does.
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
 * Fonts, links and pictures, for readRunPages: `output` is a name in `folder`, which gets the pictures too. `-hidden`: text that recognition put behind a scan. `-nodrm`: as pdftotext does, which
 * leaves it to the user what may be copied from a document that opens.
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
