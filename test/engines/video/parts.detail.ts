import { mkdtemp, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { engine } from '../../../engines/video/engine.ts';
import { validateConversion } from '../../../src/catalog/index.ts';
import { identify } from '../../../src/files/identify.ts';
import type { OptionValues } from '../../../src/task/types.ts';
import { engineTask } from '../../support/engine-context.ts';
import { probe, streamsOf, Workshop } from './support.ts';

/** 60 seconds, which become three parts; of 29.97 frames a second 50, which become two. */
const FRAMES = 1500;
/** Containers and encoders that count frames round the beginning of a film to one, seconds. */
const ROUNDED = 0.025;
/** Bits of the number that each frame shows, a square of 16 pixels each. */
const BITS = 12;

let workshop: Workshop;
/** By the name of the film. */
const films: Record<string, string> = {};

const numbered = (rate: string, seconds: number) => {
  const bits = `geq=lum='255*mod(floor(N/pow(2,floor(X/16))),2)':cb=128:cr=128`;
  return ['-f', 'lavfi', '-i', `color=black:size=${BITS * 16}x32:rate=${rate}:duration=${seconds},${bits}`];
};

beforeAll(async () => {
  workshop = await Workshop.open();
  const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=60'];
  const codecs = ['-c:v', 'libx264', '-preset', 'veryfast', '-qp', '10', '-g', '90', '-c:a', 'aac'];
  const plain = await workshop.film('plain.mkv', ...numbered('25', 60), ...tone, ...codecs);
  films.plain = plain;
  films.late = await workshop.film(
    'late.mp4',
    ...['-itsoffset', '0.5', '-i', plain, '-i', plain, '-map', '0:v', '-map', '1:a', '-c', 'copy'],
  );
  films.ntsc = await workshop.film('ntsc.mkv', ...numbered('30000/1001', 50.05), ...codecs);
});
afterAll(() => workshop.remove());
afterEach(() => vi.unstubAllEnvs());

/** The number that each frame shows. */
async function numbersOf(path: string): Promise<number[]> {
  const args = ['-v', 'error', '-i', path, '-fps_mode', 'passthrough', '-map', '0:v', '-pix_fmt', 'gray'];
  const scaled = [...args, '-vf', `scale=${BITS}:1:flags=area`, '-f', 'rawvideo', '-'];
  const { stdout } = await execa('ffmpeg', scaled, { encoding: 'buffer', maxBuffer: 2 ** 28 });
  return Array.from({ length: stdout.length / BITS }, (_, frame) =>
    [...stdout.subarray(frame * BITS, (frame + 1) * BITS)].reduce(
      (sum, light, bit) => sum + (light > 128 ? 2 ** bit : 0),
      0,
    ),
  );
}

/** The time of each frame in seconds, in the order in which they are shown. */
async function timesOf(path: string): Promise<number[]> {
  const args = ['-v', 'error', '-select_streams', 'v:0', '-show_entries', 'packet=pts_time,dts_time', '-of', 'json'];
  const { stdout } = await execa('ffprobe', [...args, path]);
  const { packets } = JSON.parse(stdout) as { packets: { pts_time?: string; dts_time?: string }[] };
  return packets.map(({ pts_time, dts_time }) => Number(pts_time ?? dts_time)).toSorted((one, other) => one - other);
}

interface Made {
  readonly path: string;
  readonly warnings: readonly string[];
  /** How many runs of ffmpeg made a part. */
  readonly parts: number;
}

/** The engine by itself, so that the programs are seen that it starts. */
async function convert(film: string, target: string, options: OptionValues, parts: 'on' | 'off'): Promise<Made> {
  vi.stubEnv('PARALLEL_PARTS', parts);
  const path = films[film] ?? '';
  const workFolder = await mkdtemp(join(workshop.folder, 'parts-'));
  const task = engineTask({ workFolder, readable: [path], signal: new AbortController().signal });
  const [{ size }, format] = await Promise.all([stat(path), identify(path)]);
  const input = { id: 'film', path, filename: film, size, format, decryptPassword: null };
  const validated = validateConversion({ category: 'video', target, options: { quality: 90, ...options } });
  const request = { target, options: validated.options, inputs: [input] };
  const [made] = await engine.convert(request as never, task.context);
  const ofParts = task.calls.filter(({ args }) => args.some((argument) => argument.startsWith('trim=')));
  return { path: made?.path ?? '', warnings: task.warnings.map(({ message }) => message), parts: ofParts.length };
}

describe.skipIf(availableParallelism() < 2)('a film in parts', () => {
  test.each<[string, string, OptionValues, number]>([
    ['plain', 'ogv', {}, 3],
    ['plain', 'mkv', { video_codec: 'theora' }, 3],
    ['late', 'ogv', {}, 3],
    ['late', 'mkv', { video_codec: 'theora' }, 3],
    ['ntsc', 'mkv', { video_codec: 'theora' }, 2],
  ])('%s to %s %o: each frame once, at its time', async (film, target, options, count) => {
    const [inParts, inOne] = [await convert(film, target, options, 'on'), await convert(film, target, options, 'off')];
    expect([inParts.parts, inOne.parts]).toEqual([count, 0]);
    expect(inParts.warnings).toEqual(inOne.warnings);
    expect(await numbersOf(inParts.path)).toEqual(Array.from({ length: FRAMES }, (_, frame) => frame));
    const times = await timesOf(inParts.path);
    expect(times).toHaveLength(FRAMES);
    // In one piece, the first frame is repeated where the picture begins late.
    const [ofSource, ofOne] = [await timesOf(films[film] ?? ''), await timesOf(inOne.path)];
    const apart = [ofSource, ofOne].map((others) =>
      Math.max(...times.map((time, frame) => Math.abs(time - (others[frame] ?? Infinity)))),
    );
    expect(Math.min(...apart)).toBeLessThan(ROUNDED);
    // As far from each other at a seam as anywhere; Matroska counts milliseconds.
    const steps = times.slice(1).map((time, frame) => time - (times[frame] ?? 0));
    expect(Math.max(...steps) - Math.min(...steps)).toBeLessThan(0.0025);
    const [made, expected] = [await probe(inParts.path), await probe(inOne.path)];
    expect(streamsOf(made)).toBe(streamsOf(expected));
    expect(Number(made.format.duration)).toBeCloseTo(Number(expected.format.duration), 1);
  });

  test('the sound is the same', async () => {
    const hash = async (path: string) =>
      (await execa('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:a', '-c', 'copy', '-f', 'md5', '-'])).stdout;
    const options = { video_codec: 'theora', audio_codec: 'opus' };
    const [inParts, inOne] = [
      await convert('late', 'mkv', options, 'on'),
      await convert('late', 'mkv', options, 'off'),
    ];
    expect([inParts.parts, await hash(inParts.path)]).toEqual([3, await hash(inOne.path)]);
  });

  test('a part lacks frames: the film is encoded as a whole', async () => {
    // A second of frames is missing, which headers do not say.
    const without = ['-vf', "select='not(between(n,250,274))'", '-fps_mode', 'passthrough', '-c:a', 'copy'];
    const again = ['-c:v', 'libx264', '-preset', 'veryfast', '-qp', '10', '-g', '90'];
    films.holes = await workshop.film('holes.mkv', '-i', films.plain ?? '', ...without, ...again);
    const made = await convert('holes', 'mkv', { video_codec: 'theora' }, 'on');
    expect(made.parts).toBe(3);
    expect(await numbersOf(made.path)).toEqual(await numbersOf(films.holes));
  });
});
