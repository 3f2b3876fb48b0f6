import { join } from 'node:path';
import { identify } from '../../../src/files/identify.ts';
import { findProgram, type ProgramPlaces } from '../../../src/process/programs.ts';
import { ENDS_EARLY } from '../job.ts';
import { framesOf } from './apng.ts';
import { DECODER_LIMITS, type Decoder, damaged, INPUT, picturesIn, type Unpacking } from './decoder.ts';
import { headOf } from './variants.ts';

const DJXL: ProgramPlaces = { name: 'djxl', candidates: ['/usr/bin/djxl'], package: 'libjxl-tools' };

const OUTPUT = 'picture.png';

/**
 * Decodes JPEG XL, including animations; a file that ends early is decoded as far as it goes. Throws `input_damaged` for transparency of
 * more than 8 bits, which djxl 0.7 gets wrong.
 */
export const jxl: Decoder = {
  name: 'djxl',
  programs: [DJXL],
  async unpack(unpacking) {
    const { context, folder } = unpacking;
    const strict = await run([], unpacking);
    if (strict.exitCode !== 0) {
      const lenient = await run(['--allow_partial_files'], unpacking);
      if (lenient.exitCode !== 0) throw damaged(strict.stderr);
      context.warn('input_truncated', ENDS_EARLY);
    }
    const path = join(folder, OUTPUT);
    if (await isDeepWithAlpha(path)) throw damaged('djxl writes noise where alpha has more than 8 bits');
    return (await identify(path))?.name === 'apng' ? framesOf(OUTPUT, unpacking) : picturesIn([path], unpacking);
  },
};

/** Offsets in a PNG of its bits per channel and its colour type, and the types with alpha (PNG 3, 11.2.1). */
const PNG_BITS = 24;
const PNG_TYPE = 25;
const WITH_ALPHA: ReadonlySet<number> = new Set([4, 6]);

async function isDeepWithAlpha(path: string): Promise<boolean> {
  const head = await headOf(path);
  return head[PNG_BITS] === 16 && WITH_ALPHA.has(head[PNG_TYPE] ?? 0);
}

async function run(options: readonly string[], { context, folder }: Unpacking) {
  return context.run({
    name: DJXL.name,
    path: await findProgram(DJXL),
    args: ['--quiet', INPUT, OUTPUT, ...options],
    cwd: folder,
    limits: DECODER_LIMITS,
    acceptExitCodes: 'any',
  });
}
