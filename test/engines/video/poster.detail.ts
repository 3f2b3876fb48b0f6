import { readFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { probe, Workshop } from './support.ts';

const [RED, LIME, BLUE] = ['256 0 0', '0 256 0', '0 0 256'];

let workshop: Workshop;
let source: string;
let green: string;

beforeAll(async () => {
  workshop = await Workshop.open();
  source = await workshop.colours('source.mp4', '-c:v', 'libx264', '-c:a', 'aac');
  green = await workshop.film('green.png', '-f', 'lavfi', '-i', 'color=lime:size=64x48', '-frames:v', '1');
});
afterAll(() => workshop.remove());

/** The cover of a film: its size, and the colour at a place of it. */
async function coverOf(path: string, x = 64, y = 60): Promise<{ covers: number; size: string; colour: string }> {
  const covers = (await probe(path)).streams.filter(({ disposition }) => disposition?.attached_pic === 1);
  const pixel = ['-map', '0:v:1', '-frames:v', '1', '-vf', `format=rgb24,crop=1:1:${x}:${y}:exact=1`];
  const args = ['-v', 'error', '-i', path, ...pixel, '-f', 'rawvideo', '-'];
  const { stdout } = await execa('ffmpeg', args, { encoding: 'buffer' });
  const colour = [...stdout].map((value) => Math.round(value / 64) * 64).join(' ');
  return { covers: covers.length, size: `${covers[0]?.width}x${covers[0]?.height}`, colour };
}

describe('poster', () => {
  test.each(['mp4', 'm4v', 'mkv'])('%s: the frame at that time, beside a copied film', async (target) => {
    const { path, warnings } = await workshop.run(source, target, { poster: '00:00:02.500' });
    expect(warnings).toEqual([]);
    expect(await coverOf(path)).toEqual({ covers: 1, size: '128x96', colour: BLUE });
    const { streams, format } = await probe(path);
    expect([streams[0]?.codec_name, Math.round(Number(format.duration))]).toEqual(['h264', 4]);
  });

  test('is cropped and turned as the film, at a time of the source', async () => {
    const options = { poster: '00:00:00.500', start: '00:00:02', crop_top: 24, rotate: 90 };
    const { path } = await workshop.run(source, 'mp4', options);
    expect(await coverOf(path, 70, 60)).toEqual({ covers: 1, size: '72x128', colour: RED });
  });

  test('takes the place of the covers of the film', async () => {
    const attach = ['-attach', green, '-metadata:s:t:0', 'mimetype=image/png', '-metadata:s:t:0', 'filename=a.png'];
    const covered = await workshop.film('covered.mkv', '-i', source, '-c', 'copy', ...attach);
    expect(await coverOf(covered, 5, 5)).toMatchObject({ covers: 1, colour: LIME });
    for (const target of ['mp4', 'mkv']) {
      const { path } = await workshop.run(covered, target, { poster: '00:00:00', strip_metadata: true });
      expect(await coverOf(path)).toMatchObject({ covers: 1, colour: RED });
    }
  });

  test('of merged films: copied ones and brought together ones', async () => {
    const [alike] = [await workshop.film('again.mp4', '-i', source, '-c', 'copy')];
    const other = await workshop.film('other.webm', '-i', source, '-vf', 'scale=64:48', '-c:v', 'libvpx', '-an');
    for (const second of [alike, other]) {
      const { path, result } = await workshop.run([source, second], 'mp4', { merge: true, poster: '00:00:05.500' });
      expect([result, await coverOf(path)]).toEqual(['completed', { covers: 1, size: '128x96', colour: LIME }]);
    }
  });

  test('behind the end is refused', async () => {
    const { result, error } = await workshop.run(source, 'mp4', { poster: '00:00:09' });
    expect([result, error]).toEqual(['option_unsupported', expect.stringContaining('over after 4.0 seconds')]);
  });
});

describe('cover', () => {
  test.each(['mp4', 'mkv'])('%s: a PNG as it is, byte for byte', async (target) => {
    const { path, warnings } = await workshop.run([source, green], target, { cover: true });
    expect(warnings).toEqual([]);
    expect(await coverOf(path, 5, 5)).toEqual({ covers: 1, size: '64x48', colour: LIME });
    const copy = ['-map', '0:v:1', '-c', 'copy', '-f', 'data', '-'];
    const { stdout } = await execa('ffmpeg', ['-v', 'error', '-i', path, ...copy], { encoding: 'buffer' });
    expect(Buffer.from(stdout).equals(await readFile(green))).toBe(true);
  });

  test('others become a JPEG, also beside merged inputs', async () => {
    const webp = await workshop.film('green.webp', '-i', green);
    const sound = await workshop.film('tone.wav', '-f', 'lavfi', '-i', 'sine=duration=4');
    const { path, result } = await workshop.run([source, webp, sound], 'mp4', { cover: true, merge: true });
    expect([result, await coverOf(path, 5, 5)]).toEqual(['completed', { covers: 1, size: '64x48', colour: LIME }]);
  });

  test.each([
    [() => [source], 'input_count', {}],
    [() => [source, source], 'input_wrong_type', {}],
    [() => [source, green], 'option_conflict', { poster: '00:00:01' }],
    [() => [green, green], 'input_count', { merge: true }],
  ])('is refused where there is no picture, or no film (%#)', async (inputs, code, more) => {
    expect((await workshop.run(inputs(), 'mp4', { cover: true, ...more })).result).toBe(code);
  });
});
