import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeBox, type Edit, editList } from './boxes.ts';
import { Workshop } from './support.ts';

let workshop: Workshop;
/** Four seconds whose frames are of different greys. */
let source: string;

const SCALE = 1000;
const TRACK_SCALE = 12_800;
/** Each frame is brighter by this than the one before, for two seconds. */
const GREYS = "geq=lum='16+mod(N,50)*4':cb=128:cr=128";

beforeAll(async () => {
  workshop = await Workshop.open();
  source = await workshop.film(
    'source.mp4',
    ...['-f', 'lavfi', '-i', `color=black:s=64x48:r=25:d=4,format=yuv420p,${GREYS}`],
    ...['-f', 'lavfi', '-i', 'sine=duration=4', '-c:a', 'aac'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0', '-g', '25', '-bf', '0'],
  );
});
afterAll(() => workshop.remove());

/** The greys of all frames that ffmpeg's player shows of a file. */
async function greys(path: string): Promise<number[]> {
  const one = ['-vsync', '0', '-vf', 'scale=1:1:flags=area,format=gray', '-f', 'rawvideo', '-'];
  const { stdout } = await execa('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:v', ...one], { encoding: 'buffer' });
  return [...stdout];
}

/** How many frames are stored, shown or not. */
async function stored(path: string): Promise<number> {
  const args = ['-v', 'error', '-ignore_editlist', '1', '-select_streams', 'v', '-count_packets'];
  const { stdout } = await execa('ffprobe', [
    ...args,
    '-show_entries',
    'stream=nb_read_packets',
    '-of',
    'csv=p=0',
    path,
  ]);
  return Number(stdout);
}

const withEdits = async (name: string, edits: readonly Edit[]): Promise<string> => {
  const silent = await workshop.film('silent.mp4', '-i', source, '-an', '-c', 'copy');
  const list = editList(edits, SCALE, TRACK_SCALE);
  return changeBox(silent, workshop.path(name), [{ type: 'moov' }, { type: 'trak' }], (content) => {
    const boxes: Buffer[] = [];
    for (let at = 0; at < content.length; at += content.readUInt32BE(at))
      boxes.push(content.subarray(at, at + content.readUInt32BE(at)));
    const [head = Buffer.alloc(0), ...others] = boxes.filter((each) => each.toString('latin1', 4, 8) !== 'edts');
    return Buffer.concat([head, list, ...others]);
  });
};

/** The same frames, up to what an encoder changes. */
function expectSame(found: readonly number[], shown: readonly number[]): void {
  expect(found.length).toBe(shown.length);
  const most = Math.max(...found.map((grey, index) => Math.abs(grey - (shown[index] ?? 0))));
  expect(most).toBeLessThan(3);
}

describe('frames before the beginning', () => {
  test.each(['mp4', 'mov', '3gp', 'mkv', 'ts', 'flv', 'webm', 'avi'])('%s shows none of them', async (target) => {
    const cut = await workshop.film('cut.mp4', '-ss', '0.52', '-i', source, '-c', 'copy');
    const shown = await greys(cut);
    expect([shown.length, await stored(cut)]).toEqual([87, 100]);
    const { path, warnings } = await workshop.run(cut, target);
    expectSame(await greys(path), shown);
    expect(warnings).toEqual([]);
  });

  test('a copy that is asked for says that it has them', async () => {
    const cut = await workshop.film('cut.mp4', '-ss', '0.52', '-i', source, '-c', 'copy');
    const { path, warnings } = await workshop.run(cut, 'mkv', { video_codec: 'copy' });
    expect((await greys(path)).length).toBe(100);
    expect(warnings).toEqual([expect.stringContaining('edit list')]);
  });

  test('merged films show none of them', async () => {
    const cut = await workshop.film('cut.mp4', '-ss', '0.52', '-i', source, '-c', 'copy');
    const { path, warnings } = await workshop.run([cut, cut], 'mp4', { merge: true });
    const shown = await greys(cut);
    expectSame(await greys(path), [...shown, ...shown]);
    expect(warnings).toEqual([expect.stringContaining('edit lists')]);
  });
});

describe('edits', () => {
  test.each<[string, readonly Edit[]]>([
    [
      'a part left out',
      [
        [1, 0],
        [1, 2],
      ],
    ],
    [
      'a part twice',
      [
        [1, 1],
        [1, 1],
      ],
    ],
    [
      'the end first',
      [
        [1, 2],
        [1, 0],
      ],
    ],
    ['an end that is not shown', [[3, 0]]],
  ])('%s', async (name, edits) => {
    const film = await withEdits(`${name}.mp4`, edits);
    const shown = await greys(film);
    expect(shown.length).toBe(25 * edits.reduce((sum, [seconds]) => sum + seconds, 0));
    for (const target of ['mp4', 'mkv']) {
      const { path, warnings } = await workshop.run(film, target);
      expectSame(await greys(path), shown);
      expect([target, warnings]).toEqual([target, []]);
    }
  });

  test('a picture that begins late does so in the result', async () => {
    const late = await workshop.film(
      'late.mp4',
      ...['-itsoffset', '0.6', '-i', source, '-i', source, '-map', '0:v', '-map', '1:a', '-c', 'copy'],
    );
    for (const target of ['mp4', 'mov', 'mkv']) {
      const { path } = await workshop.run(late, target);
      const begins = ['-select_streams', 'v', '-show_entries', 'stream=start_time', '-of', 'csv=p=0'];
      const { stdout } = await execa('ffprobe', ['-v', 'error', ...begins, path]);
      expect([target, Math.round(Number(stdout) * 20) / 20]).toEqual([target, 0.6]);
      expectSame(await greys(path), await greys(late));
    }
  });
});
