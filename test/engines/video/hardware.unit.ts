import { describe, expect, it } from 'vitest';
import { filmArguments } from '../../../engines/video/arguments.ts';
import { CONTAINERS, type FilmTarget } from '../../../engines/video/containers.ts';
import { type HardwareChoice, readHardware } from '../../../engines/video/hardware/device.ts';
import type { HardwareKind } from '../../../engines/video/hardware/encoders.ts';
import { hardwareCodec, hardwareWay, keepsRange } from '../../../engines/video/hardware/way.ts';
import { planFilm } from '../../../engines/video/plan.ts';
import { readFilmOptions } from '../../../engines/video/read-options.ts';
import { filmSource } from '../../../engines/video/sources.ts';
import { validateConversion } from '../../../src/catalog/index.ts';
import type { OptionValues } from '../../../src/task/types.ts';
import { film, NO_EXTRAS, picture } from './films.ts';

const NODE = '/dev/dri/renderD128';
const LARGE = { width: 1280, height: 720 };
const HDR = { primaries: 'bt2020', transfer: 'smpte2084', matrix: 'bt2020nc', range: 'tv' };

function planned(target: FilmTarget, values: OptionValues, source = film({ picture: picture(LARGE) })) {
  const { options: valid } = validateConversion({ category: 'video', target, options: values });
  const options = readFilmOptions(valid);
  const container = CONTAINERS[target];
  const plan = planFilm(source, options, container);
  return { source, plan, planned: { way: plan.picture, track: source.picture, options, container } };
}

/** What concerns the picture in ffmpeg's arguments, and what the warnings name. */
function encode(
  kind: HardwareKind,
  target: FilmTarget,
  values: OptionValues,
  source = film({ picture: picture(LARGE) }),
) {
  const { plan, planned: request } = planned(target, values, source);
  const codec = hardwareCodec(request);
  if (codec === null) return 'software';
  const { way, warnings } = hardwareWay(request, { kind, codec, access: { device: NODE, allow: [], readable: [] } });
  const { options, container } = request;
  const run = {
    film: source,
    sources: [filmSource('/in', source)],
    mixture: null,
    options,
    plan: { ...plan, picture: way },
    container,
    subtitles: { by: 'none' as const },
    extras: NO_EXTRAS,
  };
  const args = filmArguments(run, { number: 1, of: way.passes }, '/out').join(' ');
  const [, open] = /-progress pipe:2 (.*?) ?-(?:format_whitelist|f |protocol|i |autorotate|flags)/.exec(args) ?? [];
  const [, picked] = /(-filter:v:0 .*?) (?:-map|-sn|-an)/.exec(args) ?? [];
  return [open ?? '', picked ?? '', ...warnings.map(({ message }) => message)];
}

describe('a picture encoded by hardware', () => {
  it.each(['vaapi', 'nvenc', 'qsv'] as const)('has the arguments of %s', (kind) => {
    const table = (
      [
        ['mp4', { video_codec: 'h264', quality: 75 }],
        ['mp4', { video_codec: 'h264', quality: 1, effort: 'fast' }],
        ['mp4', { video_codec: 'h265', quality: 50, effort: 'small' }],
        ['mkv', { video_codec: 'av1', quality: 90 }],
        ['mp4', { video_codec: 'h264', video_bitrate: 2000 }],
        ['mp4', { video_codec: 'h264', file_size: '20MB' }],
        ['avi', { video_codec: 'h264', quality: 75 }],
      ] as const
    ).map(
      ([target, values]) =>
        `${target} ${JSON.stringify(values)}\n  ${[encode(kind, target, values)].flat().join('\n  ')}`,
    );
    expect(table.join('\n')).toMatchSnapshot();
  });

  it('has 10 bits with h265 if the source has more than 8', () => {
    const source = film({ picture: picture({ ...LARGE, bits: 10, pixelFormat: 'yuv420p10le' }) });
    expect(encode('vaapi', 'mkv', { video_codec: 'h265', quality: 75 }, source)[1]).toContain(
      'format=p010le,hwupload ',
    );
    expect(encode('vaapi', 'mkv', { video_codec: 'h264', quality: 75 }, source)[1]).toContain('format=nv12,hwupload ');
    expect(encode('nvenc', 'mkv', { video_codec: 'h265', quality: 75 }, source)[1]).toContain('format=p010le -c:v:0');
  });

  it.each([
    ['another codec', 'webm', { video_codec: 'vp9' }, LARGE],
    ['a value of crf, which is of the encoder in software', 'mp4', { video_codec: 'h264', crf: 20 }, LARGE],
    ['a small picture', 'mp4', { video_codec: 'h264', quality: 75 }, { width: 320, height: 240 }],
    ['a very large picture', 'mp4', { video_codec: 'h264', quality: 75 }, { width: 5120, height: 2880 }],
    ['a copied picture', 'mp4', {}, { ...LARGE, codec: 'h264' }],
  ] as const)('is not: %s', (_, target, values, size) => {
    expect(encode('qsv', target, values, film({ picture: picture(size) }))).toBe('software');
  });

  it('is not where its high dynamic range is kept, but where it is brought to the usual one', () => {
    const source = film({ picture: picture({ ...LARGE, bits: 10, pixelFormat: 'yuv420p10le', color: HDR }) });
    expect(keepsRange(planned('mp4', { video_codec: 'h265', quality: 75 }, source).planned)).toBe(true);
    expect(keepsRange(planned('mp4', { video_codec: 'h265', hdr: 'sdr' }, source).planned)).toBe(false);
    expect(keepsRange(planned('mp4', { video_codec: 'h264', quality: 75 }, source).planned)).toBe(false);
  });
});

describe('VIDEO_HARDWARE', () => {
  it('is off unless the operator says so', () => {
    expect(readHardware({})).toBeNull();
    expect(readHardware({ VIDEO_HARDWARE: 'off', VIDEO_DEVICE: NODE })).toBeNull();
  });

  it.each<[Record<string, string>, HardwareChoice]>([
    [{ VIDEO_HARDWARE: 'vaapi' }, { kind: 'vaapi', device: NODE }],
    [{ VIDEO_HARDWARE: 'nvenc' }, { kind: 'nvenc', device: '/dev/nvidia0' }],
    [
      { VIDEO_HARDWARE: 'qsv', VIDEO_DEVICE: '/dev/dri/renderD129' },
      { kind: 'qsv', device: '/dev/dri/renderD129' },
    ],
  ])('chooses: %j', (env, choice) => {
    expect(readHardware(env)).toEqual(choice);
  });

  it.each<[Record<string, string>, RegExp]>([
    [{ VIDEO_HARDWARE: 'cuda' }, /VIDEO_HARDWARE must be one of off, vaapi, nvenc, qsv/],
    [{ VIDEO_HARDWARE: 'vaapi', VIDEO_DEVICE: '/etc/passwd' }, /VIDEO_DEVICE must be the path of a device/],
    [{ VIDEO_HARDWARE: 'vaapi', VIDEO_DEVICE: '/dev/../etc/passwd' }, /VIDEO_DEVICE must be the path of a device/],
    [{ VIDEO_HARDWARE: 'vaapi', VIDEO_DEVICE: '/dev/dri/a,driver=b' }, /VIDEO_DEVICE must be the path of a device/],
  ])('is refused: %j', (env, message) => {
    expect(() => readHardware(env)).toThrow(message);
  });
});
