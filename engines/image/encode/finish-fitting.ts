import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkContext } from '../../../src/work/context.ts';
import type { PictureJob, PictureResult } from '../job.ts';
import type { Finisher } from '../targets.ts';
import { finishPicture } from './finish.ts';
import { type Attempt, type Fit, fitOf, fitSize, optionsOf, warnOfFit } from './fit-size.ts';

/** A job that makes a target from the pixels of a picture. */
export interface FinishedJob {
  /** The job without the name of the file to write. */
  readonly job: Omit<PictureJob, 'name'>;
  readonly finisher: Finisher;
  /** Name of the pixel file, without extension. */
  readonly name: string;
  /** Path of the result. */
  readonly output: string;
}

/**
 * Writes the pixels of a picture, runs a program that makes the target from them, and removes them; repeats this as needed if the file has
 * to fit into a size. Throws ConversionError as the pixel process, the program and `fitSize` do.
 * @param work runs a job in the pixel process
 */
export async function finishJob(
  { job, finisher, name, output }: FinishedJob,
  work: (job: PictureJob) => Promise<PictureResult>,
  context: WorkContext,
): Promise<PictureResult> {
  const { target } = job;
  const pixels = `${name}.${target.pixels}`;
  const path = join(context.workFolder, pixels);
  let drawn: { readonly key: string; readonly result: PictureResult } | null = null;
  const write = async (attempt: Attempt): Promise<PictureResult> => {
    const options = optionsOf(job.options, attempt);
    // PNGs do not depend on the quality.
    const key = `${attempt.scale} ${target.pixels === 'jpg' ? attempt.quality : ''}`;
    if (drawn?.key !== key) {
      await rm(path, { force: true });
      drawn = { key, result: await work({ ...job, options, scale: attempt.scale, name: pixels }) };
    }
    const { result } = drawn;
    await rm(output, { force: true });
    await finishPicture(finisher, { ...result, path }, { target, options, output }, context);
    return result;
  };
  const fit = fitOf(target, job.options);
  const result =
    fit === null
      ? await write(AS_ASKED)
      : await fitted(job.page === 'all' ? { ...fit, mayResize: false } : fit, write, output);
  await rm(path, { force: true });
  return result;
}

const AS_ASKED: Attempt = { quality: null, scale: 1 };

async function fitted(
  fit: Fit,
  write: (attempt: Attempt) => Promise<PictureResult>,
  output: string,
): Promise<PictureResult> {
  const results = new Map<Attempt, PictureResult>();
  const taken = await fitSize(fit, async (attempt) => {
    results.set(attempt, await write(attempt));
    return (await stat(output)).size;
  });
  const result = results.get(taken.attempt);
  if (result === undefined) throw new Error('what is taken was written');
  const warnings = [...result.warnings];
  warnOfFit(fit, taken, result, (warning) => warnings.push(warning));
  return { ...result, warnings };
}
