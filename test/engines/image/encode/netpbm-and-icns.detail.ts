import { readFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScratchFolder } from '../../../support/engine-context.ts';
import { convert, magick, makeScratch, onlyPath, psnr, sizeOf } from '../decode/support.ts';
import { drawPng, PYTHON } from './support.ts';

let scratch: ScratchFolder;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

const made = async (target: string, kind: Parameters<typeof drawPng>[1], ...size: number[]): Promise<string> =>
  onlyPath(await convert(scratch, await drawPng(scratch, kind, ...size), { target }));

describe('Netpbm', () => {
  it.each(['ppm', 'pgm', 'pbm'])('%s has its own mark and type', async (target) => {
    const source = await drawPng(scratch, 'veiled');
    const [output] = (await convert(scratch, source, { target })).outputs;
    const types = { ppm: ['P6', 'pixmap'], pgm: ['P5', 'graymap'], pbm: ['P4', 'bitmap'] } as Record<string, string[]>;
    const [mark = '', kind = ''] = types[target] ?? [];
    expect((await readFile(output?.path ?? '')).toString('latin1', 0, 2)).toBe(mark);
    expect([output?.extension, output?.contentType]).toEqual([target, `image/x-portable-${kind}`]);
    expect(await sizeOf(output?.path ?? '')).toBe('121x83');
  });

  it('pgm has the brightness of a picture of colours', async () => {
    const theirs = scratch.path('theirs.pgm');
    await magick(await drawPng(scratch, 'colour'), '-grayscale', 'Rec709Luma', theirs);
    expect(await psnr(await made('pgm', 'colour'), theirs)).toBeGreaterThan(45);
  });

  it('pbm is black and white, as bright as the picture where one looks from afar', async () => {
    const path = await made('pbm', 'colour');
    expect(await magick(path, '-format', '%k', 'info:')).toBe('2');
    const far = (file: string): string[] => [file, '-grayscale', 'Rec709Luma', '-scale', '15x10!'];
    const [ours, theirs] = [scratch.path('far-ours.png'), scratch.path('far-theirs.png')];
    await magick(...far(path), ours);
    await magick(...far(await drawPng(scratch, 'colour')), theirs);
    expect(await psnr(ours, theirs)).toBeGreaterThan(25);
  });

  it('pbm keeps what is black and white already', async () => {
    const source = scratch.path('checks.png');
    await magick('-size', '45x31', 'pattern:checkerboard', '-threshold', '50%', source);
    const path = onlyPath(await convert(scratch, source, { target: 'pbm' }));
    expect(await psnr(path, source)).toBe(Infinity);
  });
});

describe('icns', () => {
  /** Of all entries, as Pillow reads them: side and density. */
  const sizesOf = async (path: string): Promise<string[]> => {
    const script =
      'import sys; from PIL import Image; print("\\n".join("%dx%d@%d" % s for s in sorted(Image.open(sys.argv[1]).info["sizes"])))';
    return (await execa(PYTHON, ['-c', script, path])).stdout.trim().split('\n');
  };

  it('has all sizes up to the first that holds the picture', async () => {
    const sizes = ['16x16@1', '16x16@2', '32x32@1', '32x32@2', '64x64@1', '128x128@1'];
    expect(await sizesOf(await made('icns', 'veiled', 100, 50))).toEqual(sizes);
    expect(await sizesOf(await made('icns', 'veiled', 10, 9))).toEqual(['16x16@1']);
  });

  it('shows the picture in the middle of a transparent square', async () => {
    const source = await drawPng(scratch, 'veiled', 128, 64);
    const path = onlyPath(await convert(scratch, source, { target: 'icns' }));
    const ours = `${path}.png`;
    await execa(PYTHON, [
      '-c',
      'import sys; from PIL import Image; Image.open(sys.argv[1]).save(sys.argv[2])',
      path,
      ours,
    ]);
    expect(await sizeOf(ours)).toBe('128x128');
    const cut = scratch.path('cut.png');
    await magick(ours, '-crop', '128x64+0+32', '+repage', cut);
    expect(await psnr(cut, source)).toBe(Infinity);
    expect(await magick(ours, '-format', '%[fx:p{64,10}.a] %[fx:p{64,120}.a]', 'info:')).toBe('0 0');
  });

  it('makes a large picture smaller, and says so', async () => {
    const source = await drawPng(scratch, 'colour', 1500, 900);
    const { codes, outputs } = await convert(scratch, source, { target: 'icns' });
    expect(codes).toEqual(['output_limited']);
    expect(await sizesOf(outputs[0]?.path ?? '')).toContain('512x512@2');
  });
});
