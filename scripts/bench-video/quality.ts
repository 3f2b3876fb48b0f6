import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { VIDEO_ENCODERS } from '../../engines/video/video-codecs.ts';
import { table } from '../bench-worker/statistics.ts';
import { makeClip } from './clips.ts';
import { similarityOf } from './similarity.ts';

/** Measured steps of each codec's scale. */
const STEPS: Readonly<Record<string, readonly number[]>> = {
  h264: [12, 18, 23, 29, 36],
  h265: [12, 18, 22, 26, 30, 34, 40],
  av1: [12, 22, 30, 38, 46, 54, 62],
  vp9: [10, 20, 28, 36, 44, 52, 60],
  vp8: [4, 10, 18, 26, 36, 48, 60],
  mpeg4: [2, 3, 5, 8, 12, 18, 28],
  mpeg2: [2, 3, 5, 8, 12, 18, 28],
  theora: [10, 9, 8, 7, 6, 5, 3],
  prores: [4, 8, 12, 18, 24, 30],
};

/** Returns a table of similarity and size of each codec at each step. */
export async function measureQuality(folder: string): Promise<string> {
  const clip = await makeClip(folder, 4, '640x360');
  const rows: string[][] = [['codec', 'its scale', 'SSIM', 'kB']];
  for (const [name, steps] of Object.entries(STEPS)) {
    const encoder = VIDEO_ENCODERS[name as keyof typeof VIDEO_ENCODERS];
    for (const step of steps) {
      const path = join(folder, `${name}-${step}.mkv`);
      const { encoder: program, always, effort, scaleOption, freeRate = [], pixels } = encoder;
      const coding = [
        '-c:v',
        program,
        ...always,
        ...effort.balanced,
        scaleOption,
        `${step}`,
        ...freeRate,
        '-pix_fmt',
        pixels.usual,
      ];
      await execa('ffmpeg', ['-v', 'error', '-y', '-i', clip, '-an', ...coding, path]);
      const { size } = await stat(path);
      const row = [name, `${step}`, (await similarityOf(path, clip)).toFixed(4), `${Math.round(size / 1000)}`];
      console.error(row.join('  '));
      rows.push(row);
    }
  }
  return table(rows);
}
