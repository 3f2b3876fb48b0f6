import { readdir, readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { engine } from '../../../engines/audio/engine.ts';
import type { OptionValues } from '../../../src/task/types.ts';
import { findProgram } from '../../../tools/programs/ffmpeg/programs.ts';
import { Progress, readOutTime } from '../../../tools/programs/ffmpeg/progress.ts';
import { HAS_FDKAAC, Workshop } from './support.ts';

const withFdkaac: [string, OptionValues][] = HAS_FDKAAC ? [['m4a', { audio_codec: 'heaac1' }]] : [];

let workshop: Workshop;
let long: string;
let short: string;

beforeAll(async () => {
  workshop = await Workshop.open('installed');
  const sources = ['anoisesrc=d=240:r=44100:a=0.1', 'sine=440:d=1', 'sine=440:d=60:r=8000'];
  await workshop.makeAll(
    sources.flatMap((source) => ['-f', 'lavfi', '-i', source]),
    {
      'long.wav': ['-map', '0', '-ac', '2'],
      'short.wav': ['-map', '1'],
      'copy.m4a': ['-map', '1', '-c:a', 'aac'],
      'minute.wav': ['-map', '2'],
    },
  );
  long = workshop.path('long.wav');
  short = workshop.path('short.wav');
});

afterAll(() => workshop.close());

/** Command lines of running processes that mention a path. */
async function processesWith(path: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  return lines.filter((line) => line.includes(path));
}

describe('progress', () => {
  it('rises while a long input is measured and converted', async () => {
    const { progress } = await workshop.convert({
      input: long,
      target: 'mp3',
      options: { normalize: true, end: '00:01:40' },
    });
    const between = progress.filter((percent) => percent > 0 && percent < 99);
    expect(new Set(between).size).toBeGreaterThan(1);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(progress.at(-1)).toBe(99);
  });

  it('adds passes up and never goes back', () => {
    const seen: number[] = [];
    const progress = new Progress((percent) => seen.push(percent), 10);
    const first = progress.pass(0.25);
    for (const line of ['out_time_us=N/A', 'out_time_us=5000000', 'progress=continue', 'out_time_us=20000000'])
      first(line);
    const last = progress.rest();
    for (const line of ['out_time_us=0', 'out_time_us=4000000', 'out_time_us=10000000']) last(line);
    expect(seen.map(Math.round)).toEqual([0, 13, 25, 25, 25, 55, 99]);
  });

  it('reads microseconds, which out_time_ms are too', () => {
    expect(readOutTime('out_time_us=1500000')).toBe(1.5);
    expect(readOutTime('out_time_ms=1500000')).toBeNull();
  });
});

describe('cancel', () => {
  it.each<[string, OptionValues]>([
    ['mp3', {}],
    ['mp3', { normalize: true }],
    ...withFdkaac,
    ['flac', { audio_bitdepth: 32 }],
  ])('ends %s with %o and leaves no process', async (target, options) => {
    const controller = new AbortController();
    const running = workshop.convert({
      input: long,
      target,
      options,
      signal: controller.signal,
      onProgress: (percent) => {
        if (percent > 0) controller.abort();
      },
    });
    await expect(running).rejects.toMatchObject({ code: 'conversion_canceled' });
    expect(await processesWith(workshop.folder)).toEqual([]);
  });
});

describe('programs', () => {
  const variables = ['FFMPEG_BIN', 'FFPROBE_BIN', 'FLAC_BIN', 'FDKAAC_BIN'];
  const before = new Map(variables.map((name) => [name, process.env[name]]));

  afterEach(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });

  it.each([
    ['FFMPEG_BIN', 'mp3', {}],
    ['FFPROBE_BIN', 'mp3', {}],
    ['FLAC_BIN', 'flac', { audio_bitdepth: 32 }],
    ['FDKAAC_BIN', 'aac', { audio_codec: 'heaac2' }],
  ])('without that of %s, %s with %o is refused, never done otherwise', async (variable, target, options) => {
    process.env[variable] = '/nowhere/at/all';
    await expect(workshop.convert({ input: short, target, options })).rejects.toMatchObject({
      code: 'program_missing',
    });
  });

  it('does the rest without flac and fdkaac', async () => {
    process.env.FLAC_BIN = '/nowhere';
    process.env.FDKAAC_BIN = '/nowhere';
    for (const target of ['flac', 'aac', 'm4a']) await workshop.convert({ input: short, target });
  });

  it('takes the program that a variable names before those on PATH', async () => {
    const named = (await findProgram('ffmpeg', { PATH: process.env.PATH }))?.path ?? '';
    expect(await findProgram('flac', { PATH: '/usr/bin:/bin', FLAC_BIN: named })).toEqual({
      name: 'flac',
      path: named,
    });
    expect(await findProgram('ffmpeg', { PATH: 'relative/folder' })).toBeNull();
  });

  it('are described with their versions, and what is not possible without them', async () => {
    process.env.FDKAAC_BIN = '/nowhere';
    const programs = await engine.describe();
    const byName = new Map(programs.map((program) => [program.name, program]));
    expect(byName.get('ffmpeg')?.version).toMatch(/^\d+\.\d+/);
    expect(byName.get('ffprobe')?.version).toBe(byName.get('ffmpeg')?.version);
    expect(byName.get('flac')?.version).toMatch(/^\d+\.\d+/);
    expect(byName.get('fdkaac')?.version).toBeNull();
    expect(byName.get('fdkaac')?.neededFor).toContain('audio/m4a audio_codec=heaac2');
  });
});

describe('options that do not go together', () => {
  it.each([
    ['mp3', { audio_bitrate: 128, audio_vbr: 190 }, 'option_conflict'],
    ['ogg', { audio_bitrate: 128, audio_vbr: 192 }, 'option_conflict'],
    ['ogg', { audio_codec: 'opus', audio_vbr: 192 }, 'option_conflict'],
    ['wav', { pcm_format: 'pcm_s16le', audio_bitdepth: 24 }, 'option_conflict'],
    ['aac', { audio_codec: 'heaac2', channels: 'mono' }, 'option_unsupported'],
    ['ogg', { frequency: 96000, audio_bitrate: 128 }, 'option_unsupported'],
    ['m4a', { audio_codec: 'copy' }, 'option_unsupported'],
    ['mp3', { start: '00:00:05', end: '00:00:02' }, 'option_conflict'],
  ])('%s %o', async (target, options, code) => {
    const input = 'start' in options ? long : short;
    await expect(workshop.convert({ input, target, options })).rejects.toMatchObject({ code });
  });

  it.each([
    { frequency: 8000 },
    { channels: 'stereo' },
    { audio_bitrate: 128 },
    { normalize: true },
    { end: '00:00:01' },
  ])('copy and %o', async (options) => {
    const input = workshop.path('copy.m4a');
    const attempt = workshop.convert({ input, target: 'm4a', options: { ...options, audio_codec: 'copy' } });
    await expect(attempt).rejects.toMatchObject({ code: 'option_conflict', details: { option: 'audio_codec' } });
  });

  it('what agrees does: a bit depth that is that of the format, a copy at its own rate', async () => {
    await workshop.convert({ input: short, target: 'wav', options: { pcm_format: 'pcm_s24le', audio_bitdepth: 24 } });
    await workshop.convert({
      input: workshop.path('copy.m4a'),
      target: 'm4a',
      options: { audio_codec: 'copy', frequency: 44100, channels: 'mono' },
    });
  });

  it('a long ring tone is made, with a word about its length', async () => {
    const { warnings } = await workshop.convert({ input: workshop.path('minute.wav'), target: 'm4r' });
    expect(warnings).toMatchObject([{ code: 'output_limited', details: { seconds: 60 } }]);
  });
});
