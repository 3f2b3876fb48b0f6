import { EMBEDS_METADATA, FACTURX } from './attachments.ts';
import { PRINT, SCREENSHOT, URL_FIELD } from './chromium.ts';
import type { Field, Reading } from './field.ts';
import { EXPORT, EXPORT_MORE, PASSWORD } from './libreoffice.ts';
import { MARK_FIELDS } from './marks.ts';
import {
  AUTO_INDEX,
  BOOKMARKS,
  ENCRYPT,
  FLATTEN,
  FORMATS,
  MERGE,
  METADATA,
  OPTIMIZE,
  ROTATE,
  SPLIT,
  TITLE_BOOKMARKS,
} from './pdf.ts';
import { PENDING } from './pending.ts';

/** Fields that belong together, for the page. */
export interface FieldTable {
  readonly title: string;
  /** Routes that have them. */
  readonly where: string;
  readonly rows: readonly FieldRow[];
}

export interface FieldRow {
  readonly name: string;
  readonly takes: string;
  /** What it means here, in Markdown. */
  readonly meaning: string;
  /** Names of the options in its meaning. */
  readonly options: readonly string[];
}

const isField = (reading: Reading): reading is Field => 'read' in reading;

function rowOf({ name, takes, becomes }: Field): FieldRow {
  const meaning = becomes.kind === 'options' ? becomes.names.map((option) => `\`${option}\``).join(', ') : becomes.text;
  return { name, takes, meaning: withPending(meaning), options: optionsIn(meaning) };
}

/** Returns the names in code that have a form of options only. */
const optionsIn = (meaning: string): string[] =>
  [...meaning.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, option = '']) => option);

/** Says which options do not exist yet. */
const withPending = (meaning: string): string =>
  meaning.replaceAll(/`(\w+)`/g, (code, option: string) => (PENDING.has(option) ? `${option} (not yet)` : code));

const table = (title: string, where: string, readings: readonly Reading[]): FieldTable => ({
  title,
  where,
  rows: readings.filter(isField).map(rowOf),
});

/** Makes the rows of fields that come several times. */
const markRows = (kind: string): FieldRow[] =>
  MARK_FIELDS.map(([end, takes, meaning]) => ({ name: `${kind}${end}`, takes, meaning, options: [] }));

const printed = new Set<Reading>(PRINT);

export const FIELD_TABLES: readonly FieldTable[] = [
  table(
    'Web pages',
    '`/forms/chromium/convert/…`; those up to `emulatedMediaFeatures` also `/forms/chromium/screenshot/…`',
    [URL_FIELD, ...PRINT],
  ),
  table(
    'Screenshots',
    '`/forms/chromium/screenshot/…`',
    SCREENSHOT.filter((reading) => !printed.has(reading)),
  ),
  table('Office files', '`/forms/libreoffice/convert`', [PASSWORD, ...EXPORT, ...EXPORT_MORE, MERGE]),
  table('PDFs', 'every route that makes a PDF; of `/forms/pdfengines/…` those that the route is about', [
    ...SPLIT,
    ...FORMATS,
    METADATA,
    ...ROTATE,
    FLATTEN,
    ...OPTIMIZE,
    ...ENCRYPT,
    BOOKMARKS,
    AUTO_INDEX,
    TITLE_BOOKMARKS,
    EMBEDS_METADATA,
    ...FACTURX,
  ]),
  {
    title: 'Watermarks and stamps',
    where: 'every route that makes a PDF; several of them by repeated fields',
    rows: [...markRows('watermark'), ...markRows('stamp')],
  },
];
