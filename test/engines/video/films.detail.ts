import { readFile } from 'node:fs/promises';
import { execa } from 'execa';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { colourAt, probe, streamsOf, Workshop } from './support.ts';

const [RED, LIME, BLUE, WHITE] = ['256 0 0', '0 256 0', '0 0 256', '256 256 256'];

let workshop: Workshop;
let source: string;
beforeAll(async () => {
  workshop = await Workshop.open();
  source = await workshop.colours('source.mp4', '-c:v', 'libx264', '-c:a', 'aac', '-metadata', 'title=Four colours');
});
afterAll(() => workshop.remove());

const EACH: readonly (readonly [target: string, streams: string])[] = [
  ['mp4', 'video h264, audio aac'],
  ['m4v', 'video h264, audio aac'],
  ['mov', 'video h264, audio aac'],
  ['mkv', 'video h264, audio aac'],
  ['webm', 'video vp9, audio opus'],
  ['avi', 'video mpeg4, audio mp3'],
  ['wmv', 'video wmv2, audio wmav2'],
  ['flv', 'video h264, audio aac'],
  ['mpg', 'video mpeg2video, audio mp2'],
  ['3gp', 'video h264, audio aac'],
  ['ogv', 'video theora, audio vorbis'],
  ['ts', 'video h264, audio aac'],
];

/** Targets here without a place for a title. */
const UNTITLED: ReadonlySet<string> = new Set(['mpg', 'ogv', 'ts']);

describe('every target', () => {
  test.each(EACH)('%s: %s, the same colours at the same times', async (target, streams) => {
    const { path, result, warnings } = await workshop.run(source, target);
    const lost = UNTITLED.has(target) ? [expect.stringContaining('Left out: the tag title.')] : [];
    expect([result, warnings]).toEqual(['completed', lost]);
    const probed = await probe(path);
    expect(streamsOf(probed).split(', ').sort()).toEqual(streams.split(', ').sort());
    expect(Math.abs(Number(probed.format.duration) - 4)).toBeLessThan(0.1);
    const seen = await Promise.all([0.5, 1.5, 2.5].map((second) => colourAt(path, second, 64, 60)));
    expect(seen).toEqual([RED, LIME, BLUE]);
  });

  test.each(['gif', 'apng'] as const)('%s moves', async (target) => {
    const { path, result } = await workshop.run(source, target, { width: 64, fps: 10 });
    expect(result).toBe('completed');
    const seen = await Promise.all([0.5, 1.5, 2.5].map((second) => colourAt(path, second, 32, 30)));
    expect(seen).toEqual([RED, LIME, BLUE]);
    expect(await probe(path)).toMatchObject({ streams: [{ width: 64, height: 48, avg_frame_rate: '10/1' }] });
  });

  test('gif keeps the colours that are shown last', async () => {
    const second = (color: string) => ['-f', 'lavfi', '-i', `color=${color}:size=64x48:rate=10:duration=1`];
    const colours = ['red', 'lime', 'blue'].flatMap(second);
    const film = await workshop.film('last.mp4', ...colours, '-filter_complex', 'concat=n=3', '-c:v', 'libx264');
    const { path } = await workshop.run(film, 'gif');
    expect(await colourAt(path, 2.8, 32, 30)).toBe(BLUE);
  });

  test('a short mpg, whose packet holds all frames, has them all', async () => {
    const one = ['-f', 'lavfi', '-i', 'color=red:size=64x48:rate=25:duration=1', '-c:v', 'libx264'];
    const { path, warnings } = await workshop.run(await workshop.film('short.mp4', ...one), 'mpg');
    const count = ['-count_frames', '-show_entries', 'stream=nb_read_frames', '-of', 'csv=p=0'];
    const { stdout } = await execa('ffprobe', ['-v', 'error', ...count, path]);
    expect([Number.parseInt(stdout, 10), warnings]).toEqual([25, []]);
  });

  test('webp moves', async () => {
    const { path } = await workshop.run(source, 'webp', { fps: 5, loop: 2 });
    // ffmpeg 5 does not read animations of WebP.
    const { width, height, loop, delay = [] } = await sharp(path).metadata();
    expect({ width, height, loop }).toEqual({ width: 128, height: 96, loop: 2 });
    // Frames that are alike are one that lasts longer.
    expect(delay.reduce((sum, milliseconds) => sum + milliseconds, 0)).toBe(4000);
  });
});

describe('codecs', () => {
  test.each([
    ['mp4', 'h265', 'hevc'],
    ['mp4', 'av1', 'av1'],
    ['mkv', 'vp8', 'vp8'],
    ['mov', 'prores', 'prores'],
    ['mkv', 'mpeg2', 'mpeg2video'],
  ])('%s with %s', async (target, video_codec, found) => {
    const { path } = await workshop.run(source, target, { video_codec, end: '00:00:02' });
    expect((await probe(path)).streams[0]?.codec_name).toBe(found);
    expect(await colourAt(path, 1.5, 64, 60)).toBe(LIME);
  });

  test('the packets are copied where nothing changes them', async () => {
    const hash = async (path: string): Promise<string> => {
      const { stdout } = await execa('ffmpeg', [
        '-v',
        'error',
        '-i',
        path,
        '-map',
        '0:v',
        '-c',
        'copy',
        '-bsf:v',
        'h264_mp4toannexb',
        '-f',
        'md5',
        '-',
      ]);
      return stdout;
    };
    const { path } = await workshop.run(source, 'mov');
    expect(await hash(path)).toBe(await hash(source));
    const encoded = await workshop.run(source, 'mov', { quality: 75 });
    expect(await hash(encoded.path)).not.toBe(await hash(source));
  });

  test('copy is refused where the target does not hold the codec', async () => {
    expect(await workshop.run(source, 'webm', { video_codec: 'copy' })).toMatchObject({
      result: 'option_unsupported',
      error: expect.stringContaining('vp8, vp9, av1'),
    });
  });

  test('sound: none, mixed, at another rate', async () => {
    const silent = await workshop.run(source, 'mp4', { audio_codec: 'none' });
    expect(streamsOf(await probe(silent.path))).toBe('video h264');
    const six = await workshop.film('six.mkv', '-i', source, '-ac', '6', '-c:v', 'copy', '-c:a', 'flac');
    const { path, warnings } = await workshop.run(six, 'avi', { frequency: 22050 });
    expect((await probe(path)).streams[1]).toMatchObject({ channels: 2, sample_rate: '22050' });
    expect(warnings).toEqual([expect.stringContaining('mixed to 2')]);
  });
});

describe('the picture', () => {
  const sizeOf = async (path: string): Promise<string> => {
    const [video] = (await probe(path)).streams;
    return `${video?.width}x${video?.height}`;
  };

  test('start, end and speed', async () => {
    const { path } = await workshop.run(source, 'mp4', { start: '00:00:01', end: '00:00:03', speed: 2 });
    expect(Math.abs(Number((await probe(path)).format.duration) - 1)).toBeLessThan(0.1);
    expect([await colourAt(path, 0.2, 64, 60), await colourAt(path, 0.8, 64, 60)]).toEqual([LIME, BLUE]);
  });

  test('rotate, flip, crop', async () => {
    const turned = await workshop.run(source, 'mp4', { rotate: 90, end: '00:00:01' });
    expect([await sizeOf(turned.path), await colourAt(turned.path, 0.5, 90, 64)]).toEqual(['96x128', WHITE]);
    const flipped = await workshop.run(source, 'mp4', { flip: 'vertical', end: '00:00:01' });
    expect(await colourAt(flipped.path, 0.5, 64, 90)).toBe(WHITE);
    const cropped = await workshop.run(source, 'mp4', { crop_top: 24, crop_left: 28, end: '00:00:01' });
    expect([await sizeOf(cropped.path), await colourAt(cropped.path, 0.5, 50, 4)]).toEqual(['100x72', RED]);
  });

  test.each([
    ['stretch', RED],
    ['keep_aspect_ratio_fill_black', '0 0 0'],
    ['keep_aspect_ratio_fill_white', WHITE],
    ['keep_aspect_ratio_crop', RED],
  ])('resize_handling %s', async (resize_handling, bottom) => {
    const options = { width: 128, height: 192, resize_handling, end: '00:00:01' };
    const { path } = await workshop.run(source, 'mp4', options);
    expect([await sizeOf(path), await colourAt(path, 0.5, 64, 188)]).toEqual(['128x192', bottom]);
  });

  test('max_height: the shorter side, of larger pictures alone', async () => {
    const sizes = async (options: object, film = source) =>
      sizeOf((await workshop.run(film, 'mp4', options as never)).path);
    expect(await sizes({ max_height: 48 })).toBe('64x48');
    expect(await sizes({ max_height: 48, rotate: 90 })).toBe('48x64');
    const small = await workshop.run(source, 'mov', { max_height: 96 });
    const [hash, before] = await Promise.all(
      [small.path, source].map(async (path) => {
        const args = ['-v', 'error', '-i', path, '-map', '0:v', '-c', 'copy', '-f', 'md5', '-'];
        return (await execa('ffmpeg', args)).stdout;
      }),
    );
    expect([hash, small.warnings]).toEqual([before, []]);
    const both = await workshop.run(source, 'mp4', { max_height: 48, height: 72 });
    expect([await sizeOf(both.path), both.warnings]).toEqual(['96x72', [expect.stringContaining('max_height')]]);
  });

  test('odd sizes lose a row, and that is said', async () => {
    const odd = await workshop.film(
      'odd.mkv',
      '-i',
      source,
      '-vf',
      'crop=127:95:0:0:exact=1,format=yuv444p',
      '-c:v',
      'ffv1',
      '-t',
      '1',
    );
    const { path, warnings } = await workshop.run(odd, 'mp4');
    expect([await sizeOf(path), warnings]).toEqual(['126x94', [expect.stringContaining('even dimensions')]]);
  });

  test('pixels that are not square become square', async () => {
    const wide = await workshop.film('wide.mkv', '-i', source, '-vf', 'setsar=2', '-t', '1');
    expect(await sizeOf((await workshop.run(wide, 'webm')).path)).toBe('256x96');
  });

  test('frames a second', async () => {
    const { path } = await workshop.run(source, 'mp4', { fps: 10 });
    expect((await probe(path)).streams[0]?.avg_frame_rate).toBe('10/1');
  });

  test('a turned film of a phone stands upright', async () => {
    const phone = await workshop.film('phone.mp4', '-i', source, '-c', 'copy', '-metadata:s:v:0', 'rotate=90');
    const { path } = await workshop.run(phone, 'webm', { end: '00:00:01' });
    const shown = await colourAt(phone, 0.5, 90, 64);
    expect([await sizeOf(path), await colourAt(path, 0.5, 90, 64)]).toEqual(['96x128', shown]);
    expect(await colourAt(path, 0.5, 4, 64)).not.toBe(shown);
  });

  test('transparency stays in webm, and is white elsewhere with a warning', async () => {
    const clear = ['-f', 'lavfi', '-i', 'color=red@0.0:size=64x64:duration=1,format=rgba', '-c:v', 'qtrle'];
    const film = await workshop.film('clear.mov', ...clear);
    const webm = await workshop.run(film, 'webm');
    const { stdout } = await execa(
      'ffmpeg',
      [
        '-v',
        'error',
        '-c:v',
        'libvpx-vp9',
        '-i',
        webm.path,
        '-frames:v',
        '1',
        '-pix_fmt',
        'rgba',
        '-f',
        'rawvideo',
        '-',
      ],
      { encoding: 'buffer' },
    );
    expect(stdout[3]).toBe(0);
    const mp4 = await workshop.run(film, 'mp4');
    expect(await colourAt(mp4.path, 0.5, 32, 32)).toBe(WHITE);
    expect(mp4.warnings).toEqual([expect.stringContaining('transparent')]);
  });

  test('a high dynamic range stays with h265, and is brought to the usual one with h264', async () => {
    const hdr = [
      '-color_primaries',
      'bt2020',
      '-color_trc',
      'smpte2084',
      '-colorspace',
      'bt2020nc',
      '-pix_fmt',
      'yuv420p10le',
    ];
    const film = await workshop.film(
      'hdr.mkv',
      '-i',
      source,
      '-t',
      '1',
      '-c:v',
      'libx265',
      '-x265-params',
      'log-level=error',
      ...hdr,
    );
    const kept = await workshop.run(film, 'mp4', { video_codec: 'h265', quality: 75 });
    expect((await probe(kept.path)).streams[0]).toMatchObject({ color_transfer: 'smpte2084', pix_fmt: 'yuv420p10le' });
    const usual = await workshop.run(film, 'mp4', { video_codec: 'h264' });
    expect((await probe(usual.path)).streams[0]).toMatchObject({ color_transfer: 'bt709', pix_fmt: 'yuv420p' });
    expect(usual.warnings).toEqual([expect.stringContaining('high dynamic range')]);
    expect((await workshop.run(film, 'mp4', { video_codec: 'h264', hdr: 'keep' })).result).toBe('option_unsupported');
  });
});

describe('how much it may take', () => {
  const bytes = async (path: string): Promise<number> => Number((await probe(path)).format.size);

  test('quality and crf', async () => {
    const noisy = await workshop.film(
      'noisy.mkv',
      '-f',
      'lavfi',
      '-i',
      'testsrc2=size=256x192:duration=2,noise=alls=20:allf=t',
      '-c:v',
      'ffv1',
    );
    const sizes: number[] = [];
    for (const options of [{ quality: 25 }, { quality: 90 }, { crf: 45 }, { crf: 20 }]) {
      sizes.push(await bytes((await workshop.run(noisy, 'mp4', options)).path));
    }
    const [poor = 0, fine = 0, coarse = 0, sharp = 0] = sizes;
    expect(fine).toBeGreaterThan(3 * poor);
    expect(sharp).toBeGreaterThan(3 * coarse);
  });

  test('video_bitrate and file_size', async () => {
    const noisy = await workshop.film(
      'noisy8.mkv',
      '-f',
      'lavfi',
      '-i',
      'testsrc2=size=320x240:duration=8,noise=alls=20:allf=t',
      '-c:v',
      'ffv1',
    );
    const rated = await workshop.run(noisy, 'mp4', { video_bitrate: 400 });
    expect(Math.abs((await bytes(rated.path)) / 400_000 - 1)).toBeLessThan(0.15);
    const sized = await workshop.run(noisy, 'mp4', { file_size: '300KB' });
    expect(await bytes(sized.path)).toBeLessThanOrEqual(300_000);
    expect(await bytes(sized.path)).toBeGreaterThan(200_000);
    expect(await workshop.run(noisy, 'mp4', { file_size: '1KB' })).toMatchObject({ result: 'option_unsupported' });
  });
});

describe('tracks and tags', () => {
  test('languages, chapters, subtitles and titles stay', async () => {
    await workshop.write('lines.srt', '1\n00:00:01,000 --> 00:00:02,000\nGreen it is\n');
    await workshop.write(
      'chapters.txt',
      ';FFMETADATA1\ntitle=Two languages\n[CHAPTER]\nTIMEBASE=1/1\nSTART=0\nEND=2\ntitle=First\n[CHAPTER]\nTIMEBASE=1/1\nSTART=2\nEND=4\ntitle=Second\n',
    );
    const film = await workshop.film(
      'tracks.mkv',
      ...['-i', source, '-i', workshop.path('lines.srt'), '-i', workshop.path('chapters.txt')],
      ...[
        '-map',
        '0:v',
        '-map',
        '0:a',
        '-map',
        '0:a',
        '-map',
        '1:s',
        '-map_metadata',
        '2',
        '-map_chapters',
        '2',
        '-c',
        'copy',
      ],
      ...['-metadata:s:a:0', 'language=eng', '-metadata:s:a:1', 'language=fra', '-metadata:s:s:0', 'language=deu'],
    );
    for (const [target, codec] of [
      ['mp4', 'mov_text'],
      ['webm', 'webvtt'],
      ['mkv', 'subrip'],
    ] as const) {
      const { path, warnings } = await workshop.run(film, target);
      const { streams, chapters, format } = await probe(path);
      const [, first, second, lines] = streams;
      expect([first?.tags?.language, second?.tags?.language, lines?.codec_name]).toEqual(['eng', 'fra', codec]);
      expect(lines?.tags?.language).toBe('deu');
      expect(chapters.map(({ tags }) => tags?.title)).toEqual(['First', 'Second']);
      expect([format.tags?.title, warnings]).toEqual(['Two languages', []]);
    }
    const stripped = await probe((await workshop.run(film, 'mp4', { strip_metadata: true })).path);
    expect([stripped.chapters, stripped.format.tags?.title]).toEqual([[], undefined]);
    const burnt = await workshop.run(film, 'avi', { subtitles: 'burn', width: 256 });
    const bright = async (path: string, second: number) => {
      const args = [
        '-v',
        'error',
        '-ss',
        `${second}`,
        '-i',
        path,
        '-frames:v',
        '1',
        '-vf',
        'crop=iw:ih/4:0:ih*3/4,format=gray',
        '-f',
        'rawvideo',
        '-',
      ];
      const { stdout } = await execa('ffmpeg', args, { encoding: 'buffer' });
      return stdout.filter((value) => value > 150).length;
    };
    expect(await bright(burnt.path, 1.5)).toBeGreaterThan(20);
    expect(await bright(burnt.path, 2.5)).toBe(0);
  });
});

describe('what is refused', () => {
  test('sound alone, playlists, nonsense', async () => {
    const sound = await workshop.film('sound.mp3', '-f', 'lavfi', '-i', 'sine=duration=1');
    expect(await workshop.run(sound, 'mp4')).toMatchObject({
      result: 'input_wrong_type',
      error: expect.stringContaining('sound alone'),
    });
    const list = await workshop.write(
      'list.mp4',
      `#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n${source}\n#EXT-X-ENDLIST\n`,
    );
    expect((await workshop.run(list, 'mp4')).result).toBe('input_unsafe');
    const text = await workshop.write('text.mp4', 'no film at all');
    expect((await workshop.run(text, 'mp4')).result).toBe('input_wrong_type');
    expect((await workshop.run(source, 'mp4', { start: '00:01:00' })).result).toBe('option_unsupported');
    expect((await workshop.run(source, 'mp4', { quality: 50, crf: 20 })).result).toBe('option_conflict');
  });

  test.each(['mkv', 'avi', 'wmv', 'ts'])(
    'a film that ends early, as %s, is converted with one warning',
    async (extension) => {
      const whole = await workshop.film(`whole.${extension}`, '-i', source, '-b:v', '300k');
      const content = await readFile(whole);
      const cut = await workshop.write(`cut.${extension}`, content.subarray(0, Math.floor(content.length * 0.6)));
      const { result, warnings } = await workshop.run(cut, 'mp4');
      const early = warnings.filter((warning) => JSON.stringify(warning).includes('ends early'));
      expect([result, early.length]).toEqual(['completed', 1]);
      // The control.
      expect(JSON.stringify((await workshop.run(whole, 'mp4')).warnings)).not.toContain('ends early');
    },
  );
});
