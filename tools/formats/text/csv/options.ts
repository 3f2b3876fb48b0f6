import { type CsvDialect, CsvRecords, detectDialect } from './records.ts';

/** Number of characters of a file that decide about its dialect. */
export const CSV_SAMPLE_LENGTH = 256 * 1024;

/** Most columns of LibreOffice's sheets. */
const COLUMNS = 16_384;

/** Numbers of LibreOffice's filter: https://wiki.documentfoundation.org/Documentation/DevGuide/Spreadsheet_Documents#Filter_Options_for_the_CSV_Filter */
const UTF8 = 76;
const TEXT_COLUMN = 2;
const ENGLISH_US = 1033;
const GERMAN = 1031;

/**
 * Text that LibreOffice would change irreversibly when it reads it as a number: leading zeros (00123), a plus sign (+49…), integers of more
 * than 15 digits, and digits around an E that is not an exponent (12E3; numbers have a point or a sign there).
 */
const NOT_A_NUMBER = /^(?:[+-]?0\d+(?:[.,]\d+)?|\+\d[\d.,]*|-?\d{16,}|\d+[eE]\d+)$/;

const DECIMAL_COMMA = /^-?(?:\d+|\d{1,3}(?:\.\d{3})+),\d+$/;
const DECIMAL_POINT = /^-?(?:\d*|\d{1,3}(?:,\d{3})+)\.\d+$/;
/** 1,234 and 1.234 may be a thousand or a fraction, so they decide nothing. */
const AMBIGUOUS = /^-?\d{1,3}[.,]\d{3}$/;

/** Surveys the columns of a CSV file. */
export class CsvSurvey {
  readonly #dialect: CsvDialect;
  readonly #records: CsvRecords;
  readonly #textColumns = new Set<number>();
  #commas = 0;
  #points = 0;

  constructor(dialect: CsvDialect) {
    this.#dialect = dialect;
    this.#records = new CsvRecords(dialect.delimiter, dialect.quote, (fields) => {
      for (const [column, field] of fields.entries()) this.#look(field.trim(), column);
    });
  }

  write(text: string): void {
    this.#records.write(text);
  }

  /** Returns the token string for LibreOffice's filter `Text - txt - csv (StarCalc)`; see csvLoadOptions. */
  options(): string {
    this.#records.end();
    const { delimiter, quote, hasSeparatorLine } = this.#dialect;
    const columns = [...this.#textColumns].sort((one, other) => one - other);
    return [
      delimiter.charCodeAt(0),
      quote.charCodeAt(0),
      UTF8,
      hasSeparatorLine ? 2 : 1,
      columns.map((column) => `${column + 1}/${TEXT_COLUMN}`).join('/'),
      this.#commas > this.#points ? GERMAN : ENGLISH_US,
      // Quoted fields are read like others: programs that quote all fields quote their numbers too.
      false,
      // No guessing: MAR1 and 1-2 stay text. ISO dates still become dates.
      false,
      // The next four are for export, or off.
      false,
      false,
      false,
      0,
      // Formulas stay text: an untrusted file computes nothing here.
      false,
    ].join(',');
  }

  #look(field: string, column: number): void {
    if (column >= COLUMNS || field === '') return;
    if (NOT_A_NUMBER.test(field)) this.#textColumns.add(column);
    else if (AMBIGUOUS.test(field)) return;
    else if (DECIMAL_COMMA.test(field)) this.#commas++;
    else if (DECIMAL_POINT.test(field)) this.#points++;
  }
}

/**
 * Returns how LibreOffice should read CSV text: the tokens of its filter `Text - txt - csv (StarCalc)`, for a file in UTF-8. `sample`: its
 * beginning, or all of it. Columns whose text LibreOffice would damage (leading zeros, long digit strings) are text if the sample shows it.
 * Numbers become numbers, with a decimal comma if the sample has one; ISO dates become dates; percentages, other dates, times and formulas
 * stay as they are written.
 */
export function csvLoadOptions(sample: string, kind: 'csv' | 'tsv' = 'csv'): string {
  const text = sample.replace(/^\ufeff/, '');
  const survey = new CsvSurvey(detectDialect(text.slice(0, CSV_SAMPLE_LENGTH), kind === 'tsv'));
  survey.write(text);
  return survey.options();
}
