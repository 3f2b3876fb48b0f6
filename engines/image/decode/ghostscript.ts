import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram, type ProgramPlaces } from '../../../src/process/programs.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { tooManyPages } from '../limit-errors.ts';
import { MAX_PAGES, MAX_PIXELS } from '../limits.ts';
import { DECODER_LIMITS, type Decoder, INPUT, type Unpacking, written } from './decoder.ts';
import { drawnTwice } from './drawn.ts';

const GHOSTSCRIPT: ProgramPlaces = { name: 'gs', candidates: ['/usr/bin/gs'], package: 'ghostscript' };

/** Bits of smoothing. */
const SMOOTH = 4;
const HARD = 1;

/** PostScript is a program: it may run for ever. */
const LIMITS = { ...DECODER_LIMITS, cpuSeconds: 120, wallMs: 5 * 60_000 };

/** EPS: what is inside its bounding box, transparent where nothing is drawn. */
export const eps: Decoder = postscript(['-sDEVICE=pngalpha', '-dEPSCrop']);

/** PostScript: all pages, on white paper. */
export const ps: Decoder = postscript(['-sDEVICE=png16m']);

function postscript(device: readonly string[]): Decoder {
  return {
    name: 'Ghostscript',
    programs: [GHOSTSCRIPT],
    unpack: (unpacking) => drawnTwice(unpacking, (density, round) => render(device, density, round, unpacking)),
  };
}

/** `-dSAFER` leaves it the files of its own temporary folder, which is of this run alone. */
async function render(
  device: readonly string[],
  density: number,
  round: number,
  { input, options, folder, context }: Unpacking,
): Promise<string[]> {
  const cwd = join(folder, `round-${round}`);
  await mkdir(cwd);
  await symlink(input.path, join(cwd, INPUT));
  const bits = (options.antialias ?? true) ? SMOOTH : HARD;
  const smoothing = [`-dTextAlphaBits=${bits}`, `-dGraphicsAlphaBits=${bits}`];
  const fixed = ['-dSAFER', '-dBATCH', '-dNOPAUSE', '-q', ...device, ...smoothing];
  const { exitCode, stdout, stderr } = await context.run({
    name: GHOSTSCRIPT.name,
    path: await findProgram(GHOSTSCRIPT),
    args: [...fixed, `-r${density.toFixed(4)}`, '-sOutputFile=page-%d.png', '-f', INPUT],
    cwd,
    limits: LIMITS,
    acceptExitCodes: 'any',
  });
  const log = `${stdout}\n${stderr}`;
  if (log.includes('/VMerror')) throw tooLarge(log);
  const pages = await written(cwd, '.png', log);
  if (pages.length > MAX_PAGES) throw tooManyPages(pages.length);
  if (exitCode === 0) return pages;
  // The page of an error is drawn as far as it went, if at all.
  if (round > 1) return pages;
  context.warn('input_damaged', 'The drawing has an error: what was drawn before it was converted.');
  return pages;
}

function tooLarge(log: string): ConversionError {
  const message = 'The drawing is too large to be rendered. Give a smaller dpi.';
  return new ConversionError('input_bomb', message, { details: { limit: MAX_PIXELS }, log: log.slice(-4000) });
}
