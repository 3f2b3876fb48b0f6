import type { TargetOptions } from '../../src/catalog/definition.ts';
import { verifyOutput } from '../../src/files/verify-output.ts';
import { defineEngine, type OutputFile, type RequestOf } from '../../src/runner/engine.ts';
import { onlyInput } from '../../src/runner/only-input.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { OptionValues } from '../../src/task/types.ts';
import { forEachConcurrently } from '../../src/util/concurrency.ts';
import { type LocalInput, type WorkContext, warnOfUnusedPassword, within } from '../../src/work/context.ts';
import { warnOfCadOptions } from '../../tools/dwg/preview/options.ts';
import { warmUpOffice } from '../../tools/libreoffice/convert.ts';
import type { Recognition } from '../../tools/ocr/options.ts';
import { type Family, isDrawing, isLocked, type Source, sourceOf } from '../../tools/office-files/families.ts';
import { refuseBombs } from '../../tools/office-files/safety.ts';
import { pdfInfo } from '../../tools/pdf-text/info.ts';
import { withWholePages } from '../../tools/pikepdf/cut-pages.ts';
import type { PdfFile } from '../../tools/qpdf/pdf-work.ts';
import { catalog } from './catalog.ts';
import { closePools } from './close.ts';
import { describePrograms } from './describe.ts';
import { drawingsOf, drawingsOfPdf } from './drawings.ts';
import { asReadable } from './iwork.ts';
import { packMarkdown, warnOfMarkdownOptions } from './markdown.ts';
import { namingInput } from './naming-input.ts';
import { isWorkAsked, operate, pdfAAtOnce } from './operations/operations.ts';
import {
  markdownOf,
  officeAskedOf,
  textOrderOf,
  warnOfOfficeOptions,
  warnOfTextOrder,
  warnOfUnusedOptions,
} from './options.ts';
import { type Asked, asDocument } from './other-kinds.ts';
import { recognitionOf } from './recognition.ts';
import { isRoute, LOSSES, pagesRoute, ROUTES, type Route, recognisedRoute, type Step } from './routes.ts';
import { printByChromium, withoutPaper } from './steps/chromium.ts';
import { unlockedFamily } from './steps/office.ts';
import { rewrite } from './steps/pdf.ts';
import { isRecognised, warnOfNothingRecognised } from './steps/recognise.ts';
import { runStep } from './steps/run.ts';
import { workOnScans } from './steps/scans.ts';
import { type Draft, folderMaker, only, type Work } from './steps/step.ts';
import { convertToSubtitles } from './subtitles.ts';
import { isSubtitleTarget, type PageTarget, TARGETS, type Target } from './targets.ts';

/**
 * The engine of the document category: one input, by what its content is, goes through the steps that the route table has
 * for its family and the target.
 */
export const engine = defineEngine(catalog, {
  combinesInputs: ({ options }) => isJoined(options),
  convert,
  describe: describePrograms,
  warmUp: warmUpOffice,
  close: closePools,
});

/** A text that is laid on pages stands for the second input. */
const isJoined = ({ merge, stamp, watermark, stamp_text: text }: OptionValues): boolean =>
  merge === true || ((stamp === true || watermark === true) && text === undefined);

async function convert(request: RequestOf<typeof catalog>, context: WorkContext): Promise<OutputFile[]> {
  const { target } = request;
  const outputs = isSubtitleTarget(target)
    ? [await convertToSubtitles(target, request.inputs, request.options, context)]
    : await convertToPages(target, request, context);
  await forEachConcurrently(outputs, VERIFIED_AT_ONCE, ({ path, extension }) =>
    verifyOutput(path, target, extension === 'zip' ? 'zip' : TARGETS[target].identifiedAs),
  );
  return outputs;
}

/** A look at a file is mostly waiting: a thousand take 0.07 seconds, one after the other 0.24. */
const VERIFIED_AT_ONCE = 8;

/** By the route table. */
async function convertToPages(
  target: PageTarget,
  request: RequestOf<typeof catalog>,
  context: WorkContext,
): Promise<OutputFile[]> {
  const recognition = recognitionOf(target, request.options);
  warnOfUnusedOptions(target, request.options, context);
  const speech = request.options.language_stt ?? null;
  const markdown = markdownOf(target, request.options);
  const textOrder = textOrderOf(request.options);
  const { changes, showsHidden } = officeAskedOf(request.options);
  const drawings = request.target === 'pdf' ? drawingsOfPdf(request.options) : drawingsOf(request.options);
  warnOfCadOptions(request.inputs, request.options, context);
  const newFolder = folderMaker(context.workFolder);
  const asked = { recognition, markdown, textOrder, changes, showsHidden, speech, drawings };
  const shared = { target, ...asked, context, newFolder };
  return request.target === 'pdf'
    ? convertToPdf(request, shared)
    : convertOne(onlyInput(request.inputs, 'A document'), shared);
}

/** What a conversion shares with its steps. */
type Shared = Omit<Work, 'input' | 'source'> & Asked;

async function convertOne(input: LocalInput, shared: Shared): Promise<OutputFile[]> {
  const drafts = await draftsOf(input, shared);
  if (shared.markdown.pictures === 'files') return [await packMarkdown(only(drafts), input, shared)];
  return drafts.map((draft) => toOutput(draft, shared.target, drafts.length > 1));
}

/** Options with which a picture is placed itself, and not a page that has it. */
const PLACES_PICTURE = ['alignment', 'stamp_scale', 'stamp_angle'] as const;

/** Share of the progress until every input is a PDF; the rest is for the work on them. */
const AS_PDF = 60;

/** Each input becomes a PDF, by whatever route, and its scans are worked on; then the PDFs are. */
async function convertToPdf(
  { inputs: given, options }: RequestOf<typeof catalog, 'pdf'>,
  shared: Shared,
): Promise<OutputFile[]> {
  const { context, newFolder } = shared;
  const inputs = isJoined(options) ? given : [onlyInput(given, 'A document')];
  const files: PdfFile[] = [];
  const works = isWorkAsked(options);
  for (const input of inputs) {
    const share = AS_PDF / inputs.length;
    const isStamp = files.length === 1 && options.merge !== true;
    const part = {
      ...shared,
      pdfA: pdfAAtOnce(options),
      // What is laid on pages at a place of its own.
      pictureAlone: PLACES_PICTURE.some((option) => options[option] !== undefined) && isStamp,
      losslessPictures: isStamp,
      context: within(context, share * files.length, share * (files.length + 1)),
    };
    const { draft, pages } = await namingInput(inputs.length > 1 ? input.filename : undefined, async () => {
      const made = await workOnScans(await asPdf(input, options, part), input, options, part);
      return { draft: made, pages: works ? await countPages(made, input, context) : 0 };
    });
    files.push({ path: draft.path, pages, filename: input.filename, ...(draft.pdfA && { pdfA: draft.pdfA }) });
  }
  const work = options.engine === 'chromium' ? withoutPaper(options) : options;
  const made = await operate(files, work, { context: within(context, AS_PDF, 100), newFolder });
  const own = await Promise.all(
    made.map(async (each) => (isGiven(each, inputs) ? { ...each, path: await rewrite(each.path, shared) } : each)),
  );
  context.progress(100);
  const { contentType } = TARGETS.pdf;
  return own.map(({ path, suffix }) => ({ path, extension: 'pdf', contentType, ...(suffix && { suffix }) }));
}

async function asPdf(input: LocalInput, options: TargetOptions<typeof catalog, 'pdf'>, shared: Shared): Promise<Draft> {
  if (options.engine === 'chromium') {
    warnOfOfficeOptions(shared, { filename: input.filename, family: null }, shared.context);
    return printByChromium(input, options, shared.context);
  }
  return only(await draftsOf(input, shared));
}

/** Whether a result still is the file that came: nothing had to be done. */
const isGiven = ({ path }: PdfFile, inputs: readonly LocalInput[]): boolean =>
  inputs.some((input) => input.path === path);

async function countPages(draft: Draft, input: LocalInput, context: WorkContext): Promise<number> {
  const pages = draft.pages ?? (await pdfInfo({ path: draft.path, password: null }, context)).pages;
  if (pages > MAX_PAGES) throw tooManyPages(input, pages);
  return pages;
}

/** More than any book has: a small file can claim any number. */
const MAX_PAGES = 20_000;

function tooManyPages({ filename }: LocalInput, pages: number): ConversionError {
  const message = `${filename} has ${pages} pages, and no more than ${MAX_PAGES} are worked on.`;
  return new ConversionError('input_bomb', message, { details: { pages, limit_pages: MAX_PAGES } });
}

/** One input through the steps of its route. */
async function draftsOf(given: LocalInput, shared: Shared): Promise<readonly Draft[]> {
  const document = await asDocument(await withWholePages(given, shared.context), shared);
  const input = await asReadable(document, shared);
  await refuseBombs(input);
  const { target, context, newFolder, recognition } = shared;
  const source = isLocked(input) ? await unlock(input, await newFolder(), context) : sourceOf(input);
  if (input.decryptPassword !== null && NEVER_PROTECTED.has(source.family)) warnOfUnusedPassword(input, context);
  warnOfOfficeOptions(shared, { filename: input.filename, family: source.family }, context);
  const work = { input, source, ...shared };
  if (recognition === null) return follow(routeOf(source.family, target, input), sourceDraft(input), work);
  const scan = await findScan(recognition, { ...work, context: within(context, 0, LOOKED_FOR_SCANS) });
  const rest = { ...work, context: within(context, LOOKED_FOR_SCANS, 100) };
  if (scan === null) return follow(routeOf(source.family, target, input), sourceDraft(input), rest);
  return follow(recognisedRoute(target, recognition.mode), scan, rest);
}

/** Share of the progress until it is known whether there is text to recognise. */
const LOOKED_FOR_SCANS = 10;

const sourceDraft = ({ path }: LocalInput): Draft => ({ path, format: 'source' });

/** The pages of an input, if there is text to recognise in them; else a warning says why not. */
async function findScan(recognition: Recognition, work: Work): Promise<Draft | null> {
  const { input, source } = work;
  const steps = pagesRoute(source.family, isDrawing(input));
  if (steps === null) {
    warnOfNothingRecognised(`${input.filename} is a text`, work);
    return null;
  }
  // What these steps warn of counts only where their result is used.
  const warnings: Parameters<WorkContext['warn']>[] = [];
  const warn: WorkContext['warn'] = (...warning) => warnings.push(warning);
  const pages = only(await followSteps(steps, sourceDraft(input), { ...work, context: { ...work.context, warn } }));
  if (!(await isRecognised(pages, recognition, work))) return null;
  for (const warning of warnings) work.context.warn(...warning);
  return pages;
}

/** Texts. Of other inputs the program that opens them says whether a password was needed. */
const NEVER_PROTECTED: ReadonlySet<Family> = new Set(['html', 'plain', 'markdown', 'csv']);

/** What a file that is encrypted as a whole is. */
async function unlock(input: LocalInput, folder: string, context: WorkContext): Promise<Source> {
  const { filename, decryptPassword } = input;
  if (decryptPassword === null) {
    const message = `${filename} is encrypted. Give its password as decrypt_password of the input.`;
    throw new ConversionError('input_password_needed', message);
  }
  const family = await unlockedFamily(input, decryptPassword, folder, context);
  if (family !== 'other') return { family, filter: null };
  throw new ConversionError(
    'input_wrong_type',
    `${filename} is an encrypted file, but not a document that can be read here.`,
  );
}

function routeOf(family: Family, target: PageTarget, input: LocalInput): Route {
  const found = ROUTES[family][target];
  if (isRoute(found)) return found;
  throw refusal(target, input);
}

function refusal(target: Target, { filename }: LocalInput): ConversionError {
  const message = `${filename} is a picture: ${target} can only be made of its text. Give option ocr to have it recognised.`;
  return new ConversionError('input_wrong_type', message, { details: { option: 'ocr', target } });
}

async function follow(route: Route, first: Draft, work: Work): Promise<readonly Draft[]> {
  const { context, input } = work;
  const drafts = await followSteps(route.steps, first, work);
  if (route.loses !== undefined) context.warn('output_limited', LOSSES[route.loses]);
  warnOfMarkdownOptions(route, work);
  warnOfTextOrder(route, work);
  warnOfMacros(input, context);
  return drafts;
}

async function followSteps(steps: readonly Step[], first: Draft, work: Work): Promise<readonly Draft[]> {
  const { context } = work;
  let drafts: readonly Draft[] = [first];
  for (const [index, step] of steps.entries()) {
    context.signal.throwIfAborted();
    const [from, to] = [index, index + 1].map((done) => (100 * done) / steps.length) as [number, number];
    drafts = await runStep(step, drafts, { ...work, context: within(context, from, to) });
    context.progress(to);
  }
  return drafts;
}

/** Formats whose files hold macros by their name; no target keeps them. */
const WITH_MACROS: ReadonlySet<string> = new Set(['docm', 'xlsm', 'pptm']);

function warnOfMacros({ filename, format }: LocalInput, context: WorkContext): void {
  if (!WITH_MACROS.has(format?.name ?? '')) return;
  context.warn('output_limited', `The macros of ${filename} were not run and are not in the result.`);
}

function toOutput({ path, sheet }: Draft, target: Target, several: boolean): OutputFile {
  const { contentType, extension = target } = TARGETS[target];
  return { path, extension, contentType, ...(several && { suffix: `-${sheet}` }) };
}
