// Every option of every encoder does what it says, as a program sees it that did not write the file.
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WRITING } from '../../../../engines/image/catalog-writing.ts';
import type { OptionValues } from '../../../../src/task/types.ts';
import type { ScratchFolder } from '../../../support/engine-context.ts';
import { IDENTIFY } from '../../../support/imagemagick.ts';
import { sample } from '../../../support/sample.ts';
import { convert, magick, makeScratch, onlyPath, psnr, sizeOf } from '../decode/support.ts';
import { SRGB, WIDE } from '../profiles.ts';
import { readBack } from './support.ts';

type Writer = keyof typeof WRITING;

let scratch: ScratchFolder;
let source: string;
beforeAll(async () => {
  scratch = await makeScratch();
  source = scratch.path('photo.png');
  const noise = ['-seed', '3', '-attenuate', '0.2', '+noise', 'gaussian'];
  await magick('-seed', '7', '-size', '300x220', 'plasma:tomato-steelblue', ...noise, '-depth', '8', source);
});
afterAll(() => scratch.remove());

const made = async (target: Writer, options: OptionValues = {}): Promise<string> =>
  onlyPath(await convert(scratch, source, { target, options }));

const bytesOf = async (path: string): Promise<number> => (await stat(path)).size;

/** How like the source a result is, dB. */
const likeness = async (target: Writer, path: string): Promise<number> => psnr(await readBack(target, path), source);

const exif = async (path: string, tag: string): Promise<string> =>
  (await execa('exiftool', ['-s3', `-${tag}`, path])).stdout;

type Check = (target: Writer) => Promise<void>;

const quality: Check = async (target) => {
  const paths = [
    await made(target, { quality: 20 }),
    await made(target, { quality: 60 }),
    await made(target, { quality: 95 }),
  ];
  const [low = 0, middle = 0, high = 0] = await Promise.all(paths.map(bytesOf));
  expect(low).toBeLessThan(middle);
  expect(middle).toBeLessThan(high);
  const [worst = 0, between = 0, best = 0] = await Promise.all(paths.map((path) => likeness(target, path)));
  expect(worst).toBeLessThan(between);
  expect(between).toBeLessThan(best);
};

const lossless: Check = async (target) => {
  const path = await made(target, { lossless: true });
  expect(await likeness(target, path)).toBe(Infinity);
  // The control: without it, something is lost.
  expect(await likeness(target, await made(target))).toBeLessThan(60);
};

/** More effort makes a smaller file; of the same pixels, where the target is `exact`. */
const effort =
  (exact: boolean): Check =>
  async (target) => {
    const [fast, slow] = [await made(target, { effort: 1 }), await made(target, { effort: 9 })];
    expect(await bytesOf(slow)).toBeLessThan(await bytesOf(fast));
    if (exact) expect(await psnr(slow, fast)).toBe(Infinity);
  };

/** With more effort an encoder may as well spend the bytes on likeness. */
const effortOrLikeness: Check = async (target) => {
  const [fast, slow] = [await made(target, { effort: 1 }), await made(target, { effort: 9 })];
  const isSmaller = (await bytesOf(slow)) < (await bytesOf(fast));
  const isLiker = (await likeness(target, slow)) > (await likeness(target, fast));
  expect([isSmaller, isLiker]).toContain(true);
};

/** @param described what exiftool or ImageMagick calls it, without and with it */
const progressive =
  (describe: (path: string) => Promise<string>, described: readonly [string, string]): Check =>
  async (target) => {
    expect([await describe(await made(target)), await describe(await made(target, { progressive: true }))]).toEqual(
      described,
    );
  };

const interlace = async (path: string): Promise<string> =>
  (await execa(IDENTIFY, ['-format', '%[interlace]', path])).stdout;

/** A picture in Adobe RGB, turned on its side as Exif says, with data of all kinds. */
async function described(): Promise<string> {
  const path = scratch.path('described.jpg');
  if (existsSync(path)) return path;
  await magick(
    source,
    '-blur',
    '0x3',
    '-profile',
    WIDE,
    '-rotate',
    '270',
    '-quality',
    '98',
    '-sampling-factor',
    '1x1',
    path,
  );
  const tags = ['-Artist=Someone', '-Copyright=(c) Someone', '-Make=Cam', '-ExposureTime=1/125', '-XMP-dc:Title=Name'];
  const place = ['-GPSLatitude=48.1', '-GPSLatitudeRef=N', '-Orientation=6', '-XMP-tiff:Orientation=6'];
  await execa('exiftool', ['-q', '-n', '-overwrite_original', ...tags, ...place, path]);
  return path;
}

const TAGS = ['Artist', 'Copyright', 'Make', 'ExposureTime', 'GPSLatitude', 'Title'];

/** Of those that are there; and what it says of its orientation, where that is not upright. */
async function tagsIn(path: string): Promise<string[]> {
  const named = [...TAGS, 'IFD0:Orientation', 'XMP-tiff:Orientation', 'ThumbnailOffset'].map((tag) => `-${tag}`);
  const lines = (await execa('exiftool', ['-n', '-s', ...named, path])).stdout.split('\n');
  return lines
    .map((line) => line.replace(/\s+: /, '=').trim())
    .filter((line) => line !== '' && line !== 'Orientation=1');
}

const keptMetadata: Check = async (target) => {
  const kept = async (options: OptionValues): Promise<string[]> =>
    tagsIn(onlyPath(await convert(scratch, await described(), { target, options })));
  const COPYRIGHT = ['Artist=Someone', 'Copyright=(c) Someone'];
  expect(await kept({})).toEqual([]);
  expect((await kept({ keep_metadata: 'copyright' })).toSorted()).toEqual(COPYRIGHT);
  const ALL = [...COPYRIGHT, 'ExposureTime=0.008', 'GPSLatitude=48.1', 'Make=Cam', 'Title=Name'];
  expect((await kept({ keep_metadata: 'all', width: 100 })).toSorted()).toEqual(ALL);
};

/** Of what holds XMP alone, in the words that it has. */
const keptXmp: Check = async (target) => {
  const kept = async (options: OptionValues): Promise<string[]> => {
    const path = onlyPath(await convert(scratch, await described(), { target, options }));
    return Promise.all(['XMP-dc:Creator', 'XMP-dc:Rights', 'XMP-dc:Title', 'Make'].map((tag) => exif(path, tag)));
  };
  expect(await kept({})).toEqual(['', '', '', '']);
  expect(await kept({ keep_metadata: 'copyright' })).toEqual(['Someone', '(c) Someone', '', '']);
  expect(await kept({ keep_metadata: 'all', width: 100 })).toEqual(['Someone', '(c) Someone', 'Name', '']);
};

/** By exiftool, which does not look into JPEG XL. Of what lost something, djxl 0.7 writes linear colours instead: looked at without loss. */
const profileOf = async (target: Writer, path: string): Promise<string> =>
  exif(target === 'jxl' ? await readBack('jxl', path) : path, 'ProfileDescription');

const profile: Check = async (target) => {
  const input = await described();
  const made = async (options: OptionValues): Promise<string> =>
    onlyPath(
      await convert(scratch, input, { target, options: { ...options, ...(target === 'jxl' && { lossless: true }) } }),
    );
  const [bare, kept, srgb] = [await made({}), await made({ icc: 'keep' }), await made({ icc: 'srgb' })];
  const names = [await profileOf(target, bare), await profileOf(target, kept), await profileOf(target, srgb)];
  // Without one djxl writes what sRGB is.
  const none = target === 'jxl' ? expect.any(String) : '';
  expect(names).toEqual([none, await exif(input, 'ProfileDescription'), 'sRGB']);
  // Numbers of pixels, whatever colours they mean.
  const upright = scratch.path('upright.png');
  const converted = scratch.path('upright-srgb.png');
  await magick(input, '-auto-orient', '+profile', '*', upright);
  await magick(input, '-auto-orient', '-intent', 'perceptual', '-profile', SRGB, '+profile', '*', converted);
  const raw = async (path: string): Promise<string> => {
    const plain = `${path}.plain.png`;
    await magick(await readBack(target, path), '+profile', '*', plain);
    return plain;
  };
  const [theirs, ours] = [await psnr(await raw(kept), upright), await psnr(await raw(kept), converted)];
  expect(theirs).toBeGreaterThan(ours + 3);
  expect(await psnr(await raw(srgb), converted)).toBeGreaterThan((await psnr(await raw(srgb), upright)) + 3);
};

const asked = async (target: Writer, options: OptionValues) => convert(scratch, source, { target, options });

/** Files without loss do not become smaller by themselves: then a size that is too small is refused. */
const fileSize =
  (lossy: boolean): Check =>
  async (target) => {
    const usual = await bytesOf(await made(target, target === 'pdf' ? { quality: 90 } : {}));
    const roomy = await asked(target, { max_file_size: `${usual}` });
    expect(roomy.codes).toEqual([]);
    const limit = Math.round(usual * 0.7);
    const attempt = asked(target, { max_file_size: limit });
    if (lossy) {
      const fitting = await attempt;
      expect(fitting.codes).toEqual(['option_adjusted']);
      const bytes = await bytesOf(onlyPath(fitting));
      expect(bytes).toBeLessThanOrEqual(limit);
      // Not smaller than it has to be.
      expect(bytes).toBeGreaterThan(limit * 0.75);
      expect(await sizeOf(await readBack(target, onlyPath(fitting)))).toBe('300x220');
    } else {
      const refusal = { code: 'option_invalid', details: { option: 'max_file_size', limit, smallest: usual } };
      await expect(attempt).rejects.toMatchObject(refusal);
    }
    await expect(asked(target, { max_file_size: '40B' })).rejects.toMatchObject({
      code: 'option_invalid',
      message: expect.stringMatching(/smallest that was reached has \d+/),
    });
  };

const fileSizeByPixels: Check = async (target) => {
  const limit = Math.round(
    (await bytesOf(await made(target, 'quality' in WRITING[target] ? { quality: 40 } : {}))) * 0.5,
  );
  const fitting = await asked(target, { max_file_size: limit, max_file_size_resize: true });
  expect(new Set(fitting.codes)).toEqual(new Set(['option_adjusted']));
  expect(await bytesOf(onlyPath(fitting))).toBeLessThanOrEqual(limit);
  const [width = 0, height = 0] = (await sizeOf(await readBack(target, onlyPath(fitting)))).split('x').map(Number);
  expect(width).toBeLessThan(290);
  expect(width).toBeGreaterThan(20);
  expect(Math.abs(width / height - 300 / 220)).toBeLessThan(0.05);
  expect(fitting.warnings.at(-1)?.message).toContain(`${width} x ${height} pixels`);
};

/** Of all but `merge`, which has merge.test.ts, and `animation` (decode/pages.detail.ts). */
const CHECKS: {
  readonly [Target in Writer]: Readonly<
    Record<Exclude<keyof (typeof WRITING)[Target] & string, 'merge' | 'animation'>, Check>
  >;
} = {
  apng: { effort: effort(true) },
  avif: {
    max_file_size: fileSize(true),
    max_file_size_resize: fileSizeByPixels,
    quality,
    lossless,
    effort: effortOrLikeness,
    keep_metadata: keptMetadata,
    icc: profile,
  },
  gif: {
    keep_metadata: keptXmp,
    max_file_size: fileSize(false),
    max_file_size_resize: fileSizeByPixels,
    effort: effortOrLikeness,
    progressive: progressive(interlace, ['None', 'GIF']),
  },
  heic: {
    max_file_size: fileSize(true),
    max_file_size_resize: fileSizeByPixels,
    quality,
    effort: effortOrLikeness,
    keep_metadata: keptMetadata,
    icc: profile,
  },
  jp2: {
    max_file_size: fileSize(true),
    max_file_size_resize: fileSizeByPixels,
    quality,
    lossless,
    keep_metadata: keptMetadata,
  },
  jpg: {
    max_file_size: fileSize(true),
    max_file_size_resize: fileSizeByPixels,
    quality,
    effort: effort(false),
    keep_metadata: keptMetadata,
    icc: profile,
    progressive: progressive(
      (path) => exif(path, 'EncodingProcess'),
      ['Baseline DCT, Huffman coding', 'Progressive DCT, Huffman coding'],
    ),
  },
  jxl: {
    keep_metadata: keptMetadata,
    max_file_size: fileSize(true),
    max_file_size_resize: fileSizeByPixels,
    quality,
    lossless,
    effort: effortOrLikeness,
    icc: profile,
  },
  pdf: { max_file_size: fileSize(true), max_file_size_resize: fileSizeByPixels, quality, keep_metadata: keptXmp },
  png: {
    max_file_size: fileSize(false),
    max_file_size_resize: fileSizeByPixels,
    effort: effort(true),
    keep_metadata: keptMetadata,
    icc: profile,
    progressive: progressive((path) => exif(path, 'Interlace'), ['Noninterlaced', 'Adam7 Interlace']),
  },
  psd: { keep_metadata: keptMetadata },
  tiff: {
    max_file_size: fileSize(false),
    max_file_size_resize: fileSizeByPixels,
    icc: profile,
    keep_metadata: keptMetadata,
  },
  webp: {
    max_file_size: fileSize(true),
    max_file_size_resize: fileSizeByPixels,
    quality,
    lossless,
    effort: effortOrLikeness,
    keep_metadata: keptMetadata,
    icc: profile,
  },
};

const CASES = Object.entries(CHECKS).flatMap(([target, checks]) =>
  Object.entries(checks).map(([option, check]) => ({ target: target as Writer, option, check })),
);

describe('an option of an encoder', () => {
  it.each(sample('writing', CASES, 5))('$target: $option', ({ target, check }) => check(target));
});

it('quality of a JPEG is its own, as ImageMagick estimates it', async () => {
  for (const asked of [undefined, 30, 97]) {
    const path = await made('jpg', asked === undefined ? {} : { quality: asked });
    expect((await execa(IDENTIFY, ['-format', '%Q', path])).stdout).toBe(String(asked ?? 85));
  }
});

it('a PDF without quality keeps every pixel, and is a JPEG with it', async () => {
  const encodings = async (path: string): Promise<string | undefined> =>
    (await execa('pdfimages', ['-list', path])).stdout.split('\n').at(-1)?.trim().split(/\s+/)[8];
  const whole = await made('pdf');
  expect(await likeness('pdf', whole)).toBe(Infinity);
  expect([await encodings(whole), await encodings(await made('pdf', { quality: 80 }))]).toEqual(['image', 'jpeg']);
});
