import { readFile, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TARGETS, type Target } from '../../../../engines/image/targets.ts';
import type { ScratchFolder } from '../../../support/engine-context.ts';
import { CONVERT } from '../../../support/imagemagick.ts';
import { sample } from '../../../support/sample.ts';
import { convert, makeScratch, onlyPath } from '../decode/support.ts';
import { drawPng } from './support.ts';

let scratch: ScratchFolder;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

const ALL = Object.keys(TARGETS) as Target[];
const HOLDING = ALL.filter((target) => TARGETS[target].density);
const OTHERS = ALL.filter((target) => !TARGETS[target].density);

/** Dots an inch, across and down. */
async function densityOf(target: Target, path: string): Promise<number[]> {
  if (target === 'pdf') {
    const { stdout } = await execa('pdfimages', ['-list', path]);
    return (stdout.trim().split('\n').at(-1) ?? '').trim().split(/\s+/).slice(12, 14).map(Number);
  }
  // ImageMagick of Debian may not read PostScript.
  if (target === 'eps' || target === 'ps') {
    const head = await readFile(path, 'latin1');
    const points = /^%%HiResBoundingBox: 0 0 (\S+) (\S+)$/m.exec(head)?.slice(1).map(Number) ?? [];
    const pixels = /\/Width (\d+) \/Height (\d+)/.exec(head)?.slice(1).map(Number) ?? [];
    return pixels.map((length, index) => Math.round((72 * length) / (points[index] ?? 0)));
  }
  const format = '%[fx:resolution.x] %[fx:resolution.y] %U\n';
  const { stdout } = await execa(CONVERT, [`${target}:${path}`, '-format', format, 'info:']);
  const [across = '', down = '', unit = ''] = (stdout.split('\n')[0] ?? '').split(' ');
  return [across, down].map((text) => Math.round(Number(text) * (unit === 'PixelsPerCentimeter' ? 2.54 : 1)));
}

describe('dpi is written', () => {
  it.each(HOLDING)('into %s', async (target) => {
    const input = await drawPng(scratch, 'colour');
    for (const dpi of sample(`dpi of ${target}`, [10, 300, 1200], 1)) {
      const made = await convert(scratch, input, { target, options: { dpi } });
      expect(await densityOf(target, onlyPath(made))).toEqual([dpi, dpi]);
      expect(made.codes).toEqual([]);
    }
  });

  it.each(['jpg', 'psd'] as const)('into %s, as exiftool sees it', async (target) => {
    const input = await drawPng(scratch, 'colour');
    const path = onlyPath(await convert(scratch, input, { target, options: { dpi: 240 } }));
    const { stdout } = await execa('exiftool', ['-s3', '-XResolution', '-YResolution', path]);
    expect(stdout.split('\n').map(Number)).toEqual([240, 240]);
  });
});

describe('a target without a density', () => {
  it.each(sample('without density', OTHERS, 2))('%s: a warning says that dpi has no effect', async (target) => {
    const input = await drawPng(scratch, 'colour');
    const made = await convert(scratch, input, { target, options: { dpi: 300 } });
    expect(made.warnings).toMatchObject([{ code: 'option_no_effect', details: { option: 'dpi' } }]);
  });

  it('says nothing where lengths were counted by dpi', async () => {
    const input = await drawPng(scratch, 'colour');
    const options = { dpi: 50, width: 2, resize_by: 'inches' };
    expect((await convert(scratch, input, { target: 'webp', options })).codes).toEqual([]);
  });

  it('says nothing of a drawing, which dpi makes larger', async () => {
    const input = scratch.path('drawing.svg');
    await writeFile(
      input,
      '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><path d="M0 0h9v9z"/></svg>',
    );
    expect((await convert(scratch, input, { target: 'webp', options: { dpi: 192 } })).codes).toEqual([]);
  });
});

describe('without dpi', () => {
  it.each(sample('kept', HOLDING, 3))('%s keeps the density of the source', async (target) => {
    const input = scratch.path('dense.png');
    await execa(CONVERT, [await drawPng(scratch, 'colour'), '-units', 'PixelsPerInch', '-density', '220', input]);
    const path = onlyPath(await convert(scratch, input, { target }));
    expect(await densityOf(target, path)).toEqual([220, 220]);
  });
});

it('nothing else of the source’s Exif data goes on', async () => {
  const input = scratch.path('camera.jpg');
  await execa(CONVERT, [await drawPng(scratch, 'colour'), input]);
  const tags = ['-Make=Secretcam', '-GPSLatitude=48.1', '-GPSLatitudeRef=N', '-Artist=Someone', '-Comment=Hush'];
  await execa('exiftool', ['-q', '-overwrite_original', ...tags, input]);
  const named = ['-s', '-Make', '-GPSLatitude', '-Artist', '-Comment'];
  expect((await execa('exiftool', [...named, input])).stdout.split('\n')).toHaveLength(4);
  const paths: string[] = [];
  for (const target of sample('Exif', HOLDING, 3)) {
    paths.push(onlyPath(await convert(scratch, input, { target, options: { dpi: 96 } })));
  }
  // A line that begins with `=` before each file, and one of how many there were.
  const lines = (await execa('exiftool', [...named, ...paths])).stdout.split('\n');
  expect(lines.filter((line) => !line.startsWith('=') && !line.endsWith('files read'))).toEqual([]);
  expect(lines.filter((line) => line.startsWith('='))).toHaveLength(paths.length);
});

describe('pages of a PDF', () => {
  it('are as large as the picture at its density', async () => {
    const input = await drawPng(scratch, 'colour', 300, 150);
    const path = onlyPath(await convert(scratch, input, { target: 'pdf', options: { dpi: 150 } }));
    expect((await execa('pdfinfo', [path])).stdout).toMatch(/Page size: +144 x 72 pts/);
  });

  it('are 200 inches long at most: then the density is raised, and a warning says so', async () => {
    const input = await drawPng(scratch, 'colour', 3000, 10);
    const made = await convert(scratch, input, { target: 'pdf', options: { dpi: 10 } });
    expect(made.warnings).toMatchObject([{ code: 'option_adjusted', details: { option: 'dpi' } }]);
    expect((await execa('pdfinfo', [onlyPath(made)])).stdout).toMatch(/Page size: +14400 x 48 pts/);
  });
});
