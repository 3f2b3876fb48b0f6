import { join } from 'node:path';
import { identify } from '../../../src/files/identify.ts';
import { findProgram, type ProgramPlaces } from '../../../src/process/programs.ts';
import { framesOf } from './apng.ts';
import { DECODER_LIMITS, type Decoder, damaged, INPUT, picturesIn, type Unpacking } from './decoder.ts';

const DJXL: ProgramPlaces = { name: 'djxl', candidates: ['/usr/bin/djxl'], package: 'libjxl-tools' };

const OUTPUT = 'picture.png';

/** JPEG XL, animated ones too; a file that ends early as far as it goes. */
export const jxl: Decoder = {
  name: 'djxl',
  programs: [DJXL],
  async unpack(unpacking) {
    const { context, folder } = unpacking;
    const strict = await run([], unpacking);
    if (strict.exitCode !== 0) {
      const lenient = await run(['--allow_partial_files'], unpacking);
      if (lenient.exitCode !== 0) throw damaged(strict.stderr);
      context.warn('input_truncated', 'The picture ends early: what of it could be read was converted.');
    }
    const path = join(folder, OUTPUT);
    return (await identify(path))?.name === 'apng' ? framesOf(OUTPUT, unpacking) : picturesIn([path], unpacking);
  },
};

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
