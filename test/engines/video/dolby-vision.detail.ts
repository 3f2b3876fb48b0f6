import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { box, changeBox } from './boxes.ts';
import { Workshop } from './support.ts';

let workshop: Workshop;
/** One of profile 8, whose base layer is HDR10, and one of profile 5, by what their records say. */
let usual: string;
let ipt: string;

/** Dolby Vision Streams Within the ISO Base Media File Format, 3.2: version 1.0, level 1, with metadata and a base layer. */
function recordOf(profile: number, compatibility: number): Buffer {
  const content = Buffer.alloc(24);
  content.writeUInt16BE(0x0100, 0);
  content.writeUInt16BE((profile << 9) | (1 << 3) | 0b101, 2);
  content.writeUInt8(compatibility << 4, 4);
  return box(profile > 7 ? 'dvvC' : 'dvcC', content);
}

const ENTRY = [
  ...['moov', 'trak', 'mdia', 'minf', 'stbl'].map((type) => ({ type })),
  { type: 'stsd', skip: 8 },
  { type: 'hvc1', skip: 78 },
];

beforeAll(async () => {
  workshop = await Workshop.open();
  const plain = await workshop.film(
    'plain.mp4',
    ...['-f', 'lavfi', '-i', 'testsrc2=s=128x96:r=25:d=1', '-c:v', 'libx265', '-preset', 'ultrafast'],
    ...['-x265-params', 'log-level=error', '-pix_fmt', 'yuv420p10le', '-tag:v', 'hvc1'],
    ...['-color_primaries', 'bt2020', '-color_trc', 'smpte2084', '-colorspace', 'bt2020nc'],
  );
  const add = (name: string, record: Buffer) =>
    changeBox(plain, workshop.path(name), ENTRY, (content) => Buffer.concat([content, record]));
  usual = await add('usual.mp4', recordOf(8, 1));
  ipt = await add('ipt.mp4', recordOf(5, 0));
});
afterAll(() => workshop.remove());

async function profileOf(path: string): Promise<string> {
  const show = ['-show_entries', 'stream_side_data=dv_profile', '-of', 'csv=p=0'];
  return (await execa('ffprobe', ['-v', 'error', ...show, path])).stdout.trim();
}

const dolby = (warnings: readonly string[]) => warnings.filter((warning) => warning.includes('Dolby Vision'));

test.each(['mp4', 'mkv'])('a copy in %s keeps the record', async (target) => {
  const { path, warnings } = await workshop.run(usual, target);
  expect([await profileOf(path), warnings]).toEqual(['8', []]);
});

test.each(['mov', 'ts'])('a copy in %s loses the record, which is named', async (target) => {
  const { path, warnings } = await workshop.run(ipt, target);
  expect([await profileOf(path), dolby(warnings)]).toEqual(['', [expect.stringContaining('wrong colours')]]);
});

test.each<[string, string]>([
  ['mp4', 'h264'],
  ['mkv', 'h264'],
  ['mkv', 'h265'],
  ['webm', 'vp9'],
])('%s by %s is no longer Dolby Vision, which is named', async (target, video_codec) => {
  const { path, warnings } = await workshop.run(usual, target, { video_codec, quality: 50 });
  expect([await profileOf(path), dolby(warnings).length]).toEqual(['', 1]);
});

test.each(['mp4', 'gif'])('the colours of profile 5 are wrong in %s, which is named', async (target) => {
  const { warnings } = await workshop.run(ipt, target, target === 'gif' ? {} : { quality: 50 });
  expect(dolby(warnings)).toEqual([expect.stringContaining('those of the result are wrong')]);
});
