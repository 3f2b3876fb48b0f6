import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { deviceProblem, usualDevice } from '../../../engines/video/hardware/device.ts';
import { missingEncoder } from '../../../engines/video/hardware/use-hardware.ts';
import { convertd } from '../../cli/support.ts';
import { probe, Workshop } from './support.ts';

// Debian's: the build by `npm run ffmpeg` has no hardware encoders.
const FFMPEG = '/usr/bin/ffmpeg';

let workshop: Workshop;
let source: string;
beforeAll(async () => {
  workshop = await Workshop.open();
  source = await workshop.film(
    'source.mkv',
    '-f',
    'lavfi',
    '-i',
    'testsrc=size=640x360:rate=25:duration=2',
    '-c:v',
    'mpeg4',
  );
});
afterAll(() => workshop.remove());
afterEach(() => vi.unstubAllEnvs());

const KINDS = ['vaapi', 'nvenc', 'qsv'] as const;
const usable = new Map(
  await Promise.all(
    KINDS.map(async (kind) => [kind, (await deviceProblem({ kind, device: usualDevice(kind) })) === null] as const),
  ),
);

describe.each(KINDS)('%s', (kind) => {
  it('is refused by name where its device is missing, before anything is encoded', async () => {
    vi.stubEnv('FFMPEG_BIN', FFMPEG);
    vi.stubEnv('VIDEO_HARDWARE', kind);
    vi.stubEnv('VIDEO_DEVICE', '/dev/dri/renderD999');
    const { result, error } = await workshop.run(source, 'mp4', { video_codec: 'h264' });
    expect(result).toBe('engine_unavailable');
    expect(error).toContain(`VIDEO_HARDWARE=${kind}`);
    expect(error).toContain('there is no /dev/dri/renderD999');
    expect(error).toContain('VIDEO_DEVICE');
    expect(error).toContain('VIDEO_HARDWARE=off');
    // What it has no encoder for is made in software.
    expect((await workshop.run(source, 'webm', { video_codec: 'vp8' })).result).toBe('completed');
  });

  it.skipIf(usable.get(kind) !== true)('encodes by its device', async () => {
    vi.stubEnv('FFMPEG_BIN', FFMPEG);
    vi.stubEnv('VIDEO_HARDWARE', kind);
    for (const video_codec of ['h264', 'h265']) {
      const { result, error, path } = await workshop.run(source, 'mp4', { video_codec, quality: 75 });
      expect([result, error]).toEqual(['completed', '']);
      const { streams } = await probe(path);
      expect(streams[0]).toMatchObject({
        codec_name: video_codec === 'h264' ? 'h264' : 'hevc',
        width: 640,
        height: 360,
      });
    }
  });
});

describe('a device that does not encode', () => {
  it('is refused by ffmpeg itself, in the sandbox', async () => {
    vi.stubEnv('FFMPEG_BIN', FFMPEG);
    vi.stubEnv('VIDEO_HARDWARE', 'vaapi');
    vi.stubEnv('VIDEO_DEVICE', '/dev/full');
    const { result, error } = await workshop.run(source, 'mp4', { video_codec: 'h264' });
    expect(result).toBe('engine_unavailable');
    expect(error).toMatch(/\/dev\/full does not encode h264 \(h264_vaapi\); its driver may be missing/);
  });
});

describe('a build by npm run ffmpeg, which has no hardware encoders', () => {
  it('is named in the refusal, with the ffmpeg to use instead', async () => {
    vi.stubEnv('FFMPEG_BIN', '');
    vi.stubEnv('XDG_CACHE_HOME', workshop.path('cache'));
    const folder = workshop.path('cache/convertd/ffmpeg');
    await mkdir(folder, { recursive: true });
    expect(await missingEncoder('h264_vaapi')).toBe('this ffmpeg has no encoder h264_vaapi');
    await symlink(FFMPEG, join(folder, 'ffmpeg'));
    await writeFile(join(folder, 'libraries.txt'), '');
    expect(await missingEncoder('h264_vaapi')).toMatch(/npm run ffmpeg.*FFMPEG_BIN=\/usr\/bin\/ffmpeg/);
  });
});

describe('doctor', () => {
  const doctor = async (env: Record<string, string>) =>
    (await convertd(['doctor', '--verbose'], { env: { CATEGORIES: 'video', FFMPEG_BIN: FFMPEG, ...env } })).stdout;

  it('says what ffmpeg and the machine have, and what is chosen', async () => {
    expect(await doctor({})).toMatch(
      /hardware encoders: VAAPI \(h264, hevc.*\), NVENC \(h264, hevc.*\), Quick Sync Video \(h264, hevc.*\); devices: .+; VIDEO_HARDWARE=off/,
    );
  });

  it('says why what is chosen cannot be used', async () => {
    const text = await doctor({ VIDEO_HARDWARE: 'qsv', VIDEO_DEVICE: '/dev/dri/renderD999' });
    expect(text).toMatch(
      /missing {2}required {2}Quick Sync Video \(VIDEO_HARDWARE=qsv\).*there is no \/dev\/dri\/renderD999/,
    );
    expect(await doctor({ VIDEO_HARDWARE: 'vaapi', VIDEO_DEVICE: '/dev/full' })).toMatch(
      /ok +required {2}VAAPI .*by \/dev\/full/,
    );
  });
});
