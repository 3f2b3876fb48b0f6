import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { beforeAll, describe, expect, it } from 'vitest';
import { listEntries } from '../../src/catalog/index.ts';
import { newFolder, onlyFile, run, useFolders } from '../tools/programs/chromium/support.ts';
import { ffmpeg } from './films.ts';

useFolders();

let film = '';
beforeAll(async () => {
  film = join(await newFolder(), 'film.mp4');
  const sources = ['testsrc2=size=96x64:rate=25:duration=3', 'sine=frequency=440:duration=3'];
  await ffmpeg(...sources.flatMap((source) => ['-f', 'lavfi', '-i', source]), '-c:v', 'libx264', '-c:a', 'aac', film);
});

const convert = async (category: string, target: string, options: object = {}) =>
  onlyFile(await run({ conversion: { category, target, options }, input: [{ source: `file://${film}` }] }));

/** Audio targets except the waveform, which is a picture. */
const SOUNDS = listEntries({ category: 'audio' })
  .map(({ target }) => target)
  .filter((target) => target !== 'waveform');

describe('a film becomes', () => {
  it.each(SOUNDS)('sound: audio/%s', async (target) => {
    const path = await convert('audio', target);
    const show = ['-v', 'error', '-show_entries', 'stream=codec_type:format=duration', '-of', 'json', path];
    const { streams, format } = JSON.parse((await execa('ffprobe', show)).stdout);
    expect(streams.map(({ codec_type }: { codec_type: string }) => codec_type)).toEqual(['audio']);
    // Raw streams have no headers with their length.
    if (Number(format.duration) > 0) expect(Math.abs(Number(format.duration) - 3)).toBeLessThan(0.5);
  });

  it('what is known of it: metadata/json', async () => {
    const { media, type } = JSON.parse(await readFile(await convert('metadata', 'json'), 'utf8'));
    expect(type.name).toBe('mp4');
    expect(JSON.stringify(media)).toContain('h264');
    expect(media.duration_seconds).toBeCloseTo(3, 0);
  });

  it('a moving picture: video/gif', async () => {
    const path = await convert('video', 'gif', { width: 48, fps: 5 });
    const show = [
      '-v',
      'error',
      '-count_frames',
      '-show_entries',
      'stream=codec_name,width,nb_read_frames',
      '-of',
      'csv=p=0',
    ];
    expect((await execa('ffprobe', [...show, path])).stdout.trim()).toBe('gif,48,15');
  });

  it('a thumbnail and an archive', async () => {
    expect((await readFile(await convert('operation', 'thumbnail'))).subarray(1, 4).toString()).toBe('PNG');
    const { stdout } = await execa('unzip', ['-l', await convert('archive', 'zip')]);
    expect(stdout).toContain('film.mp4');
  });
});
