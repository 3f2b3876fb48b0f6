import { eachPage, selectPages, warnOfMissing } from '../../../../src/runner/page-list.ts';
import { ConversionError } from '../../../../src/task/errors.ts';
import { pluralize } from '../../../../src/util/pluralize.ts';
import { POINTS } from '../../../../tools/formats/pdf-pages/geometry/papers.ts';
import {
  MOST_PAGES,
  type RedactionItem,
  type Redactions,
  redactPdf,
} from '../../../../tools/formats/pdf-redact/redact.ts';
import { readRecognition } from '../../../../tools/programs/ocr/options.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import type { Operation, PdfJob, PdfOptions } from '../operation.ts';
import { removeFrom } from './remove.ts';

type Items = NonNullable<PdfOptions['redact']>;

/**
 * Removes what the items name, and what may repeat it: attached files, scripts, metadata. It runs before all that writes something into the
 * pages, which is not searched, on pages as they are in the inputs.
 */
export const redact: Operation = {
  name: 'redact',
  options: ['redact'],
  asked: ({ redact: items = [] }) => items.length > 0,
  async run(files, job) {
    const parts = ['remove_javascript', 'remove_attachments', 'remove_metadata'] as const;
    const result: PdfFile[] = [];
    for (const file of await removeFrom(files, parts, job, 'redact')) result.push(await redactFile(file, job));
    return result;
  },
};

async function redactFile(file: PdfFile, job: PdfJob): Promise<PdfFile> {
  if (file.pages > MOST_PAGES) {
    const message = `The PDF has ${file.pages} pages, and option redact works on no more than ${MOST_PAGES}. Split it before.`;
    throw new ConversionError('input_bomb', message, { details: { pages: file.pages, limit_pages: MOST_PAGES } });
  }
  const items = (job.options.redact ?? []).map((item) => withArea(item, file, job));
  // As the recognition of the request, if there is one: its language.
  const recognition = readRecognition({ ...job.options, ocr: true }, 'text');
  if (recognition === null) throw new Error('text recognition was asked for');
  const { path, redactions } = await redactPdf(file, items, recognition, job);
  warnOf(redactions, file, job);
  const { filename, pages, suffix } = file;
  return { path, pages, ...(filename !== undefined && { filename }), ...(suffix !== undefined && { suffix }) };
}

/** Returns the item with its area in points, and its pages by their numbers. */
function withArea(item: Items[number], file: PdfFile, { context }: PdfJob): RedactionItem {
  const { pages, x, y, width, height, unit, ...rest } = item;
  if (width === undefined) return rest;
  const selected = selectPages(pages ?? '1-last', 'redact', file.pages);
  warnOfMissing('redact', selected.missing, file.pages, context);
  const [left = 0, top = 0, wide = 0, high = 0] = [x, y, width, height].map((one = 0) => one * POINTS[unit ?? 'mm']);
  return { area: { pages: [...new Set(eachPage(selected.pages))], x: left, y: top, width: wide, height: high } };
}

/** Reports the places of each item, items without any, and what was lost besides. Never says what was searched for. */
function warnOf({ items, pictured }: Redactions, file: PdfFile, { context }: PdfJob): void {
  const name = file.filename ?? 'the PDF';
  for (const [index, { places, document }] of items.entries()) {
    if (places > 0 || document > 0) continue;
    const message = `Item ${index + 1} of option redact is not in ${name}: nothing was removed for it.`;
    context.warn('option_no_effect', message, { option: 'redact', item: index + 1 });
  }
  const places = items.reduce((sum, item) => sum + item.places, 0);
  const pages = new Set(items.flatMap((item) => item.pages)).size;
  const others = items.reduce((sum, item) => sum + item.document, 0);
  const message = `${pluralize(places, 'place')} on ${pluralize(pages, 'page')} and ${pluralize(others, 'other part')} of ${name} were redacted. Attached files, scripts, signatures and metadata were removed too, if there were any.`;
  context.warn('content_redacted', message, {
    option: 'redact',
    items: items.map((item, index) => ({ item: index + 1, ...item })),
  });
  if (pictured.length > 0) {
    const became = `${pluralize(pictured.length, 'page')} of ${name} became a picture, as only this removes all that is redacted: their text cannot be selected, and their links lead nowhere if they were covered.`;
    context.warn('output_limited', became, { option: 'redact', pages: pictured });
  }
}
