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

  it.each<OptionValues>([{ color: 'sepia' }, { rotate: 10 }, { normalize: true }])(
    'become 8 by %o',
    async (options) => {
      const path = onlyPath(await convert(scratch, await deep('png'), { target, options }));
      expect(await depthOf(path)).toBe('8');
    },
  );
});

it('a picture of 8 bits stays one', async () => {
  const path = scratch.path('plain.png');
  await magick('-size', '40x30', 'plasma:red-blue', '-depth', '8', path);
  for (const target of ['png', 'tiff']) {
    expect(await depthOf(onlyPath(await convert(scratch, path, { target })))).toBe('8');
  }
});
