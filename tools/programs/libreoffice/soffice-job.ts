import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type Asides,
  inputName,
  JOB_FOLDER,
  type OfficeJob,
  type OfficeResult,
  type OfficeStore,
  type Range,
  type Sheet,
} from './job.ts';

/** A question or message of LibreOffice while it loaded a file. */
export interface Asked {
  /** Type of the request: `com.sun.star.document.BrokenPackageRequest`. */
  readonly request: string;
  /** Number of an ErrorCodeRequest. */
  readonly errorCode: number | null;
}

/** What soffice.bas reports of its job. */
export interface OfficeAnswer {
  readonly asked: readonly Asked[];
  /** Null if nothing was loaded. */
  readonly kind: OfficeResult['kind'] | null;
  readonly sheets: readonly Sheet[];
  readonly hiddenSlides: number;
  /** Tracked changes of a text. */
  readonly changes: number;
  readonly asides: Asides;
  /** Where it failed and LibreOffice's own words; null if it did not fail. */
  readonly failed: { readonly stage: string; readonly text: string } | null;
  /** Every file was stored. */
  readonly stored: boolean;
}

/**
 * Writes the job as lines `key<TAB>value` for soffice.bas, which reports its outcome in the file `result`. The input is in the folder that
 * LibreOffice starts in, where the outputs appear too.
 * @param edits the document is changed before it is stored, so the input is writable
 */
export function writeJob(job: OfficeJob, result: string, edits = false): string {
  const { filter, options, password } = job.load;
  const lines = [
    line('result', fileUrl(result)),
    line('input', fileUrl(join(JOB_FOLDER, inputName(job)))),
    ...(filter === null ? [] : [line('filter', filter)]),
    ...(options === undefined ? [] : [line('options', options)]),
    ...(password === undefined ? [] : [line('password', password)]),
    ...(edits ? editLines(job) : []),
    ...(job.plainPages ? [line('plain-pages', 'true')] : []),
    ...(job.fitWidth ? [line('fit-width', 'true')] : []),
    ...(job.updateIndexes ? [line('update-indexes', 'true')] : []),
    ...job.store.flatMap((store) => storeLines(store)),
    // The reader in soffice.bas drops the last line.
    line('end', ''),
  ];
  return lines.join('');
}

function editLines({ changes = 'show', showHidden = false }: OfficeJob): string[] {
  return [
    line('edit', 'true'),
    ...(changes === 'show' ? [] : [line('changes', changes)]),
    ...(showHidden ? [line('show-hidden', 'true')] : []),
  ];
}

/** Whether something in the document that LibreOffice described has to be changed before it is stored. */
export function needsEdits({ changes = 'show', showHidden = false }: OfficeJob, answer: OfficeAnswer): boolean {
  const hides = answer.hiddenSlides > 0 || answer.sheets.some(isHiding);
  return (answer.changes > 0 && changes !== 'show') || (showHidden && hides);
}

const isHiding = ({ isHidden, hiddenRows, hiddenColumns }: Sheet): boolean =>
  isHidden || hiddenRows.length + hiddenColumns.length > 0;

function storeLines(store: OfficeStore): string[] {
  return [
    line('store', fileUrl(join(JOB_FOLDER, store.name))),
    line('store-filter', store.filter),
    ...(store.options === undefined ? [] : [line('store-options', store.options)]),
    ...Object.entries(store.data ?? {}).map(([name, value]) => line(typeKey(value), `${name}\t${value}`)),
    line('store-end', ''),
  ];
}

/** LibreOffice distinguishes integers from other numbers and refuses the wrong type. */
function typeKey(value: string | number | boolean): string {
  if (typeof value === 'boolean') return 'store-truth';
  if (typeof value === 'string') return 'store-text';
  return Number.isInteger(value) ? 'store-integer' : 'store-number';
}

function line(key: string, value: string): string {
  return `${key}\t${value.replaceAll('%', '%25').replaceAll('\n', '%0A').replaceAll('\r', '%0D')}\n`;
}

function fileUrl(path: string): string {
  return pathToFileURL(path).href;
}

/** Reads the result of soffice.bas: lines `key<TAB>first<TAB>second`. Unknown keys are ignored. */
export function readResult(text: string): OfficeAnswer {
  const lines = text.split('\n').map((each) => each.split('\t').map(unescapeText));
  const failed = lines.find(([key]) => key === 'failed');
  const count = (name: string) => Number(lines.find(([key]) => key === name)?.[1] ?? 0);
  const embedded = (what: string) => lines.filter(([key, first]) => key === 'embedded' && first === what).length;
  return {
    asked: lines.filter(([key]) => key === 'asked').map(readAsked),
    kind: KINDS.find((kind) => lines.some(([key, first]) => key === 'kind' && first === kind)) ?? null,
    sheets: lines.filter(([key]) => key === 'sheet').map(readSheet),
    hiddenSlides: count('hidden-slides'),
    changes: count('changes'),
    asides: {
      comments: count('comments'),
      charts: count('charts'),
      headers: count('headers'),
      notes: count('notes'),
      inserted: 0,
      media: embedded('media'),
      texts: embedded('texts'),
      workbooks: embedded('workbooks'),
      presentations: embedded('presentations'),
      pdfs: 0,
      objects: embedded('objects'),
    },
    failed: failed === undefined ? null : { stage: failed[1] ?? '', text: failed[2] ?? '' },
    stored: lines.some(([key]) => key === 'stored'),
  };
}

/** Reads `shown|2-3 7-7|` after the name: rows, then columns. */
function readSheet([, name = '', counts = '']: string[]): Sheet {
  const [shown, rows, columns] = counts.split('|');
  return { name, isHidden: shown === 'hidden', hiddenRows: readRanges(rows), hiddenColumns: readRanges(columns) };
}

function readRanges(text = ''): Range[] {
  const words = text.split(' ').filter(Boolean);
  return words.map((word) => {
    const [first, last] = word.split('-').map(Number);
    return [first ?? 0, last ?? 0];
  });
}

const KINDS: readonly OfficeResult['kind'][] = ['writer', 'calc', 'impress', 'draw', 'other'];

function readAsked([, request = '', detail = '']: string[]): Asked {
  return { request, errorCode: detail === '' ? null : Number(detail) };
}

function unescapeText(text: string): string {
  return text.replaceAll('%0A', '\n').replaceAll('%0D', '\r').replaceAll('%09', '\t').replaceAll('%25', '%');
}
