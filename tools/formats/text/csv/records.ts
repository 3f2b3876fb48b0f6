/** How the fields of a CSV file are separated. */
export interface CsvDialect {
  readonly delimiter: Delimiter;
  readonly quote: '"' | "'";
  /** Whether the first line is `sep=;`, as Excel writes it, and is not data. */
  readonly hasSeparatorLine: boolean;
}

/** Delimiters in order of preference. */
export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** Longer fields are truncated: the beginning of a field shows its kind. */
const FIELD_LENGTH = 64;

/**
 * Splits CSV text (RFC 4180), in pieces of any size, into records. A quote counts only at the start of a field; doubled quotes and line
 * ends inside quotes belong to the field. Fields are truncated at 64 characters.
 */
export class CsvRecords {
  readonly #delimiter: string;
  readonly #quote: string;
  readonly #onRecord: (fields: string[]) => void;
  #fields: string[] = [];
  #field = '';
  #state: 'start' | 'plain' | 'quoted' | 'quote in quoted' = 'start';
  #lineIsEmpty = true;

  constructor(delimiter: Delimiter, quote: string, onRecord: (fields: string[]) => void) {
    this.#delimiter = delimiter;
    this.#quote = quote;
    this.#onRecord = onRecord;
  }

  write(text: string): void {
    for (let index = 0; index < text.length; index++) this.#read(text[index] ?? '');
  }

  /** Adds the last record if the text does not end with a line end. */
  end(): void {
    if (!this.#lineIsEmpty) this.#endRecord();
  }

  #read(character: string): void {
    if (this.#state === 'quoted') {
      if (character === this.#quote) this.#state = 'quote in quoted';
      else this.#append(character);
      return;
    }
    if (this.#state === 'quote in quoted' && character === this.#quote) {
      this.#append(character);
      this.#state = 'quoted';
    } else if (character === this.#delimiter) {
      this.#endField();
      this.#lineIsEmpty = false;
    } else if (character === '\n' || character === '\r') {
      if (!this.#lineIsEmpty) this.#endRecord();
    } else if (this.#state === 'start' && character === this.#quote) {
      this.#state = 'quoted';
      this.#lineIsEmpty = false;
    } else {
      this.#append(character);
      this.#state = 'plain';
    }
  }

  #append(character: string): void {
    if (this.#field.length < FIELD_LENGTH) this.#field += character;
    this.#lineIsEmpty = false;
  }

  #endField(): void {
    this.#fields.push(this.#field);
    this.#field = '';
    this.#state = 'start';
  }

  #endRecord(): void {
    this.#endField();
    const fields = this.#fields;
    this.#fields = [];
    this.#lineIsEmpty = true;
    this.#onRecord(fields);
  }
}

/** Records read to detect the delimiter. */
const SAMPLE_RECORDS = 200;

/**
 * Detects the dialect of CSV text from its beginning. The delimiter is the one that gives the most records the same number of fields, and
 * among equals the one with more fields; `isTabSeparated` decides it. The quote is `'` only if fields are enclosed in it and none in `"`.
 */
export function detectDialect(sample: string, isTabSeparated = false): CsvDialect {
  const said = /^sep=([,;|\t])[\r\n]/i.exec(sample)?.[1] as Delimiter | undefined;
  const quote = detectQuote(sample);
  const best = () =>
    DELIMITERS.map((delimiter) => ({ delimiter, score: regularity(sample, delimiter, quote) })).reduce((one, other) =>
      other.score > one.score ? other : one,
    ).delimiter;
  return { delimiter: said ?? (isTabSeparated ? '\t' : best()), quote, hasSeparatorLine: said !== undefined };
}

/** Returns 0 if no record has two fields, otherwise the share of records with the most common number of fields, up to slightly above 1. */
function regularity(sample: string, delimiter: Delimiter, quote: string): number {
  const counts = new Map<number, number>();
  let records = 0;
  const reader = new CsvRecords(delimiter, quote, (fields) => {
    if (records++ < SAMPLE_RECORDS) counts.set(fields.length, (counts.get(fields.length) ?? 0) + 1);
  });
  reader.write(sample);
  // The end of the sample may truncate a record; a short sample has no other.
  if (records === 0) reader.end();
  const total = Math.min(records, SAMPLE_RECORDS);
  let best = 0;
  for (const [fields, times] of counts) {
    // Rounded, so that the number of fields decides between equally regular delimiters.
    if (fields > 1) best = Math.max(best, Math.round((10 * times) / total) + Math.min(fields, 999) / 1000);
  }
  return best;
}

function detectQuote(sample: string): '"' | "'" {
  const enclosed = (quote: string): number =>
    sample.match(new RegExp(`(?:^|[,;|\\t])${quote}[^${quote}\\r\\n]{0,200}${quote}(?=[,;|\\t\\r\\n]|$)`, 'gm'))
      ?.length ?? 0;
  return enclosed('"') === 0 && enclosed("'") > 0 ? "'" : '"';
}
