import { describe, expect, it } from 'vitest';
import { loudnessRange, rangeCurve } from '../../../tools/programs/ffmpeg/sound/loudness-range.ts';

describe('range curve', () => {
  const levelsOf = (quiet: number, loud: number) =>
    Array.from({ length: 600 }, (_, frame) => (Math.floor(frame / 60) % 2 === 0 ? quiet : loud));

  it('finds the range of sound that alternates', () => {
    expect(loudnessRange(levelsOf(-30, -20))).toBeCloseTo(10, 0);
    expect(loudnessRange(levelsOf(-20, -20))).toBeCloseTo(0, 5);
    expect(loudnessRange([])).toBe(0);
  });

  it('narrows it to what is asked, and not further', async () => {
    const momentary = levelsOf(-30, -18);
    const curve = await rangeCurve(momentary, -20, 6);
    const after = momentary.map((loudness, index) => loudness + (curve[index] ?? Number.NaN));
    expect(loudnessRange(after)).toBeLessThanOrEqual(6.01);
    expect(loudnessRange(after)).toBeGreaterThan(5);
  });

  it('does nothing where the range is small enough', async () => {
    const curve = await rangeCurve(levelsOf(-21, -20), -20.5, 10);
    expect(Math.max(...curve.map(Math.abs))).toBeLessThan(0.01);
  });
});
