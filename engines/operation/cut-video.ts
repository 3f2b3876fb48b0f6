import type { TargetOptions } from '../../src/catalog/definition.ts';
import { parseFilmTime } from '../../src/catalog/grammar/values.ts';
import { findEntry } from '../../src/catalog/index.ts';
import type { OutputFile } from '../../src/runner/engine.ts';
import { convertPart } from '../../src/runner/part.ts';
import { ConversionError } from '../../src/task/errors.ts';
import { type LocalInput, type WorkContext, within } from '../../src/work/context.ts';
import { conflict, unsupported } from '../../tools/programs/ffmpeg/issues.ts';
import { probeStreams } from '../../tools/programs/ffmpeg/probe/streams.ts';
import { requireProgram } from '../../tools/programs/ffmpeg/programs.ts';
import type { catalog } from './catalog.ts';

type Options = TargetOptions<typeof catalog, 'cut-video'>;

/** A part of a film, seconds from its beginning; null for its end. */
interface Part {
  readonly start: number;
  readonly end: number | null;
}

/** Most parts of one film. */
const MOST_PARTS = 400;

/**
 * Cuts parts out of a film, each as a film of the same format, or MP4 if the category video does not write that. Throws ConversionError
 * `option_invalid` without any cut, `option_conflict`, `option_unsupported`, and what the video engine throws.
 */
export async function cutVideo(input: LocalInput, options: Options, context: WorkContext): Promise<OutputFile[]> {
  const ffprobe = await requireProgram('ffprobe', 'operation/cut-video');
  const { seconds } = await probeStreams(ffprobe, input, context);
  const parts = partsOf(options, seconds);
  const own = input.format?.name ?? '';
  const target = findEntry('video', own) === undefined ? 'mp4' : own;
  const outputs: OutputFile[] = [];
  for (const [index, { start, end }] of parts.entries()) {
    const request = {
      target,
      options: { ...(start > 0 && { start: timeText(start) }), ...(end !== null && { end: timeText(end) }) },
      inputs: [input],
    };
    const share = within(context, (100 * index) / parts.length, (100 * (index + 1)) / parts.length);
    outputs.push({ ...(await convertPart('video', request, share)), suffix: `-${index + 1}` });
  }
  return outputs;
}

function partsOf(options: Options, seconds: number | null): Part[] {
  const { cut_points, length, number_of_parts, start_video, end_video } = options;
  if (cut_points !== undefined && cut_points.length > 0) return cut_points.map((each) => partOf(each, seconds));
  const whole = partOf({ start: start_video, end: end_video }, seconds);
  if (length === undefined && number_of_parts === undefined) {
    if (start_video !== undefined || end_video !== undefined) return [whole];
    const message = 'Option cut_points is missing: give the parts to keep, or length or number_of_parts.';
    throw new ConversionError('option_invalid', message, { details: { option: 'cut_points' } });
  }
  const end = Math.min(whole.end ?? Number.POSITIVE_INFINITY, seconds ?? Number.POSITIVE_INFINITY);
  const asked =
    length === undefined ? { option: 'number_of_parts', value: number_of_parts } : { option: 'length', value: length };
  if (!Number.isFinite(end)) throw unsupported(asked, 'the video does not say how long it is; give end_video', []);
  const step = length ?? (end - whole.start) / (number_of_parts ?? 1);
  // Less than a frame at the end makes no file of its own.
  const count = number_of_parts ?? Math.max(1, Math.ceil((end - whole.start) / step - 0.02));
  if (count > MOST_PARTS) throw unsupported(asked, `that makes ${count} parts, and ${MOST_PARTS} are the most`, []);
  return Array.from({ length: count }, (_, index) => ({
    start: whole.start + index * step,
    end: index === count - 1 ? whole.end : whole.start + (index + 1) * step,
  }));
}

function partOf(
  given: { readonly start?: string | undefined; readonly end?: string | undefined },
  seconds: number | null,
): Part {
  const part = { start: secondsOf(given.start) ?? 0, end: secondsOf(given.end) };
  if (part.end !== null && part.end <= part.start)
    throw conflict(['start', 'end'], `${given.end} is not after ${given.start ?? 'the beginning'}`);
  if (seconds === null || part.start < seconds) return part;
  throw unsupported({ option: 'start', value: given.start }, `the video ends after ${seconds.toFixed(1)} seconds`, []);
}

/** Parses a text that the catalog has validated. */
function secondsOf(text: string | undefined): number | null {
  const parsed = text === undefined ? null : parseFilmTime(text);
  return parsed !== null && 'value' in parsed ? parsed.value : null;
}

/** Writes seconds as HH:MM:SS.mmm. */
function timeText(seconds: number): string {
  const whole = Math.floor(seconds + 0.0005);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const rest = Math.max(0, seconds - 3600 * hours - 60 * minutes).toFixed(3);
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}:${rest.padStart(6, '0')}`;
}
