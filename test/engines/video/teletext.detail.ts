import { readFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { probe, streamsOf, Workshop } from './support.ts';
import { teletextStream } from './teletext.ts';

let workshop: Workshop;
/** Five seconds of black with a tone and two lines of teletext. */
let film: string;
/** The lines alone. */
let alone: string;

beforeAll(async () => {
  workshop = await Workshop.open();
  const pages = [
    { at: 1, lines: ['Good evening', 'from the studio.'] },
    { at: 2.5, lines: [] },
    { at: 3, lines: ['And good night.'] },
    { at: 4.5, lines: [] },
  ];
  alone = await workshop.write('alone.ts', teletextStream(pages));
  const seen = ['-f', 'lavfi', '-i', 'color=black:size=320x240:rate=25:duration=5', '-f', 'lavfi', '-i', 'sine=d=5'];
  const coded = ['-c:v', 'mpeg2video', '-c:a', 'mp2', '-c:s', 'copy', '-copyts', '-muxdelay', '0'];
  const all = ['-map', '1', '-map', '2', '-map', '0'];
  film = await workshop.film('film.ts', '-fix_teletext_pts', '0', '-i', alone, ...seen, ...all, ...coded);
});
afterAll(() => workshop.remove());

/** The lowest third of the picture, by whether anything is drawn there, in each half second. */
async function drawn(path: string): Promise<string> {
  const [width, height] = [320, 80];
  const lit = `fps=2,crop=${width}:${height}:0:ih-${height},format=gray`;
  const { stdout } = await execa('ffmpeg', ['-v', 'error', '-i', path, '-vf', lit, '-f', 'rawvideo', '-'], {
    encoding: 'buffer',
  });
  const size = width * height;
  return Array.from({ length: stdout.length / size }, (_, half) =>
    stdout.subarray(half * size, (half + 1) * size).some((grey) => grey > 128) ? '#' : '.',
  ).join('');
}

describe('teletext of a broadcast', () => {
  test.each(['mp4', 'mkv', 'webm'])('is named where %s holds none', async (target) => {
    const { path, warnings, error } = await workshop.run(film, target);
    expect(error).toBe('');
    expect(streamsOf(await probe(path))).toMatch(/^video \w+, audio \w+$/);
    expect(warnings).toEqual([expect.stringMatching(/no subtitles of teletext: 1 of 1 tracks/)]);
  });

  test.each([
    ['srt', ','],
    ['vtt', '.'],
  ])('becomes %s with its times', async (target, point) => {
    const { path, error } = await workshop.run(film, target, {}, 'document');
    expect(error).toBe('');
    const text = await readFile(path, 'utf8');
    const [first, second] = [...text.matchAll(/(\d\d:)?00:0([\d,.]+) --> (\d\d:)?00:0([\d,.]+)/g)];
    const times = [first?.[2], first?.[4], second?.[2], second?.[4]].map((time) => Number(time?.replace(',', '.')));
    expect(text).toContain(point);
    expect(times.map((time) => Math.round(time * 10) / 10)).toEqual([1, 2.5, 3, 4.5]);
    expect(text).toMatch(/Good evening\s+from the studio\./);
  });

  test('is drawn', async () => {
    const { path, warnings, error } = await workshop.run(film, 'mp4', { subtitles: 'burn' });
    expect([error, warnings]).toEqual(['', []]);
    expect(await drawn(path)).toBe('..###.###.');
    const { path: later } = await workshop.run(film, 'mp4', { subtitles: 'burn', start: '00:00:02' });
    expect(await drawn(later)).toBe('..###.');
  });
});

describe('files that hold subtitles alone', () => {
  test('are called that', async () => {
    const lines = await workshop.write('lines.srt', '1\n00:00:01,000 --> 00:00:02,000\nGood day\n');
    const matroska = await workshop.film('lines.mkv', '-i', lines);
    for (const input of [alone, matroska]) {
      const { result, error } = await workshop.run(input, 'mp4');
      expect([result, error]).toEqual(['input_wrong_type', expect.stringContaining('holds subtitles alone')]);
    }
  });

  test('have no lines where nothing says when they are shown', async () => {
    const { result, error } = await workshop.run(alone, 'srt', {}, 'document');
    expect([result, error]).toEqual(['input_empty', expect.stringContaining('no lines')]);
  });
});

test('TTML, which ffmpeg cannot decode, is left out and named', async () => {
  const lines = await workshop.write('lines.srt', '1\n00:00:01,000 --> 00:00:02,000\nGood day\n');
  const seen = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=10:duration=3'];
  const ttml = await workshop.film('ttml.mp4', ...seen, '-i', lines, '-map', '0', '-map', '1', '-c:s', 'ttml');
  for (const target of ['mp4', 'mkv']) {
    const { path, warnings, error } = await workshop.run(ttml, target);
    expect(error).toBe('');
    expect(streamsOf(await probe(path))).toMatch(/^video \w+$/);
    expect(warnings).toEqual([expect.stringContaining('stpp')]);
  }
});
