import { mkdir, readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type PageRange, parseSplitPoints, type SplitPoints } from '../../../../src/catalog/grammar/pages.ts';
import {
  cutAfter,
  nothingNamed,
  type Run,
  runSuffix,
  runText,
  selectItems,
  unnamed,
  warnOfMissing,
} from '../../../../src/runner/page-list.ts';
import { ConversionError } from '../../../../src/task/errors.ts';
import { allDone, mapConcurrently } from '../../../../src/util/concurrency.ts';
import { pluralize } from '../../../../src/util/pluralize.ts';
import { addLayers, markLayers } from '../../../../tools/formats/pdf-pages/carry-layers.ts';
import { lossesOf } from '../../../../tools/formats/pdf-pages/document-facts.ts';
import { dropLostParts } from '../../../../tools/formats/pdf-pages/drop-lost-parts.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { runQpdf } from '../../../../tools/programs/qpdf/qpdf.ts';
import type { Operation, PdfJob, PdfOptions } from '../operation.ts';
import { compress, packArguments } from '../quality/compress.ts';
import { type NamedPart, partsByBookmarks } from './split-bookmarks.ts';
import { partsByCodes } from './split-codes.ts';
import { partsByBlank, partsByText } from './split-seen.ts';
import { splitBySize } from './split-size.ts';
import { takePages, warnOfPagesAlone } from './take-pages.ts';

/** More files are of no use to anybody, and each costs its share of the attachments, tags and metadata. */
const MOST_PARTS = 1000;
const MOST_SINGLE_PAGES = 20_000;

/**
 * Splits one document into several.
 *
 * - `all`, one_file_per_page: one document per page.
 * - Numbers alone (`3, 6`): a cut after each of these pages; every page is in one of the parts.
 * - With a range among them (`1-3, 5, 8-`): each item is a document, and a number is that page alone. Pages that no item names are in no
 *   part, which a warning reports.
 * - `bookmarks`, `bookmarks:2`: one document per bookmark of the first levels (split-bookmarks.ts).
 * - `blank`, `text:WORDS`: a document per stretch between blank pages, or from each page with the words (split-seen.ts).
 * - `barcode`, `barcode:TEXT`: a document from each page with a barcode or QR code, or with one that says TEXT (split-codes.ts).
 * - `size:5MB`: as many pages in each document as fit (split-size.ts).
 *
 * Parts of several pages keep the bookmarks and fields of their pages, and all attachments, tags and metadata. Single pages keep none of
 * them but how their layers show, unless `patch` writes some: with everything of the document in each, a thousand files would be a thousand
 * times its size.
 */
export const split: Operation = {
  name: 'split',
  options: ['split', 'one_file_per_page'],
  asked: (options) => options.split !== undefined || options.one_file_per_page === true,
  async run(files, job) {
    const points = splitPoints(job.options);
    const result: PdfFile[] = [];
    for (const file of files) result.push(...(await splitFile(file, points, job)));
    return result;
  },
};

function splitPoints({ split: text, one_file_per_page }: PdfOptions): SplitPoints {
  if (text === undefined || one_file_per_page === true) return 'all';
  const parsed = parseSplitPoints(text);
  if ('value' in parsed) return parsed.value;
  throw new ConversionError('option_invalid', `Option split cannot be read; ${parsed.problem}.`, {
    details: { option: 'split' },
  });
}

async function splitFile(file: PdfFile, points: SplitPoints, job: PdfJob): Promise<PdfFile[]> {
  if (points === 'all') return splitAll(file, job);
  if (points === 'blank') return splitParts(file, await partsByBlank(file, job), job);
  if ('kind' in points) return splitBy(points, file, job);
  const parts = points.every(isNumber)
    ? partsByCuts(
        points.map(({ from }) => Number(from)),
        file.pages,
        job,
      )
    : partsByItems(points, file.pages, job);
  return splitParts(file, parts, job);
}

async function splitBy(points: Extract<SplitPoints, { kind: string }>, file: PdfFile, job: PdfJob): Promise<PdfFile[]> {
  if (points.kind === 'bookmarks') return splitParts(file, await partsByBookmarks(file, points.levels, job), job);
  if (points.kind === 'text') return splitParts(file, await partsByText(file, points.words, job), job);
  if (points.kind === 'barcode') return splitParts(file, await partsByCodes(file, points.content, job), job);
  return splitBySize(file, points.bytes, (parts) => splitParts(file, parts, job), job);
}

/** Splits into single pages, each with what `patch` wrote into the document, unless there are too many pages for that. */
function splitAll(file: PdfFile, job: PdfJob): Promise<PdfFile[]> {
  if (job.options.patch === undefined) return splitPages(file, job);
  if (file.pages <= MOST_PARTS) {
    const pages = Array.from({ length: file.pages }, (_, index) => ({ from: index + 1, to: index + 1 }));
    return splitParts(file, pages, job);
  }
  const message = `The single pages have nothing of what option patch writes: it would be in each of more than ${MOST_PARTS} files.`;
  job.context.warn('option_no_effect', message, { option: 'patch' });
  return splitPages(file, job);
}

const isNumber = ({ from, to }: PageRange): boolean => typeof from === 'number' && from === to;

function partsByCuts(cuts: readonly number[], pages: number, job: PdfJob): Run[] {
  const beyond = cuts.filter((cut) => cut > pages);
  warnOfMissing('split', beyond.map(String), pages, job.context);
  return cutAfter(cuts, pages);
}

function partsByItems(items: readonly PageRange[], pages: number, job: PdfJob): readonly Run[] {
  const { pages: parts, missing } = selectItems(items, 'split', pages);
  if (parts.length === 0) throw nothingNamed('split', pages);
  warnOfMissing('split', missing, pages, job.context);
  const left = unnamed(parts, pages);
  if (left.length > 0) {
    const message = `Option split has ranges, so its items are the parts; in none of them: ${left.map(runText).join(', ')}.`;
    job.context.warn('output_limited', message, { option: 'split', pages: left.map(runText) });
  }
  return parts;
}

async function splitParts(file: PdfFile, parts: readonly (Run | NamedPart)[], job: PdfJob): Promise<PdfFile[]> {
  if (parts.length > MOST_PARTS) throw tooManyParts(parts.length, MOST_PARTS);
  await warnOfPagesAlone(file, job);
  const folder = await job.newFolder();
  const had = parts.some((part) => pagesOf(part) < file.pages) ? await lossesOf(file, job) : [];
  let done = 0;
  return mapConcurrently(parts, availableParallelism(), async (part, index) => {
    const output = join(folder, `${index + 1}.pdf`);
    await takePages(file, runText(part), output, job);
    const pages = pagesOf(part);
    const suffix = `${file.suffix ?? ''}${partSuffix(part)}`;
    const taken = { path: output, pages, suffix };
    const made = pages < file.pages ? await dropLostParts(taken, had, job) : taken;
    done += 1;
    job.context.progress((100 * done) / parts.length);
    return made;
  });
}

const pagesOf = ({ from, to }: Run): number => to - from + 1;

const partSuffix = (part: Run | NamedPart): string => ('suffix' in part ? part.suffix : runSuffix(part));

/** One run of qpdf writes all files: a run per page would read the whole document each time. */
async function splitPages(file: PdfFile, job: PdfJob): Promise<PdfFile[]> {
  if (file.pages > MOST_SINGLE_PAGES) throw tooManyParts(file.pages, MOST_SINGLE_PAGES);
  const folder = join(await job.newFolder(), 'pages');
  await mkdir(folder);
  // The new files do not inherit how the objects of the old one are packed.
  const packing = compress.asked(job.options) ? packArguments(job.options) : [];
  const marked = await markLayers(file, 0, job);
  const options = ['--split-pages=1', ...packing];
  const run = { input: marked.file.path, options, output: join(folder, 'page-%d.pdf') };
  const [parts] = await allDone([lossesOf(file, job), runQpdf(run, job)]);
  const lost = parts.map(({ name }) => name);
  if (lost.length > 0) {
    job.context.warn('output_limited', `The separate pages do not have the document's ${lost.join(', ')}.`, { lost });
  }
  const names = (await readdir(folder)).sort();
  if (names.length !== file.pages) {
    const message = `The PDF claims to have ${pluralize(file.pages, 'page')}; ${names.length} were found.`;
    job.context.warn('input_damaged', message, { pages: names.length });
  }
  const pages = names.map((name, index) => ({
    path: join(folder, name),
    pages: 1,
    suffix: `${file.suffix ?? ''}-page-${index + 1}`,
  }));
  return mapConcurrently(pages, availableParallelism(), (page) => addLayers(page, [marked], job));
}

function tooManyParts(parts: number, limit: number): ConversionError {
  const message = `The PDF would become ${parts} files; at most ${limit} are possible. Cut it into larger parts.`;
  return new ConversionError('option_invalid', message, { details: { option: 'split', limit } });
}
