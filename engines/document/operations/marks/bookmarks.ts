import { ConversionError } from '../../../../src/task/errors.ts';
import { DEEPEST, MOST_BOOKMARKS } from '../../../../tools/formats/pdf-pages/structure/outline.ts';
import { workOnObjects } from '../../../../tools/formats/pdf-pages/work-on-objects.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import type { Operation, PdfJob, PdfOptions } from '../operation.ts';

type Given = NonNullable<PdfOptions['bookmarks']>[number];

/** A bookmark that fits its document, in the form that a patch writes (structure/view.ts). */
interface Checked {
  readonly title: string;
  readonly page: number;
  readonly children: readonly Checked[];
}

/** Writes the bookmarks of inputs that are named, before they are joined. */
export const inputBookmarks: Operation = {
  name: 'input_bookmarks',
  options: ['bookmarks'],
  asked: (options) => given(options, hasFile).length > 0,
  async run(files, job) {
    const bookmarks = given(job.options, hasFile);
    const unknown = bookmarks.find((bookmark) => !files.some(({ filename }) => filename === bookmark.filename));
    if (unknown !== undefined) throw invalid(`no input is called ${unknown.filename}`);
    const result: PdfFile[] = [];
    for (const file of files) {
      const own = bookmarks.filter((bookmark) => bookmark.filename === file.filename);
      result.push(own.length === 0 ? file : await write(own, file, job));
    }
    return result;
  },
};

/** Writes the bookmarks of the result, after all work on its pages and before it is split. */
export const bookmarks: Operation = {
  name: 'bookmarks',
  options: ['bookmarks'],
  asked: (options) => given(options, isOfResult).length > 0,
  async run(files, job) {
    const result: PdfFile[] = [];
    for (const file of files) result.push(await write(given(job.options, isOfResult), file, job));
    return result;
  },
};

const hasFile = ({ filename }: Given): boolean => filename !== undefined;
const isOfResult = (bookmark: Given): boolean => !hasFile(bookmark);

const given = ({ bookmarks: all = [] }: PdfOptions, isWanted: (bookmark: Given) => boolean): readonly Given[] =>
  all.filter(isWanted);

async function write(wanted: readonly Given[], file: PdfFile, job: PdfJob): Promise<PdfFile> {
  const count = { bookmarks: 0 };
  const value = wanted.map((bookmark, index) => check(bookmark, { place: `${index + 1}`, file, count, depth: 1 }));
  const operations = [{ op: 'add', path: '/outline', value }];
  return (await workOnObjects(file, { action: 'patch', operations }, job)).pdf;
}

interface Place {
  /** `2.1`: the first one below the second. */
  readonly place: string;
  readonly file: PdfFile;
  readonly count: { bookmarks: number };
  readonly depth: number;
}

/** Checks a bookmark: those below others have not been checked by the catalog. Throws ConversionError `option_invalid`. */
function check(value: unknown, { place, file, count, depth }: Place): Checked {
  count.bookmarks += 1;
  if (count.bookmarks > MOST_BOOKMARKS) throw invalid(`there can be ${MOST_BOOKMARKS} bookmarks at most`);
  if (depth > DEEPEST) throw invalid(`bookmark ${place} is deeper than the ${DEEPEST} levels that are possible`);
  const { title, page, children: below } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof title !== 'string' || title === '' || title.length > LONGEST_TITLE || title.includes('\0')) {
    throw invalid(`bookmark ${place} needs a title of at most ${LONGEST_TITLE} characters`);
  }
  if (typeof page !== 'number' || !Number.isInteger(page) || page < 1 || page > file.pages) {
    throw invalid(`bookmark ${place} must lead to a page from 1 to ${file.pages}`);
  }
  const list = below ?? [];
  if (!Array.isArray(list)) throw invalid(`bookmark ${place} has children that are not a list`);
  const children = list.map((child: unknown, index) =>
    check(child, { place: `${place}.${index + 1}`, file, count, depth: depth + 1 }),
  );
  return { title, page, children };
}

const LONGEST_TITLE = 1000;

const invalid = (problem: string): ConversionError =>
  new ConversionError('option_invalid', `Option bookmarks: ${problem}.`, { details: { option: 'bookmarks' } });
