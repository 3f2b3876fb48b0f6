import { openByteSource } from '../../src/files/formats/byte-source.ts';
import { byPlaylistText } from '../../src/files/formats/playlists.ts';
import { ConversionError } from '../../src/task/errors.ts';

/**
 * Demuxers that read one file and nothing else. ffmpeg picks the demuxer by content, so a playlist (hls, dash, concat, imf,
 * sdp) named .mp3 would read any file it names, and does so under a protocol whitelist alone: measured, and tested. Names
 * that a build of ffmpeg does not know do no harm.
 */
// biome-ignore format: a list of short names
const FORMATS = [
  'aac', 'ac3', 'adx', 'aiff', 'amr', 'amrnb', 'amrwb', 'ape', 'asf', 'ast', 'au', 'avi', 'caf', 'dsf', 'dts', 'dtshd', 'dv', 'eac3',
  'flac', 'flv', 'gsm', 'iff', 'ircam', 'ivf', 'libopenmpt', 'loas', 'matroska', 'mlp', 'mmf', 'mov', 'mp3', 'mpc', 'mpc8', 'mpeg',
  'mpegts', 'mpegvideo',
  'mxf', 'nistsphere', 'nut', 'ogg', 'oma', 'paf', 'qcp', 'qoa', 'rm', 'rso', 'shn', 'sln', 'sox', 'swf', 'tak', 'truehd', 'tta', 'voc',
  'vqf', 'w64', 'wav', 'webm', 'wsd', 'wtv', 'wv', 'xwma', 'yuv4mpegpipe',
];

/** Demuxers that open further files or addresses: an input of theirs is an attack, or at best useless here. */
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

/** Pictures that move, which are films as well. */
const MOVING_PICTURES = ['apng', 'gif'];

/** ffprobe and ffmpeg arguments that open one input, read as what it is, and nothing besides it. */
export function inputArguments(path: string): string[] {
  return openOnly(path, FORMATS);
}

/** The same where pictures that move count as films. */
export function filmInputArguments(path: string): string[] {
  return openOnly(path, [...FORMATS, ...MOVING_PICTURES]);
}

/** Arguments that open a list of films, each of which was opened by itself before: a list among them would be followed. */
export function filmListArguments(path: string): string[] {
  const formats = [...FORMATS, ...MOVING_PICTURES, 'concat'].join(',');
  return [
    '-protocol_whitelist',
    'file',
    '-format_whitelist',
    formats,
    '-f',
    'concat',
    '-safe',
    '0',
    '-i',
    fileUrl(path),
  ];
}

/** Arguments that open a file of subtitles in UTF-8. */
export function subtitleInputArguments(path: string): string[] {
  return openOnly(path, ['ass', 'srt', 'webvtt']);
}

/** Arguments that open numbered PNGs of our own; `rate`: how many of them a second. */
export function pictureSequenceArguments(pattern: string, rate: string): string[] {
  const whitelists = ['-protocol_whitelist', 'file', '-format_whitelist', 'image2'];
  return [...whitelists, '-f', 'image2', '-framerate', rate, '-start_number', '0', '-i', fileUrl(pattern)];
}

function openOnly(path: string, formats: readonly string[]): string[] {
  return ['-protocol_whitelist', 'file', '-format_whitelist', formats.join(','), '-i', fileUrl(path)];
}

/** Arguments that open a file of the engine's own making as what it was made as, however short it is. */
export function outputArguments(path: string, demuxer: string): string[] {
  return ['-protocol_whitelist', 'file', '-f', demuxer, '-i', fileUrl(path)];
}

/** Arguments that open the tags and chapters which the engine itself wrote. */
export function metadataInputArguments(path: string): string[] {
  const whitelists = ['-protocol_whitelist', 'file', '-format_whitelist', 'ffmetadata'];
  return [...whitelists, '-f', 'ffmetadata', '-i', fileUrl(path)];
}

/** With the prefix, nothing in a name is treated as a protocol or a pattern. */
export function fileUrl(path: string): string {
  return `file:${path}`;
}

/** What ffmpeg recognised in an input and the whitelist refused: null if it recognised nothing, or the input was allowed. */
export function refusedFormat(stderr: string): string | null {
  // ffmpeg 7 does not even look into an HLS playlist whose name has another extension.
  if (stderr.includes('Not detecting m3u8/hls')) return 'hls';
  return /\[(\S+) @ 0x[0-9a-f]+\] Format not on whitelist/.exec(stderr)?.[1] ?? null;
}

/** Lists of other files as identification and as ffmpeg call them. */
const LISTS: Readonly<Record<string, string>> = {
  cpl: 'imf',
  ffconcat: 'concat',
  m3u8: 'hls',
  mpd: 'dash',
  sdp: 'sdp',
};

/**
 * The same of a file that ffprobe was asked about. An ffmpeg that was built without a kind of list does not recognise it, so where ffprobe
 * could read nothing, the text of the file decides.
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

/** The error for an input that the whitelist refused. `identified`: a better name for it than ffmpeg's, if there is one. */
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
