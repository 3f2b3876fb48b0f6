import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { pluralize } from '../../../src/util/pluralize.ts';
import type { OfficeResult, Range, Sheet } from '../../../tools/programs/libreoffice/job.ts';
import type { Format } from '../filters.ts';
import { CutCells } from './cut-cells.ts';
import type { Work } from './step.ts';

/** Formats that keep hidden what their source hides. */
const CAN_HIDE: ReadonlySet<Format> = new Set(['xls', 'xlsx', 'ods', 'ppt', 'pptx', 'odp']);

/** Warns of what a spreadsheet or a presentation hides, and of what becomes of it. Does not warn if nothing is hidden. */
export function warnOfHidden(result: OfficeResult, save: Format, { input, context, showsHidden }: Work): void {
  if (showsHidden) return;
  const counts = countsOf(result);
  const named = NAMES.flatMap(([kind, one, many]) => (counts[kind] > 0 ? [pluralize(counts[kind], one, many)] : []));
  if (named.length === 0) return;
  const what = `${input.filename} has ${LIST.format(named)}`;
  const becomes = CAN_HIDE.has(save)
    ? 'still in the result, and still hidden.'
    : 'not in the result. Option hidden with "include" shows what is hidden.';
  const is = Object.values(counts).reduce((all, count) => all + count) === 1 ? 'it is' : 'they are';
  context.warn('output_limited', `${what}: ${is} ${becomes}`, { hidden: counts });
}

const LIST = new Intl.ListFormat('en-GB');

const NAMES = [
  ['sheets', 'hidden sheet', 'hidden sheets'],
  ['rows', 'hidden row', 'hidden rows'],
  ['columns', 'hidden column', 'hidden columns'],
  ['slides', 'hidden slide', 'hidden slides'],
] as const;

function countsOf({ sheets, hiddenSlides }: OfficeResult): Record<(typeof NAMES)[number][0], number> {
  const shown = sheets.filter(({ isHidden }) => !isHidden);
  return {
    sheets: sheets.length - shown.length,
    rows: sum(shown.flatMap(({ hiddenRows }) => hiddenRows)),
    columns: sum(shown.flatMap(({ hiddenColumns }) => hiddenColumns)),
    slides: hiddenSlides,
  };
}

const sum = (ranges: readonly Range[]): number => ranges.reduce((all, [first, last]) => all + last - first + 1, 0);

/** Returns the csv of a sheet without its hidden rows and columns; `path` itself if none are hidden. */
export async function withoutHidden(path: string, sheet: Sheet, separator: string, work: Work): Promise<string> {
  const { hiddenRows, hiddenColumns } = sheet;
  if (work.showsHidden || hiddenRows.length + hiddenColumns.length === 0) return path;
  const cut = `${path}.shown`;
  const cutting = new CutCells(separator, hiddenRows, hiddenColumns);
  await pipeline(createReadStream(path), cutting, createWriteStream(cut), { signal: work.context.signal });
  return cut;
}
