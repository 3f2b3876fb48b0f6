import { describe, expect, it } from 'vitest';
import { writeSrt } from '../../../../../tools/formats/subtitles/srt.ts';
import { writeVtt } from '../../../../../tools/formats/subtitles/vtt.ts';
import { type SpokenWord, spreadWords, wordsOf } from '../../../../../tools/programs/speech/stt/recogniser/words.ts';
import { cuesOf } from '../../../../../tools/programs/speech/stt/subtitles/cues.ts';
import { writtenCue } from '../../../../../tools/programs/speech/stt/subtitles/make.ts';
import fc from '../../../../support/fast-check.ts';

const RATE = 16_000;
const span = (start: number, end: number) => ({ start: start * RATE, end: end * RATE });
const texts = (words: readonly SpokenWord[]): string => words.map(({ text }) => text).join(' ');

/** Returns successive words of half a second each; a number is a pause in seconds. */
function said(...parts: (string | number)[]): SpokenWord[] {
  let now = 0;
  return parts.flatMap((part) => {
    if (typeof part === 'number') {
      now += part;
      return [];
    }
    return part.split(' ').map((text) => {
      now += 0.5;
      return { text, startSeconds: now - 0.5, endSeconds: now };
    });
  });
}

describe('words and their times', () => {
  const place = { start: 2 * RATE, parts: [span(2, 5)], language: 'en-US', spaced: true };

  it('come from the tokens of a model that tells times', () => {
    const tokens = ['▁Good', '▁mor', 'ning', '.', '▁Hi'];
    const timestamps = [0.1, 0.5, 0.7, 0.9, 2.5];
    const { words, isEstimated } = wordsOf('Good morning. Hi', { text: '', tokens, timestamps }, place);
    expect(isEstimated).toBe(false);
    expect(words).toEqual([
      { text: 'Good', startSeconds: 2.1, endSeconds: 2.5 },
      // Up to the pause, not to the next word.
      { text: 'morning.', startSeconds: 2.5, endSeconds: 2.5 + 8 * 0.12 },
      { text: 'Hi', startSeconds: 4.5, endSeconds: 5 },
    ]);
  });

  it('are estimated where it tells none, or of other words than the text has', () => {
    const tokens = ['▁Good', '▁morning'];
    for (const timestamps of [[], [0.1, 0.5]]) {
      const { words, isEstimated } = wordsOf('Hello there', { text: '', tokens, timestamps }, place);
      expect([texts(words), isEstimated]).toEqual(['Hello there', true]);
    }
  });

  it('that are estimated begin anew behind a pause, where a sentence ends if one does near it', () => {
    const words = spreadWords(['It', 'was', 'late.', 'Nobody', 'spoke', 'then.'], [span(1, 2), span(4, 6)]);
    expect(words.map(({ text, startSeconds }) => [text, startSeconds >= 4])).toEqual([
      ['It', false],
      ['was', false],
      ['late.', false],
      ['Nobody', true],
      ['spoke', true],
      ['then.', true],
    ]);
    expect([words[2]?.endSeconds, words[3]?.startSeconds]).toEqual([2, 4]);
  });

  it('of Chinese are those of the dictionary, with the signs behind them', () => {
    const chinese = { ...place, language: 'zh-CN', spaced: false };
    const { words } = wordsOf('今天很冷。', { text: '', tokens: [], timestamps: [] }, chinese);
    expect(words.map(({ text }) => text).join('|')).toBe('今天|很|冷。');
  });

  it('are all there, in order, inside the speech, whatever the pauses', () => {
    const parts = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 90 })), {
      minLength: 1,
    });
    const words = fc.array(fc.constantFrom('a', 'cold', 'morning,', 'harbour.', 'I'), { minLength: 1 });
    fc.assert(
      fc.property(parts, words, (pairs, list) => {
        let at = 0;
        const spans = pairs.map(([pause, length]) => {
          at += pause + length;
          return span((at - length) / 10, at / 10);
        });
        const spread = spreadWords(list, spans);
        expect(spread.map(({ text }) => text)).toEqual(list);
        let before = (spans[0]?.start ?? 0) / RATE;
        for (const { startSeconds, endSeconds } of spread) {
          expect(startSeconds).toBeGreaterThanOrEqual(before - 1e-6);
          expect(endSeconds).toBeGreaterThanOrEqual(startSeconds - 1e-6);
          before = startSeconds;
        }
        expect(spread.at(-1)?.endSeconds).toBeCloseTo(at / 10);
      }),
    );
  });
});

describe('subtitles', () => {
  const linesOf = (words: readonly SpokenWord[], spaced = true): string[] =>
    cuesOf(words, spaced).map(({ lines }) =>
      lines.map((line) => line.map(({ text }) => text).join(spaced ? ' ' : '')).join(' / '),
    );

  it('end with sentences and at pauses', () => {
    const words = said('It was late. Nobody spoke', 1, 'on the long way home.');
    expect(linesOf(words)).toEqual(['It was late.', 'Nobody spoke', 'on the long way home.']);
  });

  it('have two lines at most, as equal as words allow, and part long sentences at a comma', () => {
    const [first, second] = [
      'When the two of them came back from the hills,',
      'the lamps along the river were already lit and nobody was there to see them.',
    ];
    const quick = said(`${first} ${second}`).map(({ text, startSeconds, endSeconds }) => ({
      text,
      startSeconds: startSeconds / 4,
      endSeconds: endSeconds / 4,
    }));
    expect(linesOf(quick)).toEqual([
      'When the two of them / came back from the hills,',
      'the lamps along the river were already / lit and nobody was there to see them.',
    ]);
  });

  it('of Chinese have shorter lines, without spaces', () => {
    const words = said(...Array.from({ length: 30 }, () => '今天'));
    for (const cue of linesOf(words, false))
      for (const line of cue.split(' / ')) expect(line.length).toBeLessThanOrEqual(18);
  });

  it('hold every word once, never overlap, and stay within lines and seconds', () => {
    const list = fc.array(
      fc.oneof(
        fc.constantFrom('a', 'cold', 'morning,', 'harbour.', 'I', 'Donaudampfschifffahrtsgesellschaftskapitän'),
        fc.integer({ min: 0, max: 3 }),
      ),
      { minLength: 1, maxLength: 80 },
    );
    fc.assert(
      fc.property(list, (parts) => {
        const words = said(...parts);
        const cues = cuesOf(words, true);
        expect(cues.flatMap(({ lines }) => lines.flat())).toEqual(words);
        for (const [index, { start, end, lines }] of cues.entries()) {
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(cues[index + 1]?.start ?? Number.POSITIVE_INFINITY);
          expect(end - start).toBeLessThanOrEqual(7.001);
          expect(lines.length).toBeLessThanOrEqual(2);
        }
      }),
    );
  });

  const CUES = cuesOf(said('Salt & <pepper> --> here.', 3600, 'And later.'), true);
  const written = (wordTimes: boolean) => CUES.map((cue) => writtenCue(cue, { spaced: true, wordTimes }));

  it('are written as SubRip', () => {
    expect(writeSrt(written(false), false)).toBe(
      '1\n00:00:00,000 --> 00:00:02,500\nSalt & ‹pepper> → here.\n\n2\n01:00:02,500 --> 01:00:03,700\nAnd later.\n',
    );
  });

  it('are written as WebVTT, with the times of words if asked for', () => {
    expect(writeVtt(written(false), { keepsOwn: false })).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:02.500\nSalt &amp; &lt;pepper&gt; --&gt; here.\n\n' +
        '01:00:02.500 --> 01:00:03.700\nAnd later.\n',
    );
    expect(writeVtt(written(true), { keepsOwn: false })).toContain(
      'Salt <00:00:00.500>&amp; <00:00:01.000>&lt;pepper&gt; <00:00:01.500>--&gt; <00:00:02.000>here.',
    );
  });
});
