import { join } from 'node:path';
import {
  eachPage,
  joined,
  nothingNamed,
  type Run,
  selectPages,
  warnOfMissing,
} from '../../../../src/runner/page-list.ts';
import type { WorkContext } from '../../../../src/work/context.ts';
import { catalogFacts } from '../../../../tools/formats/pdf-pages/document-facts.ts';
import type { TextPages, TextStyle } from '../../../../tools/programs/librsvg/text-pages.ts';
import { runPikepdfScript } from '../../../../tools/programs/pikepdf/pikepdf-script.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { runQpdf } from '../../../../tools/programs/qpdf/qpdf.ts';
import type { PdfJob, PdfOptions } from '../operation.ts';
import { withFormAside } from './form-aside.ts';

/** What is laid on pages, and how. */
export interface Laying {
  readonly where: 'over' | 'under';
  /** Page ranges of the document, ascending. */
  readonly pages: readonly Run[];
  readonly alignment: NonNullable<PdfOptions['alignment']>;
  /** Points that stay free at the edges of the page. */
  readonly margin: number;
  /** Factor of the original size. */
  readonly scale: number;
  /** Degrees clockwise. */
  readonly angle: number;
  /** 1: opaque. */
  readonly opacity: number;
  /** Whether it is repeated all over the page. */
  readonly tiled: boolean;
  readonly text: LaidText | null;
}

/** Subtype of the artifact that a text laid on pages is (ISO 32000-1, table 330). */
export type ArtifactKind = 'Watermark' | null;

/** A text that we draw. In a tagged document it is not content but an artifact. */
export interface LaidText extends Pick<TextPages, 'anchor' | 'height' | 'widest'> {
  readonly side: TextStyle['side'];
  /** Whether each of the pages has a text of its own. */
  readonly each: boolean;
  readonly subtype: ArtifactKind;
}

const OPEN_SCRIPT = new URL('../open_pages.py', import.meta.url);

/**
 * Moves the content of pages that qpdf laid something on back into the pages of a tagged document, since tags do not reach into the forms
 * that qpdf makes of it. Returns other documents unchanged. Throws what askQpdf and runPikepdfScript throw.
 */
export async function keepTags(
  file: PdfFile,
  { where, pages }: Pick<Laying, 'where' | 'pages'>,
  job: PdfJob,
): Promise<PdfFile> {
  return (await catalogFacts(file, job)).tags ? openPages(file, { where, pages }, job) : file;
}

/** In the form that qpdf makes of a page's content, the content is also cut off at the page's finished size. */
async function openPages(
  file: PdfFile,
  { where, pages }: Pick<Laying, 'where' | 'pages'>,
  job: PdfJob,
): Promise<PdfFile> {
  const path = join(await job.newFolder(), 'document.pdf');
  await runPikepdfScript(OPEN_SCRIPT, [where, pairsOf(pages), file.path, path], job);
  return { ...file, path };
}

const pairsOf = (pages: readonly Run[]): string => JSON.stringify(pages.map(({ from, to }) => [from, to]));

/** What the script prints. */
interface Sheets {
  readonly sheets: readonly number[];
  readonly lost: boolean;
  readonly trimmed: boolean;
}

const SHEETS_SCRIPT = new URL('./stamp_sheets.py', import.meta.url);

/** Lays the first page of a PDF, or the page of each text in it, on pages of a document. Throws what qpdf and runPikepdfScript throw. */
export async function laySheets(file: PdfFile, other: PdfFile, laying: Laying, job: PdfJob): Promise<PdfFile> {
  const { where, pages, ...how } = laying;
  let isTrimmed = false;
  const path = await withFormAside(file, other, job, async (input) => {
    const folder = await job.newFolder();
    const [sheetsPath, output] = [join(folder, 'sheets.pdf'), join(folder, 'document.pdf')];
    const settings = JSON.stringify({ ...how, pages: pages.map(({ from, to }) => [from, to]) });
    const made = await runPikepdfScript(SHEETS_SCRIPT, [settings, input, other.path, sheetsPath], job);
    const { sheets, lost, trimmed } = made as Sheets;
    isTrimmed = trimmed;
    if (lost) {
      const message =
        'The links and form fields of what is laid on the pages are left out: they can be neither turned nor scaled.';
      job.context.warn('output_limited', message);
    }
    const lay = where === 'over' ? '--overlay' : '--underlay';
    // With many pages the lists are too long for an argument.
    const named = [`--from=${sheets.join(',')}`, `--to=${[...eachPage(pages)].join(',')}`];
    await runQpdf({ input, readsMore: true, options: [lay, sheetsPath, '@-', '--'], pages: named, output }, job);
    return output;
  });
  return isTrimmed ? openPages({ ...file, path }, laying, job) : keepTags({ ...file, path }, laying, job);
}

/**
 * Returns the pages that an option names, ascending and each once; all pages if it is omitted. Warns of pages that the document does not
 * have. Throws ConversionError `option_invalid` if it has none of them.
 */
export function chosenPages(text: string | undefined, option: string, count: number, context: WorkContext): Run[] {
  if (text === undefined) return [{ from: 1, to: count }];
  const { pages, missing } = selectPages(text, option, count);
  if (pages.length === 0) throw nothingNamed(option, count);
  warnOfMissing(option, missing, count, context);
  const numbers = [...new Set(eachPage(pages))].sort((a, b) => a - b);
  return joined(numbers.map((page) => ({ from: page, to: page })));
}
