import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installedBuilds } from '../../../../tools/programs/ffmpeg/builds.ts';
import { chosenAs, findProgram } from '../../../../tools/programs/ffmpeg/programs.ts';

let cache: string;
let build: string;
let system: string;

beforeAll(async () => {
  cache = await mkdtemp(join(tmpdir(), 'convertd-builds-'));
  build = join(cache, 'convertd', 'ffmpeg');
  system = join(cache, 'system');
  for (const folder of [build, system]) {
    await mkdir(folder, { recursive: true });
    for (const name of ['ffmpeg', 'ffprobe']) await writeFile(join(folder, name), '', { mode: 0o755 });
  }
});
afterAll(() => rm(cache, { recursive: true, force: true }));

const libraries = (...paths: string[]) =>
  writeFile(join(build, 'libraries.txt'), paths.map((path) => `${path}\n`).join(''));

describe('a build by npm run ffmpeg', () => {
  it('is taken before the programs on PATH, ffmpeg and ffprobe alike', async () => {
    await libraries('/usr/bin/env');
    const env = { XDG_CACHE_HOME: cache, PATH: system };
    for (const name of ['ffmpeg', 'ffprobe'] as const) {
      expect(await findProgram(name, env)).toEqual({ name, path: join(build, name) });
      expect(await chosenAs(name, env)).toBe('build');
    }
  });

  it('is found in ~/.cache where XDG_CACHE_HOME is not an absolute path', async () => {
    await mkdir(join(cache, '.cache', 'convertd'), { recursive: true });
    expect(installedBuilds({ HOME: cache, XDG_CACHE_HOME: 'relative' })).toEqual([]);
    await mkdir(join(cache, '.cache', 'convertd', 'ffmpeg'));
    await writeFile(join(cache, '.cache', 'convertd', 'ffmpeg', 'ffmpeg'), '');
    expect(installedBuilds({ HOME: cache, XDG_CACHE_HOME: 'relative' })).toEqual([
      { folder: join(cache, '.cache', 'convertd', 'ffmpeg'), gone: ['libraries.txt'] },
    ]);
  });

  it('gives way to what FFMPEG_BIN names, and to the ffprobe beside that', async () => {
    await libraries('/usr/bin/env');
    const env = { XDG_CACHE_HOME: cache, PATH: '/usr/bin', FFMPEG_BIN: join(system, 'ffmpeg') };
    for (const name of ['ffmpeg', 'ffprobe'] as const) {
      expect((await findProgram(name, env))?.path).toBe(join(system, name));
      expect(await chosenAs(name, env)).toBe('setting');
    }
  });

  it('is passed over where a library that it needs is gone', async () => {
    await libraries('/usr/bin/env', '/nowhere/libdav1d.so.6');
    const env = { XDG_CACHE_HOME: cache, PATH: system };
    expect(installedBuilds(env)[0]?.gone).toEqual(['/nowhere/libdav1d.so.6']);
    expect((await findProgram('ffprobe', env))?.path).toBe(join(system, 'ffprobe'));
    expect(await chosenAs('ffprobe', env)).toBe('system');
  });
});
