import { readFile, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { encodeSvg } from '../../../../engines/image/encode/svg.ts';
import type { PictureWarning } from '../../../../engines/image/job.ts';
import type { ScratchFolder } from '../../../support/engine-context.ts';
import { convert, magick, makeScratch, onlyPath, pixelOf, psnr, sizeOf } from '../decode/support.ts';
import { draw, drawPng } from './support.ts';

let scratch: ScratchFolder;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

async function render(svg: string): Promise<string> {
  await execa('rsvg-convert', [svg, '-o', `${svg}.png`]);
  return `${svg}.png`;
}

it('draws shapes of plain colours as paths with those colours', async () => {
  const input = scratch.path('shapes.png');
  const shapes = [
    '-fill',
    '#3366cc',
    '-draw',
    'rectangle 20,20 99,69',
    '-fill',
    '#ff9900',
    '-draw',
    'circle 140,60 140,30',
  ];
  await magick('-size', '200x100', 'xc:white', '+antialias', ...shapes, input);
  const path = onlyPath(await convert(scratch, input, { target: 'svg' }));
  const svg = await readFile(path, 'utf8');
  expect(svg.split('<path').length - 1).toBeLessThanOrEqual(4);
  expect(svg).not.toMatch(/<image/);
  const png = await render(path);
  expect(await sizeOf(png)).toBe('200x100');
  expect(await psnr(png, input)).toBeGreaterThan(20);
  expect(await pixelOf(png, 60, 45)).toEqual([0x33, 0x66, 0xcc, 255]);
  expect(await pixelOf(png, 140, 60)).toEqual([0xff, 0x99, 0, 255]);
  expect(await pixelOf(png, 5, 90)).toEqual([255, 255, 255, 255]);
});

it('traces pure black and white as such, and gives one colour', async () => {
  const input = scratch.path('ink.png');
  await magick(
    '-size',
    '160x120',
    'xc:white',
    '+antialias',
    '-draw',
    'circle 60,60 60,20',
    '-draw',
    'line 100,10 150,110',
    input,
  );
  const path = onlyPath(await convert(scratch, input, { target: 'svg' }));
  const fills = new Set((await readFile(path, 'utf8')).match(/fill="[^"]*"/g));
  expect([...fills]).toHaveLength(1);
  const png = await render(path);
  expect(await psnr(png, input)).toBeGreaterThan(17);
});

it('leaves out what is transparent', async () => {
  const path = onlyPath(await convert(scratch, await drawPng(scratch, 'cut'), { target: 'svg' }));
  const png = await render(path);
  expect((await pixelOf(png, 10, 40))[3]).toBe(0);
  expect((await pixelOf(png, 60, 40))[3]).toBe(255);
});

it('traces a large picture in fewer pixels, but draws it as large', async () => {
  const input = await drawPng(scratch, 'colour', 1800, 1200);
  const made = await convert(scratch, input, { target: 'svg' });
  expect(made.codes).toEqual(['output_limited']);
  const png = await render(onlyPath(made));
  expect(await sizeOf(png)).toBe('1800x1200');
  expect(await psnr(png, input)).toBeGreaterThan(25);
});

it('drops small patches where there are too many paths', async () => {
  const [width, height] = [200, 150];
  const data = Buffer.alloc(width * height * 3);
  let state = 1;
  for (let at = 0; at < data.length; at += 1) {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    data[at] = state >> 16;
  }
  const warnings: PictureWarning[] = [];
  const svg = await encodeSvg({ data, width, height, channels: 3 }, (warning) => warnings.push(warning), 200);
  expect(warnings).toMatchObject([{ code: 'output_limited', message: expect.stringContaining('too many details') }]);
  expect(svg.split('<path').length).toBeLessThan(200);
});

it('says nothing of a picture that it can draw', async () => {
  const warnings: PictureWarning[] = [];
  const path = scratch.path('plain.svg');
  await writeFile(path, await encodeSvg(draw('colour'), (warning) => warnings.push(warning)));
  expect(warnings).toEqual([]);
});
