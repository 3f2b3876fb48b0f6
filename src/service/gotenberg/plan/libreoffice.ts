import type { OptionValues } from '../../../task/types.ts';
import { NATIVE_PAGE_RANGES } from '../fields/chromium.ts';
import { readFields, unsupported } from '../fields/field.ts';
import { filesOf } from '../fields/files.ts';
import {
  EXPORT,
  EXPORT_MORE,
  OF_NATIVE_WATERMARK,
  OFFICE_EXTENSIONS,
  PASSWORD,
  REDUCE_RESOLUTION,
  RESOLUTION,
} from '../fields/libreoffice.ts';
import { MERGE, PDF_A, SPLIT } from '../fields/pdf.ts';
import type { Form } from '../form/form.ts';
import { invalidForm, Refusal } from '../refusal.ts';
import { fuse } from './fuse.ts';
import { ATTACH, FINISH, FLAT, SHRINK } from './groups.ts';
import { printedPages } from './pages.ts';
import type { Plan, Step } from './plan.ts';
import { acceptsPdfOption as accepts } from './subjects.ts';
import { checkFormats, lastWorks, markWorks, noSuchFormat, splitWork } from './works.ts';

/** Plans `/forms/libreoffice/convert`. Throws Refusal 400. */
export function planOffice(form: Form): Plan {
  const fields = readFields(form, {
    split: { readings: SPLIT },
    ...FINISH,
    attachments: ATTACH,
    optimize: SHRINK,
    files: { readings: [filesOf(OFFICE_EXTENSIONS)] },
    export: { readings: [PASSWORD, ...EXPORT, NATIVE_PAGE_RANGES, ...EXPORT_MORE], accepts },
    merge: { readings: [MERGE] },
    flatten: FLAT,
  });
  const { get, options } = fields;
  const files = form.filesOf(OFFICE_EXTENSIONS);
  const marks = markWorks(form);
  checkFormats(form, fields);
  const split = splitWork(fields);
  const isMerged = get(MERGE) === true;
  const isNumbered = split.length > 0 && !isMerged;
  const works = [...split, ...marks, ...lastWorks(form, fields, () => noFormatOfOffice(get(PDF_A), split.length > 0))];
  const first: Step = {
    category: 'document',
    target: 'pdf',
    options: {
      // Otherwise Chromium prints Markdown.
      engine: 'libreoffice',
      ...withoutIdleLooks(options.export),
      ...resolution(fields),
      ...pages(get(NATIVE_PAGE_RANGES), files[0]?.filename ?? ''),
      ...(isMerged && files.length > 1 && { merge: true }),
    },
    ...(isMerged && files.length > 1 && { names: 'new' }),
  };
  return {
    source: { kind: 'files', files, password: get(PASSWORD) },
    steps: fuse(first, works),
    // One file gets a new name, as all do where nobody needs to tell them apart.
    names: files.map(({ filename }) => (files.length > 1 || isNumbered ? `${filename}.pdf` : null)),
  };
}

/** Leaves out how a watermark is written if there is none. */
function withoutIdleLooks(options: OptionValues): OptionValues {
  if ('native_watermark_text' in options) return options;
  const looks: readonly string[] = OF_NATIVE_WATERMARK;
  return Object.fromEntries(Object.entries(options).filter(([option]) => !looks.includes(option)));
}

function resolution({ get }: Pick<ReturnType<typeof readFields>, 'get'>): Record<string, unknown> {
  if (get(REDUCE_RESOLUTION) !== true) return {};
  if (!accepts('image_resolution')) throw invalidForm(unsupported(REDUCE_RESOLUTION.name));
  return { image_resolution: get(RESOLUTION) };
}

function pages(ranges: string | undefined, filename: string): Record<string, unknown> {
  if (ranges === undefined) return {};
  const printed = printedPages(ranges);
  if (printed !== null) return accepts('export_pages') ? { export_pages: printed } : { rearrange: printed };
  throw new Refusal(
    400,
    `LibreOffice could not apply the page ranges '${ranges}' to the document '${filename}'. Check the 'nativePageRanges' form field; valid values look like '1-4', '2' or '1,3,5-7'.`,
  );
}

const noFormatOfOffice = (asked: string | undefined, isLater: boolean): Refusal =>
  isLater
    ? noSuchFormat()
    : new Refusal(
        400,
        `The PDF format '${asked}' is not supported. Valid formats include PDF/A-1b, PDF/A-2b, PDF/A-3b, and PDF/UA.`,
      );
