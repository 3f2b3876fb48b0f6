import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { median, table, timed } from '../bench-worker/statistics.ts';
import { makeClip } from './clips.ts';
import { runEngine } from './run-engine.ts';

interface Case {
  readonly name: string;
  readonly target: 'mp4' | 'webm' | 'gif';
  /** Arguments of bare ffmpeg between input and output. */
  readonly bare: readonly string[];
}

const H264 = [
  '-c:v',
  'libx264',
  '-preset',
  'medium',
  '-crf',
  '23',
  '-c:a',
  'aac',
  '-b:a',
  '80k',
  '-movflags',
  '+faststart',
];
const CASES: readonly Case[] = [{ name: 'h264 and aac', target: 'mp4', bare: H264 }];

/** Length in seconds and size of the clips; the second takes about half a minute on two slow cores. */
const CLIPS = [
  [2, '640x360'],
  [12, '1280x720'],
] as const;

/** Returns a table of the engine against bare ffmpeg, in turn. */
export async function measureSpeed(rounds: number, folder: string): Promise<string> {
  const rows: string[][] = [['work', 'clip', 'bare s', 'engine s', 'ratio']];
  for (const [seconds, size] of CLIPS) {
    const clip = await makeClip(folder, seconds, size);
    for (const each of CASES) {
      const times = { bare: [] as number[], engine: [] as number[] };
      for (let round = 0; round < rounds; round += 1) {
        for (const who of round % 2 === 0 ? (['bare', 'engine'] as const) : (['engine', 'bare'] as const)) {
          const work = join(folder, 'work');
          await mkdir(work);
          times[who].push(
            await timed(async () => {
              if (who === 'bare') await runBare(each, clip, work);
              else await runEngine(clip, each.target, { quality: 75 }, work);
            }),
          );
          await rm(work, { recursive: true });
        }
      }
      const ratio = median(times.engine.map((time, index) => time / (times.bare[index] ?? Number.NaN)));
      const row = [
        each.name,
        `${seconds} s, ${size}`,
        ...[median(times.bare), median(times.engine), ratio].map((value) => value.toFixed(2)),
      ];
      console.error(row.join('  '));
      rows.push(row);
    }
  }
  return table(rows);
}

async function runBare({ bare, target }: Case, clip: string, work: string): Promise<void> {
  await execa('ffmpeg', ['-v', 'error', '-i', clip, ...bare, join(work, `out.${target}`)]);
}
