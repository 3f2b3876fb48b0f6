import { expect, it } from 'vitest';
import { partFilters, partsOf } from '../../../engines/audio/parts/plan-parts.ts';
import { findSeam } from '../../../engines/audio/parts/seams.ts';

const MP3 = { codec: 'mp3', frame: 1152 } as const;
const OPUS = { codec: 'opus', frame: 960 } as const;

it('parts overlap by five seconds, and begin where a cycle of LAME does', () => {
  const [first, second, ...more] = partsOf(MP3, 44100, 22968, 10, 2);
  expect([first, more]).toEqual([{ first: 0, end: 11484 }, []]);
  expect(second?.end).toBeNull();
  expect((second?.first ?? 1) % 49).toBe(0);
  expect(((11484 - (second?.first ?? 0)) * 1152) / 44100).toBeGreaterThanOrEqual(5);
});

it('no part is longer than five minutes, and each core gets as many', () => {
  expect(partsOf(OPUS, 48000, 3600 * 50, 60, 2)).toHaveLength(12);
  expect(partsOf(OPUS, 48000, 3600 * 50, 60, 5)).toHaveLength(15);
});

it('a part opens the source at a whole second, and takes the samples of its frames', () => {
  expect(partFilters({ first: 5000, end: null }, OPUS, 48000)).toEqual({
    openAt: 99,
    filters: [`atrim=start_sample=${5000 * 960 - 99 * 48000}`, 'asetpts=PTS-STARTPTS'],
  });
  expect(partFilters({ first: 0, end: 4900 }, OPUS, 48000).filters[0]).toBe(`atrim=end_sample=${4900 * 960}`);
});

const frame = (byte: number) => Buffer.from([0xfc, 0, byte]);

it('Opus is joined behind half a second of frames that both encoders made', () => {
  const frames = Array.from({ length: 40 }, (_, n) => frame(n));
  const other = frames.map((one, n) => (n < 10 ? frame(99) : one));
  expect(findSeam({ before: frames, after: other }, OPUS)).toBe(40);
  expect(findSeam({ before: frames, after: other.map((one, n) => (n === 30 ? frame(99) : one)) }, OPUS)).toBeNull();
});
