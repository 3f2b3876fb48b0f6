import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { placesOf } from '../../../tools/programs/ffmpeg/programs.ts';
import { MAX_PAGES } from '../limits.ts';
import { type Decoder, damaged, INPUT, runDecoder, type Unpacking } from './decoder.ts';
import { FFMPEG, runFfmpeg } from './ffmpeg.ts';

const FFPROBE = placesOf('ffprobe');

const MILLISECONDS = 1000;

/** Returns the duration of each frame, ms: ffmpeg's WebP lacks the duration of the last one. */
async function delaysOf(unpacking: Unpacking): Promise<number[]> {
  const what = ['-select_streams', 'v:0', '-show_entries', 'packet=duration_time', '-of', 'csv=p=0'];
  const input = ['-v', 'error', '-protocol_whitelist', 'file', '-f', 'mov', `file:${INPUT}`];
  const { stdout } = await runDecoder(FFPROBE, [...what, ...input], unpacking);
  return stdout
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [Math.round(Number.parseFloat(line) * MILLISECONDS)]));
}

const OUTPUT = 'frames.webp';

/** Decodes the frames of an animated AVIF to a lossless animated WebP. AVIF states no repetitions, so it repeats forever. */
export const avifSequence: Decoder = {
  name: 'ffmpeg',
  programs: [FFMPEG, FFPROBE],
  async unpack(unpacking) {
    const { folder, options } = unpacking;
    // Transparency is a separate track, which most files lack.
    if (!(await areWritten('[0:v:0][0:v:1]alphamerge,format=bgra', unpacking)).isDone) {
      const { isDone, log } = await areWritten('[0:v:0]format=bgra', unpacking);
      if (!isDone) throw damaged(log);
    }
    const path = join(folder, OUTPUT);
    const delay = await delaysOf(unpacking);
    return {
      count: null,
      moves: true,
      picture: async (page) => ({ path, reading: 'unpacked', page, density: null, isDrawn: false, delay, options }),
    };
  },
};

async function areWritten(filter: string, unpacking: Unpacking): Promise<{ isDone: boolean; log: string }> {
  const codec = ['-c:v', 'libwebp_anim', '-lossless', '1', '-compression_level', '0', '-loop', '0'];
  const input = ['-f', 'mov', '-i', `file:${INPUT}`, '-filter_complex', filter, '-vsync', 'passthrough'];
  // One frame more than allowed, so that the caller notices when there are too many.
  const log = await runFfmpeg([...input, '-frames:v', `${MAX_PAGES + 1}`, ...codec, `file:${OUTPUT}`], unpacking);
  const isDone = await access(join(unpacking.folder, OUTPUT)).then(
    () => true,
    () => false,
  );
  return { isDone, log };
}
