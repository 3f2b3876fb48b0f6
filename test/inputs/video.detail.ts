import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { newFolder, useFolders } from '../tools/programs/chromium/support.ts';
import { ffmpeg, makeFilm, open, packets, seen, sound, unpacked } from './films.ts';

useFolders();

describe('sound', () => {
  it.each([
    ['film.mp4', 'ac3', 'film.ac3'],
    ['film.mp4', 'alac', 'film.m4a'],
    ['film.mkv', 'flac', 'film.flac'],
    ['film.mkv', 'libmp3lame', 'film.mp3'],
    ['film.mkv', 'libvorbis', 'film.ogg'],
    ['film.mkv', 'libopus', 'film.opus'],
    ['film.mkv', 'eac3', 'film.eac3'],
    ['film.mkv', 'wmav2', 'film.wma'],
    ['film.mkv', 'mp2', 'film.mp2'],
    ['film.mov', 'pcm_s24le', 'film.wav'],
  ])('of %s in %s is copied into %s', async (name, codec, expected) => {
    const film = await makeFilm(name, codec);
    const made = await open(film, { take: 'sound' });
    const [file = ''] = await unpacked(made);
    expect(basename(file)).toBe(expected);
    expect(await packets(file)).toBe(await packets(film));
    expect(made.codes).toEqual([]);
    const part = await open(
      film,
      { take: 'sound', start: '00:00:02', end: '00:00:04' },
      { category: 'audio', target: 'wav' },
    );
    expect(part.report.status).toBe('completed');
    // Packets are kept whole.
    expect(Math.abs((await sound(part.files[0] ?? '')).seconds - 2)).toBeLessThan(0.15);
    expect(part.codes).toEqual([]);
  });

  it.each([
    ['film.mov', 'pcm_s16be', 'film.wav'],
    ['film.mkv', 'tta', 'film.flac'],
  ])('of %s in %s becomes %s, sample by sample the same', async (name, codec, expected) => {
    const film = await makeFilm(name, codec, codec === 'tta' ? ['-sample_fmt', 's16'] : []);
    const [file = ''] = await unpacked(await open(film, { take: 'sound' }));
    expect(basename(file)).toBe(expected);
    const samples = async (path: string) =>
      (await ffmpeg('-i', path, '-map', '0:a:0', '-c', 'pcm_s16le', '-f', 'md5', '-')).stdout;
    expect(await samples(file)).toBe(await samples(film));
  });

  it('is of the usual track, or of the one that is named', async () => {
    const film = join(await newFolder(), 'tracks.mp4');
    const tones = [440, 880].flatMap((hertz) => ['-f', 'lavfi', '-i', `sine=frequency=${hertz}:duration=2`]);
    await ffmpeg(...tones, '-map', '0', '-map', '1', '-disposition:a:0', '0', '-disposition:a:1', 'default', film);
    const track = async (options: object) =>
      packets((await unpacked(await open(film, { take: 'sound', ...options })))[0] ?? '');
    const of = async (index: number) =>
      (await ffmpeg('-i', film, '-map', `0:a:${index}`, '-c', 'copy', '-f', 'md5', '-')).stdout;
    expect(await track({})).toBe(await of(1));
    expect(await track({ audio_track: 1 })).toBe(await of(0));
  });

  it('is what a file without a film gives unasked', async () => {
    const path = join(await newFolder(), 'talk.mp3');
    await ffmpeg('-f', 'lavfi', '-i', 'sine=duration=1', path);
    expect((await unpacked(await open(path))).map((file) => basename(file))).toEqual(['talk.mp3']);
  });
});

describe('frames', () => {
  it('are at most a hundred unasked, with a warning, and as many as asked for without', async () => {
    const film = join(await newFolder(), 'long.mkv');
    await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=size=32x32:rate=25:duration=5', '-c:v', 'ffv1', film);
    const usual = await open(film, { frames_per_second: 25 });
    expect(await unpacked(usual)).toHaveLength(100);
    expect(usual.report.warnings).toMatchObject([
      { code: 'output_limited', source: 'input', details: { frames: 100 } },
    ]);
    const asked = await open(film, { frames_per_second: 25, max_frames: 7 });
    expect([(await unpacked(asked)).length, asked.codes]).toEqual([7, []]);
    const all = await open(film, { frames_per_second: 60, max_frames: 1000 });
    expect([(await unpacked(all)).length, all.codes]).toEqual([125, []]);
  });

  it('stand as players show them: turned, and with square pixels', async () => {
    const wide = await makeFilm('wide.mkv', 'aac', ['-aspect', '8:3']);
    const [frame = ''] = await unpacked(await open(wide, { max_frames: 1 }));
    expect(await seen(frame)).toBe('PNG 128x48 red');
    const turned = await makeFilm('turned.mp4');
    await execa('exiftool', ['-q', '-overwrite_original', '-Rotation=90', turned]);
    const [upright = ''] = await unpacked(await open(turned, { max_frames: 1, max_height: 32 }));
    expect(await seen(upright)).toBe('PNG 24x32 red');
  });

  it('are of one size, even where the film changes its own', async () => {
    const folder = await newFolder();
    const sizes = ['64x48', '640x480'];
    for (const size of sizes) {
      await ffmpeg(
        '-f',
        'lavfi',
        '-i',
        `color=blue:size=${size}:rate=10:duration=2`,
        '-c:v',
        'mpeg2video',
        join(folder, `${size}.ts`),
      );
    }
    const film = join(folder, 'both.ts');
    for (const size of sizes) await appendFile(film, await readFile(join(folder, `${size}.ts`)));
    const frames = await unpacked(await open(film));
    expect(frames.length).toBeGreaterThan(2);
    expect(new Set(await Promise.all(frames.map(seen)))).toEqual(new Set(['PNG 64x48 blue']));
  });

  it('keep their transparency', async () => {
    const film = join(await newFolder(), 'glass.mkv');
    await ffmpeg(
      '-f',
      'lavfi',
      '-i',
      'color=red@0.5:size=32x32:rate=5:duration=1,format=rgba',
      '-c:v',
      'ffv1',
      '-pix_fmt',
      'bgra',
      film,
    );
    const [frame = ''] = await unpacked(await open(film));
    const { stdout } = await execa('ffprobe', [
      '-v',
      'error',
      '-show_entries',
      'stream=pix_fmt',
      '-of',
      'csv=p=0',
      frame,
    ]);
    expect(stdout).toBe('rgba');
  });

  it('leave an option of the sound without effect, and the sound one of frames, with a warning', async () => {
    const made = await open(await makeFilm('colors.mkv'), { audio_track: 1, max_frames: 2 });
    expect(made.report.warnings).toMatchObject([{ code: 'option_no_effect', details: { option: 'audio_track' } }]);
    const heard = await open(await makeFilm('colors.mkv'), { take: 'sound', max_width: 20 });
    expect(heard.report.warnings).toMatchObject([{ code: 'option_no_effect', details: { option: 'max_width' } }]);
  });
});

describe('films that are none, or damaged', () => {
  const broken = async (name: string, change: (bytes: Buffer) => Buffer): Promise<string> => {
    const film = await makeFilm(name);
    await writeFile(film, change(await readFile(film)));
    return film;
  };

  it('one without its index is damaged', async () => {
    const { report } = await open(await broken('cut.mp4', (bytes) => bytes.subarray(0, bytes.length / 2)));
    expect(report.errors).toMatchObject([{ code: 'input_damaged', source: 'input' }]);
  });

  it('of one that ends early the beginning is taken, with a warning', async () => {
    const film = await makeFilm('cut.mkv');
    const bytes = await readFile(film);
    await writeFile(film, bytes.subarray(0, Math.floor(bytes.length * 0.6)));
    const made = await open(film);
    expect(made.report.status).toBe('completed');
    expect((await unpacked(made)).length).toBeLessThan(6);
    expect(made.codes).toEqual(['input_truncated']);
  });

  it('of one with noise in it no more than the good part comes out, or an error of the input', async () => {
    const noise = await broken('noise.mkv', (bytes) => {
      for (let at = 3000; at < bytes.length; at += 97) bytes[at] = (at * 7919) % 256;
      return bytes;
    });
    const { report } = await open(noise);
    if (report.status === 'failed') expect(report.errors).toMatchObject([{ code: 'input_damaged', source: 'input' }]);
    else expect(report.warnings.map(({ code }) => code)).toContain('input_damaged');
  });

  it.each<[string, string, string]>([
    ['a list of other files', '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/hostname\n', 'input_unsafe'],
    ['a text', 'This is no film at all.\n'.repeat(99), 'input_(wrong_type|damaged)'],
  ])('%s is refused', async (_, text, code) => {
    const path = join(await newFolder(), 'list.mp4');
    await writeFile(path, text);
    const { report } = await open(path);
    expect(report.errors).toMatchObject([{ code: expect.stringMatching(`^${code}$`), source: 'input' }]);
    expect(report.errors[0]?.message).not.toContain(dirname(path));
  });

  it('one without what is asked for says so', async () => {
    const folder = await newFolder();
    const [silent, blind] = [join(folder, 'silent.mkv'), join(folder, 'blind.mp3')];
    await ffmpeg('-f', 'lavfi', '-i', 'color=red:size=32x32:duration=1', '-c:v', 'ffv1', silent);
    await ffmpeg('-f', 'lavfi', '-i', 'sine=duration=1', blind);
    for (const [path, take, what] of [
      [silent, 'sound', 'no sound'],
      [blind, 'frames', 'no frames'],
    ] as const) {
      const { report } = await open(path, { take });
      expect(report.errors).toMatchObject([{ code: 'input_wrong_type', message: expect.stringContaining(what) }]);
    }
  });
});
