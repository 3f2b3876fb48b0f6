import { describe, expect, it } from 'vitest';
import { type SubtitleEvent, showingsOf } from '../../../../tools/programs/ocr/picture-subtitles/events.ts';

const shown = (start: number, end: number | null = null): SubtitleEvent => ({ start, end, isEmpty: false });
const cleared = (start: number): SubtitleEvent => ({ start, end: null, isEmpty: true });

describe('a picture is shown', () => {
  it.each<[string, SubtitleEvent[], [number, number][]]>([
    ['until the screen is cleared', [shown(1000), cleared(3000)], [[1000, 3000]]],
    [
      'until the next one',
      [shown(1000), shown(2000), cleared(2500)],
      [
        [1000, 2000],
        [2000, 2500],
      ],
    ],
    [
      'until its own end, if nothing comes before',
      [shown(1000, 1800), shown(2000, 9000), shown(3000, 3500)],
      [
        [1000, 1800],
        [2000, 3000],
        [3000, 3500],
      ],
    ],
    ['for five seconds, if it is the last one and has no end', [shown(1000)], [[1000, 6000]]],
    ['if it replaces another one at the same time', [cleared(1000), shown(1000), cleared(2000)], [[1000, 2000]]],
    [
      'in the order of the times',
      [shown(2000, 2500), shown(1000, 1500)],
      [
        [1000, 1500],
        [2000, 2500],
      ],
    ],
  ])('%s', (_, events, expected) => {
    expect(showingsOf(events).map(({ start, end }) => [start, end])).toEqual(expected);
  });
});
