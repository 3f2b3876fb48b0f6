import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { partFolder } from '../../../src/work/context.ts';
import { borrowCores } from '../../../src/work/cores.ts';
import { type FfmpegRuns, runFfmpeg } from '../../../tools/programs/ffmpeg/ffmpeg.ts';
import { runParts } from '../../../tools/programs/ffmpeg/parts.ts';
import { filmListArguments } from '../../../tools/programs/ffmpeg/probe/input-safety.ts';
import { Progress } from '../../../tools/programs/ffmpeg/progress.ts';
import { type FilmRun, filmArguments } from '../arguments.ts';
import { LIMITS } from '../limits.ts';
import { isWhole, mostParts, type Part, partArguments, partsOf, renderParts } from './plan-parts.ts';

/** Share of the time that the parts take; the rest is for the sound and for writing the film. */
const PARTS_SHARE = 0.95;

/**
 * Encodes the picture of a long film in parts, several at a time on idle cores, and joins them with the sound. Null: the encoder gains
 * nothing from parts, no core is idle, the film is short, or frames are not at their expected times. Throws ConversionError as runFfmpeg.
 */
export async function encodeInParts(
  run: FilmRun,
  output: string,
  runs: FfmpegRuns,
): Promise<{ stderr: string; parts: number } | null> {
  const most = mostParts(run);
  if (most < 2) return null;
  const loan = borrowCores(most);
  try {
    if (loan.cores < 2) return null;
    const parts = partsOf(run, most, loan.cores);
    const folder = await partFolder(runs.context, 'parts');
    const { paths, messages, frames } = await encodeAll(run, { parts, folder, cores: loan.cores }, runs);
    if (!parts.every((part, number) => isWhole(run, part, frames[number] ?? 0))) return null;
    const list = join(folder, 'parts.txt');
    await writeFile(list, renderParts(parts, paths));
    const progress = new Progress((percent) => runs.context.progress(percent), run.plan.seconds);
    progress.pass(PARTS_SHARE);
    const args = filmArguments(joinedRun(run, list), { number: 1, of: 1 }, output);
    const { stderr } = await runFfmpeg(runs, args, { onProgress: progress.rest(), limits: LIMITS });
    return { stderr: [...messages, stderr].join('\n'), parts: parts.length };
  } finally {
    loan.release();
  }
}

interface Work {
  readonly parts: readonly Part[];
  readonly folder: string;
  readonly cores: number;
}

async function encodeAll(
  run: FilmRun,
  { parts, folder, cores }: Work,
  runs: FfmpegRuns,
): Promise<{ paths: string[]; messages: string[]; frames: number[] }> {
  const whole = run.plan.seconds ?? 1;
  const frames = parts.map(() => 0);
  const paths = parts.map((_, number) => join(folder, `${number}.part`));
  const messages = await runParts(runs, {
    parts: parts.map((part, number) => partArguments(run, part, paths[number] ?? '')),
    cores,
    limits: LIMITS,
    onSeconds: (seconds) => runs.context.progress(Math.min(1, seconds / whole) * PARTS_SHARE * 100),
    onProgress: (number, line) => {
      frames[number] = Number(/^frame=\s*(\d+)/.exec(line)?.[1] ?? frames[number]);
    },
  });
  return { paths, messages, frames };
}

/** Returns the film with its encoded parts as the picture, which is copied from their list. */
function joinedRun(run: FilmRun, list: string): FilmRun {
  const { film, plan, sources } = run;
  const { picture } = film;
  if (picture === null || plan.picture.by === 'copy') throw new Error('no film that has parts');
  const late = picture.begins > 0 ? ['-itsoffset', `${picture.begins}`] : [];
  const source = { open: [...late, ...filmListArguments(list)], isCut: false, until: null };
  return {
    ...run,
    film: { ...film, picture: { ...picture, file: sources.length, index: 0 } },
    sources: [...sources, source],
    plan: { ...plan, picture: { by: 'copy', codec: plan.picture.encoder.codec } },
  };
}
