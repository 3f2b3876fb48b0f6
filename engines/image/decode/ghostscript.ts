import { mkdtemp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { openByteSource } from '../../../src/files/formats/byte-source.ts';
import { findProgram, type ProgramPlaces } from '../../../src/process/programs.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import { tooManyPages } from '../limit-errors.ts';
import { MAX_PAGES, MAX_PIXELS } from '../limits.ts';
import { DECODER_LIMITS, type Decoder, INPUT, type Unpacking, written } from './decoder.ts';
import { drawnTwice } from './drawn.ts';
import { type Box, boxIn, type StatedBox, statedBox } from './eps-box.ts';

const GHOSTSCRIPT: ProgramPlaces = { name: 'gs', candidates: ['/usr/bin/gs'], package: 'ghostscript' };

/** Bits of anti-aliasing. */
const SMOOTH = 4;
const HARD = 1;

/** PostScript is a program: it may run forever. */
const LIMITS = { ...DECODER_LIMITS, cpuSeconds: 120, wallMs: 5 * 60_000 };

const PNG_ALPHA = ['-sDEVICE=pngalpha'];

/** Pictures keep their pixels, pages their orientation. Without dates, and with qpdf's identifier, two runs give the same bytes. */
const PDF = [
  ...['-sDEVICE=pdfwrite', '-dAutoRotatePages=/None', '-dOmitInfoDate=true', '-dOmitXMP=true'],
  ...['-dAutoFilterColorImages=false', '-dColorImageFilter=/FlateEncode'],
  ...['-dAutoFilterGrayImages=false', '-dGrayImageFilter=/FlateEncode'],
];

/** Dots per inch of the grid on which lines of a PDF are placed: Ghostscript's default. */
const PDF_DENSITY = 720;

/** Decodes EPS: the content of its bounding box, transparent where nothing is drawn. Always one picture, however often it shows a page. */
export const eps: Decoder = {
  name: 'Ghostscript',
  programs: [GHOSTSCRIPT],
  async unpack(unpacking) {
    const draw = await boxed(unpacking);
    return drawnTwice(unpacking, (density, round) =>
      draw((drawing) => render(drawing, PNG_ALPHA, { density, round }, unpacking)),
    );
  },
};

/**
 * Returns how the box of an EPS is drawn: as Ghostscript crops it, and if that does not make one page, on a page of our own. What made one
 * page is used again.
 */
async function boxed(unpacking: Unpacking) {
  const stated = await boxOf(unpacking.input.path);
  const box = stated?.box ?? (await drawnBox(unpacking));
  const placed = box === null ? CROPPED : placedBy(box);
  let drawing = stated?.isFirst === true ? CROPPED : placed;
  return async (render: (drawing: Drawing) => Promise<string[]>): Promise<string[]> => {
    const pages = await render(drawing).catch((error: unknown) => {
      if (drawing === placed || !(error instanceof ConversionError && error.code === 'input_damaged')) throw error;
      return [];
    });
    if (drawing === placed || pages.length === 1) return pages;
    drawing = placed;
    return render(drawing);
  };
}

/** Returns the paths of PDFs, one for each page of PostScript, or one for the box of an EPS. */
export async function postscriptPages(unpacking: Unpacking): Promise<string[]> {
  const asPdf = (drawing: Drawing) => render(drawing, PDF, { density: PDF_DENSITY, round: 1 }, unpacking);
  return unpacking.input.format?.name === 'eps' ? (await boxed(unpacking))(asPdf) : asPdf(WHOLE);
}

/** Decodes all pages of PostScript, on white paper. */
export const ps: Decoder = {
  name: 'Ghostscript',
  programs: [GHOSTSCRIPT],
  unpack: (unpacking) =>
    drawnTwice(unpacking, (density, round) => render(WHOLE, ['-sDEVICE=png16m'], { density, round }, unpacking)),
};

/** Arguments of Ghostscript, before and after the file. */
interface Drawing {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const WHOLE: Drawing = { before: [], after: [] };
const CROPPED: Drawing = { before: ['-dEPSCrop'], after: [] };

/** Programs prepare an EPS like this to place it on pages of their own (Adobe, "Encapsulated PostScript File Format", 3). */
const UNSHOWN = '/showpage {} def /quit {stop} bind def';
const SHOWN = ['-c', 'systemdict /showpage get exec'];

/** Draws what an EPS puts into its box on a page of that size, and shows this page once, whatever the EPS does about it itself. */
function placedBy([left, bottom, right, top]: Box): Drawing {
  const page = [`-dDEVICEWIDTHPOINTS=${right - left}`, `-dDEVICEHEIGHTPOINTS=${top - bottom}`, '-dFIXEDMEDIA'];
  const place = ['-c', `${-left} ${-bottom} translate ${UNSHOWN}`];
  return { before: ['-dNOEPS', ...page, ...place], after: SHOWN };
}

async function boxOf(path: string): Promise<StatedBox | null> {
  const source = await openByteSource(path);
  return source === null ? null : statedBox(source).finally(() => source.close());
}

/** Returns the box of what is drawn. */
async function drawnBox(unpacking: Unpacking): Promise<Box | null> {
  const args = ['-sDEVICE=bbox', '-dNOEPS', '-c', UNSHOWN, '-f', INPUT, ...SHOWN];
  return boxIn((await runGhostscript(args, unpacking.folder, unpacking.context)).stderr);
}

/** Runs Ghostscript. With `-dSAFER` it can only use files of its own temporary folder, which belongs to this run alone. */
async function runGhostscript(args: readonly string[], cwd: string, context: WorkContext) {
  return context.run({
    name: GHOSTSCRIPT.name,
    path: await findProgram(GHOSTSCRIPT),
    args: ['-dSAFER', '-dBATCH', '-dNOPAUSE', '-q', ...args],
    cwd,
    limits: LIMITS,
    acceptExitCodes: 'any',
  });
}

async function render(
  { before, after }: Drawing,
  device: readonly string[],
  { density, round }: { readonly density: number; readonly round: number },
  { input, options, folder, context }: Unpacking,
): Promise<string[]> {
  const cwd = await mkdtemp(join(folder, `round-${round}-`));
  await symlink(input.path, join(cwd, INPUT));
  const bits = (options.antialias ?? true) ? SMOOTH : HARD;
  const smoothing = [`-dTextAlphaBits=${bits}`, `-dGraphicsAlphaBits=${bits}`];
  const extension = device === PDF ? '.pdf' : '.png';
  const output = [`-r${density.toFixed(4)}`, `-sOutputFile=page-%d${extension}`];
  const args = [...device, ...(device === PDF ? [] : smoothing), ...output, ...before, '-f', INPUT, ...after];
  const { exitCode, stdout, stderr } = await runGhostscript(args, cwd, context);
  const log = `${stdout}\n${stderr}`;
  if (log.includes('/VMerror')) throw tooLarge(log);
  const pages = await written(cwd, extension, log);
  if (pages.length > MAX_PAGES) throw tooManyPages(pages.length);
  if (exitCode === 0) return pages;
  // Ghostscript draws the page with an error as far as it got, if at all.
  if (round > 1) return pages;
  context.warn('input_damaged', 'The drawing has an error; everything drawn before it was converted.');
  return pages;
}

function tooLarge(log: string): ConversionError {
  const message = 'The drawing is too large to be rendered. Give a smaller dpi.';
  return new ConversionError('input_bomb', message, { details: { limit: MAX_PIXELS }, log: log.slice(-4000) });
}
