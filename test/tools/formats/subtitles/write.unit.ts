import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAss, writeAss } from '../../../../tools/formats/subtitles/ass.ts';
import { changeTimes, extendToRead } from '../../../../tools/formats/subtitles/change.ts';
import { lostIn } from '../../../../tools/formats/subtitles/losses.ts';
import { readLrc, writeLrc } from '../../../../tools/formats/subtitles/lrc.ts';
import {
  type Anchor,
  type Cue,
  type Place,
  type Subtitles,
  textOf,
  tidySpans,
} from '../../../../tools/formats/subtitles/model.ts';
import { readSrt, writeSrt } from '../../../../tools/formats/subtitles/srt.ts';
import { readTtml } from '../../../../tools/formats/subtitles/ttml.ts';
import { writeTtml } from '../../../../tools/formats/subtitles/ttml-write.ts';
import { readVtt, writeVtt } from '../../../../tools/formats/subtitles/vtt.ts';
import { wrapCues } from '../../../../tools/formats/subtitles/wrap.ts';

const line = fc.stringMatching(/^[A-Za-z&{}\\<>é驚'-]([ A-Za-z&{}\\<>é驚'-]{0,14}[A-Za-z&{}\\<>é驚'-])?$/);
const style = fc.record(
  {
    bold: fc.constant(true),
    italic: fc.constant(true),
    underline: fc.constant(true),
    color: fc.constantFrom('#ff0000', '#102030', '#00ffff'),
  },
  { requiredKeys: [] },
);
const span = fc
  .tuple(style, fc.array(line, { minLength: 1, maxLength: 2 }))
  .map(([own, lines]) => ({ ...own, text: lines.join('\n') }));
/** Cues one after the other, in hundredths of a second, as ass counts. */
const cues = fc
  .array(
    fc.record(
      {
        gap: fc.integer({ min: 0, max: 500 }),
        length: fc.integer({ min: 1, max: 700 }),
        spans: fc.array(span, { minLength: 1, maxLength: 3 }),
        anchor: fc.constantFrom<Anchor>(1, 3, 4, 5, 6, 7, 8, 9),
        speaker: fc.constantFrom('Mary Ann', 'Jürgen'),
      },
      { requiredKeys: ['gap', 'length', 'spans'] },
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((given) => {
    let time = 0;
    return given.map(({ gap, length, spans, anchor, speaker }): Cue => {
      const start = time + gap * 10;
      time = start + length * 10;
      const place = anchor === undefined ? {} : { place: { anchor } };
      return { start, end: time, spans: tidySpans(spans), ...place, ...(speaker !== undefined && { speaker }) };
    });
  });

/** What a format keeps of cues, without their own words. */
const kept = ({ cues: read }: Subtitles): Omit<Cue, 'own'>[] => read.map(({ own: _, ...cue }) => cue);

describe('cues are the same after they were', () => {
  it('WebVTT', () => {
    fc.assert(
      fc.property(cues, (given) => {
        expect(kept(readVtt(writeVtt(given, { keepsOwn: false })))).toEqual(given);
      }),
    );
  });
  it('ass', () => {
    fc.assert(
      fc.property(cues, (given) => {
        expect(kept(readAss(writeAss(given, undefined)))).toEqual(given);
      }),
    );
  });
  it('TTML', () => {
    fc.assert(
      fc.property(cues, (given) => {
        expect(kept(readTtml(writeTtml(given)))).toEqual(given);
      }),
    );
  });
  it('SubRip, apart from speakers and from brackets that would be tags', () => {
    fc.assert(
      fc.property(cues, (given) => {
        const possible = given.map(({ speaker: _, ...cue }) => ({
          ...cue,
          spans: cue.spans.map((each) => ({ ...each, text: each.text.replace(/[<>{\\]/g, '(') })),
        }));
        expect(kept(readSrt(writeSrt(possible, false)))).toEqual(possible);
      }),
    );
  });
  it('lyrics, as lines', () => {
    fc.assert(
      fc.property(cues, (given) => {
        const flat = given.map((cue) => ({
          ...cue,
          spans: [{ text: textOf(cue).replaceAll('\n', ' ').replace(/[<>]/g, '(') }],
        }));
        const read = readLrc(writeLrc(flat)).cues;
        expect(read.map((cue) => [cue.start, cue.end, textOf(cue)])).toEqual(
          flat.map((cue) => [cue.start, cue.end, textOf(cue)]),
        );
      }),
    );
  });
});

describe('a file that keeps its format', () => {
  it('keeps the words of its cues and what stands before them', () => {
    const ass =
      '[Script Info]\nTitle: x\n[V4+ Styles]\nFormat: Name, Fontname\nStyle: A,Comic\n[Events]\nFormat: Layer, Start, End, Style, Text\nDialogue: 3,0:00:01.00,0:00:02.00,A,{\\fad(1,2)\\blur3}Hi, you\n';
    const { cues: read, head } = readAss(ass);
    expect(writeAss(read, head)).toBe(ass);
    const vtt = 'WEBVTT\n\nREGION\nid:a\n\n00:00:01.000 --> 00:00:02.000 region:a\n<lang de>Hallo</lang>\n';
    const found = readVtt(vtt);
    expect(writeVtt(found.cues, { keepsOwn: true, head: found.head })).toBe(vtt);
  });
});

const cue = (start: number, end: number, text: string): Cue => ({ start, end, spans: [{ text }] });
const UNCHANGED = { stretch: 1, shift: 0, from: null, until: null };
const times = (list: readonly Cue[]) => list.map(({ start, end }) => [start, end]);

describe('times', () => {
  const list = [cue(0, 1000, 'a'), cue(2000, 3000, 'b'), cue(2500, 6000, 'c')];

  it('are shifted, and what would end before the beginning is left out and counted', () => {
    expect(times(changeTimes(list, { ...UNCHANGED, shift: 500 }).cues)).toEqual([
      [500, 1500],
      [2500, 3500],
      [3000, 6500],
    ]);
    const earlier = changeTimes(list, { ...UNCHANGED, shift: -2500 });
    expect([times(earlier.cues), earlier.before]).toEqual([
      [
        [0, 500],
        [0, 3500],
      ],
      1,
    ]);
  });
  it('are stretched between frame rates', () => {
    expect(times(changeTimes([cue(0, 23_976, 'a')], { ...UNCHANGED, stretch: 25 / 23.976 }).cues)).toEqual([
      [0, 25_000],
    ]);
  });
  it('are cut: cues at the edges are shortened, and times count from the start', () => {
    const cut = changeTimes(list, { ...UNCHANGED, from: 2250, until: 5000 });
    expect([times(cut.cues), cut.outside]).toEqual([
      [
        [0, 750],
        [250, 2750],
      ],
      1,
    ]);
  });
  it('of words move with their cue', () => {
    const spoken: Cue = {
      start: 1000,
      end: 2000,
      spans: [{ text: 'a ' }, { text: 'b', at: 1500 }],
      own: 'a <00:01.500>b',
    };
    expect(changeTimes([spoken], { ...UNCHANGED, shift: 1000 }).cues).toEqual([
      { start: 2000, end: 3000, spans: [{ text: 'a ' }, { text: 'b', at: 2500 }] },
    ]);
  });
  it('are extended into pauses for the reading speed, and what stays too fast is counted', () => {
    const fast = [cue(0, 100, 'ten chars.'), cue(500, 600, 'ten chars.'), cue(5000, 9000, 'slow')];
    expect(extendToRead(fast, 10)).toEqual({
      cues: [cue(0, 420, 'ten chars.'), cue(500, 1500, 'ten chars.'), cue(5000, 9000, 'slow')],
      tooFast: 1,
    });
  });
});

describe('lines', () => {
  it('that fit stay; longer ones become two of similar length', () => {
    expect(wrapCues([cue(0, 1, 'short\nlines')], 10).cues).toEqual([cue(0, 1, 'short\nlines')]);
    expect(wrapCues([cue(0, 1, 'one two three four')], 12).cues).toEqual([cue(0, 1, 'one two\nthree four')]);
  });
  it('of a long cue are divided over its time, by their characters', () => {
    const { cues: made, divided } = wrapCues([cue(0, 4000, 'aaaa bbbb cccc dddd eeee ffff gggg hhhh')], 9);
    expect([made, divided]).toEqual([
      [cue(0, 2000, 'aaaa bbbb\ncccc dddd'), cue(2000, 4000, 'eeee ffff\ngggg hhhh')],
      1,
    ]);
  });
  it('of two speakers stay apart', () => {
    expect(
      wrapCues([cue(0, 1, '- Who says so?\n- I do, as I always did')], 22)
        .cues.map(textOf)
        .join('|'),
    ).toContain('\n- I do');
  });
  it('of Chinese are broken without spaces, and a longer word is counted', () => {
    const chinese = wrapCues([cue(0, 1, '今天天气很好我们去公园')], 6)
      .cues.map(textOf)
      .join('\n')
      .split('\n');
    expect(Math.max(...chinese.map((each) => each.length))).toBeLessThanOrEqual(6);
    expect(wrapCues([cue(0, 1, 'Donaudampfschiff fährt')], 10).tooLong).toBe(1);
  });
  it('keep their styles and never lose a word', () => {
    fc.assert(
      fc.property(cues, fc.integer({ min: 10, max: 30 }), (given, length) => {
        const words = (list: readonly Cue[]) =>
          list
            .flatMap(({ spans }) => spans.map(({ text }) => text))
            .join(' ')
            .replace(/\s+/g, '');
        const made = wrapCues(given, length).cues;
        expect(words(made)).toBe(words(given));
        for (const { start, end } of made) expect(end).toBeGreaterThanOrEqual(start);
        for (const text of made.map(textOf)) expect(text.split('\n').length).toBeLessThanOrEqual(2);
      }),
    );
  });
});

it.each<[Place, string]>([
  [{ anchor: 8, y: 85 }, 'a'],
  [{ anchor: 8, y: 50 }, '{\\an5}a'],
  [{ anchor: 2, y: 20 }, '{\\an8}a'],
  [{ anchor: 7, x: 90, y: 5 }, '{\\an9}a'],
  [{ anchor: 1 }, '{\\an1}a'],
])('SubRip has the nearest of its nine places for %o', (place, text) => {
  expect(writeSrt([{ ...cue(0, 1000, 'a'), place }], false)).toContain(`\n${text}\n`);
});

it('what a format lacks is counted by cues', () => {
  const rich: Cue = {
    start: 0,
    end: 2000,
    spans: [{ text: 'a', bold: true, color: '#ff0000' }],
    speaker: 'M',
    place: { anchor: 7, x: 1, y: 2 },
  };
  const next = cue(1000, 3000, 'b');
  expect(lostIn('lrc', [rich, next])).toEqual({ styles: 1, colors: 1, positions: 1, speakers: 1, overlaps: 1 });
  expect(lostIn('srt', [rich, next])).toEqual({ coordinates: 1, speakers: 1 });
  expect(lostIn('vtt', [rich, next])).toEqual({});
});
