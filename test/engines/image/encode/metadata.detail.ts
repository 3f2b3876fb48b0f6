// What keep_metadata keeps of data that few writers take: put into the finished file by exiftool.
import { copyFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScratchFolder } from '../../../support/engine-context.ts';
import { convert, convertAll, magick, makeScratch, onlyPath, sizeOf } from '../decode/support.ts';

let scratch: ScratchFolder;
let source: string;
beforeAll(async () => {
  scratch = await makeScratch();
  source = scratch.path('described.jpg');
  await magick('-size', '60x40', 'gradient:tomato-steelblue', '-units', 'PixelsPerInch', '-density', '300', source);
  const texts = ['-Artist=Someone', '-IPTC:By-line=Someone', '-IPTC:Caption-Abstract=A place', '-XMP-dc:Rights=(c)'];
  const place = ['-GPSLatitude=48.1', '-GPSLatitudeRef=N', '-Orientation=6', '-XMP-tiff:Orientation=6'];
  await execa('exiftool', ['-q', '-n', '-overwrite_original', ...texts, ...place, source]);
});
afterAll(() => scratch.remove());

const tag = async (path: string, name: string): Promise<string> =>
  (await execa('exiftool', ['-n', '-s3', `-${name}`, path])).stdout;

const ALL = { keep_metadata: 'all' };

describe('IPTC data', () => {
  it.each(['jpg', 'jp2', 'psd', 'tiff'])('stays in a %s', async (target) => {
    const { outputs, codes, warnings } = await convert(scratch, source, { target, options: ALL });
    const path = onlyPath({ outputs, codes, warnings });
    expect(await tag(path, 'IPTC:By-line')).toBe('Someone');
    expect(await tag(path, 'IPTC:Caption-Abstract')).toBe('A place');
    expect(codes).toEqual([]);
    const limited = onlyPath(await convert(scratch, source, { target, options: { keep_metadata: 'copyright' } }));
    expect(await tag(limited, 'IPTC:By-line')).toBe('Someone');
    expect(await tag(limited, 'IPTC:Caption-Abstract')).toBe('');
  });

  it.each(['avif', 'heic', 'png', 'webp'])('is lost in a %s, with a warning', async (target) => {
    const { codes } = await convert(scratch, source, { target, options: ALL });
    expect(codes).toEqual(['metadata_lost']);
  });
});

it.each(['jp2', 'jxl', 'psd', 'tiff'])('a %s is upright and says nothing else', async (target) => {
  const path = onlyPath(await convert(scratch, source, { target, options: ALL }));
  expect(['', '1']).toContain(await tag(path, 'IFD0:Orientation'));
  expect(await tag(path, 'XMP-tiff:Orientation')).toBe('');
  expect(await tag(path, 'GPSLatitude')).toBe('48.1');
});

it('the dots an inch are those of the result', async () => {
  const options = { ...ALL, dpi: 96 };
  const path = onlyPath(await convert(scratch, source, { target: 'tiff', options }));
  expect(await tag(path, 'XResolution')).toBe('96');
  expect(await sizeOf(path)).toBe('40x60');
});

it('metadata does not make a file larger than it may be', async () => {
  const bare = onlyPath(await convert(scratch, source, { target: 'tiff' }));
  const { stdout } = await execa('stat', ['-c', '%s', bare]);
  const options = { ...ALL, max_file_size: `${Number(stdout) + 100}B` };
  const { outputs, codes, warnings } = await convert(scratch, source, { target: 'tiff', options });
  expect(codes).toEqual(['metadata_lost']);
  expect(await tag(onlyPath({ outputs, codes, warnings }), 'Artist')).toBe('');
});

it.each(['gif', 'jxl', 'pdf', 'tiff'])('of an input without any, a warning says so for %s', async (target) => {
  const plain = scratch.path('plain.png');
  await magick('-size', '20x20', 'gradient:', '-depth', '8', '-strip', plain);
  const { codes } = await convert(scratch, plain, { target, options: ALL });
  expect(codes).toEqual(['option_no_effect']);
});

it('pages that are put into one file have none, which a warning says', async () => {
  const other = scratch.path('other.jpg');
  await copyFile(source, other);
  const { codes, outputs } = await convertAll(scratch, [source, other], {
    target: 'pdf',
    options: { ...ALL, merge: true },
  });
  expect(outputs).toHaveLength(1);
  expect(new Set(codes)).toEqual(new Set(['option_no_effect']));
});

it.each(['tiff', 'jxl', 'pdf', 'gif'])('two runs give the same bytes of %s', async (target) => {
  const made = async (): Promise<string> =>
    (await execa('sha256sum', [onlyPath(await convert(scratch, source, { target, options: ALL }))])).stdout.slice(
      0,
      64,
    );
  expect(await made()).toBe(await made());
});
