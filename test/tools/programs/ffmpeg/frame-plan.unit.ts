import { describe, expect, it } from 'vitest';
import { frameSize, isTransparent, largestFrame } from '../../../../tools/programs/ffmpeg/frames/frame-plan.ts';
import type { MediaStream } from '../../../../tools/programs/ffmpeg/probe/streams.ts';
import { soundFile } from '../../../../tools/programs/ffmpeg/sound/take-sound.ts';

const video = (more: Partial<MediaStream>): MediaStream => ({
  ...{ index: 0, kind: 'video', isPicture: false, codec: 'h264', width: 1920, height: 1080, pixelAspect: 1 },
  ...{ rotation: 0, pixelFormat: 'yuv420p', isUsual: true, bitRate: null, channels: 0, frameSeconds: 0.04, tags: {} },
  ...more,
});
const box = { width: 8192, height: 8192 };

describe('the size of a frame', () => {
  it.each<[string, Partial<MediaStream>, { width: number; height: number }, [number, number]]>([
    ['as it is', {}, box, [1920, 1080]],
    ['turned', { rotation: -90 }, box, [1080, 1920]],
    ['upside down', { rotation: 180 }, box, [1920, 1080]],
    ['of pixels that are not square', { width: 720, height: 576, pixelAspect: 64 / 45 }, box, [1024, 576]],
    ['of such pixels, turned', { width: 720, height: 576, pixelAspect: 64 / 45, rotation: 270 }, box, [576, 1024]],
    ['in a width', {}, { ...box, width: 640 }, [640, 360]],
    ['in both, in its shape', {}, { width: 640, height: 90 }, [160, 90]],
    ['never larger', { width: 32, height: 16 }, { width: 640, height: 640 }, [32, 16]],
    ['never nothing', { width: 8000, height: 2 }, { width: 16, height: 16 }, [16, 1]],
    ['larger than any frame may be', { width: 16_384, height: 4096 }, box, [8192, 2048]],
  ])('%s', (_, more, within, [width, height]) => expect(frameSize(video(more), within)).toEqual({ width, height }));

  it('says how much room frames take, more with transparency', () => {
    const size = { width: 1000, height: 1000 };
    expect(largestFrame(size, 'png', true)).toBeGreaterThan(largestFrame(size, 'png', false));
    expect(largestFrame(size, 'png', false)).toBeGreaterThan(3_000_000);
    expect(
      ['yuva420p', 'rgba', 'gbrap10le', 'ya8', 'pal8'].every((pixelFormat) => isTransparent(video({ pixelFormat }))),
    ).toBe(true);
    expect(['yuv420p10le', 'gray', 'bgr0', 'gbrp'].some((pixelFormat) => isTransparent(video({ pixelFormat })))).toBe(
      false,
    );
  });
});

describe('the file of a sound', () => {
  const named = (codec: string, channels = 2, isPart = false): string => {
    const { extension, codec: how } = soundFile({ codec, channels }, isPart);
    return `${extension} ${how[1]}`;
  };

  it('has its packets where a file of its own can', () => {
    expect(named('aac')).toBe('m4a copy');
    expect(named('pcm_s24le')).toBe('wav copy');
    expect(named('opus', 2, true)).toBe('opus copy');
  });

  it('else has every sample', () => {
    expect(named('pcm_s24be')).toBe('wav pcm_s24le');
    expect(named('flac')).toBe('flac copy');
    expect(named('flac', 2, true)).toBe('flac flac');
    expect(named('cook')).toBe('flac flac');
    expect(named('adpcm_ms', 12)).toBe('wav pcm_s24le');
  });
});
