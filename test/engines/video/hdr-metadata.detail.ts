import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseHdrMetadata } from '../../../tools/programs/ffmpeg/probe/hdr-metadata.ts';
import { probe, Workshop } from './support.ts';

/** A display of P3 at 1000 cd/m², and light levels. */
const DISPLAY = 'G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)';
const LEVELS = { most: 987, average: 321 };
const MASTERING = {
  ...{ red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06], white: [0.3127, 0.329] },
  ...{ darkest: 0.005, brightest: 1000 },
};

let workshop: Workshop;
let film: string;

beforeAll(async () => {
  workshop = await Workshop.open();
  film = await deep('hdr10.mkv', 'smpte2084', `master-display=${DISPLAY}:max-cll=${LEVELS.most},${LEVELS.average}`);
});
afterAll(() => workshop.remove());

function deep(name: string, transfer: string, params: string): Promise<string> {
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=128x96:rate=25:duration=1', '-pix_fmt', 'yuv420p10le'];
  const color = ['-color_primaries', 'bt2020', '-color_trc', transfer, '-colorspace', 'bt2020nc'];
  return workshop.film(name, ...picture, ...color, '-c:v', 'libx265', '-x265-params', `log-level=error:${params}`);
}

/** What ffprobe says of the light in the first frame. */
async function lightOf(path: string): Promise<ReturnType<typeof parseHdrMetadata>> {
  const first = ['-select_streams', 'v:0', '-read_intervals', '%+#1', '-show_frames', '-of', 'json'];
  const { stdout } = await execa('ffprobe', ['-v', 'error', ...first, path]);
  return parseHdrMetadata(JSON.parse(stdout));
}

const closeTo = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 3));
const SAME = {
  content: LEVELS,
  dynamic: [],
  mastering: {
    red: closeTo(MASTERING.red),
    green: closeTo(MASTERING.green),
    blue: closeTo(MASTERING.blue),
    white: closeTo(MASTERING.white),
    darkest: expect.closeTo(MASTERING.darkest, 3),
    brightest: expect.closeTo(MASTERING.brightest, 1),
  },
};

describe('the mastering display and light levels of HDR10', () => {
  test.each([
    ['mp4', 'h265'],
    ['mkv', 'h265'],
    ['mov', 'h265'],
    ['mp4', 'av1'],
    ['mkv', 'av1'],
  ])('stay in %s with %s', async (target, video_codec) => {
    expect(await lightOf(film)).toEqual(SAME);
    const { path, warnings } = await workshop.run(film, target, { video_codec, quality: 60 });
    expect(warnings).toEqual([]);
    expect(await lightOf(path)).toEqual(SAME);
    expect((await probe(path)).streams[0]).toMatchObject({ color_transfer: 'smpte2084', pix_fmt: 'yuv420p10le' });
  });

  test('are left out of vp9, which is reported', async () => {
    const { path, warnings } = await workshop.run(film, 'webm', { quality: 60 });
    expect(warnings).toEqual([expect.stringContaining('output_limited: The mastering display and light levels')]);
    expect((await probe(path)).streams[0]).toMatchObject({ color_transfer: 'smpte2084' });
  });

  test('are of no use in the usual range', async () => {
    const { path, warnings } = await workshop.run(film, 'mp4', { video_codec: 'h265', hdr: 'sdr' });
    expect([warnings, (await lightOf(path)).mastering]).toEqual([[], null]);
  });

  test('a film that says nothing of them gets none', async () => {
    const plain = await deep('plain.mkv', 'smpte2084', 'hdr10=0');
    const { path, warnings } = await workshop.run(plain, 'mp4', { video_codec: 'h265', quality: 60 });
    expect([warnings, await lightOf(path)]).toEqual([[], { mastering: null, content: null, dynamic: [] }]);
  });
});

test.each([
  ['mp4', 'h265'],
  ['mp4', 'av1'],
  ['webm', 'vp9'],
  ['mov', 'prores'],
])('HLG stays in %s with %s', async (target, video_codec) => {
  const hlg = await deep('hlg.mkv', 'arib-std-b67', 'hdr10=0');
  const { path, warnings } = await workshop.run(hlg, target, { video_codec, quality: 60 });
  expect(warnings).toEqual([]);
  expect((await probe(path)).streams[0]).toMatchObject({
    ...{ color_transfer: 'arib-std-b67', color_primaries: 'bt2020', color_space: 'bt2020nc' },
    pix_fmt: video_codec === 'prores' ? 'yuv422p10le' : 'yuv420p10le',
  });
});
