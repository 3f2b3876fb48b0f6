import { ConversionError } from '../../../src/task/errors.ts';
import { type Decoder, INPUT, picturesIn, written } from './decoder.ts';
import { PYTHON, runScript } from './python.ts';

/** Exit code of heif.py. */
const NO_LIBRARY = 3;
/** A package that brings libheif.so.1, and heif-enc, with which heic is written. */
const PACKAGE = 'libheif-examples';

/** Decodes HEIC and its relatives: all main pictures of a file, transformed as the file says. */
export const heif: Decoder = {
  name: 'libheif',
  programs: [PYTHON],
  async unpack(unpacking) {
    const { exitCode, stdout, stderr } = await runScript(PYTHON, 'heif.py', [INPUT], unpacking);
    if (exitCode === NO_LIBRARY) {
      throw new ConversionError('program_missing', `libheif is not installed. Install the package ${PACKAGE}.`, {
        details: { program: 'libheif', package: PACKAGE },
        log: stderr,
      });
    }
    const pictures = await written(unpacking.folder, '.png', stderr);
    const [, done, all] = /^(\d+) of (\d+)$/m.exec(stdout) ?? [];
    if (done !== all) {
      const message = `The file is damaged: ${done} of its ${all} pictures could be read and were converted.`;
      unpacking.context.warn('input_damaged', message, { pictures: Number(done), of: Number(all) });
    }
    return picturesIn(pictures, unpacking);
  },
};
