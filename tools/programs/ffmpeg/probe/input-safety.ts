import { openByteSource } from '../../../../src/files/formats/byte-source.ts';
import { byPlaylistText } from '../../../../src/files/formats/playlists.ts';
import { ConversionError } from '../../../../src/task/errors.ts';

/**
 * Demuxers that read only one file. ffmpeg picks the demuxer by content, so a playlist (hls, dash, concat, imf, sdp) named .mp3 would read
 * any file it names, even with a protocol whitelist: measured, and tested. Names that a build of ffmpeg does not know do no harm.
 */
// biome-ignore format: a list of short names
const FORMATS = [
  'aac', 'ac3', 'adx', 'aiff', 'amr', 'amrnb', 'amrwb', 'ape', 'asf', 'ast', 'au', 'avi', 'caf', 'dsf', 'dts', 'dtshd', 'dv', 'eac3',
  'flac', 'flv', 'gsm', 'iff', 'ircam', 'ivf', 'libopenmpt', 'loas', 'matroska', 'mlp', 'mmf', 'mov', 'mp3', 'mpc', 'mpc8', 'mpeg',
  'mpegts', 'mpegvideo',
  'mxf', 'nistsphere', 'nut', 'ogg', 'oma', 'paf', 'qcp', 'qoa', 'rm', 'rso', 'shn', 'sln', 'sox', 'swf', 'tak', 'truehd', 'tta', 'voc',
  'vqf', 'w64', 'wav', 'webm', 'wsd', 'wtv', 'wv', 'xwma', 'yuv4mpegpipe',
];

/** Demuxers that open other files or addresses: such an input is an attack, or at best useless here. */
const REFERRING = new Set([
  'hls',
  'dash',
  'concat',
  'concatf',
  'imf',
  'sdp',
  'rtsp',
  'webm_dash_manifest',

  'lavfi',
]);

/** Demuxers of moving pictures, which count as films too. */
const MOVING_PICTURES = ['apng', 'gif'];

/** Returns arguments for ffprobe and ffmpeg that open one input as what it is, and nothing else. */
export function inputArguments(path: string): string[] {
  return openOnly(path, FORMATS);
}

/** Like `inputArguments`, with moving pictures as films. */
export function filmInputArguments(path: string): string[] {
  return openOnly(path, [...FORMATS, ...MOVING_PICTURES]);
}

/** Returns arguments that open a list of films, each opened separately before: a list among them would be followed. */
export function filmListArguments(path: string): string[] {
  return openList(path, [...FORMATS, ...MOVING_PICTURES]);
}

/** Returns arguments that open a list of PNGs of our own, each with its time. */
export function pictureListArguments(path: string): string[] {
  return openList(path, ['png_pipe']);
}

function openList(path: string, formats: readonly string[]): string[] {
  const whitelists = ['-protocol_whitelist', 'file', '-format_whitelist', [...formats, 'concat'].join(',')];
  return [...whitelists, '-f', 'concat', '-safe', '0', '-i', fileUrl(path)];
}

/** Returns arguments that open a file of subtitles in UTF-8. */
export function subtitleInputArguments(path: string): string[] {
  return openOnly(path, ['ass', 'srt', 'webvtt']);
}

/** Returns arguments that open a file of Blu-ray subtitles, or the index of VobSub, whose pictures are next to it. */
export function pictureSubtitleArguments(path: string): string[] {
  return openOnly(path, ['sup', 'vobsub', 'mpeg']);
}

/** Returns arguments that open numbered PNGs of our own; `rate`: pictures per second. */
export function pictureSequenceArguments(pattern: string, rate: string): string[] {
  const whitelists = ['-protocol_whitelist', 'file', '-format_whitelist', 'image2'];
  return [...whitelists, '-f', 'image2', '-framerate', rate, '-start_number', '0', '-i', fileUrl(pattern)];
}

function openOnly(path: string, formats: readonly string[]): string[] {
  return ['-protocol_whitelist', 'file', '-format_whitelist', formats.join(','), '-i', fileUrl(path)];
}

/** Returns arguments that open a file made by the engine in its known format, however short it is. */
export function outputArguments(path: string, demuxer: string): string[] {
  return ['-protocol_whitelist', 'file', '-f', demuxer, '-i', fileUrl(path)];
}

/** Returns arguments that open tags and chapters written by the engine. */
export function metadataInputArguments(path: string): string[] {
  const whitelists = ['-protocol_whitelist', 'file', '-format_whitelist', 'ffmetadata'];
  return [...whitelists, '-f', 'ffmetadata', '-i', fileUrl(path)];
}

/** Returns a file URL, so that nothing in the name is treated as a protocol or a pattern. */
export function fileUrl(path: string): string {
  return `file:${path}`;
}

/** Returns the format that ffmpeg recognised and the whitelist refused; null if it recognised none or the input was allowed. */
export function refusedFormat(stderr: string): string | null {
  // ffmpeg 7 does not read an HLS playlist whose name has another extension.
  if (stderr.includes('Not detecting m3u8/hls')) return 'hls';
  return /\[(\S+) @ 0x[0-9a-f]+\] Format not on whitelist/.exec(stderr)?.[1] ?? null;
}

/** Names of lists of other files in identification and in ffmpeg. */
const LISTS: Readonly<Record<string, string>> = {
  cpl: 'imf',
  ffconcat: 'concat',
  m3u8: 'hls',
  mpd: 'dash',
  sdp: 'sdp',
};

/**
 * Like `refusedFormat`, for a file that ffprobe has read. An ffmpeg built without a kind of list does not recognise it, so if ffprobe could
 * read nothing, the text of the file decides.
 */
export async function refusedInput(
  { report, stderr }: { readonly report: unknown; readonly stderr: string },
  path: string,
): Promise<string | null> {
  const refused = refusedFormat(stderr);
  if (refused !== null || report !== null) return refused;
  const source = await openByteSource(path);
  if (source === null) return null;
  await source.close();
  return LISTS[byPlaylistText(source) ?? ''] ?? null;
}

/** Returns the error for an input that the whitelist refused. `identified`: a better name for it than ffmpeg's, if there is one. */
export function refusedFormatError(format: string, filename: string, identified?: string): ConversionError {
  if (REFERRING.has(format)) {
    return new ConversionError(
      'input_unsafe',
      `${filename} is not an audio file but a list (${format}) that refers to other files, so it is refused.`,
      { details: { format } },
    );
  }
  const kind = identified ?? format.replace(/_pipe$/, '');
  return new ConversionError(
    'input_wrong_type',
    `${filename} is not an audio or video file that is read here: its content is ${kind}.`,
    {
      details: { format: kind },
    },
  );
}
