import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { table, timed } from '../bench-worker/statistics.ts';
import { makeClip } from './clips.ts';
import { runEngine } from './run-engine.ts';
import { similarityOf } from './similarity.ts';

/** HandBrake's encoder and its preset for our effort balanced, and its constant quality for our quality 75. */
const ENCODERS = { h264: ['x264', 'medium', '23'], h265: ['x265', 'fast', '24'] } as const;

/** Returns a table of the engine and HandBrake's command line (Debian package handbrake-cli) with the same encoder, preset and quality. */
export async function measureHandBrake(folder: string): Promise<string> {
  const clip = await makeClip(folder, 12, '1280x720');
  const rows: string[][] = [['codec', 'program', 'seconds', 'kB', 'SSIM']];
  for (const [codec, [encoder, preset, quality]] of Object.entries(ENCODERS)) {
    const theirs = join(folder, `handbrake-${codec}.mp4`);
    const video = ['-e', encoder, '--encoder-preset', preset, '-q', quality, '--vfr', '--crop', '0:0:0:0'];
    const sound = ['-E', 'av_aac', '-B', '80', '-O'];
    const call = ['-i', clip, '-o', theirs, ...video, ...sound];
    const theirTime = await timed(() => execa('HandBrakeCLI', call, { reject: true }));
    let ours = '';
    const ourTime = await timed(async () => {
      ours = await runEngine(clip, 'mp4', { video_codec: codec, quality: 75 }, join(folder, `ours-${codec}`));
    });
    for (const [name, path, time] of [
      ['HandBrake', theirs, theirTime],
      ['convertd', ours, ourTime],
    ] as const) {
      const size = Math.round((await stat(path)).size / 1000);
      const row = [codec, name, time.toFixed(1), `${size}`, (await similarityOf(path, clip)).toFixed(4)];
      console.error(row.join('  '));
      rows.push(row);
    }
  }
  return table(rows);
}
