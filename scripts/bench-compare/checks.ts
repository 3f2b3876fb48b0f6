import { extname } from 'node:path';
import { execa } from 'execa';
import { epubErrors } from '../../test/tools/formats/epub/epubcheck.ts';

/** Throws what is wrong with an output, according to an independent program. */
export type Check = (output: string, input: string) => Promise<void>;

const say = async (program: string, ...args: string[]): Promise<string> => (await execa(program, args)).stdout;

async function pagesOf(pdf: string): Promise<number> {
  return Number(/^Pages:\s+(\d+)/m.exec(await say('pdfinfo', pdf))?.[1] ?? 0);
}

/** Checks that the output is complete and has pages. */
export const checkPages: Check = async (output) => {
  await say('qpdf', '--check', output);
  if ((await pagesOf(output)) === 0) throw new Error('no pages');
};

/** Checks that it has as many pages as the scan, and text on them. */
export const checkSearchable: Check = async (output, input) => {
  await checkPages(output, input);
  const expected = extname(input) === '.pdf' ? await pagesOf(input) : 1;
  if ((await pagesOf(output)) !== expected) throw new Error('other pages');
  const words = (await say('pdftotext', output, '-')).split(/\s+/).filter((word) => /\p{L}{3,}/u.test(word));
  if (words.length < 5) throw new Error(`${words.length} words`);
};

/** Checks that libjpeg's own program decodes it completely, and that it is as large as the picture, upright or as stored. */
export const checkPhoto: Check = async (output, input) => {
  const { stderr } = await execa('djpeg', ['-outfile', '/dev/null', output]);
  if (stderr !== '') throw new Error(stderr);
  const [found, wanted] = [await sizeOf(output), await sizeOf(input)];
  if (found.join() !== wanted.join()) throw new Error(`${found.join('×')} instead of ${wanted.join('×')} pixels`);
};

/** Returns the two sides, the shorter one first, from ExifTool: of the visible part, if the file defines one (HEIF's clean aperture). */
async function sizeOf(path: string): Promise<number[]> {
  const sides = await say('exiftool', '-n', '-j', '-ImageWidth', '-ImageHeight', '-CleanAperture', path);
  const [{ ImageWidth, ImageHeight, CleanAperture }] = JSON.parse(sides);
  const [width = ImageWidth, height = ImageHeight] = CleanAperture?.split(' ').map(Number) ?? [];
  return [width, height].sort((one, other) => one - other);
}

/** Checks its length with ExifTool, which counts the bytes of an MP3. A FLAC that does not state its length may have any. */
export const checkSound: Check = async (output, input) => {
  const [found, wanted] = [await secondsOf(output), await secondsOf(input)];
  if (found === 0) throw new Error('no sound');
  if (wanted > 0 && Math.abs(found - wanted) > 0.3 + 0.02 * wanted)
    throw new Error(`${found} s instead of ${wanted} s`);
};

/** Returns 0 if the file does not say. */
const secondsOf = async (path: string): Promise<number> =>
  Number((await execa('exiftool', ['-n', '-s3', '-Duration', path], { reject: false })).stdout) || 0;

/** epubcheck finds no error. */
export const checkBook: Check = async (output) => {
  const errors = await epubErrors(output);
  if (errors.length > 0) throw new Error(errors.slice(0, 3).join('; '));
};
