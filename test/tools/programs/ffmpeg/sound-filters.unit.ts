import { expect, it } from 'vitest';
import {
  fadeFilters,
  readSounding,
  soundingFilters,
  speedFilters,
} from '../../../../tools/programs/ffmpeg/sound/sound-filters.ts';

const silence = (...edges: readonly [string, number][]) =>
  edges.map(([edge, time]) => `[silencedetect @ 0x1] silence_${edge}: ${time}`).join('\n');

it.each([
  ['at both ends', silence(['start', 0], ['end', 0.5], ['start', 1.5], ['end', 2]), { from: 0.5, to: 1.5 }],
  ['in the middle alone', silence(['start', 0.5], ['end', 1]), { from: 0, to: null }],
  ['at the end, which is not reported as an end', silence(['start', 1.5]), { from: 0, to: 1.5 }],
  ['everywhere', silence(['start', 0], ['end', 2]), null],
  ['everywhere, without an end', silence(['start', 0]), null],
  ['nowhere', '', { from: 0, to: null }],
])('the part that sounds, with silence %s', (_, stderr, sounding) => {
  expect(readSounding(stderr, 2)).toEqual(sounding);
});

it('cuts only what is silent', () => {
  expect(soundingFilters({ from: 0, to: null })).toEqual([]);
  expect(soundingFilters({ from: 0.5, to: 1.5 })[0]).toBe('atrim=start=0.5:end=1.5');
});

it('changes the speed by steps that the filter does well', () => {
  expect(speedFilters(1)).toEqual([]);
  expect(speedFilters(1.5)).toEqual(['atempo=1.5']);
  expect(speedFilters(4)).toEqual(['atempo=2', 'atempo=2']);
  expect(speedFilters(0.25)).toEqual(['atempo=0.5', 'atempo=0.5']);
});

it('fades no longer than the sound is', () => {
  expect(fadeFilters(2, 3, 10)).toEqual(['afade=t=in:d=2', 'afade=t=out:st=7:d=3']);
  expect(fadeFilters(2, 3, 1)).toEqual(['afade=t=in:d=1', 'afade=t=out:st=0:d=1']);
  expect(fadeFilters(0, 0, 1)).toEqual([]);
});
