import { ConversionError } from '../../../../src/task/errors.ts';
import { type Comparison, compare } from '../../../../tools/formats/pdf-compare/compare.ts';
import { grayImages, TOO_LARGE } from '../../../../tools/formats/pdf-images/change-images.ts';
import { refuseTooManyPages } from '../../../../tools/programs/ghostscript/ghostscript.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { refusal } from '../file/without-rewriting.ts';
import type { Operation, PdfJob } from '../operation.ts';

/**
 * Converts the images to shades of grey in place; text, drawings and all else stay as they are. Images that are only black and white or
 * grey are not touched. Warns of images that it cannot convert: those of special colours (Separation, DeviceN, patterns), and damaged ones.
 * Images drawn inside tiling patterns and glyphs are converted as well, unless they are written into their content (inline).
 * Throws ConversionError `input_bomb` for an image of too many pixels, `input_damaged`, `limit_*`, `program_missing`, and
 * `conversion_failed` if a page would look different otherwise.
 */
export const grayscale: Operation = {
  name: 'grayscale',
  options: ['grayscale'],
  asked: (options) => options.grayscale === true,
  async run(files, job) {
    const result: PdfFile[] = [];
    for (const file of files) {
      result.push(await grayFile(file, job));
      job.context.progress((100 * result.length) / files.length);
    }
    return result;
  },
};

const COMPARISON: Comparison = {
  tolerance: { colors: 'imagesGray', dpi: null },
  parts: { text: true, pictures: true },
};

async function grayFile(file: PdfFile, job: PdfJob): Promise<PdfFile> {
  refuseTooManyPages(file);
  const { file: made, changed, left } = await grayImages(file, job);
  if (left[TOO_LARGE] !== undefined) {
    throw new ConversionError(
      'input_bomb',
      'The PDF has an image with too many pixels. Remove it or make it smaller.',
      {
        details: { option: 'grayscale' },
      },
    );
  }
  if (changed > 0) {
    const differences = await compare(file, made, COMPARISON, job);
    if (differences.length > 0) throw refusal('grayscale', differences);
  }
  const reasons = Object.entries(left);
  if (reasons.length > 0) {
    const text = reasons.map(([reason, count]) => `${count} (${reason})`).join(', ');
    job.context.warn('output_limited', `Images that were not converted to grey: ${text}.`, {
      option: 'grayscale',
      left,
    });
  }
  return changed === 0 ? file : made;
}
