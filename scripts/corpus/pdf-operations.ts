import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import type { OptionValues } from '../../src/task/types.ts';
import type { Attempt, Outcome } from './attempt.ts';
import { convert } from './convert.ts';
import { filesBelow } from './files.ts';
import { difference, isWhite, type PdfFacts, type Picture, pdfFacts, shareKept, turned } from './pdf-facts.ts';

const OTHER = fileURLToPath(new URL('../../fixtures/document/report.pdf', import.meta.url));
const USER_PASSWORD = 'opens it';

/** Possible looks of a page; empty: unknown, so the page must only not be white if the source's is not. */
type Looks = readonly Picture[];

interface Expected {
  readonly pages: number;
  readonly first: Looks;
  readonly last: Looks;
}

interface PdfOperation {
  readonly name: string;
  readonly options: OptionValues;
  /** A second PDF with one page. */
  readonly other?: string;
  /** Password of the result. */
  readonly password?: string;
  /** Largest allowed difference of a page, see `difference`; default: none. */
  readonly mostDifferent?: number;
  /** Arguments for qpdf to do the same: poppler draws a rotated pattern with different lines, and then does so for both. */
  readonly byQpdf?: readonly string[];
  /** Whether no colour is left. Operations that would lose data are refused, so they do not count against the bare program. */
  readonly isGray?: boolean;
  readonly neverLarger?: boolean;
  /** Characters that the source does not have are changed ones. */
  readonly addsNoText?: boolean;
  /** Whether it is tried with such a file; default: always. A file that poppler cannot read has no facts. */
  fits?(source: PdfFacts | null): boolean;
  expect(source: PdfFacts, other: PdfFacts): Expected;
}

const same = ({ pages, first, last }: PdfFacts): Expected => ({ pages, first: [first], last: [last] });

/** Recognition rotates pages whose text is not upright. */
function anyTurn(picture: Picture): Looks {
  const quarter = turned(picture);
  const half = turned(quarter);
  return [picture, quarter, half, turned(half)];
}

const OPERATIONS: readonly PdfOperation[] = [
  {
    name: 'merge',
    options: { merge: true },
    other: OTHER,
    expect: (source, other) => ({ pages: source.pages + other.pages, first: [source.first], last: [other.last] }),
  },
  {
    name: 'rotate',
    options: { rotate: [{ pages: '1-last', angle: 90 }] },
    // Thin lines have other positions on the pixel grid.
    mostDifferent: 0.5,
    byQpdf: ['--rotate=+90'],
    expect: ({ pages, first, last }) => ({ pages, first: [turned(first)], last: [turned(last)] }),
  },
  {
    name: 'rearrange',
    options: { rearrange: 'last-first' },
    expect: ({ pages, first, last }) => ({ pages, first: [last], last: [first] }),
  },
  {
    name: 'pages_per_sheet',
    options: { pages_per_sheet: 4 },
    expect: ({ pages }) => ({ pages: Math.ceil(pages / 4), first: [], last: [] }),
  },
  {
    name: 'quality screen',
    options: { quality: 'screen' },
    // Images of 72 dpi; black and white ones with a palette lose whole rows.
    mostDifferent: 0.6,
    expect: same,
  },
  {
    name: 'quality ebook',
    options: { quality: 'ebook' },
    addsNoText: true,
    mostDifferent: 0.5,
    neverLarger: true,
    expect: same,
  },
  {
    name: 'compression strong',
    options: { compression: 'strong' },
    addsNoText: true,
    mostDifferent: 0.5,
    neverLarger: true,
    expect: same,
  },
  {
    name: 'dpi',
    options: { dpi: 72 },
    addsNoText: true,
    mostDifferent: 0.6,
    expect: same,
  },
  {
    name: 'color gray',
    options: { color: 'gray' },
    addsNoText: true,
    // Greys of the same luminance are lighter or darker than the mean of red, green and blue.
    mostDifferent: 1,
    isGray: true,
    expect: same,
  },
  {
    name: 'passwords',
    options: { new_user_password: USER_PASSWORD, new_owner_password: 'changes it' },
    password: USER_PASSWORD,
    expect: same,
  },
  {
    name: 'ocr',
    options: { ocr: true, language: 'eng' },
    fits: (source) => source !== null && source.letters === '' && !isWhite(source.first),
    // Pages that are straightened or rotated are rendered again.
    mostDifferent: 0.3,
    expect: ({ pages, first, last }) => ({ pages, first: anyTurn(first), last: anyTurn(last) }),
  },
];

/** Letters drawn twice at one place count once, which depends on the page's orientation. */
const LEAST_KEPT = 0.98;

/** Bytes that qpdf, which rewrites every PDF at least, may add to a file that does not become smaller. */
const SLACK_BYTES = 4096;

/** The row of the bare program. */
const REFERENCE = 'qpdf in out';

/** Returns attempts of every PDF below the folder with every operation, and with a bare `qpdf in out`. */
export async function pdfAttempts(corpora: string): Promise<Attempt[]> {
  const other = await pdfFacts(OTHER);
  const files = (await filesBelow(corpora)).filter((file) => file.toLowerCase().endsWith('.pdf'));
  const sources: { readonly file: string; readonly source: PdfFacts | null }[] = [];
  for (const file of files) sources.push({ file, source: await pdfFacts(file).catch(() => null) });
  return [
    ...sources.map(({ file, source }) => referenceOf(file, source)),
    ...OPERATIONS.flatMap((operation) =>
      sources
        .filter(({ source }) => operation.fits?.(source) !== false)
        .map(({ file, source }) => attemptOf(operation, file, source, other)),
    ),
  ];
}

function attemptOf(operation: PdfOperation, file: string, source: PdfFacts | null, other: PdfFacts): Attempt {
  const { name, options } = operation;
  const inputs = operation.other === undefined ? [file] : [file, operation.other];
  return {
    file,
    name: `pdf/${name}`,
    make: (folder) => convert({ inputs, category: 'document', target: 'pdf', options }, folder),
    async verify([output, ...more], warnings) {
      if (output === undefined || more.length > 0) throw new Error(`${more.length + 1} outputs`);
      const expected = source === null ? null : operation.expect(source, other);
      await checkPdf(output, { ...operation, warnings }, source, expected).catch(async (error: unknown) => {
        if (operation.byQpdf === undefined) throw error;
        const bare = `${output}.bare.pdf`;
        await execa('qpdf', [file, ...operation.byQpdf, bare]);
        await checkPdf(
          output,
          { ...operation, mostDifferent: 0.01, warnings },
          source,
          same(await pdfFacts(bare)),
        ).catch(() => {
          throw error;
        });
      });
    },
  };
}

function referenceOf(file: string, source: PdfFacts | null): Attempt {
  return {
    file,
    name: `pdf/${REFERENCE}`,
    isReference: true,
    async make(folder) {
      const output = join(folder, 'output.pdf');
      const { exitCode } = await execa('qpdf', [file, output], { reject: false });
      return exitCode === 0 || exitCode === 3
        ? { outputs: [output], warnings: [] }
        : { refused: `exit code ${exitCode}` };
    },
    async verify([output = '']) {
      await checkPdf(output, {}, source, source && same(source));
    },
  };
}

interface Checks extends Pick<PdfOperation, 'password' | 'mostDifferent' | 'isGray' | 'neverLarger' | 'addsNoText'> {
  readonly warnings?: readonly string[];
}

/** Warning if a form's own drawing of a value is lost. */
const VALUES_LOST = /^Form fields with signs that are not Latin-1/;

/** `expected` is null if poppler cannot read the source. */
async function checkPdf(
  path: string,
  { password, mostDifferent = 0.01, warnings = [], isGray = false, neverLarger = false, addsNoText = false }: Checks,
  source: PdfFacts | null,
  expected: Expected | null,
): Promise<void> {
  const check = await execa('qpdf', [...(password === undefined ? [] : [`--password=${password}`]), '--check', path], {
    reject: false,
    all: true,
  });
  if (check.exitCode !== 0) throw new Error(`qpdf --check: ${check.all.replaceAll('\n', ' ').slice(0, 300)}`);
  if (password !== undefined) {
    const without = await execa('pdfinfo', [path], { reject: false });
    if (without.exitCode === 0) throw new Error('it opens without the password');
  }
  const made = await pdfFacts(path, password);
  if (source === null || expected === null) return;
  if (made.pages !== expected.pages) throw new Error(`${made.pages} pages, not ${expected.pages}`);
  for (const which of ['first', 'last'] as const) {
    const looks = expected[which];
    if (isWhite(made[which]) && !isWhite(source[which]) && looks.every((look) => !isWhite(look))) {
      throw new Error(`the ${which} page is white`);
    }
    const apart = looks.length === 0 ? 0 : Math.min(...looks.map((look) => difference(made[which], look)));
    if (apart > mostDifferent) throw new Error(`the ${which} page looks different (${apart.toFixed(2)})`);
  }
  if (isGray && made.colored) throw new Error('a page is in colour');
  if (neverLarger && made.bytes > source.bytes + SLACK_BYTES) throw new Error(`${made.bytes} bytes of ${source.bytes}`);
  const back = addsNoText ? shareKept(made.letters, source.letters) : 1;
  const kept = Math.min(shareKept(source.letters, made.letters), back);
  if (kept < LEAST_KEPT && !warnings.some((warning) => VALUES_LOST.test(warning)))
    throw new Error(`${(kept * 100).toFixed(1)} % of the letters are in the result`);
}

/** Returns lines to print: for each operation, how many files it and a bare qpdf convert without an error; it must not be fewer. */
export function compareWithReference(outcomes: readonly Outcome[]): {
  readonly lines: readonly string[];
  readonly isWorse: boolean;
} {
  const filesOf = (name: string, isClean: boolean) =>
    new Set(
      outcomes
        .filter((one) => one.name === `pdf/${name}` && (!isClean || one.kind === 'converted'))
        .map(({ file }) => file),
    );
  const reference = filesOf(REFERENCE, true);
  const rates = OPERATIONS.map(({ name, isGray = false }) => {
    const tried = filesOf(name, false);
    const theirs = isGray ? 0 : reference.intersection(tried).size;
    return { name, tried: tried.size, own: filesOf(name, true).size, theirs };
  }).filter(({ tried }) => tried > 0);
  return {
    lines: rates.map(({ name, tried, own, theirs }) => `clean of ${tried}: ${name} ${own}, ${REFERENCE} ${theirs}`),
    isWorse: rates.some(({ own, theirs }) => own < theirs),
  };
}
