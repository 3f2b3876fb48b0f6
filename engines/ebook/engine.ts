import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { stem } from '../../src/files/filename.ts';
import { verifyOutput } from '../../src/files/verify-output.ts';
import { defineEngine, type EnginePlan, type OutputFile, type RequestOf } from '../../src/runner/engine.ts';
import { partFolder, type WorkContext, within } from '../../src/work/context.ts';
import {
  type FinishedBook,
  type FinishedEpub,
  finishEpub,
  finishFb2,
  makeKepub,
} from '../../tools/formats/epub/finish.ts';
import { closeFormulaPools } from '../../tools/formats/formulas/pool.ts';
import { closePools as closeLayoutPools } from '../../tools/formats/pdf-text/pool.ts';
import { closeTextPools } from '../../tools/formats/text/pool.ts';
import { convertBook } from '../../tools/programs/calibre/convert.ts';
import type { Cover } from '../../tools/programs/calibre/job.ts';
import { closeBookPools, warmUpBooks } from '../../tools/programs/calibre/pool.ts';
import { bookArguments } from './arguments.ts';
import type { BookOptions } from './book-options.ts';
import { catalog } from './catalog.ts';
import { inputsOf } from './cover.ts';
import { describePrograms } from './describe.ts';
import { readOptions, withMetadata } from './options.ts';
import {
  inventoryIn,
  KNOWN_OF_EPUB2,
  lossesBeside,
  lossesOfPdf,
  warnOfEpub2,
  warnOfFormulas,
  warnOfLosses,
  warnOfScripts,
} from './output/losses.ts';
import { onePage } from './output/one-page.ts';
import { refuseEndless } from './pdf-length.ts';
import { drawFormulasOf } from './prepare/formulas.ts';
import { prepare } from './prepare/prepare.ts';
import type { Readable } from './prepare/readable.ts';
import { refuseBookBombs } from './safety.ts';
import { sourceOf } from './sources.ts';
import { TARGETS, type Target } from './targets.ts';

/** The engine of the ebook category: it converts one input to a file that calibre reads, and calibre makes the book. */
export const engine = defineEngine(catalog, {
  appliesMetadata: (target) => !WRITTEN_AFTERWARDS.has(target as Target),
  combinesInputs: ({ options }) => options.cover === true,
  convert,
  plan: planOf,
  describe: describePrograms,
  warmUp: warmUpBooks,
  close: async () => {
    await Promise.all([closeBookPools(), closeFormulaPools(), closeLayoutPools(), closeTextPools()]);
  },
});

/** Targets whose finished files take metadata. */
const WRITTEN_AFTERWARDS: ReadonlySet<string> = new Set(['epub', 'kepub', 'docx', 'pdf', 'pdf-ebook', 'txt']);

/** Progress at which calibre can begin, and at which it is done, percent. */
const PREPARED = 30;
const MADE = 95;

async function convert(request: RequestOf<typeof catalog>, context: WorkContext): Promise<OutputFile[]> {
  const { target } = request;
  const edit = WRITTEN_AFTERWARDS.has(target) ? undefined : request.metadata;
  const { book, notices } = readOptions(target, withMetadata(request.options, edit, { target, context }));
  const { book: input, cover } = inputsOf(request.inputs, book.takesCover);
  for (const { code, message, option } of notices) context.warn(code, message, { option });
  await refuseBookBombs(input);
  const readable = await prepare({ input, book, context: within(context, 0, PREPARED) });
  const { source, pictures } = await drawFormulasOf(readable, { name: stem(input.filename), target, book }, context);
  if (book.pdf !== null) await refuseEndless(source, book.pdf);
  const job = { name: stem(input.filename), source, book, target, pictures, ...(cover && { cover }) };
  const path = await make(job, within(context, PREPARED, MADE));
  await verifyOutput(path, target, TARGETS[target].identifiedAs);
  const { extension, contentType } = TARGETS[target];
  return [{ path, extension, contentType }];
}

/** Throws ConversionError `input_wrong_type` for what cannot become a book, as a conversion does. */
function planOf({ target, options, inputs }: RequestOf<typeof catalog>): EnginePlan {
  const { book } = readOptions(target, options);
  sourceOf(inputsOf(inputs, book.takesCover).book, { isText: book.encoding !== null });
  return { programs: null, losses: [] };
}

interface Making {
  /** Name of the input without extension. */
  readonly name: string;
  readonly source: Readable;
  readonly book: BookOptions;
  readonly target: Target;
  /** Number of formulas that became pictures. Null: pictures were not requested. */
  readonly pictures: number | null;
  readonly cover?: Cover;
}

/** Makes the book with calibre; returns its path. */
async function make({ name, source, book, target, pictures, cover }: Making, context: WorkContext): Promise<string> {
  const folder = await partFolder(context, 'made');
  // A name other than the input's, since both may be in the same folder.
  const output = `${name === 'book' ? 'made' : 'book'}.${target === 'html' ? 'htmlz' : TARGETS[target].extension}`;
  const known = { ...book, title: book.title ?? source.title ?? null, author: book.author ?? source.author ?? null };
  const args = [...bookArguments(target, known), ...(source.args ?? [])];
  const linearFormulas = book.formulas !== null || !(book.pdf !== null || SHOW_FORMULAS.has(target));
  const content = { countsContent: true, linearFormulas, ...(cover && { cover }) };
  await convertBook({ input: source.path, name, format: source.format, output, args, ...content }, folder, context);
  const { path, losses, version, lost } = await finish(folder, output, { target, book, source }, context);
  const isEpub2 = version === 2;
  if (lost !== undefined) {
    const ofVersion = keepsScripts(source) ? lost : { ...lost, scripts: 0 };
    if (isEpub2) warnOfEpub2(ofVersion, losses, context);
    if (!keepsScripts(source)) warnOfScripts(lost.scripts, context);
  }
  if (losses !== null) {
    warnOfLosses(isEpub2 ? { ...losses, ...KNOWN_OF_EPUB2 } : losses, target, context);
    if (linearFormulas || isEpub2) warnOfFormulas(losses, { target, asked: book.formulas, pictures }, context);
  }
  return path;
}

/** Targets that show formulas. EPUB 3 has them; for EPUB 2 a warning says that they are text. In PDFs calibre draws them. */
const SHOW_FORMULAS: ReadonlySet<Target> = new Set(['epub', 'kepub']);

/** Whether scripts are kept: readers run the scripts of a book, which were made for it, unlike those of a web page. */
const keepsScripts = ({ format }: Readable): boolean => format === 'epub';

/** Does what calibre leaves to be done, and warns of what the result lacks. */
async function finish(
  folder: string,
  output: string,
  { target, book: { pdf }, source }: Pick<Making, 'target' | 'book' | 'source'>,
  context: WorkContext,
): Promise<FinishedBook & Partial<FinishedEpub>> {
  const path = join(folder, output);
  const inventory = await inventoryIn(folder);
  const epub = { keepsScripts: keepsScripts(source), inventory };
  if (target === 'epub') return finishEpub(path, epub, context);
  if (target === 'kepub') {
    const finished = await finishEpub(path, epub, context);
    return { ...finished, path: await makeKepub(finished.path, context) };
  }
  if (target === 'fb2') return finishFb2(path, context, inventory);
  if (target === 'html') {
    const page = await onePage({ path, size: (await stat(path)).size }, context);
    return { path: page, losses: await lossesBeside(folder) };
  }
  if (pdf !== null && inventory !== undefined)
    return { path, losses: await lossesOfPdf(path, { inventory, pages: pdf }, context) };
  return { path, losses: await lossesBeside(folder) };
}
