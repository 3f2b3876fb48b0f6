import { describe, expect, it } from 'vitest';
import { clockTime, secondsOf } from '../../src/catalog/grammar/clock-time.ts';
import { parseOptionText, requireEntry } from '../../src/catalog/index.ts';

describe('times as people write them', () => {
  it.each([
    ['1', '00:00:01'],
    ['90s', '00:01:30'],
    ['1:30', '00:01:30'],
    ['1:02:03', '01:02:03'],
    ['1m30s', '00:01:30'],
    ['2h', '02:00:00'],
    ['1:30.5', '00:01:30.500'],
    ['0', '00:00:00'],
    ['00:01:30', '00:01:30'],
  ])('%s is %s', (text, clock) => expect(clockTime(text)).toBe(clock));

  it.each(['', 'soon', '1:2:3:4', '-1', '100h', '400000'])('leaves "%s" for the check of the option', (text) => {
    expect(clockTime(text)).toBe(text);
  });

  it('gives seconds', () => {
    expect([secondsOf('2147483'), secondsOf('1:30'), secondsOf('0.5'), secondsOf('x')]).toEqual([
      2147483,
      90,
      0.5,
      null,
    ]);
  });

  it('holds for the options of a command line', () => {
    expect(parseOptionText(requireEntry('audio', 'mp3'), 'start', '1:30')).toBe('00:01:30');
    expect(parseOptionText(requireEntry('audio', 'mp3'), 'output_filename', '1:30')).toBe('1:30');
  });
});
