import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { IDENTIFY } from '../support/imagemagick.ts';
import { newFolder, onlyFile, type Ran, run } from '../tools/programs/chromium/support.ts';

/** Makes a film of two seconds each of red, green and blue, lossless, with an even tone. `codec` is that of the audio. */
export async function makeFilm(name: string, codec = 'aac', more: readonly string[] = []): Promise<string> {
  const path = join(await newFolder(), name);
  const colors = ['red', 'lime', 'blue'].map((color) => `color=${color}:size=64x48:rate=10:duration=2`);
  const film = `${colors.map((source, index) => `${source}[c${index}]`).join(';')};[c0][c1][c2]concat=n=3`;
  const picture = /\.(mkv|mov)$/.test(name) ? ['-c:v', 'ffv1', '-pix_fmt', 'bgr0'] : ['-c:v', 'libx264', '-g', '60'];
  const inputs = ['-f', 'lavfi', '-i', film, '-f', 'lavfi', '-i', 'sine=frequency=440:duration=6'];
  await ffmpeg(...inputs, ...picture, '-c:a', codec, ...more, path);
  return path;
}

export const ffmpeg = (...words: string[]) => execa('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...words]);

/** Opens a film with the engine `video` and packs the result. */
export const open = (
  source: string,
  options: object = {},
  conversion: object = { category: 'archive', target: 'zip' },
): Promise<Ran> =>
  run({
    conversion,
    input: [{ source: source.startsWith('/') ? `file://${source}` : source, engine: 'video', options }],
  });

/** Unpacks the zip that a task made. @returns the paths of its files, sorted by name */
export async function unpacked(made: Ran): Promise<string[]> {
  const folder = await newFolder();
  await execa('unzip', ['-q', onlyFile(made), '-d', folder]);
  return (await readdir(folder)).sort().map((name) => join(folder, name));
}

/** Returns `PNG 64x48 red`, with the colour that ImageMagick reads in the middle. */
export async function seen(path: string): Promise<string> {
  const format = '%m %wx%h %[fx:round(p{w/2,h/2}.r)]%[fx:round(p{w/2,h/2}.g)]%[fx:round(p{w/2,h/2}.b)]';
  const { stdout } = await execa(IDENTIFY, ['-format', format, path]);
  return stdout.replace(/100$/, 'red').replace(/010$/, 'green').replace(/001$/, 'blue');
}

/** Returns codec and length, s, of the audio of a file, by ffprobe. */
export async function sound(path: string): Promise<{ codec: string; seconds: number; streams: number }> {
  const { stdout } = await execa('ffprobe', [
    '-v',
    'error',
    '-show_entries',
    'format=duration:stream=codec_name',
    '-of',
    'json',
    path,
  ]);
  const { format, streams } = JSON.parse(stdout);
  return { codec: streams[0]?.codec_name, seconds: Number(format.duration), streams: streams.length };
}

/** Returns a digest of the packets of the first audio stream, as ffmpeg copies them. */
export const packets = async (path: string): Promise<string> =>
  (await ffmpeg('-i', path, '-map', '0:a:0', '-c', 'copy', '-f', 'md5', '-')).stdout;
