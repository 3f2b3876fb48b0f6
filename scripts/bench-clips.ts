/**
 * `npm run bench:clips [-- ROUNDS]`: 20 clips of 10 s from WAV to MP3, two at a time, in one process that already runs, against `xargs -P2`
 * of the same ffmpeg with the same settings, in turn; and the processor time of a clip. For each ffmpeg that is installed: the build by
 * `npm run ffmpeg`, and the machine's own.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { installedBuilds } from '../tools/ffmpeg/builds.ts';
import { processorTime } from './bench-image/processor-time.ts';
import { createBenchRunner } from './bench-runner.ts';
import { atATime, median, table, timed } from './bench-worker/statistics.ts';

const CLIPS = 20;
const AT_A_TIME = 2;
const rounds = Number(process.argv[2] ?? 5);

const folder = await mkdtemp(join(tmpdir(), 'convertd-clips-'));
try {
  const clip = join(folder, 'clip.wav');
  const sound = 'anoisesrc=c=pink:d=10:r=44100:a=0.3,aformat=channel_layouts=stereo';
  await execa('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', sound, clip]);
  const programs = [
    ...installedBuilds().map((build) => ({ name: 'npm run ffmpeg', path: join(build.folder, 'ffmpeg') })),
    { name: 'Debian', path: '/usr/bin/ffmpeg' },
  ];
  const rows: string[][] = [];
  for (const program of programs) rows.push(await compare(program, clip));
  const head = ['ffmpeg', 'bare, s', 'convertd, s', 'ratio', 'bare, ms of processor a clip', 'convertd'];
  console.log(table([head, ...rows]));
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function compare({ name, path }: { name: string; path: string }, clip: string): Promise<string[]> {
  process.env.FFMPEG_BIN = path;
  const runner = await createBenchRunner(folder);
  const output = join(folder, 'out');
  const contestants = {
    bare: () => bare(path, clip, output),
    convertd: () =>
      atATime(AT_A_TIME, Array(CLIPS).fill(clip), (input: string) =>
        runner.run(input, 'mp3', { audio_bitrate: 192 }, output),
      ),
  };
  const seconds: Record<keyof typeof contestants, number[]> = { bare: [], convertd: [] };
  const busy: Record<keyof typeof contestants, number[]> = { bare: [], convertd: [] };
  for (let round = 0; round <= rounds; round += 1) {
    for (const who of ['bare', 'convertd'] as const) {
      await rm(output, { recursive: true, force: true });
      await mkdir(output);
      const before = await processorTime(process.pid);
      const elapsed = await timed(contestants[who]);
      // The first round fills caches.
      if (round === 0) continue;
      seconds[who].push(elapsed);
      busy[who].push(((await processorTime(process.pid)) - before) / CLIPS);
    }
  }
  await runner.close();
  const ratios = seconds.convertd.map((value, round) => value / (seconds.bare[round] ?? Number.NaN));
  const milliseconds = (values: number[]) => median(values).toFixed(0);
  return [
    name,
    median(seconds.bare).toFixed(2),
    median(seconds.convertd).toFixed(2),
    `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
    milliseconds(busy.bare),
    milliseconds(busy.convertd),
  ];
}

function bare(ffmpeg: string, clip: string, output: string): Promise<unknown> {
  return execa({
    stdio: ['pipe', 'ignore', 'inherit'],
    input: [...Array(CLIPS).keys()].map((number) => `${number}\n`).join(''),
  })('xargs', [
    '-P',
    `${AT_A_TIME}`,
    '-I',
    '{}',
    ffmpeg,
    '-v',
    'error',
    '-nostdin',
    '-y',
    '-i',
    clip,
    '-b:a',
    '192k',
    join(output, '{}.mp3'),
  ]);
}
