import { access, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { stem } from '../../../src/files/filename.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { pluralize } from '../../../src/util/pluralize.ts';
import { type LocalInput, type WorkContext, warnOfUnusedPassword } from '../../../src/work/context.ts';
import { orOfPassword, refuseUnopened } from '../../../tools/formats/office-files/older-encryption.ts';
import { pdfInfo } from '../../../tools/formats/pdf-text/info.ts';
import { textKindOf } from '../../../tools/formats/text/kinds.ts';
import { csvLoadOptionsOf } from '../../../tools/formats/text/steps.ts';
import { convertOffice } from '../../../tools/programs/libreoffice/convert.ts';
import type {
  OfficeJob,
  OfficeLoad,
  OfficeResult,
  OfficeStore,
  Sheet,
  TrackedChanges,
} from '../../../tools/programs/libreoffice/job.ts';
import { DRAFT_FILTERS, EXPORT_FILTERS, type Format, SEPARATORS } from '../filters.ts';
import type { Step } from '../routes.ts';
import { warnOfAsides } from './asides.ts';
import { warnOfHidden, withoutHidden } from './hidden.ts';
import { loadName } from './load-name.ts';
import { olderFilter } from './older-office.ts';
import { openDraft } from './pdf.ts';
import type { Draft, Work } from './step.ts';

type OfficeStep = Extract<Step, { step: 'office' }>;

/**
 * Opens a draft in LibreOffice and saves it as another format; one file per sheet if the format is csv or tabs. Throws what convertOffice
 * throws, and `conversion_failed` if the file opens in another application than the route is for.
 */
export async function office(step: OfficeStep, draft: Draft, work: Work): Promise<Draft[]> {
  const { save } = step;
  const folder = await work.newFolder();
  const pdfA = step.save === 'pdf' ? (work.pdfA ?? null) : null;
  const store = storeOf(step, pdfData(step, work));
  const result = step.open === 'pdf as slides' ? await loadPdf(draft) : await load(step.open);
  if (result.kind !== step.as) throw openedAsAnother(result.kind, step, work);
  if (result.repaired) {
    work.context.warn('input_damaged', `${work.input.filename} was damaged; the repaired part was converted.`);
  }
  const becomes = step.next ?? save;
  if (result.changes > 0) warnOfChanges(result.changes, becomes, work);
  warnOfHidden(result, becomes, work);
  warnOfAsides(result.asides, becomes, work);
  if (save !== 'csv' && save !== 'tabs') {
    const made = { path: join(folder, store.name), format: save };
    return [{ ...made, ...(pdfA !== null && { pdfA }) }];
  }
  const sheets = result.sheets.filter(({ isHidden }) => work.showsHidden || !isHidden);
  return withoutEmpty(await Promise.all(sheets.map((sheet) => sheetFile(sheet, save, { folder, work }))));

  function jobOf(path: string): Omit<OfficeJob, 'load'> {
    const { input, changes, showsHidden: showHidden } = work;
    const { filename } = input;
    const name = draft.format === 'source' ? loadName(input, work.source) : `${stem(filename)}.${draft.format}`;
    const plainPages = PAGELESS.has(step.open === 'source' ? (input.format?.name ?? '') : step.open);
    const storedValues = step.open === 'source' && step.as === 'calc' && VALUES.has(save);
    const { fitWidth = false, updateIndexes = false } = (save === 'pdf' && work.pdfExport) || {};
    const edits = { changes, showHidden, plainPages, fitWidth, updateIndexes };
    return { input: path, name, store: [store], storedValues, ...edits };
  }

  async function load(open: Exclude<OfficeStep['open'], 'pdf as slides'>): Promise<OfficeResult> {
    if (open === 'source') await refuseUnopened(work.input);
    const load = open === 'source' ? await sourceLoad(work) : await draftLoad(open, draft, work);
    const loaded = await convertOffice({ ...jobOf(draft.path), load }, folder, work.context).catch(async (error) => {
      throw open === 'source' ? await orOfPassword(error, work.input) : error;
    });
    if (load.password !== undefined && !loaded.encrypted) warnOfUnusedPassword(work.input, work.context);
    return loaded;
  }

  /** Starts LibreOffice cold: it reads a PDF by a program of its own, which children of its worker process may not start. */
  async function loadPdf(draft: Draft): Promise<OfficeResult> {
    const pdf = await openDraft(draft, work);
    // LibreOffice supports no passwords here and reports no reasons: both are checked before.
    if (draft.format === 'source') await pdfInfo(pdf, work.context);
    const load = DRAFT_FILTERS['pdf as slides'];
    return convertOffice({ ...jobOf(pdf.path), load }, folder, work.context, 'cold');
  }
}

/**
 * Returns what kind of document an encrypted Office file is, which only its password shows. Nothing is stored: a filter of another
 * application would crash LibreOffice. Throws what convertOffice throws.
 */
export async function unlockedFamily(
  input: LocalInput,
  password: string,
  folder: string,
  context: WorkContext,
): Promise<OfficeResult['kind']> {
  const job = { input: input.path, name: input.filename, load: { filter: null, password }, store: [] };
  return (await convertOffice(job, folder, context)).kind;
}

const NAMES: Readonly<Record<OfficeResult['kind'], string>> = {
  writer: 'a text',
  calc: 'a spreadsheet',
  impress: 'a presentation',
  draw: 'a drawing',
  other: 'something else',
};

function openedAsAnother(kind: OfficeResult['kind'], step: OfficeStep, { input }: Work): ConversionError {
  const message = `${input.filename} opened as ${NAMES[kind]}, but ${NAMES[step.as]} was expected from its content.`;
  return new ConversionError('conversion_failed', message);
}

/** Warns of tracked changes: readers of the finished text see neither deleted text nor that anything changed. */
function warnOfChanges(count: number, save: Format, { input, context, changes }: Work): void {
  const what = `${pluralize(count, 'tracked change', 'tracked changes')} of ${input.filename} ${count === 1 ? 'was' : 'were'}`;
  const become: Record<TrackedChanges, string> = {
    accept: 'accepted: the result is the text without what they delete.',
    reject: 'rejected: the result is the text without what they insert.',
    show: KEEPS_CHANGES.has(save)
      ? 'kept: the result still has what they delete.'
      : 'not accepted: the result has both what they delete and what they insert.',
  };
  context.warn('output_limited', `${what} ${become[changes]}`, { changes: count });
}

const KEEPS_CHANGES: ReadonlySet<Format> = new Set(['doc', 'docx', 'odt', 'rtf']);

/** Formats that have the values of cells, without formulas. */
const VALUES: ReadonlySet<Format> = new Set(['csv', 'tabs', 'html']);

/** Spreadsheets without pages, by their format or by how they are opened. */
const PAGELESS: ReadonlySet<string> = new Set(['rows', 'tabbed text', 'html as sheets', 'dif', 'slk']);

const BASE = 'out';

function storeOf({ as, save }: OfficeStep, data: OfficeStore['data']): OfficeStore {
  const exporter = EXPORT_FILTERS[as][save];
  if (exporter === undefined) throw new Error(`${as} does not write ${save}`);
  return { name: `${BASE}.${save}`, ...exporter, ...(data && { data }) };
}

/** Returns the settings of LibreOffice's PDF export (its FilterData). Undefined: none. */
function pdfData(
  { save }: OfficeStep,
  { pdfA, pdfExport, losslessPictures, input, source }: Work,
): OfficeStore['data'] {
  if (save !== 'pdf') return undefined;
  // JPEG pictures are copied unchanged only by default.
  const isLossless = losslessPictures === true && source.family === 'image' && input.format?.name !== 'jpg';
  if (!pdfA && !isLossless && pdfExport === undefined) return undefined;
  return {
    ...(pdfA && { SelectPdfVersion: pdfA }),
    ...(isLossless && { UseLosslessCompression: true, ReduceImageResolution: false }),
    ...pdfExport?.data,
  };
}

async function sourceLoad({ input, source }: Work): Promise<OfficeLoad> {
  const filter = (await olderFilter(input)) ?? source.filter;
  return { filter, ...(input.decryptPassword !== null && { password: input.decryptPassword }) };
}

async function draftLoad(
  open: Exclude<OfficeStep['open'], 'source' | 'pdf as slides'>,
  draft: Draft,
  { input, context }: Work,
): Promise<OfficeLoad> {
  const how = DRAFT_FILTERS[open];
  if (open !== 'rows') return how;
  const kind = textKindOf(input) === 'tsv' ? 'tsv' : 'csv';
  return { ...how, options: await csvLoadOptionsOf(draft.path, kind, context) };
}

/** LibreOffice puts the sheet's name into the file name as part of a URL, so that %41 becomes A. */
async function sheetFile(
  sheet: Sheet,
  format: keyof typeof SEPARATORS,
  { folder, work }: { folder: string; work: Work },
): Promise<Draft> {
  for (const name of [sheet.name, unescapeUrl(sheet.name)]) {
    const path = join(folder, `${BASE}-${name}.${format}`);
    if (name.includes('/') || !(await exists(path))) continue;
    return { path: await withoutHidden(path, sheet, SEPARATORS[format], work), format, sheet: sheet.name };
  }
  throw new ConversionError(
    'conversion_failed',
    `The sheet ${JSON.stringify(sheet.name)} could not be written as a file.`,
  );
}

/** Drops empty sheets, which are a single line end: new Excel files had three sheets, most of which were never used. */
async function withoutEmpty(sheets: Draft[]): Promise<Draft[]> {
  const sizes = await Promise.all(sheets.map(async ({ path }) => (await stat(path)).size));
  const used = sheets.filter((_, index) => (sizes[index] ?? 0) > 1);
  return used.length > 0 ? used : sheets.slice(0, 1);
}

function unescapeUrl(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
