import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { probe, streamsOf, Workshop } from './support.ts';

let workshop: Workshop;
let quiet: string;
beforeAll(async () => {
  workshop = await Workshop.open();
  const picture = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=10:duration=6'];
  const sound = (pitch: number) => ['-f', 'lavfi', '-i', `sine=frequency=${pitch}:duration=6,volume=0.3`];
  const map = ['-map', '0', '-map', '1', '-map', '2', '-c:v', 'libx264', '-c:a', 'aac'];
  quiet = await workshop.film('quiet.mp4', ...picture, ...sound(440), ...sound(1000), ...map);
});
afterAll(() => workshop.remove());

/** Loudness in LUFS, and the highest sample in dB, of a track. */
async function measured(path: string, track = 0): Promise<{ loudness: number; peak: number }> {
  const filters = 'ebur128=framelog=verbose,astats=measure_perchannel=none';
  const { stderr } = await execa('ffmpeg', ['-i', path, '-map', `0:a:${track}`, '-af', filters, '-f', 'null', '-']);
  return {
    loudness: Number(/I:\s+(\S+) LUFS/.exec(stderr)?.[1]),
    peak: Number(/Peak level dB: (\S+)/.exec(stderr)?.[1]),
  };
}

test.each([
  ['mp4', {}, -23],
  ['webm', { normalize_target_level_ebu: -18 }, -18],
  ['mkv', { normalize_target_level_ebu: -20, audio_codec: 'ac3', speed: 2 }, -20],
])('%s with %j: each track is brought to %d LUFS', async (target, options, loudness) => {
  const { path, result, warnings } = await workshop.run(quiet, target, { normalize: true, ...options });
  expect([result, warnings]).toEqual(['completed', []]);
  for (const track of [0, 1]) expect(Math.abs((await measured(path, track)).loudness - loudness)).toBeLessThan(0.5);
  expect(Math.abs((await measured(quiet)).loudness - loudness)).toBeGreaterThan(2);
});

test('by the highest sample', async () => {
  const { path } = await workshop.run(quiet, 'mkv', {
    ...{ normalize: true, normalize_type: 'peak', normalize_target_level: -6, audio_codec: 'flac' },
  });
  expect(Math.abs((await measured(path)).peak + 6)).toBeLessThan(0.1);
});

test('the picture is copied, merged sounds too are measured', async () => {
  const { path, result } = await workshop.run([quiet, quiet], 'mp4', { merge: true, normalize: true });
  expect([result, streamsOf(await probe(path))]).toEqual(['completed', 'video h264, audio aac, audio aac']);
  expect(Math.abs((await measured(path)).loudness + 23)).toBeLessThan(0.5);
  const other = await workshop.film('other.mp4', '-i', quiet, '-vf', 'scale=128:96', '-c:v', 'libx264', '-c:a', 'aac');
  const joined = await workshop.run([quiet, other], 'mp4', { merge: true, normalize: true });
  expect(Math.abs((await measured(joined.path)).loudness + 23)).toBeLessThan(0.5);
});

test('copied sound does not go with it, and a film without sound has nothing to measure', async () => {
  expect((await workshop.run(quiet, 'mp4', { normalize: true, audio_codec: 'copy' })).result).toBe('option_conflict');
  const silent = await workshop.film('silent.mp4', '-i', quiet, '-an', '-c', 'copy');
  expect((await workshop.run(silent, 'mp4', { normalize: true })).warnings).toEqual([
    'option_no_effect: Option normalize has no effect: the video has no sound.',
  ]);
});
