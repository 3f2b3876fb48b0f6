import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRead } from '../../../../src/files/formats/names.ts';
import { ConversionError } from '../../../../src/task/errors.ts';
import type { LocalInput, WorkContext } from '../../../../src/work/context.ts';
import { unsupported } from '../issues.ts';
import { callOf, type Program } from '../programs.ts';
import { readContainerTags } from './container-tags.ts';
import { type FfprobeReport, readFacts, readTrackEdits } from './ffprobe-report.ts';
import { readHeaders } from './headers/read-headers.ts';
import { inputArguments, outputArguments, refusedFormatError, refusedInput } from './input-safety.ts';
import { refuseProtected } from './protection.ts';
import type { SourceFacts } from './source.ts';

/** Reading headers takes a fraction of a second; an input that takes longer is an attack. */
const WALL_MS = 60_000;
/** Tags and lyrics take some kilobytes; a report of this size is meant to fill memory. Bytes. */
const LARGEST_REPORT = 16 * 1024 * 1024;

/**
 * Identifies an input by its headers, without decoding it; for plain WAV, FLAC and MP3 without starting a program. `track`: which of
 * several sounds, from 1. Throws ConversionError `input_unsafe` (a playlist), `input_wrong_type` (no audio), `input_drm`, `input_truncated`
 * or `input_damaged`, and `option_unsupported` for a missing track.
 */
export async function probeInput(
  ffprobe: Program,
  input: LocalInput,
  context: WorkContext,
  track = 1,
): Promise<SourceFacts> {
  const plain = track === 1 ? await readHeaders(input.path) : null;
  if (plain !== null) return plain;
  const { report, stderr } = await readReport(ffprobe, inputArguments(input.path), context);
  await refuseProtected(input, { report, stderr });
  const tracks = report?.streams?.filter(({ codec_type }) => codec_type === 'audio').length ?? 0;
  if (tracks > 0 && track > tracks) throw noSuchTrack(track, tracks, input);
  const edits = report === null ? undefined : await readTrackEdits(input.path, report);
  const facts = report === null ? null : readFacts(report, stderr, track, edits);
  if (facts !== null) return withAllTags(facts, input.path);
  throw unreadable(input, { report, stderr }, await refusedInput({ report, stderr }, input.path));
}

function noSuchTrack(track: number, tracks: number, { filename }: LocalInput): ConversionError {
  const count = tracks === 1 ? 'one sound' : `${tracks} sounds`;
  return unsupported({ option: 'audio_track', value: track }, `${filename} has ${count}`, [`1 to ${tracks}`]);
}

/**
 * Returns ffprobe's full report of an input, whatever streams it has. Throws ConversionError `input_unsafe` for a list that names other
 * files; other unreadable inputs have no report.
 */
export async function probeAll(ffprobe: Program, input: LocalInput, context: WorkContext): Promise<ProbeResult> {
  const result = await readReport(ffprobe, inputArguments(input.path), context);
  const refused = await refusedInput(result, input.path);
  if (refused !== null) throw refusedFormatError(refused, input.filename, input.format?.name);
  return result;
}

/** Like `probeAll`, for a file the engine wrote, in its known format; null if ffprobe cannot read it. */
export async function probeOutput(
  ffprobe: Program,
  { path, demuxer }: { readonly path: string; readonly demuxer: string },
  context: WorkContext,
): Promise<SourceFacts | null> {
  const plain = await readHeaders(path);
  if (plain?.formats.includes(demuxer)) return plain;
  const { report, stderr } = await readReport(ffprobe, outputArguments(path, demuxer), context);
  const facts = report === null ? null : readFacts(report, stderr);
  return facts === null ? null : withAllTags(facts, path);
}

async function withAllTags(facts: SourceFacts, path: string): Promise<SourceFacts> {
  const { tags, movie } = await readContainerTags(path, facts.formats, facts.tags);
  return movie === null ? facts : { ...facts, tags, movie };
}

/** Result of ffprobe; the report is null if it read nothing. */
export interface ProbeResult {
  readonly report: FfprobeReport | null;
  readonly stderr: string;
}

/** Returns ffprobe's information about a file; null if it cannot read it. */
export async function readReport(
  ffprobe: Program,
  input: readonly string[],
  context: WorkContext,
): Promise<ProbeResult> {
  // Into a file, because it may contain tags and lyrics of any size.
  const file = join(context.workFolder, 'probe.json');
  const show = ['-show_format', '-show_streams', '-show_chapters', '-print_format', 'json'];
  const { exitCode, stderr } = await context.run(
    callOf(ffprobe, ['-v', 'warning', ...show, ...input], {
      stdoutFile: file,
      acceptExitCodes: 'any',
      limits: { wallMs: WALL_MS, fileBytes: LARGEST_REPORT },
    }),
  );
  if (exitCode !== 0) return { report: null, stderr };
  return { report: JSON.parse(await readFile(file, 'utf8')) as FfprobeReport, stderr };
}

function unreadable(input: LocalInput, { report, stderr }: ProbeResult, refused: string | null): ConversionError {
  const { filename, format } = input;
  const init = { details: { found: format?.name ?? null }, log: stderr.slice(-4096) };
  if (refused !== null) return refusedFormatError(refused, filename, format?.name);
  if (format !== null && !isRead(format.name)) {
    const message = `${filename} is of a kind that nothing here reads: ${format.name}.`;
    return new ConversionError('input_wrong_type', message, init);
  }
  const isOther = format !== null && format.kind !== 'audio' && format.kind !== 'video';
  if (!isOther && stderr.includes('moov atom not found')) {
    const message = `${filename} is incomplete: the index at its end (moov) is missing, and without it nothing can be read.`;
    return new ConversionError('input_truncated', message, init);
  }
  if (holdsSound(input, report, stderr)) {
    const message = `${filename} is damaged, or not supported by ffmpeg: no audio could be read from it.`;
    return new ConversionError('input_damaged', message, init);
  }
  if (report !== null) {
    return new ConversionError('input_wrong_type', `${filename} has no sound: it contains no audio stream.`, init);
  }
  const what = format === null ? 'its content is of no known kind' : `its content is ${format.name}`;
  return new ConversionError(
    'input_wrong_type',
    `${filename} is not an audio or video file that is read here: ${what}.`,
    init,
  );
}

/** Returns true if an input claims to contain sound, by its own structure or by its identified format. */
function holdsSound({ format }: LocalInput, report: FfprobeReport | null, stderr: string): boolean {
  if (/Could not open codec|Failed to open codec/.test(stderr)) return true;
  if (report !== null) return report.streams?.some(({ codec_type }) => codec_type === 'audio') ?? false;
  return format?.kind === 'audio' || format?.kind === 'video';
}
