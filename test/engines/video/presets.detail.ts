import { stat } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { applyPreset, loadPresets, type Preset } from '../../../src/catalog/presets.ts';
import type { OptionValues } from '../../../src/task/types.ts';
import { probe, streamsOf, Workshop } from './support.ts';

let workshop: Workshop;
let presets: readonly Preset[];
let film = '';
/** Noise, which takes many bytes. */
let noise = '';

beforeAll(async () => {
  workshop = await Workshop.open();
  presets = await loadPresets(null);
  const make = (name: string, size: string, noisy: string) =>
    workshop.film(
      name,
      ...['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=25:duration=4${noisy}`],
      ...['-f', 'lavfi', '-i', 'anoisesrc=duration=4:amplitude=0.3,aformat=channel_layouts=5.1'],
      ...['-c:v', 'mpeg4', '-q:v', '2', '-c:a', 'pcm_s16le'],
    );
  film = await make('camera.mov', '160x120', '');
  noise = await make('noise.mov', '640x480', ',noise=alls=60:allf=t');
});
afterAll(() => workshop.remove());

const convert = (target: string, preset: string, more: OptionValues = {}, source = film) => {
  const options = { preset, ...more };
  const { preset: _applied, ...applied } = applyPreset(presets, { category: 'video', target, options }).options;
  return workshop.run(source, target, applied);
};

it.each([
  ['mp4', 'web', 'video h264, audio aac'],
  ['webm', 'web', 'video vp9, audio opus'],
  ['mp4', 'phone', 'video h264, audio aac'],
  ['mp4', 'archive', 'video hevc, audio aac'],
  ['mkv', 'archive', 'video hevc, audio pcm_s16le'],
] as const)('%s with preset %s is %s', async (target, preset, streams) => {
  const made = await convert(target, preset);
  expect(made.error).toBe('');
  const probed = await probe(made.path);
  expect(streamsOf(probed)).toBe(streams);
  expect(probed.streams[0]).toMatchObject({ width: 160, height: 120 });
  expect(probed.streams[1]?.channels).toBe(preset === 'phone' ? 2 : 6);
});

it('the archive has more of the film than the web, and that more than the phone', async () => {
  const sizes = [];
  for (const preset of ['phone', 'web', 'archive']) sizes.push((await stat((await convert('mp4', preset)).path)).size);
  expect(sizes).toEqual(sizes.toSorted((one, other) => one - other));
});

it('a messenger gets no more than it takes, of a film that is larger', async () => {
  const { size: source } = await stat(noise);
  expect(source).toBeGreaterThan(8_000_000);
  const made = await convert('mp4', 'messenger-8mb', { effort: 'fast' }, noise);
  expect(made.error).toBe('');
  const probed = await probe(made.path);
  expect(streamsOf(probed)).toBe('video h264, audio aac');
  expect(probed.streams[1]?.channels).toBe(2);
  // Measured by the file system; most of what may be used is.
  const { size } = await stat(made.path);
  expect(size).toBeLessThanOrEqual(8_000_000);
  expect(size).toBeGreaterThan(6_000_000);
});

it('each size of a messenger is the one in its name', () => {
  const messengers = presets.filter(({ name }) => name.startsWith('messenger-'));
  expect(messengers.map(({ options }) => options.file_size)).toEqual(['8MB', '16MB', '25MB']);
  for (const { name, options } of messengers) expect(name).toBe(`messenger-${options.file_size}`.toLowerCase());
});

it('an option beside a preset wins', async () => {
  const made = await convert('mp4', 'phone', { channels: 'mono', height: 60 });
  const { streams } = await probe(made.path);
  expect([streams[0]?.height, streams[1]?.channels]).toEqual([60, 1]);
});
