import { join } from 'node:path';
import { ConversionError } from '../../../../src/task/errors.ts';
import { addLayers, markLayers } from '../../../../tools/formats/pdf-pages/carry-layers.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { runQpdf } from '../../../../tools/programs/qpdf/qpdf.ts';
import type { Operation, PdfJob, PdfOptions } from '../operation.ts';
import { withFormAside } from './form-aside.ts';
import { chosenPages, keepTags, type Laying, laySheets } from './lay-sheets.ts';
import { layTexts } from './lay-texts.ts';

/**
 * - stamp, watermark: lays the first page of the second input over or under each page of the first. It is centred on the shown part of the
 *   page, upright as the page is seen, at its own size, or smaller if it does not fit: a letterhead on A4 fits pages of US letter, and a
 *   small stamp stays small. A page that paints its background hides what is under it.
 * - stamp_text: a text instead of the second input, over the pages or, with watermark, under them; stamps: several.
 * - alignment: the edge or corner of the page, as it is seen, where the stamp or watermark goes instead.
 * - stamp_scale, stamp_angle, stamp_opacity, stamp_pages, stamp_tiled: its size, angle and opacity, the pages that get it, and whether it
 *   is repeated all over them.
 */
export const stampPages: Operation = {
  name: 'stamp',
  options: [
    ...(['stamp', 'watermark', 'stamp_text', 'stamp_text_size', 'stamp_text_color', 'alignment'] as const),
    ...(['stamp_opacity', 'stamp_scale', 'stamp_angle', 'stamp_pages', 'stamp_tiled', 'stamps'] as const),
  ],
  asked: ({ stamp, watermark, stamp_text, stamps = [] }) =>
    stamp === true || watermark === true || stamp_text !== undefined || stamps.length > 0,
  async run(files, job) {
    const texts = textStampsOf(job.options);
    if (texts.length === 0) return [await stampInput(files, job)];
    const result: PdfFile[] = [];
    for (const file of files) {
      let stamped = file;
      for (const text of texts) stamped = await stampText(stamped, text, job);
      result.push(stamped);
    }
    return result;
  },
};

/** Members of an item of option stamps. */
type Stamp = NonNullable<PdfOptions['stamps']>[number];

/** A text with its place; `option` names it in messages. */
interface TextStamp {
  readonly stamp: Stamp;
  readonly option: 'stamp_text' | 'stamps';
}

function textStampsOf(options: PdfOptions): TextStamp[] {
  const { stamp_text: text, stamp_text_size: size, stamp_text_color: color, stamps = [] } = options;
  if (text === undefined) return stamps.map((stamp) => ({ stamp, option: 'stamps' }));
  const given = { ...(size !== undefined && { size }), ...(color !== undefined && { color }) };
  return [{ stamp: { text, ...given, ...placeOf(options) }, option: 'stamp_text' }];
}

/** Returns where and how the options place a stamp, as members of an item of stamps. */
function placeOf(options: PdfOptions): Omit<Stamp, 'text'> {
  const { alignment, stamp_opacity: opacity, stamp_scale: scale, stamp_angle: angle } = options;
  const { stamp_pages: pages, stamp_tiled: tiled, watermark } = options;
  const given = Object.entries({ alignment, opacity, scale, angle, pages, tiled }).filter(
    ([, value]) => value !== undefined,
  );
  return { ...Object.fromEntries(given), where: watermark === true ? 'under' : 'over' };
}

async function stampInput(files: readonly PdfFile[], job: PdfJob): Promise<PdfFile> {
  const [file, other] = requireTwo(files, job.options.stamp === true ? 'stamp' : 'watermark');
  const marked = await markLayers(other, 1, job);
  return addLayers(await lay(file, marked.file, job), [marked], job);
}

/** Returns the document and what is laid on it. Throws ConversionError `input_count`. */
export function requireTwo(files: readonly PdfFile[], option: string): readonly [PdfFile, PdfFile] {
  const [file, other] = files;
  if (file !== undefined && other !== undefined && files.length === 2) return [file, other];
  const message = `Option ${option} takes two inputs, the document and what is laid on its pages; there are ${files.length}.`;
  throw new ConversionError('input_count', message, { details: { option, inputs: files.length } });
}

const PLACING = ['alignment', 'stamp_opacity', 'stamp_scale', 'stamp_angle', 'stamp_pages', 'stamp_tiled'] as const;

/** Lays the page without sheets if no position is given: qpdf centres by default. */
async function lay(file: PdfFile, other: PdfFile, job: PdfJob): Promise<PdfFile> {
  const laying = layingOf(file, placeOf(job.options), 'stamp_pages', job);
  if (PLACING.some((option) => job.options[option] !== undefined)) {
    return laySheets(file, other, { ...laying, margin: 0, text: null }, job);
  }
  const how = laying.where === 'over' ? '--overlay' : '--underlay';
  const path = await withFormAside(file, other, job, async (input) => {
    const output = join(await job.newFolder(), 'document.pdf');
    await runQpdf({ input, readsMore: true, options: [how, other.path, '--from=', '--repeat=1', '--'], output }, job);
    return output;
  });
  return keepTags({ ...file, path }, laying, job);
}

const TEXT_SIZE = 48;
const TEXT_COLOR = '#000000';

function stampText(file: PdfFile, { stamp, option }: TextStamp, job: PdfJob): Promise<PdfFile> {
  const { text, size = TEXT_SIZE, color = TEXT_COLOR } = stamp;
  const laying = layingOf(file, stamp, option === 'stamps' ? 'stamps' : 'stamp_pages', job);
  return layTexts(file, [text], { ...laying, size, color, option, subtype: 'Watermark' }, job);
}

function layingOf(
  file: PdfFile,
  {
    where = 'over',
    alignment = 'center',
    opacity = 100,
    scale = 100,
    angle = 0,
    pages,
    tiled = false,
  }: Omit<Stamp, 'text'>,
  option: string,
  { context }: PdfJob,
): Omit<Laying, 'margin' | 'text'> {
  return {
    where,
    pages: chosenPages(pages, option, file.pages, context),
    alignment,
    scale: scale / 100,
    angle,
    opacity: opacity / 100,
    tiled,
  };
}
