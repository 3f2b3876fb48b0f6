import { expect, it } from 'vitest';
import { SoundingFinder } from '../../../../tools/programs/ffmpeg/sound/silence.ts';

const FORM = { channels: 1, sampleRate: 10, bits: 32 } as const;
/** Full scale is 1: -20 dB are 0.1. At 10 Hz, 3 samples. */
const RULE = { thresholdDb: -20, seconds: 0.3 };

/** Returns the kept samples; a digit is a sample in hundredths. */
function kept(sound: string, channels = 1, pieces = 1) {
  const samples = Float32Array.from(sound, (digit) =>
    digit === '-' ? -0.5 : digit === '+' ? 0.5 : Number(digit) / 100,
  );
  const finder = new SoundingFinder(RULE, { ...FORM, channels });
  const step = samples.length / pieces;
  for (let at = 0; at < samples.length; at += step) finder.add(samples.subarray(at, at + step));
  return finder
    .end()
    .kept.map(({ from, to }) => sound.slice(from * channels, to * channels))
    .join('|');
}

it.each([
  ['at the beginning', '0009+-+', '+-+'],
  ['at the end', '+-+0000', '+-+'],
  ['within', '+-00000+-', '+-|+-'],
  ['that is too short', '+-00+-00', '+-00+-00'],
  ['several times', '000+000+00+000', '+|+00+'],
  ['that is all', '0000', ''],
  ['nowhere', '+-+-', '+-+-'],
  ['of nothing', '', ''],
])('leaves out silence %s', (_, sound, expected) => {
  expect(kept(sound)).toBe(expected);
});

it('finds the same in pieces', () => {
  expect(kept('+-00000+-00+0000', 1, 8)).toBe(kept('+-00000+-00+0000'));
});

it('counts as silence what is silent in all channels', () => {
  expect(kept('+0+0+0+0', 2)).toBe('+0+0+0+0');
  expect(kept('+0000000+0', 2)).toBe('+0|+0');
});
