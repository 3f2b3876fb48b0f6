import { open } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { ConversionError } from '../../src/task/errors.ts';
import { workOnFrames } from './animation.ts';
import { isPlain, type Look } from './decode/second-opinion.ts';
import { embeddedOf } from './encode/embedded.ts';
import { writeFrames } from './encode/frames.ts';
import { writePicture } from './encode/write.ts';
import { ENDS_EARLY, isDrawing, type PictureJob, type PictureResult, type PictureWarning } from './job.ts';
import { type FailOn, type Opened, openingFailure, openPicture } from './load.ts';
import { lookOf } from './look.ts';
import type { ImageOptions } from './options.ts';
import { lacksFirstData } from './png-data.ts';
import { runSteps } from './steps/pipeline.ts';
import { scaled } from './steps/scaled.ts';
import { type StepJob, warnNoEffect } from './steps/step.ts';
import { openSvg } from './svg/open.ts';

/** Default dots per inch of a picture, for lengths in physical units. */
const USUAL_DENSITY = 72;

/**
 * Takes one picture of a file, or all frames of an animation, through all steps and writes it into `folder`. Runs in the pixel process. A
 * file that is damaged or ends early is read as far as possible, with a warning. Throws ConversionError.
 */
export async function runJob(job: PictureJob, path: string, folder: string): Promise<PictureResult> {
  const attempt = (failOn: FailOn): Promise<PictureResult> => work(job, path, folder, failOn);
  try {
    return await attempt('error');
  } catch (strict) {
    if (strict instanceof ConversionError && strict.code !== 'input_damaged') throw strict;
    // The picture would be black: another decoder may support what this one lacks.
    if (NOT_SUPPORTED.test(logOf(strict))) throw openingFailure(strict);
    if (!isDrawing(job.reading) && (await lacksFirstData(path))) throw openingFailure(strict);
    const result = await attempt('none').catch(async (error: unknown) => {
      throw await cause(error, job, path);
    });
    const look = job.look === 'never' ? null : (result.look ?? (await lookOf(job, path, 'none')));
    return { ...result, look, warnings: [await repaired(strict, path), ...result.warnings] };
  }
}

/** Returns the summary of a picture that a second decoder should check. Null if there is no doubt about it. */
async function doubted(job: PictureJob, path: string, failOn: FailOn, mayBePlain: boolean): Promise<Look | null> {
  if (job.isDrawn || job.look === 'never' || (job.look !== 'always' && !mayBePlain)) return null;
  const look = await lookOf(job, path, failOn);
  return job.look === 'always' || (look !== null && isPlain(look)) ? look : null;
}

async function work(job: PictureJob, path: string, folder: string, failOn: FailOn): Promise<PictureResult> {
  const warnings: PictureWarning[] = [];
  const { options, ...opened } = await openSource(job, path, failOn);
  const density = options.dpi ?? opened.density ?? job.density;
  const steps = {
    options,
    density: density ?? USUAL_DENSITY,
    // The last step lays the picture over a colour.
    alpha: job.target.alpha || options.background !== undefined,
    isDrawn: job.isDrawn,
    ...(job.model !== undefined && { model: job.model }),
    ...(job.upscaler !== undefined && { upscaler: job.upscaler }),
    warn: (warning: PictureWarning) => warnings.push(warning),
  };
  const output = join(folder, job.name);
  const known = { density, pages: opened.pages, warnings, hasIptc: opened.described.hasIptc };
  if (job.page === 'all' && opened.pages > 1) {
    warnOfFrames(steps);
    const frames = await workOnFrames(path, opened, failOn, (frame) => runSteps(frame, steps));
    const timing = { loop: opened.loop, delay: delayOf(job, opened) };
    await writeFrames(frames, { target: job.target, options, warn: steps.warn }, timing, output);
    const { width, height } = frames;
    const look = await doubted(job, path, failOn, false);
    return { width, height, hasAlpha: true, look, ...known };
  }
  const worked = await scaled(await runSteps(opened.picture, steps), job.scale ?? 1);
  // With the density sharp would keep the thumbnail in the Exif data; pixels alone have none.
  const picture = opened.described.exif !== null && job.target.density ? await worked.rendered() : worked;
  const writing = {
    target: job.target,
    options,
    density,
    isDrawn: job.isDrawn,
    isGrey: opened.isGrey,
    embedded: await embeddedOf(opened.described, job.target, options, steps.warn),
    warn: steps.warn,
  };
  const { mayBePlain, ...written } = await writePicture(picture, writing, output);
  return { ...written, ...known, look: await doubted(job, path, failOn, mayBePlain) };
}

/** Warns of options without effect on animations: sharp writes frames only from pixels. */
function warnOfFrames({ options, warn }: Pick<StepJob, 'options' | 'warn'>): void {
  const { icc = 'none', keep_metadata: kept = 'none' } = options;
  if (icc !== 'none') warnNoEffect({ warn }, 'icc', 'frames of an animation are written in sRGB, without a profile');
  if (kept !== 'none') warnNoEffect({ warn }, 'keep_metadata', 'an animation is written without metadata');
}

const delayOf = ({ delay }: PictureJob, opened: Opened): readonly number[] =>
  delay?.length === opened.pages ? delay : opened.delay;

/** Opens the picture, and returns it with the options that are still to be applied. */
async function openSource(job: PictureJob, path: string, failOn: FailOn): Promise<Opened & { options: ImageOptions }> {
  const { reading, options, target } = job;
  if (isDrawing(reading)) return openSvg(path, options, { reading });
  const page = job.page === 'all' ? 0 : job.page;
  const opening = { reading, page, failOn, keepsProfile: options.icc === 'keep', keepsDepth: target.deep };
  return { ...(await openPicture(path, opening)), options };
}

/** libtiff's message about a compression that it was built without. */
const NOT_SUPPORTED = /support is not configured|is not implemented/i;

const logOf = (error: unknown): string => (error instanceof ConversionError ? error.log : undefined) ?? String(error);

const TRUNCATED = /premature|truncat|unexpected end|end of (?:file|stream|image|input)|too short/i;

/** End mark of a PNG (PNG 3, 11.2.5); libpng names it both for a file without it and for one that is damaged inside. */
const PNG_END = 'IEND';
const PNG_ERROR = 'libpng read error';

async function repaired(strict: unknown, path: string): Promise<PictureWarning> {
  const log = logOf(strict);
  const endsEarly = TRUNCATED.test(log) || (log.includes(PNG_ERROR) && !(await endOf(path)).includes(PNG_END));
  return endsEarly
    ? { code: 'input_truncated', message: ENDS_EARLY }
    : { code: 'input_damaged', message: 'The picture is damaged: the readable part was converted.' };
}

const END_BYTES = 64;

async function endOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { buffer } = await file.read(Buffer.alloc(END_BYTES), 0, END_BYTES, Math.max(0, size - END_BYTES));
    return buffer.toString('latin1');
  } finally {
    await file.close();
  }
}

/** Attributes a failure to the input if its pixels alone cannot be unpacked. */
async function cause(error: unknown, job: PictureJob, path: string): Promise<unknown> {
  if (error instanceof ConversionError) return error;
  try {
    const { picture } = await openSource(job, path, 'none');
    await sharp(await picture.toSharp().png({ compressionLevel: 0 }).toBuffer()).stats();
    return error;
  } catch (unpacking) {
    return openingFailure(unpacking);
  }
}
