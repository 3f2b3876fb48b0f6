import { ConversionError } from '../../../src/task/errors.ts';
import { readTiffFile, TIFF } from '../../../tools/formats/pictures/tiff-tags.ts';
import { runMagick } from '../../../tools/programs/imagemagick/magick.ts';
import { type Decoder, INPUT, picturesIn, type Unpacking, unsupported } from './decoder.ts';
import { magick, runReading } from './magick.ts';
import { pillow } from './pillow.ts';

/** Sample formats of TIFF (TIFF 6.0, section 19, SampleFormat). */
const [SIGNED, FLOATING] = [2, 3];

/** Bits of integers that ImageMagick reads correctly; it misreads 24 bits. */
const INTEGER_BITS: ReadonlySet<number> = new Set([...Array.from({ length: 16 }, (_, bit) => bit + 1), 32]);
const FLOATING_BITS: ReadonlySet<number> = new Set([16, 24, 32, 64]);

/** Colour spaces that ImageMagick misreads as others: ICCLab and ITULab. */
const MISREAD: ReadonlySet<number> = new Set([9, 10]);

/**
 * Decodes a TIFF of samples that sharp makes black, with ImageMagick and corrected brightness. For signed samples black is the lowest
 * possible value, or 0 if none is below (with 32 bits, the lowest in the picture); floating ones range from 0 to 1, or to one of
 * `CEILINGS`.
 */
export const tiffSamples: Decoder = {
  name: 'ImageMagick',
  programs: [...magick('tiff').programs, ...pillow('TIFF').programs],
  async unpack(unpacking) {
    const tags = await readTiffFile(unpacking.input.path);
    const [bits = 1] = tags?.get(TIFF.bits) ?? [];
    const [format = 1] = tags?.get(TIFF.sampleFormat) ?? [];
    const [photometric = 0] = tags?.get(TIFF.photometric) ?? [];
    if (MISREAD.has(photometric)) throw unsupported('a TIFF in Lab colors of a rare kind (ICCLab or ITULab)');
    const known = format === FLOATING ? FLOATING_BITS : INTEGER_BITS;
    if (!known.has(bits)) throw unsupported(`a TIFF with samples of ${bits} bits`);
    // With 16 bits ImageMagick accepts no white but 1.
    if (format === FLOATING && bits > 16) return floating(unpacking);
    return format === SIGNED ? signed(bits, unpacking) : magick('tiff').unpack(unpacking);
  },
};

/** Possible values of white in floating samples: light, and levels of 8 and of 16 bits. */
const CEILINGS = [1, 255, 65_535] as const;

/** For levels, the share of white that is one 8-bit level more. */
const ABOVE_WHITE = 1 / 512;

async function floating(unpacking: Unpacking) {
  const upTo = (most: number): string[] => ['-define', 'quantum:minimum=0', '-define', `quantum:maximum=${most}`];
  let ceiling: number = CEILINGS[0];
  // Values above a ceiling read as white, so each ceiling is examined under the next one.
  for (const next of [...CEILINGS.slice(1), CEILINGS[2] * CEILINGS[1]]) {
    const { most } = await extremes(upTo(next), unpacking);
    if (most * next <= ceiling * (1 + ABOVE_WHITE)) break;
    ceiling = next;
  }
  if (ceiling > CEILINGS[0]) {
    const message = `The picture has numbers beyond 1 instead of levels of brightness: 0 became black and ${ceiling} white.`;
    unpacking.context.warn('output_limited', message);
  }
  return picturesIn([await read(upTo(ceiling), [], unpacking)], unpacking);
}

/** Operations that flip the sign, by bits: ImageMagick only does it for 16, and takes the sign of 8 for the highest bit of a byte. */
const SIGN: Readonly<Record<number, readonly string[]>> = { 8: ['-evaluate', 'Xor', '32896'], 16: [] };

const FROM_ZERO = ['-level', '50%,100%'];

async function signed(bits: number, unpacking: Unpacking) {
  if (bits === 32) return spread(unpacking);
  const turn = SIGN[bits];
  if (turn === undefined) throw unsupported(`a TIFF with signed samples of ${bits} bits`);
  const { least } = await extremes([], unpacking, turn);
  return picturesIn([await read([], [...turn, ...(least >= 0.5 ? FROM_ZERO : [])], unpacking)], unpacking);
}

/** Decodes 32-bit grey numbers, which are measurements, not levels, with Pillow: from black for the lowest to white for the highest. */
async function spread(unpacking: Unpacking) {
  const pictures = await pillow('TIFF')
    .unpack(unpacking)
    .catch((error: unknown) => {
      const isRead = !(error instanceof ConversionError && error.code === 'input_damaged');
      throw isRead ? error : unsupported('a TIFF with signed samples of 32 bits and colors', error.log);
    });
  const message =
    'The picture has signed numbers of 32 bits instead of levels of brightness: the least became black and the most white.';
  unpacking.context.warn('output_limited', message);
  return pictures;
}

const read = (before: readonly string[], after: readonly string[], unpacking: Unpacking): Promise<string> =>
  runReading({ format: 'tiff', which: '[0]', before, after: ['-auto-orient', ...after] }, unpacking);

/** Returns the darkest and the brightest sample, from 0 to 1. */
async function extremes(
  before: readonly string[],
  { folder, context }: Unpacking,
  after: readonly string[] = [],
): Promise<{ least: number; most: number }> {
  const args = [...before, `tiff:${INPUT}[0]`, ...after, '-format', '%[fx:minima] %[fx:maxima]\n', 'info:-'];
  const { stdout } = await runMagick({ args, cwd: folder, acceptExitCodes: 'any' }, context);
  const [least = 0, most = 1] = stdout.trim().split(' ').map(Number);
  return { least, most };
}
