import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OptionValues } from '../../../src/task/types.ts';
import { soundOf, Workshop } from './support.ts';

const execute = promisify(execFile);
const [WIDTH, HEIGHT] = [200, 100];
const SIZE = { waveform_width: WIDTH, waveform_height: HEIGHT };

let workshop: Workshop;
let input: string;

beforeAll(async () => {
  workshop = await Workshop.open();
  // A second at half of full scale, and a second of silence.
  const channel = '0.5*sin(2*PI*440*t)*lt(t\\,1)';
  input = await workshop.make('half.wav', ['-f', 'lavfi', '-i', `aevalsrc=${channel}|${channel}:d=2:s=44100`]);
});

afterAll(() => workshop.close());

const waveform = async (form: string, more: OptionValues = {}) =>
  (await workshop.convert({ input, target: 'waveform', options: { waveform_format: form, ...SIZE, ...more } })).output;

/** Rows of a picture that are drawn in each of its columns. */
async function drawnRows(path: string): Promise<number[]> {
  const args = [
    '-v',
    'error',
    '-i',
    path,
    '-vf',
    'format=rgba,alphaextract',
    '-f',
    'rawvideo',
    '-pix_fmt',
    'gray',
    '-',
  ];
  const { stdout } = await execute('ffmpeg', args, { encoding: 'buffer' });
  expect(stdout).toHaveLength(WIDTH * HEIGHT);
  return Array.from({ length: WIDTH }, (_, column) =>
    Array.from({ length: HEIGHT }, (__, row) => stdout[row * WIDTH + column] ?? 0).filter((alpha) => alpha > 128),
  ).map(({ length }) => length);
}

it('draws a picture', async () => {
  const { path, contentType } = await waveform('png');
  expect(contentType).toBe('image/png');
  const rows = await drawnRows(path);
  expect(Math.abs((rows[50] ?? 0) - HEIGHT / 2)).toBeLessThan(4);
  expect(rows[150]).toBe(1);
});

it('draws the same as SVG', async () => {
  const { path } = await waveform('svg');
  const picture = workshop.path('drawn.png');
  await execute('rsvg-convert', ['--output', picture, path]);
  const rows = await drawnRows(picture);
  expect(Math.abs((rows[50] ?? 0) - HEIGHT / 2)).toBeLessThan(4);
  expect(rows[150] ?? 0).toBeLessThan(4);
});

it('lists peaks, of a part alone where that is asked for', async () => {
  const { path } = await waveform('json');
  const whole = JSON.parse(await readFile(path, 'utf8'));
  const rate = Number((await soundOf(input)).sample_rate);
  expect(whole).toMatchObject({
    version: 2,
    channels: 1,
    sample_rate: rate,
    samples_per_pixel: 441,
    bits: 16,
    length: 200,
  });
  expect(whole.data).toHaveLength(400);
  expect(whole.data[100]).toBeLessThan(-16_000);
  expect(whole.data[101]).toBeGreaterThan(16_000);
  expect(whole.data.slice(300)).toEqual(new Array(100).fill(0));
  const part = JSON.parse(await readFile((await waveform('json', { start: '00:00:01' })).path, 'utf8'));
  expect(new Set(part.data)).toEqual(new Set([0]));
});
