import { readFile, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture, media, pixels, Workshop } from './support.ts';

let workshop: Workshop;
/** Six seconds, a key frame every two, with sound and a line of subtitles. */
let film: string;
let sound: string;
/** The same without subtitles. */
let plain: string;
let lines: string;
beforeAll(async () => {
  workshop = await Workshop.open('media');
  lines = workshop.path('lines.srt');
  await writeFile(lines, '1\n00:00:00,000 --> 00:00:02,900\nA line\n');
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=160x120:rate=10:duration=6'];
  const tone = ['-f', 'lavfi', '-i', 'sine=duration=6'];
  const codecs = ['-pix_fmt', 'yuv420p', '-g', '20', '-c:s', 'mov_text'];
  film = await workshop.film('film.mp4', ...picture, ...tone, '-i', lines, ...codecs);
  plain = await workshop.film('plain.mp4', '-i', film, '-map', '0:v', '-map', '0:a', '-c', 'copy');
  sound = await workshop.film('sound.mp3', '-f', 'lavfi', '-i', 'sine=frequency=900:duration=6');
});
afterAll(() => workshop.remove());

const APART = { allow_multiple_outputs: true };

describe('video-to-image', () => {
  it('frames of a part at even distances, in the format asked for', async () => {
    const part = { start_video: '00:00:01.000', end_video: '00:00:05.000', target_format: 'webp' };
    const { result, outputs } = await workshop.run('video-to-image', { ...APART, ...part }, film);
    expect([result, outputs.map(({ filename }) => filename)]).toEqual([
      'completed',
      ['film-0001.webp', 'film-0002.webp', 'film-0003.webp', 'film-0004.webp'],
    ]);
    expect(await pixels(outputs[0]?.path ?? '')).toBe('WEBP 160x120');
  });

  it('key frames only, or fewer than one a second', async () => {
    const count = async (options: Record<string, unknown>) =>
      (await workshop.run('video-to-image', { ...APART, ...options }, film)).outputs.length;
    expect(await count({ images_per_time_unit: 60, keyframes_only: true })).toBe(3);
    expect(await count({ images_per_time_unit: 20, time_unit: 'minute' })).toBe(2);
  });
});

describe('cut-video', () => {
  const lengths = async (options: Record<string, unknown>) => {
    const { error, outputs } = await workshop.run('cut-video', { ...APART, ...options }, plain);
    expect(error).toBe('');
    return Promise.all(outputs.map(async ({ path }) => Math.round((await media(path)).seconds)));
  };

  it('parts at cut points, of one length, or of an equal number', async () => {
    const points = [
      { start: '00:00:00.500', end: '00:00:01.500' },
      { start: '00:00:02.000', end: '00:00:05.000' },
    ];
    expect(await lengths({ cut_points: points })).toEqual([1, 3]);
    expect(await lengths({ length: 4 })).toEqual([4, 2]);
    expect(await lengths({ number_of_parts: 2, start_video: '00:00:02.000' })).toEqual([2, 2]);
  });

  it('without a cut, or with two ways to cut: refused', async () => {
    expect((await workshop.run('cut-video', {}, film)).result).toBe('option_invalid');
    expect((await workshop.run('cut-video', { length: 1, number_of_parts: 2 }, film)).result).toBe('option_conflict');
  });
});

describe('extract-streams and merge-streams', () => {
  const streams = async (outputs: readonly { readonly path: string }[]) =>
    Promise.all(outputs.map(async ({ path }) => (await media(path)).streams));

  it('each stream in a file of its own, or those of one kind', async () => {
    const all = await workshop.run('extract-streams', APART, film);
    expect(all.outputs.map(({ filename }) => filename)).toEqual([
      'film-video.mp4',
      'film-audio.m4a',
      'film-subtitle.srt',
    ]);
    expect(await streams(all.outputs)).toEqual([['video h264'], ['audio aac'], ['subtitle subrip']]);
    expect(await readFile(all.outputs[2]?.path ?? '', 'utf8')).toContain('A line');
    const one = await workshop.run('extract-streams', { stream: 'audio' }, film);
    expect(one.outputs.map(({ filename }) => filename)).toEqual(['film-audio.m4a']);
    expect((await workshop.run('extract-streams', { stream: 'video' }, sound)).result).toBe('input_wrong_type');
  });

  it('merges films, sound and subtitles; the sound of the film only if it is kept', async () => {
    const kept = { video_format: 'mkv', keep_original_audio: true };
    expect(await streams((await workshop.run('merge-streams', kept, film, sound, lines)).outputs)).toEqual([
      ['video h264', 'audio aac', 'audio mp3', 'subtitle subrip', 'subtitle subrip'],
    ]);
    expect(await streams((await workshop.run('merge-streams', {}, film, sound)).outputs)).toEqual([
      ['video h264', 'audio mp3', 'subtitle mov_text'],
    ]);
    expect((await workshop.run('merge-streams', {}, film)).result).toBe('input_count');
    const another = { input_filters: [{ input_id: 'another', volume: 50 }] };
    expect(await workshop.run('merge-streams', another, film, sound)).toMatchObject({
      result: 'option_invalid',
      error: expect.stringContaining('names the input another'),
    });
    expect((await workshop.run('merge-streams', {}, sound, sound)).result).toBe('input_wrong_type');
  });
});

describe('audio-volume', () => {
  it('changes the amplitude, and lets no peak through full scale', async () => {
    const peak = async (path: string) => {
      const { stderr } = await execa('ffmpeg', ['-hide_banner', '-i', path, '-af', 'volumedetect', '-f', 'null', '-']);
      return Number(/max_volume: (-?[\d.]+) dB/.exec(stderr)?.[1]);
    };
    const wave = await workshop.film('tone.wav', '-f', 'lavfi', '-i', 'sine=duration=2,volume=4');
    const changed = async (volume: number) =>
      peak((await workshop.run('audio-volume', { volume }, wave)).outputs[0]?.path ?? '');
    const before = await peak(wave);
    expect((await changed(50)) - before).toBeCloseTo(-6, 0);
    expect((await changed(150)) - before).toBeCloseTo(3.5, 0);
    expect(await changed(1000)).toBeLessThanOrEqual(0);
    const { result, error } = await workshop.run('audio-volume', {}, wave);
    expect([result, error]).toEqual(['option_invalid', expect.stringContaining('Option volume is missing')]);
  });
});

describe('text-to-speech and speech-to-text', () => {
  it('reads a text aloud; without the language says which option is missing', async () => {
    const spoken = await workshop.run('text-to-speech', { language_tts: 'en-GB' }, fixture('inputs/abc.txt'));
    expect([spoken.result, (await media(spoken.outputs[0]?.path ?? '')).streams]).toEqual(['completed', ['audio mp3']]);
    const { error } = await workshop.run('text-to-speech', {}, fixture('inputs/abc.txt'));
    expect(error).toContain('language_tts');
    expect((await workshop.run('speech-to-text', {}, sound)).error).toContain('language_stt');
  });
});

describe('compare-video', () => {
  it('figures of every frame as ffmpeg measures them, and a film of the differences', async () => {
    const box = "drawbox=20:20:30:30:red:t=fill:enable='between(t,2,3)'";
    const other = await workshop.film('other.mp4', '-i', plain, '-vf', box, '-c:a', 'copy');
    const { outputs } = await workshop.run('compare-video', {}, plain, other);
    const graph = '[0:v]format=gbrp[a];[1:v]format=gbrp[b];[a][b]ssim';
    const { stderr } = await execa('ffmpeg', ['-i', plain, '-i', other, '-lavfi', graph, '-f', 'null', '-']);
    const { value, lowest, lowest_frame, frames } = outputs[0]?.metadata ?? {};
    expect(Number(value)).toBeCloseTo(Number(/All:([\d.]+)/.exec(stderr)?.[1]), 3);
    expect([frames, Number(lowest) < Number(value)]).toEqual([60, true]);
    expect([Number(lowest_frame) > 20, Number(lowest_frame) <= 31]).toEqual([true, true]);
    expect(await media(outputs[0]?.path ?? '')).toEqual({ streams: ['video h264'], seconds: 6 });
    const alike = await workshop.run('compare-video', { method: 'psnr' }, plain, plain);
    expect(alike.outputs[0]?.metadata).toMatchObject({ method: 'psnr', value: 'infinite', frames: 60 });
    expect((await workshop.run('compare-video', {}, plain)).result).toBe('input_count');
  });
});
