import { execFile } from 'node:child_process';
import { appendFile, copyFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHeaders } from '../../../../../tools/programs/ffmpeg/probe/headers/read-headers.ts';
import { bothFacts } from './compare.ts';
import { GENERATED } from './generated.ts';

const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'convertd-headers-'));
  const sound = [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    'anoisesrc=d=2.5:r=44100:a=0.3:seed=7,aformat=channel_layouts=stereo',
  ];
  // A single start of ffmpeg makes all files.
  await run('ffmpeg', [...sound, ...GENERATED.flatMap(({ name, args }) => [...args, join(folder, name)])]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('headers that are read without ffprobe', () => {
  it.each(GENERATED)('of $name say what ffprobe says', async ({ name, plain }) => {
    const { read, probed } = await bothFacts(join(folder, name));
    expect(read !== null).toBe(plain);
    expect(read).toEqual(probed);
  });

  const wholes = ['pcm_s16le-2.wav', 'mp3-0-44100-2.mp3'];

  it.each(wholes)('of %s are left to ffprobe where the file ends early or goes on', async (name) => {
    const changed = join(folder, `changed-${name}`);
    await copyFile(join(folder, name), changed);
    expect(await readHeaders(changed)).not.toBeNull();
    await appendFile(changed, 'more');
    expect(await readHeaders(changed)).toBeNull();
    await truncate(changed, 20_000);
    expect(await readHeaders(changed)).toBeNull();
  });

  it('of WAV are left to ffprobe where the samples may be another codec', async () => {
    const changed = join(folder, 'dts.wav');
    const bytes = await readFile(join(folder, 'pcm_s16le-2.wav'));
    bytes.write('fe7f0180', 5000, 'hex');
    await writeFile(changed, bytes);
    expect(await readHeaders(changed)).toBeNull();
  });
});
