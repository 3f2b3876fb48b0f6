import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { CONTAINERS, type FilmTarget } from '../../engines/video/containers.ts';
import { table, timed } from '../bench-worker/statistics.ts';
import { makeClip } from './clips.ts';
import { runEngine } from './run-engine.ts';

/** Length of the film in seconds, enough for three parts. */
const SECONDS = 60;
const SIZE = '640x360';

const CASES: readonly (readonly [codec: string, target: FilmTarget])[] = [
  ['mpeg4', 'mkv'],
  ['wmv2', 'wmv'],
  ['flv1', 'flv'],
  ['theora', 'ogv'],
  ['vp8', 'webm'],
  ['mpeg2', 'mpg'],
  ['prores', 'mov'],
  ['vp9', 'webm'],
  ['h264', 'mp4'],
];

/** Returns a table of the cores that a codec keeps busy in one piece, and the ratio of the time in parts to the time in one piece. */
export async function measureParts(folder: string): Promise<string> {
  const clip = await makeClip(folder, SECONDS, SIZE);
  const rows: string[][] = [['codec', 'cores busy', 'one piece s', 'in parts s', 'times as fast']];
  for (const [codec, target] of CASES) {
    const run = (parts: 'on' | 'off') =>
      timed(async () => {
        process.env.PARALLEL_PARTS = parts;
        const work = join(folder, 'work');
        await runEngine(clip, target, { video_codec: codec, quality: 75 }, work);
        await rm(work, { recursive: true });
      });
    const busy = await coresOf(clip, codec, target);
    const [whole, parts] = [await run('off'), await run('on')];
    const row = [codec, busy, whole, parts, whole / parts];
    rows.push(row.map((value) => (typeof value === 'number' ? value.toFixed(2) : value)));
    console.error(rows.at(-1)?.join('  '));
  }
  return table(rows);
}

const ENCODERS: Readonly<Record<string, readonly string[]>> = {
  flv1: ['flv', '-q:v', '5'],
  h264: ['libx264', '-crf', '23'],
  mpeg2: ['mpeg2video', '-q:v', '5'],
  mpeg4: ['mpeg4', '-q:v', '5'],
  prores: ['prores_ks', '-q:v', '10'],
  theora: ['libtheora', '-q:v', '7'],
  vp8: ['libvpx', '-crf', '30', '-b:v', '100M', '-cpu-used', '3', '-deadline', 'good'],
  vp9: ['libvpx-vp9', '-crf', '34', '-b:v', '0', '-cpu-used', '4', '-deadline', 'good', '-row-mt', '1'],
  wmv2: ['wmv2', '-q:v', '5'],
};

/** Returns processor time divided by wall time of bare ffmpeg, which reports both (`-benchmark`). */
async function coresOf(clip: string, codec: string, target: FilmTarget): Promise<number> {
  const { muxer } = CONTAINERS[target];
  const encode = ['-an', '-t', '15', '-c:v', ...(ENCODERS[codec] ?? []), '-f', muxer, '-y', '/dev/null'];
  const { stderr } = await execa('ffmpeg', ['-v', 'info', '-nostats', '-benchmark', '-i', clip, ...encode]);
  const [user = 0, system = 0, wall = 1] =
    /utime=([\d.]+)s stime=([\d.]+)s rtime=([\d.]+)s/.exec(stderr)?.slice(1).map(Number) ?? [];
  return (user + system) / wall;
}
