import { describe, expect, it } from 'vitest';
import { paragraphsOf, type Utterance } from '../../../../../tools/programs/speech/stt/paragraphs.ts';
import { type Piece, PieceMaker, type Span } from '../../../../../tools/programs/speech/stt/recogniser/pieces.ts';
import { quietest, RecentSound, WINDOW, windowsOf } from '../../../../../tools/programs/speech/stt/recogniser/sound.ts';
import fc from '../../../../support/fast-check.ts';

const LIMITS = { longest: 1000, pause: 100, margin: 10 };

const middle = ({ start, end }: Span): number => Math.floor((start + end) / 2);

function piecesOf(parts: readonly Span[]): Piece[] {
  const maker = new PieceMaker(LIMITS, middle);
  return [...parts.flatMap((part) => maker.add(part)), ...maker.close((parts.at(-1)?.end ?? 0) + 50)];
}

describe('pieces of speech', () => {
  it('end at long pauses, and at the longest pause where they would become too long', () => {
    const parts = [
      { start: 100, end: 400 },
      { start: 480, end: 700 },
      { start: 720, end: 1050 },
      { start: 1060, end: 1300 },
      { start: 1500, end: 1600 },
    ];
    expect(piecesOf(parts)).toEqual([
      { speech: { start: 100, end: 400 }, parts: parts.slice(0, 1), sound: { start: 90, end: 410 } },
      { speech: { start: 480, end: 1300 }, parts: parts.slice(1, 4), sound: { start: 470, end: 1310 } },
      { speech: { start: 1500, end: 1600 }, parts: parts.slice(4), sound: { start: 1490, end: 1610 } },
    ]);
  });

  it('hold all speech in its order, none of it twice, and never more than the model takes', () => {
    const gaps = fc.array(fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 3000 })), {
      minLength: 1,
    });
    fc.assert(
      fc.property(gaps, (pairs) => {
        let at = 0;
        const parts = pairs.map(([pause, length]) => {
          const start = at + pause;
          at = start + length;
          return { start, end: at };
        });
        const pieces = piecesOf(parts);
        for (const [index, { speech, sound }] of pieces.entries()) {
          expect(speech.end - speech.start).toBeLessThanOrEqual(LIMITS.longest);
          expect(sound.start).toBeLessThanOrEqual(speech.start);
          expect(sound.end).toBeGreaterThanOrEqual(speech.end);
          expect(sound.start).toBeGreaterThanOrEqual(pieces[index - 1]?.sound.end ?? 0);
        }
        for (const part of parts) {
          const within = pieces.map(({ speech }) =>
            Math.max(0, Math.min(part.end, speech.end) - Math.max(part.start, speech.start)),
          );
          expect(within.reduce((sum, each) => sum + each, 0)).toBe(part.end - part.start);
        }
      }),
    );
  });
});

describe('sound in windows', () => {
  it('comes through whole, however the bytes arrive', async () => {
    const samples = Float32Array.from({ length: 3 * WINDOW + 7 }, (_, index) => Math.sin(index));
    const bytes = Buffer.from(samples.buffer);
    async function* chunks() {
      for (let at = 0, size = 1; at < bytes.length; at += size, size = (size * 7) % 1999)
        yield bytes.subarray(at, at + size);
    }
    const recent = new RecentSound(2 * WINDOW);
    const heard: number[] = [];
    for await (const window of windowsOf(chunks())) {
      recent.push(window);
      heard.push(...recent.slice(recent.end - WINDOW, recent.end));
    }
    expect(heard.slice(0, samples.length)).toEqual([...samples]);
    expect(heard.slice(samples.length).every((each) => each === 0)).toBe(true);
    expect([...recent.slice(recent.end - WINDOW - 5, recent.end - WINDOW + 5)]).toEqual(
      heard.slice(heard.length - WINDOW - 5, heard.length - WINDOW + 5),
    );
    expect(() => recent.slice(0, WINDOW)).toThrow(RangeError);
  });

  it('is cut where it is quietest', () => {
    const sound = Float32Array.from({ length: 16_000 }, (_, index) => (index > 9000 && index < 11_000 ? 0.01 : 1));
    expect(Math.abs(quietest(sound) - 10_000)).toBeLessThan(500);
  });
});

describe('paragraphs', () => {
  const said = (...parts: [text: string, pauseBefore?: number][]): Utterance[] => {
    let at = 0;
    return parts.map(([text, pause = 0]) => {
      const startSeconds = at + pause;
      at = startSeconds + 1;
      return { startSeconds, endSeconds: at, text };
    });
  };
  const texts = (utterances: Utterance[], spaced = true) => paragraphsOf(utterances, spaced).map(({ text }) => text);

  it('begin after a pause, but not within a sentence unless it is very long', () => {
    expect(texts(said(['One.'], ['Two,', 1], ['three.', 3], ['Four.', 2.5]))).toEqual(['One. Two, three.', 'Four.']);
    expect(texts(said(['One,'], ['two.', 6]))).toEqual(['One,', 'two.']);
    expect(paragraphsOf(said(['One.'], ['Two.', 4]), true)[1]).toEqual({
      startSeconds: 5,
      endSeconds: 6,
      text: 'Two.',
    });
  });

  it('begin after a pause where a model writes no full stops', () => {
    expect(texts(said(['one'], ['two', 1], ['three', 3]))).toEqual(['one two', 'three']);
  });

  it('do not become endless, and have no spaces where the language has none', () => {
    const long = texts(
      said(...Array.from({ length: 40 }, (): [string] => ['A sentence of some forty letters, or so.'])),
    );
    expect(long.length).toBeGreaterThan(1);
    expect(Math.max(...long.map(({ length }) => length))).toBeLessThan(1000);
    expect(texts(said(['你好。'], ['再见。']), false)).toEqual(['你好。再见。']);
  });
});
