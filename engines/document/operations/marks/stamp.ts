import { join } from 'node:path';
import { ConversionError } from '../../../../src/task/errors.ts';
import { addLayers, markLayers } from '../../../../tools/formats/pdf-pages/carry-layers.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { runQpdf } from '../../../../tools/programs/qpdf/qpdf.ts';
import type { Operation, PdfJob } from '../operation.ts';
import { withFormAside } from './form-aside.ts';
import { chosenPages, keepTags, type Laying, laySheets } from './lay-sheets.ts';
import { layTexts } from './lay-texts.ts';

/**
 * - stamp, watermark: lays the first page of the second input over or under each page of the first. It is centred on the shown part of the
 *   page, upright as the page is seen, at its own size, or smaller if it does not fit: a letterhead on A4 fits pages of US letter, and a
 *   small stamp stays small. A page that paints its background hides what is under it.
 * - stamp_text: a text instead of the second input, over the pages or, with watermark, under them.
 * - alignment: the edge or corner of the page, as it is seen, where the stamp or watermark goes instead.
 * - stamp_scale, stamp_angle, stamp_opacity, stamp_pages: its size, angle and opacity, and the pages that get it.
 */
export const stampPages: Operation = {
  name: 'stamp',
  options: [
    ...(['stamp', 'watermark', 'stamp_text', 'stamp_text_size', 'stamp_text_color', 'alignment'] as const),
    ...(['stamp_opacity', 'stamp_scale', 'stamp_angle', 'stamp_pages'] as const),
  ],
  asked: ({ stamp, watermark, stamp_text }) => stamp === true || watermark === true || stamp_text !== undefined,
  async run(files, job) {
    const { stamp_text: text } = job.options;
    if (text === undefined) return [await stampInput(files, job)];
    const result: PdfFile[] = [];
    for (const file of files) result.push(await stampText(file, text, job));
    return result;
  },
};

async function stampInput(files: readonly PdfFile[], job: PdfJob): Promise<PdfFile> {
  const [file, other] = files;
  if (file === undefined || other === undefined || files.length > 2) {
    const option = job.options.stamp === true ? 'stamp' : 'watermark';
    const message = `Option ${option} takes two inputs, the document and what is laid on its pages; there are ${files.length}.`;
    throw new ConversionError('input_count', message, { details: { option, inputs: files.length } });
  }
  const marked = await markLayers(other, 1, job);
  return addLayers(await lay(file, marked.file, job), [marked], job);
}

const PLACING = ['alignment', 'stamp_opacity', 'stamp_scale', 'stamp_angle', 'stamp_pages'] as const;

/** Lays the page without sheets if no position is given: qpdf centres by default. */
async function lay(file: PdfFile, other: PdfFile, job: PdfJob): Promise<PdfFile> {
  if (PLACING.some((option) => job.options[option] !== undefined)) {
    return laySheets(file, other, { ...layingOf(file, job), margin: 0, text: null }, job);
  }
  const how = job.options.stamp === true ? '--overlay' : '--underlay';
  const path = await withFormAside(file, other, job, async (input) => {
    const output = join(await job.newFolder(), 'document.pdf');
    await runQpdf({ input, readsMore: true, options: [how, other.path, '--from=', '--repeat=1', '--'], output }, job);
    return output;
  });
  return keepTags({ ...file, path }, layingOf(file, job), job);
}

const TEXT_SIZE = 48;
const TEXT_COLOR = '#000000';

function stampText(file: PdfFile, text: string, job: PdfJob): Promise<PdfFile> {
  const { stamp_text_size: size = TEXT_SIZE, stamp_text_color: color = TEXT_COLOR } = job.options;
  const how = { size, color, option: 'stamp_text', subtype: 'Watermark' } as const;
  return layTexts(file, [text], { ...layingOf(file, job), ...how }, job);
}

function layingOf(file: PdfFile, { options, context }: PdfJob): Omit<Laying, 'margin' | 'text'> {
  const {
    alignment = 'center',
    stamp_opacity: opacity = 100,
    stamp_scale: scale = 100,
    stamp_angle: angle = 0,
  } = options;
  return {
    where: options.watermark === true ? 'under' : 'over',
    pages: chosenPages(options.stamp_pages, 'stamp_pages', file.pages, context),
    alignment,
    scale: scale / 100,
    angle,
    opacity: opacity / 100,
  };
}
