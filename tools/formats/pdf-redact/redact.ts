import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../../src/task/errors.ts';
import type { Recognition } from '../../programs/ocr/options.ts';
import { readPages } from '../../programs/ocr/read.ts';
import { answerOf, pikepdfCall } from '../../programs/pikepdf/pikepdf-script.ts';
import { askPoppler } from '../../programs/poppler/pdf-report.ts';
import type { PdfFile, PdfWork } from '../../programs/qpdf/pdf-work.ts';
import { runQpdf } from '../../programs/qpdf/qpdf.ts';

/** Most pages of a PDF that is redacted: each is read by four programs. */
export const MOST_PAGES = 2000;

/** One item of what to remove; `area` in points from the top left of pages as they are seen, pages from 1. */
export interface RedactionItem {
  readonly text?: string | undefined;
  readonly case_sensitive?: boolean | undefined;
  readonly whole_words?: boolean | undefined;
  readonly pattern?: string | undefined;
  readonly expression?: string | undefined;
  readonly field?: string | undefined;
  readonly annotations?: boolean | undefined;
  readonly area?: {
    readonly pages: readonly number[];
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
}

/** What was removed for one item. */
export interface RedactedItem {
  /** Places on pages. */
  readonly places: number;
  readonly pages: readonly number[];
  /** The first of them, 1000 of all items: page, x, y, width, height in points from the top left of the page as it is seen. */
  readonly rectangles: readonly (readonly number[])[];
  /** Annotations, fields, and texts besides the pages, such as bookmarks. */
  readonly document: number;
}

export interface Redactions {
  readonly items: readonly RedactedItem[];
  /** Pages that became pictures. */
  readonly pictured: readonly number[];
}

interface Answer extends Redactions {
  /** Pages on which text may only be seen. */
  readonly look: readonly number[];
  /** Item, page, and rectangle in the space of the page. */
  readonly covered: readonly unknown[];
}

interface Refusal {
  /** What is wrong with an item: the end of a sentence about it. */
  readonly error: string;
  readonly item?: number;
}

interface Left {
  readonly item: number;
  readonly reader: string;
  readonly page: number | null;
}

interface Proof {
  readonly left: readonly Left[];
  readonly unread: readonly number[];
}

const REDACT = new URL('./redact.py', import.meta.url);
const PROVE = new URL('./prove.py', import.meta.url);
const MODULES = new URL('./', import.meta.url);

/**
 * Removes what the items name from a PDF, and searches the result by pdfminer, poppler, pikepdf and tesseract. Pages on which something is
 * still found become pictures, and the result is searched again. Throws ConversionError `redaction_incomplete` if something is left,
 * `option_invalid` if an item cannot be searched for, `program_missing` also for text recognition, without which nothing is proved, and what
 * running programs throws.
 */
export async function redactPdf(
  file: PdfFile,
  items: readonly RedactionItem[],
  recognition: Recognition,
  job: PdfWork,
): Promise<{ readonly path: string; readonly redactions: Redactions }> {
  let pictures: readonly number[] = [];
  for (;;) {
    const folder = await job.newFolder();
    const path = join(folder, 'document.pdf');
    const answer = await redactOnce(file, path, { items, pictures }, job).catch((error: unknown) => {
      if (!(error instanceof ConversionError && error.code === 'engine_crashed')) throw error;
      // MuPDF 1.21 crashes while it changes the content of some pages, and shows them nevertheless.
      return redactOnce(file, path, { items, pictures: null }, job);
    });
    const proof = await prove(path, { items, answer, recognition }, folder, job);
    const suspect = [...proof.left.map(({ page }) => page), ...proof.unread];
    if (suspect.length === 0) return { path, redactions: { items: answer.items, pictured: answer.pictured } };
    const isLast = suspect.includes(null) || suspect.every((page) => page !== null && answer.pictured.includes(page));
    if (isLast) throw incomplete(proof);
    pictures = [...new Set([...answer.pictured, ...suspect.filter((page) => page !== null)])];
  }
}

async function redactOnce(
  { path: source }: PdfFile,
  result: string,
  /** `pictures`: pages that become pictures; null: all that have something to redact. */
  request: { readonly items: readonly RedactionItem[]; readonly pictures: readonly number[] | null },
  job: PdfWork,
): Promise<Answer> {
  const answer = (await runScript(REDACT, [source, result], request, job)) as Answer | Refusal;
  if (!('error' in answer)) return answer;
  const { error, item } = answer;
  const message = `${item === undefined ? 'An item' : `Item ${item + 1}`} of option redact ${error}. Change it or leave it out.`;
  throw new ConversionError('option_invalid', message, {
    details: { option: 'redact', ...(item !== undefined && { item: item + 1 }) },
  });
}

/** Runs a script of this folder, which gets secrets by its standard input and prints none. */
async function runScript(script: URL, args: readonly string[], input: object, job: PdfWork): Promise<unknown> {
  const call = await pikepdfCall(script, args, { modules: MODULES, stdin: JSON.stringify(input) });
  const result = await job.context.run(call);
  if (/^UnicodeDecodeError$/m.test(result.stderr)) {
    const message =
      'The PDF has names that are not UTF-8, which option redact cannot search. Print it to a new PDF first.';
    throw new ConversionError('conversion_failed', message, { details: { option: 'redact' } });
  }
  const missing = /^ModuleNotFoundError: No module named '(fitz|pdfminer)/m.exec(result.stderr)?.[1];
  if (missing === undefined) return answerOf(result);
  const from = `python3-${missing}`;
  const message = `${missing === 'fitz' ? 'PyMuPDF' : 'pdfminer'} is not installed, and option redact needs it. Install the package ${from}.`;
  throw new ConversionError('program_missing', message, {
    details: { option: 'redact', program: missing, package: from },
  });
}

/** What a result is searched for. */
interface Search {
  readonly items: readonly RedactionItem[];
  readonly answer: Answer;
  readonly recognition: Recognition;
}

async function prove(
  path: string,
  { items, answer, recognition }: Search,
  folder: string,
  job: PdfWork,
): Promise<Proof> {
  const texts = await Promise.all(ORDERS.map((order) => textOf(path, order, folder, job)));
  const look = items.some(isText) ? answer.look : [];
  const seen = await lookAt(path, look, recognition, folder, job);
  const input = { items, texts, seen, covered: answer.covered };
  return (await runScript(PROVE, [path], input, job)) as Proof;
}

/** Orders of text by pdftotext: of reading, and of the content of the page. */
const ORDERS = ['reading', 'raw'] as const;

/** Returns the file of the text of a PDF by poppler. */
async function textOf(path: string, order: (typeof ORDERS)[number], folder: string, job: PdfWork): Promise<string> {
  const text = join(folder, `text-${order}.txt`);
  const { exitCode, stderr } = await askPoppler(
    'pdftotext',
    ['-enc', 'UTF-8', ...(order === 'raw' ? ['-raw'] : []), path, text],
    job.context,
  );
  if (exitCode === 0) return text;
  throw new ConversionError('input_damaged', 'The PDF is too damaged: its text cannot be read again.', {
    log: stderr.slice(-4000),
  });
}

const isText = ({ text, pattern, expression }: RedactionItem): boolean =>
  text !== undefined || pattern !== undefined || expression !== undefined;

/** Returns the texts that are seen on pages, by files. */
async function lookAt(
  path: string,
  pages: readonly number[],
  recognition: Recognition,
  folder: string,
  job: PdfWork,
): Promise<readonly (readonly [number, string])[]> {
  if (pages.length === 0) return [];
  const some = join(folder, 'some.pdf');
  await runQpdf({ input: path, options: ['--pages', '.', '@-', '--'], pages: [pages.join(',')], output: some }, job);
  const read = await readPages({ kind: 'pdf', path: some }, { ...recognition, rasterize: true }, folder, job.context);
  const seen = read.map(async ({ number, paragraphs }) => {
    const text = join(folder, `seen-${number}.txt`);
    const lines = paragraphs.map((paragraph) => paragraph.lines.map((line) => line.text).join('\n'));
    await writeFile(text, lines.join('\n\n'));
    return [pages[number - 1] ?? 0, text] as const;
  });
  return Promise.all(seen);
}

function incomplete({ left, unread }: Proof): ConversionError {
  const shown = left.map(({ item, reader, page }) => ({ item: item + 1, reader, page }));
  const places = shown.map(({ item, page }) => `item ${item} ${page === null ? 'in the document' : `on page ${page}`}`);
  const what = [...new Set(places)].slice(0, 10).join(', ') || `pages ${unread.slice(0, 10).join(', ')} cannot be read`;
  const message = `Not all that option redact names could be removed, so there is no result: ${what}. Add areas for these places; if it is text in pictures, convert with ocr=true.`;
  return new ConversionError('redaction_incomplete', message, {
    details: { option: 'redact', left: shown.slice(0, 100), unread: unread.slice(0, 100) },
  });
}
