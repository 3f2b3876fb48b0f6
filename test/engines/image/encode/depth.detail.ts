import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OptionValues } from '../../../../src/task/types.ts';
import type { ScratchFolder } from '../../../support/engine-context.ts';
import { convert, magick, makeScratch, onlyPath } from '../decode/support.ts';

let scratch: ScratchFolder;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

/** A slope that 8 bits cannot hold. */
async function deep(format: string, ...more: string[]): Promise<string> {
  const path = scratch.path(`deep-${more.length}.${format}`);
  await magick('-size', '90x400', 'gradient:#400080-#420180', ...more, '-depth', '16', path);
  return path;
}

/** `BitDepth` of a PNG, or the first of `BitsPerSample`. */
const depthOf = async (path: string): Promise<string> =>
  (await execa('exiftool', ['-s3', '-BitDepth', '-BitsPerSample', path])).stdout.split(/\s/)[0] ?? '';

/** Every sample, 16 bits each. */
const samplesOf = (path: string, ...args: string[]): Promise<string> =>
  magick(path, ...args, '-alpha', 'on', '-depth', '16', '-format', '%#\n', 'info:');

describe.each(['png', 'tiff'])('16 bits a channel in a %s', (target) => {
  it.each(['png', 'tiff'])('stay those of a %s', async (format) => {
    const source = await deep(format);
    const path = onlyPath(await convert(scratch, source, { target }));
    expect(await depthOf(path)).toBe('16');
    expect(await samplesOf(path)).toBe(await samplesOf(source));
  });

  it.each<[string, string[]]>([
    ['grey', ['-colorspace', 'Gray']],
    ['transparency', ['-alpha', 'set', '-channel', 'A', '-evaluate', 'multiply', '0.501']],
  ])('stay with %s', async (_, more) => {
    const source = await deep('tiff', ...more);
    const path = onlyPath(await convert(scratch, source, { target }));
    expect(await depthOf(path)).toBe('16');
    expect(await samplesOf(path)).toBe(await samplesOf(source));
  });

  it('stay through cropping, turning by quarters and mirroring', async () => {
    const source = await deep('png');
    const options = { crop_left: 10, rotate: 90, flip: 'vertical' };
    const path = onlyPath(await convert(scratch, source, { target, options }));
    expect(await depthOf(path)).toBe('16');
    const theirs = ['-crop', '80x400+10+0', '+repage', '-rotate', '90', '-flip', '+repage'];
    expect(await samplesOf(path)).toBe(await samplesOf(source, ...theirs));
  });

  it.each<OptionValues>([{ width: 45 }, { width: 50, height: 50, rotate: 90, crop_top: 9 }, { icc: 'srgb' }])(
    'stay with %o',
    async (options) => {
      const path = onlyPath(await convert(scratch, await deep('png'), { target, options }));
      expect(await depthOf(path)).toBe('16');
    },
  );

  it.each<[OptionValues, string[]]>([
    [{ color: 'negate' }, ['-negate']],
    [{ color: 'gray' }, ['-grayscale', 'Rec709Luma']],
  ])('stay with %o, as ImageMagick changes them', async (options, theirs) => {
    const source = await deep('png');
    const path = onlyPath(await convert(scratch, source, { target, options }));
    expect(await depthOf(path)).toBe('16');
    const expected = scratch.path(`expected-${theirs[0]}.png`);
    await magick(source, ...theirs, '-depth', '16', expected);
    // A ten-thousandth of white.
    expect(
      Number(await magick(path, expected, '-metric', 'PAE', '-compare', '-format', '%[distortion]', 'info:')),
    ).toBeLessThan(1e-4);
  });

  it.each<OptionValues>([{ color: 'sepia' }, { rotate: 10 }, { rotate: 10, background: '#808080' }])(
    'stay with %o: there are more colors than 8 bits have of this slope',
    async (options) => {
      const path = onlyPath(await convert(scratch, await deep('png'), { target, options }));
      expect(await depthOf(path)).toBe('16');
      expect(Number(await magick(path, '-format', '%k', 'info:'))).toBeGreaterThan(300);
    },
  );

  it.each<OptionValues>([{ normalize: true }, { equalize: true }])('stay with %o of a grey slope', async (options) => {
    // Of a colored one the brightness is stretched, which takes its colors beyond white.
    const source = await deep('png', '-colorspace', 'Gray');
    const path = onlyPath(await convert(scratch, source, { target, options }));
    expect(await depthOf(path)).toBe('16');
    expect(Number(await magick(path, '-format', '%k', 'info:'))).toBeGreaterThan(256);
  });

  it('are black and white where they were, turned by any angle', async () => {
    const source = scratch.path('halves.png');
    await magick(
      '-size',
      '64x64',
      'xc:white',
      '-fill',
      'black',
      '-draw',
      'rectangle 0,0 63,31',
      '-depth',
      '16',
      `png48:${source}`,
    );
    const path = onlyPath(await convert(scratch, source, { target, options: { rotate: 45 } }));
    const values = await magick(path, '-format', '%[fx:p{45,20}.g] %[fx:p{45,70}.g] %[fx:p{20,45}.a]', 'info:');
    expect(values.split(' ').map(Number)).toEqual([0, 1, 1]);
  });

  it.each<OptionValues>([{ color: 'monochrome' }, { color: '1900' }, { enhance: true }, { black_white_threshold: 90 }])(
    'become 8 by %o',
    async (options) => {
      const path = onlyPath(await convert(scratch, await deep('png'), { target, options }));
      expect(await depthOf(path)).toBe('8');
    },
  );
});

describe('more than 8 bits a channel', () => {
  it.each<[string, string, RegExp]>([
    ['avif', 'ImagePixelDepth', /^10 10 10$/],
    ['heic', 'ImagePixelDepth', /^10 10 10$/],
    ['jp2', 'BitsPerComponent', /^16 Bits/],
    ['psd', 'BitDepth', /^16$/],
  ])('stay in a %s', async (target, tag, expected) => {
    const { outputs, codes, warnings } = await convert(scratch, await deep('png'), { target });
    const path = onlyPath({ outputs, codes, warnings });
    expect(codes).toEqual([]);
    expect((await execa('exiftool', ['-s3', `-${tag}`, path])).stdout).toMatch(expected);
    const plain = onlyPath(await convert(scratch, await shallow(), { target }));
    expect((await execa('exiftool', ['-s3', `-${tag}`, plain])).stdout).toMatch(/^8/);
  });

  it('stay in a jxl, sample by sample where nothing is lost', async () => {
    const source = await deep('png');
    const path = onlyPath(await convert(scratch, source, { target: 'jxl', options: { lossless: true } }));
    const png = scratch.path('from-jxl.png');
    await execa('djxl', [path, png]);
    expect(await samplesOf(png)).toBe(await samplesOf(source));
  });

  it('stay in a lossless jp2, sample by sample', async () => {
    const source = await deep('png');
    const path = onlyPath(await convert(scratch, source, { target: 'jp2', options: { lossless: true } }));
    const png = scratch.path('from-jp2.png');
    await execa('opj_decompress', ['-i', path, '-o', png]);
    expect(await samplesOf(png)).toBe(await samplesOf(source));
  });
});

async function shallow(): Promise<string> {
  const path = scratch.path('shallow.png');
  await magick('-size', '40x30', 'plasma:red-blue', '-depth', '8', path);
  return path;
}

it('a picture of 8 bits stays one', async () => {
  const path = await shallow();
  for (const target of ['png', 'tiff']) {
    expect(await depthOf(onlyPath(await convert(scratch, path, { target })))).toBe('8');
  }
});
