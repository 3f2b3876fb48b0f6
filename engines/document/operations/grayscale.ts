import { join } from 'node:path';
import { ConversionError } from '../../../src/task/errors.ts';
import { refuseTooManyPages } from '../../../tools/ghostscript/ghostscript.ts';
import { runPikepdfScript } from '../../../tools/pikepdf/pikepdf-script.ts';
import type { PdfFile } from '../../../tools/qpdf/pdf-work.ts';
import type { Operation, PdfJob } from './operation.ts';

const SCRIPT = new URL('./grayscale.py', import.meta.url);

/** What grayscale.py reports. */
interface Grayed {
  readonly converted: number;
  /** Images that stayed as they are, by the reason. */
  readonly left: Readonly<Record<string, number>>;
}

const TOO_LARGE = 'too large';

/**
 * Turns the images to shades of grey, each where it stands; text, drawings and all else stay as they are. Images of black
 * and white or grey alone are not touched. Warns of images it cannot turn: those of special colours (Separation,
 * DeviceN, patterns), and damaged ones. Images drawn inside of tiling patterns and glyphs are turned as well, unless they
 * are written into their content (inline).
 * Throws ConversionError `input_bomb` for an image of too many pixels, `input_damaged`, `limit_*`, `program_missing`.
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

async function grayFile(file: PdfFile, job: PdfJob): Promise<PdfFile> {
  refuseTooManyPages(file);
  const output = join(await job.newFolder(), 'document.pdf');
  const { converted, left } = (await runPikepdfScript(SCRIPT, [file.path, output], job)) as Grayed;
  if (left[TOO_LARGE] !== undefined) {
    throw new ConversionError('input_bomb', 'The PDF has an image of too many pixels. Remove or shrink it.', {
      details: { option: 'grayscale' },
    });
  }
  const reasons = Object.entries(left);
  if (reasons.length > 0) {
    const text = reasons.map(([reason, count]) => `${count} (${reason})`).join(', ');
    job.context.warn('output_limited', `Images that were not turned to grey: ${text}.`, { option: 'grayscale', left });
  }
  return converted === 0 ? file : { ...file, path: output };
}
