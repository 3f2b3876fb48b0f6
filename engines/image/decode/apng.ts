import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { tooManyPages } from '../limit-errors.ts';
import { MAX_PAGES } from '../limits.ts';
import { readControl } from './apng-control.ts';
import { type Decoder, damaged, INPUT, type Pictures, type Unpacking } from './decoder.ts';
import { FFMPEG, runFfmpeg } from './ffmpeg.ts';

/** Decodes an animated PNG, of which sharp reads only the first frame, to a lossless animated WebP. */
export const apng: Decoder = {
  name: 'ffmpeg',
  programs: [FFMPEG],
  unpack: (unpacking) => framesOf(INPUT, unpacking),
};

const OUTPUT = 'frames.webp';

/**
 * Returns the frames of an animated PNG.
 * @param name of a file in the decoder's folder
 */
export async function framesOf(name: string, unpacking: Unpacking): Promise<Pictures> {
  const { folder, options } = unpacking;
  const { loop, delay } = await readControl(join(folder, name), MAX_PAGES + 1);
  if (delay.length > MAX_PAGES) throw tooManyPages(delay.length);
  const codec = ['-c:v', 'libwebp_anim', '-lossless', '1', '-compression_level', '0', '-loop', `${loop}`];
  const input = ['-f', 'apng', '-i', `file:${name}`, '-vsync', 'passthrough'];
  const log = await runFfmpeg([...input, ...codec, `file:${OUTPUT}`], unpacking);
  const path = join(folder, OUTPUT);
  const isWritten = await access(path).then(
    () => true,
    () => false,
  );
  if (!isWritten) throw damaged(log);
  return {
    count: null,
    moves: true,
    // ffmpeg's WebP lacks the duration of the last frame.
    picture: async (page) => ({ path, reading: 'unpacked', page, density: null, isDrawn: false, delay, options }),
  };
}
