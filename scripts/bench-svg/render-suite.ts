/** Renders drawings of resvg's test suite, named on standard input, and compares each with its reference picture. */
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import type { Drawing } from '../../engines/image/job.ts';
import type { ImageOptions } from '../../engines/image/options.ts';
import type { Fonts } from '../../engines/image/svg/fonts.ts';
import { openSvg } from '../../engines/image/svg/open.ts';
import { validateConversion } from '../../src/catalog/index.ts';

export interface Rendered {
  readonly name: string;
  readonly isRight: boolean;
  readonly milliseconds: number;
}

/** Options as in the suite. */
const options = validateConversion({ category: 'image', target: 'png', options: { width: 300 } })
  .options as ImageOptions;
/** Smallest visible difference, of 255 of a channel over black. */
const VISIBLE = 32;
/** Share of pixels that may differ visibly. */
const TOLERATED = 0.005;

const [reading, folder = ''] = process.argv.slice(2);
const fonts: Fonts = {
  folders: [join(folder, 'fonts')],
  system: false,
  families: {
    serif: 'Noto Serif',
    'sans-serif': 'Noto Sans',
    monospace: 'Noto Mono',
    cursive: 'Yellowtail',
    fantasy: 'Sedgwick Ave Display',
  },
};

for (const name of (await text(process.stdin)).split('\n')) {
  const path = join(folder, 'tests', name);
  // Drawings refer to pictures next to them.
  process.chdir(join(path, '..'));
  const started = performance.now();
  const drawn = await draw(path).catch(() => null);
  const milliseconds = performance.now() - started;
  const isRight = drawn !== null && (await differing(drawn, path.replace(/svg$/, 'png'))) <= TOLERATED;
  console.log(JSON.stringify({ name, isRight, milliseconds } satisfies Rendered));
}

async function draw(path: string) {
  const { picture } = await openSvg(path, options, { reading: reading as Drawing, fonts });
  return picture.toSharp().png({ compressionLevel: 0 }).toBuffer();
}

/** Returns the share of pixels that differ visibly; 1 if the size differs. */
async function differing(drawn: Buffer, reference: string): Promise<number> {
  const [one, other] = await Promise.all([overBlack(drawn), overBlack(reference)]);
  if (one.info.width !== other.info.width || one.info.height !== other.info.height) return 1;
  let different = 0;
  for (let at = 0; at < one.data.length; at += 4) {
    const isDifferent = (channel: number) =>
      Math.abs((one.data[at + channel] ?? 0) - (other.data[at + channel] ?? 0)) > VISIBLE;
    if ([0, 1, 2, 3].some(isDifferent)) different += 1;
  }
  return different / (one.info.width * one.info.height);
}

/** Returns the colours over black, and the alpha channel. */
async function overBlack(source: Buffer | string) {
  const { data, info } = await sharp(source)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (let at = 0; at < data.length; at += 4) {
    for (let channel = at; channel < at + 3; channel += 1)
      data[channel] = ((data[channel] ?? 0) * (data[at + 3] ?? 0)) / 255;
  }
  return { data, info };
}
