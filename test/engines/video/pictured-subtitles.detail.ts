import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Block, renderSup } from './pictured-subtitles.ts';
import { colourAt, probe, streamsOf, Workshop } from './support.ts';

const [RED, WHITE] = ['256 0 0', '256 256 256'];
const BLOCK: Block = { screen: [640, 480], at: [240, 400], size: [160, 40], from: 1, to: 2 };

let workshop: Workshop;
beforeAll(async () => {
  workshop = await Workshop.open();
});
afterAll(() => workshop.remove());

/** A red film of three seconds with a line of subtitles that is a picture. */
async function withLine(name: string, block: Block, size: string, ...args: readonly string[]): Promise<string> {
  const lines = await workshop.write(`${name}.sup`, renderSup(block));
  const red = ['-f', 'lavfi', '-i', `color=red:size=${size}:rate=25:duration=3`];
  // Inputs begin at 0 else; and other kinds of subtitles say themselves when a line ends.
  const subtitles = ['-itsoffset', `${block.from}`, '-fix_sub_duration', '-i', lines];
  return workshop.film(
    name,
    ...red,
    ...subtitles,
    '-map',
    '0',
    '-map',
    '1',
    '-c:v',
    'libx264',
    '-pix_fmt',
    'yuv420p',
    ...args,
  );
}

/** Colours before, in and after the line. */
const seen = (path: string, x: number, y: number) =>
  Promise.all([0.5, 1.5, 2.5].map((seconds) => colourAt(path, seconds, x, y)));

describe('subtitles that are pictures are drawn', () => {
  test.each([
    ['of Blu-ray', 'pgs.mkv', ['-c:s', 'copy']],
    ['of DVD', 'dvd.mkv', ['-c:s', 'dvdsub', '-s:s', '640x480']],
    ['of DVB', 'dvb.ts', ['-c:s', 'dvbsub']],
  ])('%s', async (_, name, codec) => {
    const film = await withLine(name, BLOCK, '320x240', ...codec);
    const { path, warnings, error } = await workshop.run(film, 'mp4', { subtitles: 'burn', quality: 90 });
    expect([error, warnings]).toEqual(['', []]);
    expect(streamsOf(await probe(path))).toBe('video h264');
    expect(await seen(path, 160, 210)).toEqual([RED, WHITE, RED]);
    expect(await seen(path, 160, 100)).toEqual([RED, RED, RED]);
  });

  test('before the picture is cropped and turned, beside sound, in two passes', async () => {
    const sound = ['-f', 'lavfi', '-i', 'sine=duration=3'];
    const silent = await withLine('silent.mkv', BLOCK, '320x240', '-c:s', 'copy');
    const film = await workshop.film('heard.mkv', '-i', silent, ...sound, '-map', '0', '-map', '1', '-c', 'copy');
    const options = { subtitles: 'burn', crop_top: 120, rotate: 180, width: 640, video_bitrate: 800 };
    const { path, error } = await workshop.run(film, 'mp4', options);
    expect(error).toBe('');
    expect(streamsOf(await probe(path))).toBe('video h264, audio aac');
    // From 200 to 220 of 240: from 20 to 40 of 120 turned, and twice that.
    expect(await seen(path, 320, 60)).toEqual([RED, WHITE, RED]);
    expect(await seen(path, 320, 120)).toEqual([RED, RED, RED]);
  });

  test('in the part that is kept, at another speed', async () => {
    const film = await withLine('part.mkv', BLOCK, '320x240', '-c:s', 'copy');
    const { path } = await workshop.run(film, 'webm', { subtitles: 'burn', start: '00:00:00.500', speed: 2 });
    const at = (seconds: number) => colourAt(path, seconds, 160, 210);
    expect([await at(0.1), await at(0.5), await at(1)]).toEqual([RED, WHITE, RED]);
  });

  test('in sight where the bars of the film were cut off', async () => {
    const block: Block = { ...BLOCK, screen: [640, 360], at: [240, 310] };
    const film = await withLine('wide.mkv', block, '640x270', '-c:s', 'copy');
    const { path } = await workshop.run(film, 'mp4', { subtitles: 'burn' });
    expect(await seen(path, 320, 240)).toEqual([RED, WHITE, RED]);
  });
});

test.each(['mp4', 'mov', 'webm', 'avi'])('%s: they are left out otherwise, and that is said', async (target) => {
  const film = await withLine('left.mkv', BLOCK, '320x240', '-c:s', 'copy');
  const { path, warnings } = await workshop.run(film, target);
  expect(warnings).toEqual([expect.stringMatching(/^output_limited: .*subtitles burn draws them\.$/)]);
  expect((await probe(path)).streams.map(({ codec_type }) => codec_type)).toEqual(['video']);
});

test('mkv keeps them as they are', async () => {
  const film = await withLine('kept.mkv', BLOCK, '320x240', '-c:s', 'copy');
  const { path, warnings } = await workshop.run(film, 'mkv', { quality: 75 });
  expect([warnings, streamsOf(await probe(path))]).toEqual([[], 'video h264, subtitle hdmv_pgs_subtitle']);
});
