import { fileUrl, inputArguments, metadataInputArguments, outputArguments } from '../../tools/ffmpeg/input-safety.ts';
import type { Picture } from '../../tools/ffmpeg/source.ts';
import type { Container, PictureSource } from './encoding.ts';
import { curveInputArguments } from './graph.ts';
import { kindName } from './pictures.ts';

/**
 * What every ffmpeg run has in common. Progress goes to stderr, because stdout may carry sound or measurements. A source of which only
 * a part can be decoded is not a failure, however small that part is.
 */
const COMMON = [
  ...['-hide_banner', '-nostdin', '-nostats', '-y', '-max_error_rate', '1'],
  ...['-progress', 'pipe:2', '-stats_period', '0.5'],
];

/** How the source is opened in each pass. */
export interface Opening {
  readonly path: string;
  /** Seconds. */
  readonly openAt: number;
  /** Decoder options: `-c:a libspeex`. */
  readonly decoder: readonly string[];
  /** For what the engine itself made; left out: whatever the content shows. */
  readonly demuxer?: string;
}

export function openingOf(path: string, openAt: number, decoder: readonly string[]): Opening {
  return { path, openAt, decoder };
}

/** Arguments of a pass that only measures. */
export function measureArguments(opening: Opening, graph: string, curve: string | null): string[] {
  // Summaries of filters are `info`.
  const sources = [...soundInput(opening), ...(curve === null ? [] : curveInputArguments(curve))];
  const output = ['-filter_complex', graph, '-map', '[sound]', '-map_metadata', '-1', '-f', 'null', '-'];
  return [...COMMON, '-v', 'info', ...sources, ...output];
}

/** Arguments that decode into samples of floating point, for what is done to them outside ffmpeg. */
export function samplesArguments(opening: Opening, graph: string, bits: 32 | 64, output: string): string[] {
  const written = ['-map_metadata', '-1', '-c:a', `pcm_f${bits}le`, '-f', 'w64', fileUrl(output)];
  return [...COMMON, ...errorLevel(), ...soundInput(opening), '-filter_complex', graph, '-map', '[sound]', ...written];
}

/** The sound of a source on its way through filters. */
export interface SoundRequest {
  readonly opening: Opening;
  /** Index of the stream in the source. */
  readonly stream: number;
  /** Null: no filters. */
  readonly graph: string | null;
  /** File of the gain curve in the graph. */
  readonly curve: string | null;
}

export interface EncodeRequest extends SoundRequest {
  /** Encoder and its options. */
  readonly codec: readonly string[];
  readonly container: Container;
  readonly keep: KeptMetadata;
}

/** What the result takes over from the source besides the sound. */
export interface KeptMetadata {
  /** ffmetadata file; null: nothing to tell. */
  readonly file: string | null;
  /** True where the chapters in that file go into the container as such. */
  readonly chapters: boolean;
  /** Pictures that become streams of the result. */
  readonly pictures: readonly Picture[];
  /** The file these are in. */
  readonly picturesIn: PictureSource;
  /** Files that are attached to the result. */
  readonly attachments: readonly Attachment[];
  /** ISO 639-2. */
  readonly language: string | null;
}

/** A file inside a Matroska file. */
export interface Attachment {
  readonly path: string;
  readonly name: string;
  readonly mediaType: string;
}

/** Arguments that make the result in one run. */
export function encodeArguments(request: EncodeRequest, output: string): string[] {
  const { codec, container, opening, curve, keep } = request;
  const inputs = [soundInput(opening), curve === null ? [] : curveInputArguments(curve)].filter(
    ({ length }) => length > 0,
  );
  return [
    ...COMMON,
    // That times go back is a warning.
    ...errorLevel('warning'),
    ...inputs.flat(),
    ...metadataInputs(keep),
    ...soundMapping(request),
    ...metadataMapping(keep, inputs.length),
    ...codec,
    ...containerArguments(container, output),
  ];
}

/** Arguments that write the sound as WAV to stdout, for an encoder that is another program. */
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

/** Arguments that encode one part of a sound into frames that can be taken apart. */
export function partArguments(request: SoundRequest, codec: readonly string[], output: string): string[] {
  const written = ['-map_metadata', '-1', '-map_chapters', '-1', ...codec, fileUrl(output)];
  return [...COMMON, ...errorLevel(), ...soundInput(request.opening), ...soundMapping(request), ...written];
}

/** Arguments that put tags and pictures into a file of sound that is encoded. */
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

/** Arguments that write one picture of a file to another as it is. */
export function pictureArguments(from: PictureSource, picture: Picture, output: string): string[] {
  const picked = ['-map', `0:${picture.index}`, '-c', 'copy', '-frames:v', '1', '-f', 'image2pipe', fileUrl(output)];
  return ['-hide_banner', '-nostdin', '-nostats', '-y', '-v', 'error', ...fileArguments(from), ...picked];
}

/** Arguments that make a JPEG of a picture, its first one where it moves; neither side longer than so many pixels. */
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

/** Arguments that make a PNG of RGBA pixels. */
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

/** fdkaac from WAV on stdin. `-I` ignores the length in the header, which a pipe cannot know; MPEG-4 (0) or ADTS (2). */
export function fdkaacArguments(profile: number, bitsPerSecond: number, adts: boolean, output: string): string[] {
  const format = ['-p', String(profile), '-b', String(bitsPerSecond), '-f', adts ? '2' : '0', '-G', '0'];
  return ['-S', '-I', ...format, '-o', output, '-'];
}

/** flac from WAV on stdin, whose header does not know the length. `--lax`: also rates and depths outside the streamable subset. */
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

/** Pictures are read from the source again, because the sound may be opened in its middle. */
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
