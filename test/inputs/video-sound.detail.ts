import { basename } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { useFolders } from '../tools/programs/chromium/support.ts';
import { makeFilm, open, packets, seen, sound, unpacked } from './films.ts';

useFolders();

let colors = '';
beforeAll(async () => {
  colors = await makeFilm('colors.mkv');
});

describe('a film as its frames', () => {
  it('is one picture a second, numbered, in the order of the film', async () => {
    const made = await open(colors);
    const frames = await unpacked(made);
    expect(frames.map((path) => basename(path))).toEqual([1, 2, 3, 4, 5, 6].map((number) => `colors-000${number}.png`));
    expect(await Promise.all(frames.map(seen))).toEqual(
      ['red', 'red', 'green', 'green', 'blue', 'blue'].map((color) => `PNG 64x48 ${color}`),
    );
    expect(made.codes).toEqual([]);
    expect(made.report.input).toMatchObject([{ filename: 'colors.mkv' }]);
  });

  it('is what the options ask for: a part, a distance, a size, a format', async () => {
    const part = { start: '00:00:01.900', end: '00:00:04.200', seconds_per_frame: 1.1 };
    const frames = await unpacked(await open(colors, { ...part, max_height: 24, frame_format: 'jpg' }));
    expect(await Promise.all(frames.map(seen))).toEqual(['JPEG 32x24 red', 'JPEG 32x24 green', 'JPEG 32x24 blue']);
  });
});

describe('a film as its sound', () => {
  it('keeps the very packets in a file of their own', async () => {
    const film = await makeFilm('tone.mp4');
    const made = await open(film, { take: 'sound' });
    const [file = ''] = await unpacked(made);
    expect(basename(file)).toBe('tone.m4a');
    expect(await sound(file)).toMatchObject({ codec: 'aac', streams: 1 });
    expect(await packets(file)).toBe(await packets(film));
    expect(made.codes).toEqual([]);
  });

  it('is what a conversion into audio gets unasked, in the part that is asked for', async () => {
    const part = { start: '00:00:01', end: '00:00:03.500' };
    const made = await open(await makeFilm('tone.mkv', 'libopus'), part, { category: 'audio', target: 'mp3' });
    const { codec, seconds } = await sound(made.files[0] ?? '');
    expect([made.report.status, codec]).toEqual(['completed', 'mp3']);
    expect(Math.abs(seconds - 2.5)).toBeLessThan(0.1);
  });
});

describe('what cannot be opened', () => {
  it.each<[string, object, object]>([
    [
      'a start behind the end of the film',
      { start: '00:01:00' },
      { code: 'option_unsupported', details: { option: 'start' } },
    ],
    [
      'an end before the start',
      { start: '00:00:03', end: '00:00:02' },
      { code: 'option_conflict', details: { option: 'end' } },
    ],
    ['two distances', { frames_per_second: 2, seconds_per_frame: 2 }, { code: 'option_conflict' }],
    [
      'a track that is not there',
      { take: 'sound', audio_track: 2 },
      { code: 'option_unsupported', details: { allowed: [1] } },
    ],
    [
      'a time of another form',
      { start: '1:30' },
      { code: 'option_invalid', message: expect.stringContaining('HH:MM:SS.mmm') },
    ],
  ])('%s is an error about the input', async (_, options, error) => {
    const { report } = await open(colors, options);
    expect(report.errors).toMatchObject([{ source: 'input', ...error }]);
  });
});
