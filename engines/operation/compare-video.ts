import { join } from 'node:path';
import type { TargetOptions } from '../../src/catalog/definition.ts';
import { stem } from '../../src/files/filename.ts';
import { formatOf } from '../../src/files/formats/names.ts';
import type { OutputFile } from '../../src/runner/engine.ts';
import { ConversionError } from '../../src/task/errors.ts';
import { type LocalInput, partFolder, type WorkContext } from '../../src/work/context.ts';
import { compareFilms } from '../../tools/programs/ffmpeg/frames/compare-films.ts';
import { mainVideo, probeStreams } from '../../tools/programs/ffmpeg/probe/streams.ts';
import { requireProgram } from '../../tools/programs/ffmpeg/programs.ts';
import type { catalog } from './catalog.ts';
import { named } from './compare-image.ts';

/** Lengths that differ by less are those of rounded last frames, seconds. */
const ROUNDED = 0.2;

/**
 * Compares two films frame by frame: makes a film of their differences, and figures. Throws ConversionError `input_count`, `input_wrong_type`
 * without pictures, and what compareFilms throws.
 */
export async function compareVideos(
  inputs: readonly LocalInput[],
  { method }: TargetOptions<typeof catalog, 'compare-video'>,
  context: WorkContext,
): Promise<OutputFile[]> {
  const [one, other] = inputs;
  if (one === undefined || other === undefined || inputs.length > 2) {
    throw new ConversionError('input_count', `Two videos are compared, not ${inputs.length}.`);
  }
  const [ffmpeg, ffprobe] = await Promise.all([
    requireProgram('ffmpeg', 'operation/compare-video'),
    requireProgram('ffprobe', 'operation/compare-video'),
  ]);
  const probe = async (input: LocalInput) => {
    const media = await named(input, probeStreams(ffprobe, input, context));
    const video = mainVideo(media);
    if (video !== null) return { input, video, seconds: media.seconds };
    throw new ConversionError('input_wrong_type', `${input.filename} has no frames to compare.`, {
      idSource: input.id,
    });
  };
  const films = [await probe(one), await probe(other)] as const;
  const lengths = films.flatMap(({ seconds }) => (seconds === null ? [] : [seconds]));
  const [shortest = null, longest = null] = [...lengths].sort((a, b) => a - b);
  if (shortest !== null && longest !== null && longest - shortest > ROUNDED) {
    const message = `The videos last ${films.map(({ seconds }) => seconds?.toFixed(1)).join(' and ')} seconds; what the longer has in addition was not compared.`;
    context.warn('output_limited', message, { seconds: shortest });
  }
  const output = join(await partFolder(context, 'difference'), 'difference.mp4');
  const runs = { ffmpeg, context, filename: one.filename };
  const figures = await compareFilms({ films, method, seconds: shortest, output }, runs);
  const shown = (value: number) => (Number.isFinite(value) ? Math.round(value * 1e6) / 1e6 : 'infinite');
  const { value, lowest, lowestFrame: lowest_frame, frames, width, height } = figures;
  const metadata = { method, value: shown(value), lowest: shown(lowest), lowest_frame, frames, width, height };
  const { contentType } = formatOf('mp4');
  return [{ path: output, extension: 'mp4', contentType, basename: `${stem(one.filename)}-difference`, metadata }];
}
