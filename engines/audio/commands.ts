import {
  fileUrl,
  inputArguments,
  metadataInputArguments,
  outputArguments,
} from '../../tools/programs/ffmpeg/probe/input-safety.ts';
import type { Picture } from '../../tools/programs/ffmpeg/probe/source.ts';
import type { Container, PictureSource } from './encoding.ts';
import { curveInputArguments } from './graph.ts';
import { kindName } from './pictures.ts';

/**
 * Arguments of every ffmpeg run. Progress goes to stderr, because stdout may carry sound or measurements. It is not a failure if only a
 * part of a source can be decoded, however small.
 */
const COMMON = [
  ...['-hide_banner', '-nostdin', '-nostats', '-y', '-max_error_rate', '1'],
  ...['-progress', 'pipe:2', '-stats_period', '0.5'],
];

/** How a pass opens the source. */
export interface Opening {
  readonly path: string;
  /** Position in seconds. */
  readonly openAt: number;
  /** Decoder options: `-c:a libspeex`. */
  readonly decoder: readonly string[];
  /** Demuxer for files that the engine itself made. Omitted: ffmpeg detects it from the content. */
  readonly demuxer?: string;
}

export function openingOf(path: string, openAt: number, decoder: readonly string[]): Opening {
  return { path, openAt, decoder };
}

/** Returns arguments of a pass that only measures. */
export function measureArguments(opening: Opening, graph: string, curve: string | null): string[] {
  // Filters log their summaries at the level `info`.
  const sources = [...soundInput(opening), ...(curve === null ? [] : curveInputArguments(curve))];
  const output = ['-filter_complex', graph, '-map', '[sound]', '-map_metadata', '-1', '-f', 'null', '-'];
  return [...COMMON, '-v', 'info', ...sources, ...output];
}

/** Returns arguments that decode into samples of a codec (`pcm_f32le`), for processing outside ffmpeg. */
export function samplesArguments(opening: Opening, graph: string, codec: string, output: string): string[] {
  const written = ['-map_metadata', '-1', '-c:a', codec, '-f', 'w64', fileUrl(output)];
  return [...COMMON, ...errorLevel(), ...soundInput(opening), '-filter_complex', graph, '-map', '[sound]', ...written];
}

/** The sound of a source on its way through filters. */
export interface SoundRequest {
  readonly opening: Opening;
  /** Index of the stream in the source. */
  readonly stream: number;
  /** Graph of filters. Null: no filters. */
  readonly graph: string | null;
  /** File of the gain curve that the graph uses. */
  readonly curve: string | null;
}

export interface EncodeRequest extends SoundRequest {
  /** Arguments for the encoder and its options. */
  readonly codec: readonly string[];
  readonly container: Container;
  readonly keep: KeptMetadata;
}

/** What the result keeps of the source besides the sound. */
export interface KeptMetadata {
  /** Path of an ffmetadata file. Null if there are no tags. */
  readonly file: string | null;
  /** Whether the chapters in that file become real chapters of the container. */
  readonly chapters: boolean;
  /** Pictures that become streams of the result. */
  readonly pictures: readonly Picture[];
  /** File that contains these pictures. */
  readonly picturesIn: PictureSource;
  /** Files that are attached to the result. */
  readonly attachments: readonly Attachment[];
  /** Language code, ISO 639-2. */
  readonly language: string | null;
}

/** A file attached to a Matroska file. */
export interface Attachment {
  readonly path: string;
  readonly name: string;
  readonly mediaType: string;
}

/** Returns arguments that make the result in one run. */
export function encodeArguments(request: EncodeRequest, output: string): string[] {
  const { codec, container, opening, curve, keep } = request;
  const inputs = [soundInput(opening), curve === null ? [] : curveInputArguments(curve)].filter(
    ({ length }) => length > 0,
  );
  return [
    ...COMMON,
    // Timestamps that go back are reported as a warning.
    ...errorLevel('warning'),
    ...inputs.flat(),
    ...metadataInputs(keep),
    ...soundMapping(request),
    ...metadataMapping(keep, inputs.length),
    ...codec,
    ...containerArguments(container, output),
  ];
}

/** Returns arguments that write the sound as WAV to stdout, for an encoder that is another program. */
export function wavArguments(request: SoundRequest, pcm: string): string[] {
  const { opening, curve } = request;
  return [
    ...COMMON,
    ...errorLevel(),
    ...soundInput(opening),
    ...(curve === null ? [] : curveInputArguments(curve)),
    ...soundMapping(request),
    ...['-map_metadata', '-1', '-c:a', pcm, '-f', 'wav', 'pipe:1'],
  ];
}

/** Returns arguments that encode one part of a sound into frames that can be separated. */
export function partArguments(request: SoundRequest, codec: readonly string[], output: string): string[] {
  const written = ['-map_metadata', '-1', '-map_chapters', '-1', ...codec, fileUrl(output)];
  return [...COMMON, ...errorLevel(), ...soundInput(request.opening), ...soundMapping(request), ...written];
}

/** Returns arguments that add tags and pictures to an encoded file. */
export function remuxArguments(
  encoded: PictureSource,
  keep: KeptMetadata,
  container: Container,
  output: string,
): string[] {
  return [
    ...COMMON,
    ...errorLevel(),
    ...fileArguments(encoded),
    ...metadataInputs(keep),
    ...['-map', '0:a:0'],
    ...metadataMapping(keep, 1),
    ...['-c:a', 'copy'],
    ...containerArguments(container, output),
  ];
}

/** Returns arguments that copy one picture of a file into a file of its own. */
export function pictureArguments(from: PictureSource, picture: Picture, output: string): string[] {
  const picked = ['-map', `0:${picture.index}`, '-c', 'copy', '-frames:v', '1', '-f', 'image2pipe', fileUrl(output)];
  return ['-hide_banner', '-nostdin', '-nostats', '-y', '-v', 'error', ...fileArguments(from), ...picked];
}

/** Returns arguments that make a JPEG of a picture (its first frame if it is animated), with sides up to so many pixels. */
export function jpegArguments(from: PictureSource, longestSide: number, output: string): string[] {
  const size = `scale='min(${longestSide},iw)':'min(${longestSide},ih)':force_original_aspect_ratio=decrease`;
  const white = 'split[front][copy];[copy]lutrgb=r=255:g=255:b=255:a=255[white];[white][front]overlay=format=rgb';
  const filters = `${size},format=rgba,${white},format=yuvj444p`;
  const written = [
    '-frames:v',
    '1',
    '-q:v',
    '2',
    '-map_metadata',
    '-1',
    '-f',
    'image2',
    '-update',
    '1',
    fileUrl(output),
  ];
  return [...COMMON, ...errorLevel(), ...fileArguments(from), '-vf', filters, ...written];
}

/** Returns arguments that make a PNG of RGBA pixels. */
export function pixelArguments(
  path: string,
  size: { readonly width: number; readonly height: number },
  output: string,
) {
  const form = ['-f', 'rawvideo', '-pixel_format', 'rgba', '-video_size', `${size.width}x${size.height}`];
  return [
    ...COMMON,
    ...errorLevel(),
    '-protocol_whitelist',
    'file',
    ...form,
    '-i',
    fileUrl(path),
    '-f',
    'image2',
    '-update',
    '1',
    fileUrl(output),
  ];
}

/** Returns arguments of fdkaac with WAV on stdin. `-I` ignores the header's length, unknown to a pipe; MPEG-4 (0) or ADTS (2). */
export function fdkaacArguments(profile: number, bitsPerSecond: number, adts: boolean, output: string): string[] {
  const format = ['-p', String(profile), '-b', String(bitsPerSecond), '-f', adts ? '2' : '0', '-G', '0'];
  return ['-S', '-I', ...format, '-o', output, '-'];
}

/** Returns arguments of flac with WAV of unknown length on stdin. `--lax`: also rates and depths outside the streamable subset. */
export function flacArguments(
  tags: ReadonlyMap<string, string>,
  pictures: readonly string[],
  output: string,
): string[] {
  const comments = Array.from(tags, ([name, value]) => `--tag=${name}=${value}`);
  const covers = pictures.map((specification) => `--picture=${specification}`);
  const options = ['--totally-silent', '--force', '--lax', '--ignore-chunk-sizes', '--channel-map=none'];
  return [...options, ...comments, ...covers, '-o', output, '-'];
}

function errorLevel(level: 'error' | 'warning' = 'error'): string[] {
  return ['-v', level, '-abort_on', 'empty_output'];
}

function soundInput({ openAt, decoder, ...file }: Opening): string[] {
  const seek = openAt === 0 ? [] : ['-ss', String(openAt)];
  return [...seek, ...decoder, ...fileArguments(file)];
}

function fileArguments({ path, demuxer }: PictureSource): string[] {
  return demuxer === undefined ? inputArguments(path) : outputArguments(path, demuxer);
}

function soundMapping({ graph, stream }: SoundRequest): string[] {
  return graph === null ? ['-map', `0:${stream}`] : ['-filter_complex', graph, '-map', '[sound]'];
}

/** Opens the source again for its pictures, because the sound may be opened in the middle. */
function metadataInputs({ file, pictures, picturesIn }: KeptMetadata): string[] {
  return [
    ...(file === null ? [] : metadataInputArguments(file)),
    ...(pictures.length === 0 ? [] : fileArguments(picturesIn)),
  ];
}

/** `first`: index of the first input that is not sound. */
function metadataMapping({ file, chapters, pictures, attachments, language }: KeptMetadata, first: number): string[] {
  const own = file === null ? '-1' : String(first);
  const covers = first + (file === null ? 0 : 1);
  return [
    ...pictures.flatMap(({ index }) => ['-map', `${covers}:${index}`]),
    ...['-map_metadata', own, '-map_metadata:s', '-1', '-map_chapters', chapters ? own : '-1'],
    ...(language === null ? [] : ['-metadata:s:a:0', `language=${language}`]),
    ...pictures.flatMap(pictureMetadata),
    ...(pictures.length === 0 ? [] : ['-c:v', 'copy']),
    ...attachments.flatMap(attachmentArguments),
  ];
}

function attachmentArguments({ path, name, mediaType }: Attachment, index: number): string[] {
  const stream = `-metadata:s:t:${index}`;
  return ['-attach', path, stream, `filename=${name}`, stream, `mimetype=${mediaType}`];
}

function pictureMetadata(picture: Picture, index: number): string[] {
  const stream = `s:v:${index}`;
  const title = picture.title === '' ? [] : [`-metadata:${stream}`, `title=${picture.title.slice(0, 1000)}`];
  return [...title, `-metadata:${stream}`, `comment=${kindName(picture)}`, `-disposition:v:${index}`, 'attached_pic'];
}

function containerArguments(container: Container, output: string): string[] {
  return [...container.muxerArguments, '-f', container.muxer, fileUrl(output)];
}
