import { readFile } from 'node:fs/promises';
import { ConversionError } from '../../../../src/task/errors.ts';
import { allDone } from '../../../../src/util/concurrency.ts';
import { type Rewritten, repairToPdfA, restoreForPdfA } from '../../../../tools/formats/pdf-a/pdf-a.ts';
import { type Comparison, compare } from '../../../../tools/formats/pdf-compare/compare.ts';
import { describeDifferences } from '../../../../tools/formats/pdf-compare/differences.ts';
import { brokenRules, type Part, type PdfALevel, partOf } from '../../../../tools/formats/pdf-standards/standards.ts';
import { lostCharacters } from '../../../../tools/formats/pdf-text/reading/lost-characters.ts';
import { pdfToText } from '../../../../tools/formats/pdf-text/text.ts';
import { refuseTooManyPages } from '../../../../tools/programs/ghostscript/ghostscript.ts';
import { prepareForGhostscript } from '../../../../tools/programs/ghostscript/prepare.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { withDrawnFields } from '../marks/drawn-fields.ts';
import type { Operation, PdfJob, PdfOptions } from '../operation.ts';
import { type Distillation, distillationOf } from '../quality/distill-arguments.ts';
import { operationsOf } from './patch.ts';
import { rewrite, warnOfLosses } from './rewrite.ts';
import { warnOfSize } from './warn-of-size.ts';

/** PDF version that each part is based on, used if the options ask for none. */
const VERSIONS: Readonly<Record<Part, string>> = { 1: '1.4', 2: '1.7', 3: '1.7' };

/**
 * Makes PDF/A: of the file as it is, with what is missing, if it then keeps all rules; otherwise it is rewritten by Ghostscript with all
 * fonts and colours of one kind, which loses its tags, so that level a is refused. It comes after all work on pages. A result that then
 * breaks a rule, or has lost pages or text, is refused: no file is a PDF/A by its label alone.
 *
 * Throws ConversionError `option_unsupported` for transparent pages and 1b, `conversion_failed` for what cannot become PDF/A, and what
 * runGhostscript throws.
 */
export const pdfA: Operation = {
  name: 'pdf_a',
  options: ['pdf_a'],
  asked: (options) => options.pdf_a !== undefined,
  async run(files, job) {
    const { pdf_a: level } = job.options;
    if (level === undefined) return files;
    const result: PdfFile[] = [];
    for (const file of files)
      result.push(await makePdfA(file, level, job, result.length / files.length, 1 / files.length));
    return result;
  },
};

async function makePdfA(file: PdfFile, level: PdfALevel, job: PdfJob, from: number, share: number): Promise<PdfFile> {
  const part = partOf(level);
  const version = job.options.version ?? VERSIONS[part];
  const direct = await withoutRewriting(file, level, version, job);
  if ('path' in direct) return direct;
  if (level.endsWith('a')) throw refusal(level, direct.problems.join('; '), untaggedHint(level));
  refuseTooManyPages(file);
  const prepared = await prepareForGhostscript(await withDrawnFields(file, job), part, job);
  refuseTransparency(prepared.transparent, level);
  const settings = { distillation: distillation(part, version, job.options), pack: false, drawn: prepared.file };
  const written = await rewrite(file, settings, job, (done) => job.context.progress(100 * (from + 0.8 * share * done)));
  const wanted = { part, information: rewrittenOf(job.options) };
  const { file: whole, restored } = await restoreForPdfA(file, written.file, wanted, job);
  const { file: made, dropped } = await repairToPdfA(whole, level, version, job);
  const [problems, lost, differences] = await allDone([
    problemsOf(made, level, job),
    lostText(prepared.file, made, job),
    compare(prepared.file, made, looks(job.options), job),
  ]);
  if (written.file.pages !== file.pages) throw refusal(level, 'not all of its pages can be written');
  if (problems.length > 0) throw refusal(level, problems.join('; '));
  if (lost > 0) throw refusal(level, `text would be lost (characters: ${lost})`);
  if (differences.length > 0)
    throw refusal(level, `its pages would not look as before (${describeDifferences(differences)})`);
  // The source's own claim of conformance is not restored; the result has a claim of its own.
  const kept = ['conformance to PDF/A', ...restored];
  const losses = new Set([...written.lost.filter((name) => !kept.includes(name)), ...dropped]);
  warnOfLosses({ ...written, lost: [...losses] }, ['pdf_a'], job);
  await warnOfSize('As PDF/A', made, job);
  return made;
}

/**
 * Checks that a PDF/A still is one after something was added to it; does nothing if none was asked for. Throws ConversionError
 * `conversion_failed`.
 */
export async function requirePdfA(file: PdfFile, job: PdfJob): Promise<void> {
  const { pdf_a: level } = job.options;
  const problems = level === undefined ? [] : await problemsOf(file, level, job);
  if (level !== undefined && problems.length > 0) throw refusal(level, problems.join('; '));
}

const problemsOf = async (file: PdfFile, level: PdfALevel, job: PdfJob): Promise<readonly string[]> =>
  (await brokenRules(file, level, job)).map(({ problem }) => problem);

/**
 * Returns the file with what PDF/A wants besides its pages, including its tags; or why it cannot become PDF/A without being rewritten. For
 * level a, parts that PDF/A does not have are removed with a warning.
 */
async function withoutRewriting(
  given: PdfFile,
  level: PdfALevel,
  version: string,
  job: PdfJob,
): Promise<PdfFile | { readonly problems: readonly string[] }> {
  const needsTags = level.endsWith('a');
  if (job.options.color === 'gray' && !needsTags) return { problems: ['its colours are not all grey'] };
  const file = needsTags ? await withDrawnFields(given, job) : given;
  const { file: made, dropped } = await repairToPdfA(file, level, version, job);
  if (dropped.length > 0 && !needsTags) return { problems: dropped };
  const problems = await problemsOf(made, level, job);
  if (problems.length > 0) return { problems };
  const differences = file.pdfA === partOf(level) ? [] : await compare(given, made, looks(job.options), job);
  if (differences.length > 0)
    return { problems: [`its pages would not look as before (${describeDifferences(differences)})`] };
  if (dropped.length > 0) warnOfLosses({ ...made, lost: dropped, repaired: false }, ['pdf_a'], job);
  return made;
}

const untaggedHint = (level: PdfALevel): string =>
  ` Level a needs tags, which office documents and web pages bring along and other PDFs rarely have. Choose pdf_a ${partOf(level) === 1 ? '1b' : `${partOf(level)}u`}.`;

function distillation(part: Part, version: string, { color }: PdfOptions): Distillation {
  const asItIs = distillationOf({ allow_multiple_outputs: false, linearize: false }, version);
  return { ...asItIs, color: color === 'gray' ? 'Gray' : 'RGB', fonts: 'all', pdfA: part };
}

/** Text is not compared here, since lostText checks it exactly: no character may be lost. */
const looks = ({ color }: PdfOptions): Comparison => ({
  tolerance: { colors: color === 'gray' ? 'gray' : 'rgb', dpi: null },
  parts: { text: false, pictures: true },
});

const REWRITTEN: Readonly<Record<string, Rewritten>> = {
  '/info/producer': '/Producer',
  '/info/modificationDate': '/ModDate',
};

/** Returns what the patch has set and Ghostscript replaces. */
function rewrittenOf(options: PdfOptions): Rewritten[] {
  const operations = options.patch === undefined ? [] : operationsOf(options);
  return operations.flatMap((each) => REWRITTEN[String((each as { readonly path?: unknown }).path)] ?? []);
}

/** Throws for transparent pages: Ghostscript would draw them as pictures, without their text. */
function refuseTransparency(pages: readonly number[], level: PdfALevel): void {
  if (pages.length === 0) return;
  const named = pages.length > 10 ? `${pages.slice(0, 10).join(', ')} and more` : pages.join(', ');
  const message = `PDF/A-${level} has no transparency, but what is on these pages is transparent: ${named}. Choose pdf_a 2b.`;
  throw new ConversionError('option_unsupported', message, {
    details: { option: 'pdf_a', pages: pages.slice(0, 1000) },
  });
}

function refusal(level: PdfALevel, problem: string, hint = ''): ConversionError {
  const message = `The document cannot be made PDF/A-${level}: ${problem}.${hint}`;
  return new ConversionError('conversion_failed', message, { details: { option: 'pdf_a' } });
}

/** Returns how many characters of the text, without white space, are missing in the result. */
async function lostText(source: PdfFile, made: PdfFile, job: PdfJob): Promise<number> {
  const texts = await allDone(
    [source, made].map(async ({ path }) => {
      const text = await pdfToText({ path, password: null }, await job.newFolder(), job.context);
      return readFile(text.path, 'utf8');
    }),
  );
  return lostCharacters(texts[0] ?? '', texts[1] ?? '');
}
