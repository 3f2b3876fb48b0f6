import { readFile, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Drawn, drawSubtitles, type Look } from '../../support/drawn-subtitles.ts';
import { errorOf } from '../../support/error-of.ts';
import { makeZip } from '../../support/make-zip.ts';
import { renderPgs } from '../../support/pgs.ts';
import { makeVobSub } from '../../support/vobsub.ts';
import { type Converted, convert, makeScratch, onlyOutput, type Scratch } from './support.ts';

const SUBTITLES: readonly Drawn[] = [
  { text: 'Die Fähre fährt um sieben ab,\npünktlich wie jeden Tag.', from: 1.25, to: 3 },
  { text: 'Wer sagt das?', from: 3.5, to: 5, isTop: true },
  { text: 'Größe ist nicht alles.', from: 5.5 },
  { text: 'Schön war es trotzdem.', from: 7, to: 8.25 },
];
const LINES = SUBTITLES.map(({ text }) => text);

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch();
  await write('drawn.sup', await drawSubtitles(SUBTITLES));
});
afterAll(() => scratch.remove());

async function write(name: string, content: string | Buffer): Promise<string> {
  await writeFile(scratch.path(name), content);
  return scratch.path(name);
}

/** A film of ten seconds with the drawn subtitles, which ffmpeg encodes. */
async function film(name: string, ...args: readonly string[]): Promise<string> {
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=10:duration=10'];
  // Inputs begin at 0 else; and kinds of subtitles other than those of Blu-ray say themselves when they end.
  const subtitles = ['-itsoffset', '1.25', '-fix_sub_duration', '-i', scratch.path('drawn.sup')];
  const maps = ['-map', '0', '-map', '1', '-c:v', 'mpeg4'];
  await execa('ffmpeg', ['-v', 'error', '-y', ...picture, ...subtitles, ...maps, ...args, scratch.path(name)]);
  return scratch.path(name);
}

const dvd = (name: string, language = 'ger') =>
  film(name, '-c:s', 'dvdsub', '-s:s', '720x576', '-metadata:s:s', `language=${language}`);

/** Start and end of each subtitle in seconds, and its lines, as ffmpeg reads SubRip. */
async function seen(made: Converted): Promise<readonly (readonly [number, number, string])[]> {
  const show = ['-v', 'error', '-show_entries', 'packet=pts_time,duration_time', '-of', 'csv=p=0'];
  const packets = (await execa('ffprobe', [...show, onlyOutput(made)])).stdout.matchAll(/^([\d.]+),([\d.]+)/gm);
  const { stdout } = await execa('ffmpeg', ['-v', 'error', '-i', onlyOutput(made), '-f', 'srt', '-']);
  const texts = stdout
    .replaceAll('\r', '')
    .split(/^\d+\n.*-->.*\n/m)
    .slice(1);
  return [...packets].map(([, start, length], index) => [
    Number(start),
    Math.round(1000 * (Number(start) + Number(length))) / 1000,
    (texts[index] ?? '').replace(/\{\\an8\}|<[^>]*>/g, '').trim(),
  ]);
}

/** Times that are within a frame of those of the drawn subtitles. */
const TIMES = [
  [1.25, 3],
  [3.5, 5],
  [5.5, 7],
  [7, 8.25],
].map((times) => times.map((time) => expect.closeTo(time, 1)));
const EXPECTED = LINES.map((line, index) => [...(TIMES[index] ?? []), line]);

describe('subtitles that are pictures become SubRip with the lines that were drawn, and their times', () => {
  it.each([
    ['of Blu-ray', 'pgs.mkv', ['-c:s', 'copy', '-metadata:s:s', 'language=deu']],
    ['of DVD', 'dvd.mkv', ['-c:s', 'dvdsub', '-s:s', '720x576', '-metadata:s:s', 'language=ger']],
    ['of DVB', 'dvb.ts', ['-c:s', 'dvbsub', '-metadata:s:s', 'language=deu']],
  ])('%s, in the language of the track', async (_, name, codec) => {
    const made = await convert(scratch, await film(name, ...codec), { target: 'srt' });
    expect(await seen(made)).toEqual(EXPECTED);
    expect(made.warnings).toMatchObject([
      { code: 'output_limited', details: { pictures: 4, subtitles: 4, uncertain: 0 } },
    ]);
  });

  it('of DivX, whose four colours are enough to read', async () => {
    const made = await convert(scratch, await film('divx.avi', '-c:s', 'xsub', '-s:s', '720x576'), {
      target: 'srt',
      options: { language: 'deu' },
    });
    expect((await seen(made)).map(([, , text]) => text)).toEqual(LINES);
  });

  it('of a .sup file, in the language asked for', async () => {
    const made = await convert(scratch, scratch.path('drawn.sup'), { target: 'srt', options: { language: 'deu' } });
    expect(await seen(made)).toEqual(EXPECTED);
  });

  it('of a zip of VobSub, in the language of its index', async () => {
    const { zip } = await makeVobSub(await dvd('vobsub.mkv'), { pictures: scratch.path('whole.sub'), language: 'de' });
    const made = await convert(scratch, await write('vobsub.zip', zip), { target: 'srt' });
    expect(await seen(made)).toEqual(EXPECTED);
  });

  it.each([
    ['Greek', 'ell', 'Καλημέρα, είπε ο καπετάνιος.'],
    ['German and English', 'deu,eng', 'Schön, said the captain.'],
  ])('in %s', async (_, language, text) => {
    const path = await write(`${language}.sup`, await drawSubtitles([{ text, from: 1, to: 3 }]));
    const made = await convert(scratch, path, { target: 'srt', options: { language } });
    expect(await seen(made)).toEqual([[1, 3, text]]);
  });

  it.each<Look>(['light', 'dark', 'plain'])('with %s letters', async (look) => {
    const [first = { text: '', from: 0 }] = SUBTITLES;
    const path = await write(`${look}.sup`, await drawSubtitles([first], { look, screen: [1280, 720] }));
    const made = await convert(scratch, path, { target: 'srt', options: { language: 'deu' } });
    expect((await seen(made)).map(([, , text]) => text)).toEqual([first.text]);
  });
});

it('what is at the top stays there, in formats that can say so', async () => {
  const path = scratch.path('drawn.sup');
  const text = async (target: string) =>
    readFile(onlyOutput(await convert(scratch, path, { target, options: { language: 'deu' } })), 'utf8');
  expect(await text('vtt')).toMatch(/00:00:03\.500 --> 00:00:05\.000 line:0\nWer sagt das\?/);
  expect(await text('ass')).toContain('{\\an8}Wer sagt das?');
  expect(await text('txt')).toBe(`${LINES.join('\n')}\n`);
});

it('a film becomes a text of its subtitles', async () => {
  const made = await convert(scratch, await dvd('text.mkv'), { target: 'txt' });
  expect(await readFile(onlyOutput(made), 'utf8')).toBe(`${LINES.join('\n')}\n`);
});

it('text tracks come before pictures, and language has no effect on them', async () => {
  const srt = await write('text.srt', '1\n00:00:01,000 --> 00:00:02,000\nText\n');
  const both = scratch.path('both.mkv');
  const inputs = ['-i', await dvd('one.mkv'), '-i', srt];
  await execa('ffmpeg', ['-v', 'error', ...inputs, '-map', '0:s', '-map', '1', '-c', 'copy', both]);
  const made = await convert(scratch, both, { target: 'srt', options: { language: 'deu' } });
  expect(await seen(made)).toEqual([[1, 2, 'Text']]);
  expect(made.warnings).toMatchObject([{ code: 'option_no_effect', details: { option: 'language' } }]);
  const lines = await convert(scratch, both, { target: 'txt', options: { ocr: true } });
  expect(lines.warnings).toContainEqual(
    expect.objectContaining({ code: 'option_no_effect', details: { option: 'ocr' } }),
  );
  const first = await convert(scratch, both, { target: 'srt', options: { subtitle_track: 1 } });
  expect((await seen(first)).map(([, , text]) => text)).toEqual(LINES);
});

it('a picture that is shown several times in a row is one subtitle, and those in which nothing is read are named', async () => {
  const pixels = new Uint8Array(40 * 40).fill(1);
  const block = { at: [100, 100], size: [40, 40], pixels, from: 9, to: 10 } as const;
  const palette = [
    [16, 0],
    [235, 255],
  ] as const;
  const drawn = await drawSubtitles([
    { text: 'Wer sagt das?', from: 1, to: 2 },
    { text: 'Wer sagt das?', from: 2, to: 3 },
  ]);
  const path = await write('repeated.sup', Buffer.concat([drawn, renderPgs([720, 576], palette, [block])]));
  const made = await convert(scratch, path, { target: 'srt', options: { language: 'deu' } });
  expect(await seen(made)).toEqual([[1, 3, 'Wer sagt das?']]);
  expect(made.warnings).toMatchObject([
    { code: 'output_limited', details: { pictures: 2, subtitles: 1 } },
    { code: 'output_limited', details: { unread: 1, unread_at: ['00:00:09.000'] } },
  ]);
});

describe('what is refused', () => {
  it('a language that is neither given nor stated, or without data', async () => {
    const srt = (path: string, options = {}) => errorOf(convert(scratch, path, { target: 'srt', options }));
    expect(await srt(scratch.path('drawn.sup'))).toMatchObject({
      code: 'option_invalid',
      details: { option: 'language', stated: null },
    });
    expect(await srt(await dvd('other.mkv', 'zul'))).toMatchObject({ details: { option: 'language', stated: 'zul' } });
    expect(await srt(scratch.path('drawn.sup'), { language: 'khm' })).toMatchObject({ code: 'program_missing' });
  });

  it('half of VobSub', async () => {
    const pictures = scratch.path('half.sub');
    const { index } = await makeVobSub(await dvd('half.mkv'), { pictures, language: 'de' });
    for (const path of [pictures, await write('half.idx', index)]) {
      const error = await errorOf(convert(scratch, path, { target: 'srt', options: { language: 'deu' } }));
      expect([error.code, error.details]).toEqual(['input_wrong_type', { needed: ['idx', 'sub'] }]);
    }
  });

  it('an index without pictures, and pictures that are none', async () => {
    const index = '# VidSub index file, v7 (do not modify this line!)\nsize: 720x576\nid: de, index: 0\n';
    const zip = makeZip([
      ['a.idx', index],
      ['a.sub', 'text'],
    ]);
    const error = await errorOf(convert(scratch, await write('empty.zip', zip), { target: 'srt' }));
    expect(error.code).toMatch(/^input_(?:damaged|empty)$/);
    expect(error.message).not.toContain('video');
  });

  it('a screen larger than any, and what is cut off', async () => {
    const pixels = new Uint8Array(16).fill(1);
    const palette = [
      [16, 0],
      [235, 255],
    ] as const;
    const huge = renderPgs([20_000, 20_000], palette, [{ at: [0, 0], size: [4, 4], pixels, from: 1, to: 2 }]);
    const error = await errorOf(
      convert(scratch, await write('huge.sup', huge), { target: 'srt', options: { language: 'deu' } }),
    );
    expect(error.code).toMatch(/^(?:input_|limit_)/);
    const whole = await readFile(scratch.path('drawn.sup'));
    const cut = await write('cut.sup', whole.subarray(0, Math.round(whole.length * 0.6)));
    const made = await convert(scratch, cut, { target: 'srt', options: { language: 'deu' } });
    expect((await seen(made)).map(([, , text]) => text)).toEqual(LINES.slice(0, 1));
  });
});
