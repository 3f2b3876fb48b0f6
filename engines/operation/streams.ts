import { join } from 'node:path';
import type { TargetOptions } from '../../src/catalog/definition.ts';
import { formatOf } from '../../src/files/formats/names.ts';
import type { OutputFile } from '../../src/runner/engine.ts';
import { convertPart } from '../../src/runner/part.ts';
import { ConversionError } from '../../src/task/errors.ts';
import { contentText } from '../../src/work/content-text.ts';
import { type LocalInput, partFolder, type WorkContext, within } from '../../src/work/context.ts';
import { type FfmpegRuns, runFfmpeg } from '../../tools/programs/ffmpeg/ffmpeg.ts';
import { QUIET } from '../../tools/programs/ffmpeg/frames/pictures.ts';
import { fileUrl, inputArguments, subtitleInputArguments } from '../../tools/programs/ffmpeg/probe/input-safety.ts';
import { type MediaStream, probeStreams } from '../../tools/programs/ffmpeg/probe/streams.ts';
import { requireProgram } from '../../tools/programs/ffmpeg/programs.ts';
import { volumeFilters } from '../../tools/programs/ffmpeg/sound/sound-filters.ts';
import { takeSound } from '../../tools/programs/ffmpeg/sound/take-sound.ts';
import type { catalog } from './catalog.ts';
import { standIn } from './stand-in.ts';

/** A file for one stream: its extension, ffmpeg's muxer, and the encoder, if the stream cannot be copied. */
type StreamFile = readonly [extension: string, muxer: string, encoder?: string];

/** Files that hold a stream alone, by its codec. */
const FILES: Readonly<Record<string, StreamFile>> = {
  av1: ['mp4', 'mp4'],
  h264: ['mp4', 'mp4'],
  hevc: ['mp4', 'mp4'],
  mpeg4: ['mp4', 'mp4'],
  vp8: ['webm', 'webm'],
  vp9: ['webm', 'webm'],
  ass: ['ass', 'ass'],
  mov_text: ['srt', 'srt', 'srt'],
  subrip: ['srt', 'srt'],
  webvtt: ['vtt', 'webvtt'],
};
/** Matroska holds what no other file does, such as subtitles that are pictures. */
const OTHERS: Readonly<Record<'video' | 'subtitle', StreamFile>> = {
  video: ['mkv', 'matroska'],
  subtitle: ['mks', 'matroska'],
};

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ass: 'text/x-ssa',
  mks: 'video/x-matroska',
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
};

/**
 * Saves the streams of sound and films, each in a file of its own and without encoding it again. Throws ConversionError `input_wrong_type` if
 * there is no such stream, and what running ffmpeg throws.
 */
export async function extractStreams(
  input: LocalInput,
  { stream: wanted }: TargetOptions<typeof catalog, 'extract-streams'>,
  context: WorkContext,
): Promise<OutputFile[]> {
  const { ffmpeg, ffprobe } = await programs('operation/extract-streams');
  const { streams, seconds } = await probeStreams(ffprobe, input, context);
  const kinds = (['video', 'audio', 'subtitle'] as const).filter((kind) => wanted === 'all' || wanted === kind);
  const chosen = kinds.flatMap((kind) =>
    streams.filter((each) => each.kind === kind && !each.isPicture).map((each, at, all) => ({ each, kind, at, all })),
  );
  if (chosen.length === 0) {
    const message = `${input.filename} has no ${wanted === 'all' ? 'streams' : `${wanted} stream`} to extract.`;
    throw new ConversionError('input_wrong_type', message, { details: { option: 'stream' } });
  }
  const outputs: OutputFile[] = [];
  for (const [index, { each, kind, at, all }] of chosen.entries()) {
    const share = within(context, (100 * index) / chosen.length, (100 * (index + 1)) / chosen.length);
    const runs: FfmpegRuns = { ffmpeg, context: share, filename: input.filename };
    const suffix = all.length === 1 ? `-${kind}` : `-${kind}-${at + 1}`;
    if (kind === 'audio') {
      const part = { start: 0, end: null, seconds };
      const { path, extension, warnings } = await takeSound(input, { audio: each, part }, runs);
      for (const { code, message, details } of warnings) context.warn(code, message, details);
      outputs.push({ path, extension, suffix, contentType: typeOf(extension) });
    } else {
      const [extension, muxer, encoder = 'copy'] = FILES[each.codec] ?? OTHERS[kind];
      const path = join(await partFolder(context, 'stream'), `stream.${extension}`);
      const write = ['-map', `0:${each.index}`, '-c', encoder, '-map_chapters', '-1', '-f', muxer, fileUrl(path)];
      await runFfmpeg(runs, [...QUIET, ...inputArguments(input.path), ...write]);
      outputs.push({ path, extension, suffix, contentType: typeOf(extension) });
    }
  }
  return outputs;
}

const typeOf = (extension: string): string => CONTENT_TYPES[extension] ?? formatOf(extension).contentType;

const SUBTITLES = /\.(?:srt|vtt|ass|ssa)$/i;
const SUBTITLE_FORMATS: ReadonlySet<string> = new Set(['srt', 'vtt', 'ass']);

/**
 * Puts the streams of several inputs into one film: copied into Matroska, and from there into the format asked for by the video engine.
 * Throws ConversionError `input_count`, `input_wrong_type`, and what running ffmpeg and that engine throw.
 */
export async function mergeStreams(
  inputs: readonly LocalInput[],
  options: TargetOptions<typeof catalog, 'merge-streams'>,
  context: WorkContext,
): Promise<OutputFile[]> {
  const { video_format: target, keep_original_audio: keepsSound, input_filters = [], metadata = [] } = options;
  const [first] = inputs;
  for (const [option, { input_id }] of [
    ...input_filters.map((each) => ['input_filters', each] as const),
    ...metadata.map((each) => ['metadata', each] as const),
  ])
    if (!inputs.some(({ id }) => id === input_id)) {
      const message = `Option ${option} names the input ${input_id}, which is not one of this conversion.`;
      throw new ConversionError('option_invalid', message, { details: { option } });
    }
  if (first === undefined || inputs.length < 2) {
    throw new ConversionError('input_count', `Streams of at least two inputs are merged, not of ${inputs.length}.`);
  }
  const { ffmpeg, ffprobe } = await programs('operation/merge-streams');
  const opened: {
    readonly open: readonly string[];
    readonly streams: readonly MediaStream[];
    readonly isFilm: boolean;
  }[] = [];
  for (const input of inputs) {
    if (input.format?.kind === 'audio' || input.format?.kind === 'video') {
      const streams = (await probeStreams(ffprobe, input, context)).streams.filter(isMerged);
      const isFilm = streams.some(({ kind }) => kind === 'video');
      opened.push({ open: inputArguments(input.path), streams, isFilm });
    } else if (SUBTITLE_FORMATS.has(input.format?.name ?? '') || SUBTITLES.test(input.filename)) {
      opened.push({ open: subtitleInputArguments(input.path), streams: [SUBTITLE_FILE], isFilm: false });
    } else {
      const message = `${contentText(input)}. Streams are merged of videos, sound, and subtitles (srt, vtt, ass).`;
      throw new ConversionError('input_wrong_type', message, { idSource: input.id });
    }
  }
  if (!opened.some(({ isFilm }) => isFilm)) {
    throw new ConversionError(
      'input_wrong_type',
      'None of the inputs has a video stream, so there is no film to merge into.',
    );
  }
  const replaced =
    !keepsSound && opened.some(({ isFilm, streams }) => !isFilm && streams.some(({ kind }) => kind === 'audio'));
  const kept = opened.flatMap(({ streams, isFilm }, file) =>
    streams.filter(({ kind }) => !(replaced && isFilm && kind === 'audio')).map((stream) => ({ stream, file })),
  );
  // In this order, players and other programs find them.
  const ordered = (['video', 'audio', 'subtitle'] as const).flatMap((kind) =>
    kept.filter(({ stream }) => stream.kind === kind),
  );
  const maps = ordered.flatMap(({ stream, file }) => ['-map', `${file}:${stream.index}`]);
  const codecs = ordered.flatMap(({ stream, file }, place) => {
    const ofInput = ({ input_id }: { readonly input_id: string }) => input_id === inputs[file]?.id;
    const { language, title } = metadata.find(ofInput) ?? {};
    const { volume = 100 } = (stream.kind === 'audio' ? input_filters.find(ofInput) : undefined) ?? {};
    const filters = volumeFilters(volume / 100);
    return [
      ...(filters.length === 0
        ? [`-c:${place}`, stream.codec === 'mov_text' ? 'srt' : 'copy']
        : [`-c:${place}`, 'flac', `-filter:${place}`, filters.join(',')]),
      ...(language === undefined || stream.kind === 'video' ? [] : [`-metadata:s:${place}`, `language=${language}`]),
      ...(title === undefined ? [] : [`-metadata:s:${place}`, `title=${title}`]),
    ];
  });
  const path = join(await partFolder(context, 'merged'), 'merged.mkv');
  const opens = opened.flatMap(({ open }) => open);
  const runs: FfmpegRuns = { ffmpeg, context: within(context, 0, 20), filename: first.filename };
  await runFfmpeg(runs, [...QUIET, ...opens, ...maps, ...codecs, '-f', 'matroska', fileUrl(path)]);
  if (target === 'mkv') return [{ path, extension: 'mkv', contentType: formatOf('mkv').contentType }];
  const request = { target, options: {}, inputs: [await standIn(first, path)] };
  return [await convertPart('video', request, within(context, 20, 100))];
}

/** Data of cameras and covers are not merged. */
const isMerged = ({ kind, isPicture }: MediaStream): boolean =>
  !isPicture && (kind === 'video' || kind === 'audio' || kind === 'subtitle');

const SUBTITLE_FILE = { index: 0, kind: 'subtitle', codec: 'text' } as MediaStream;

async function programs(purpose: string) {
  const [ffmpeg, ffprobe] = await Promise.all([requireProgram('ffmpeg', purpose), requireProgram('ffprobe', purpose)]);
  return { ffmpeg, ffprobe };
}
