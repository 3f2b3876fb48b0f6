import type { Engine, EngineContext, EngineRequest, LocalInput, OutputFile } from '../../src/runner/engine.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { OptionValues } from '../../src/task/types.ts';
import { describePrograms } from './describe.ts';
import { type Family, isLocked, type Source, sourceOf } from './families.ts';
import { warmUpOffice } from './libreoffice/convert.ts';
import type { PdfFile, PdfOptions } from './operations/operation.ts';
import { isWorkAsked, operate } from './operations/operations.ts';
import { refuseUnavailable } from './options.ts';
import { pdfInfo } from './pdf/info.ts';
import { isRoute, LOSSES, ROUTES, type Route } from './routes.ts';
import { refuseBombs } from './safety.ts';
import { unlockedFamily } from './steps/office.ts';
import { runStep } from './steps/run.ts';
import { type Draft, folderMaker, type Work, warnOfUnusedPassword } from './steps/step.ts';
import { verify } from './steps/verify.ts';
import { requireTarget, TARGETS, type Target } from './targets.ts';

/**
 * The engine of the document category: one input, by what its content is, goes through the steps that the route table has
 * for its family and the target.
 */
export const engine: Engine = {
  category: 'document',
  combinesInputs: ({ options }) => isJoined(options),
  convert,
  describe: describePrograms,
  warmUp: warmUpOffice,
};

const isJoined = (options: OptionValues): boolean =>
  ['merge', 'stamp', 'watermark'].some((option) => options[option] === true);

async function convert(request: EngineRequest, context: EngineContext): Promise<OutputFile[]> {
  const target = requireTarget(request.target);
  refuseUnavailable(target, request.options);
  const newFolder = folderMaker(context.workFolder);
  const outputs =
    target === 'pdf'
      ? await convertToPdf(request, { context, newFolder })
      : await convertOne(onlyInput(request.inputs), { target, context, newFolder });
  for (const { path } of outputs) await verify(path, target);
  return outputs;
}

/** What a conversion shares with its steps. */
type Shared = Pick<Work, 'target' | 'context' | 'newFolder'>;

async function convertOne(input: LocalInput, shared: Shared): Promise<OutputFile[]> {
  const drafts = await draftsOf(input, shared);
  return drafts.map((draft) => toOutput(draft, shared.target, drafts.length > 1));
}

/** Share of the progress until every input is a PDF; the rest is for the work on them. */
const AS_PDF = 60;

/** Each input becomes a PDF, by whatever route; then the PDFs are worked on. */
async function convertToPdf(
  { inputs: given, options }: EngineRequest,
  { context, newFolder }: Omit<Shared, 'target'>,
): Promise<OutputFile[]> {
  const inputs = isJoined(options) ? given : [onlyInput(given)];
  const files: PdfFile[] = [];
  const works = isWorkAsked(options as PdfOptions);
  for (const input of inputs) {
    const progress = (percent: number) => context.progress((AS_PDF * (files.length + percent / 100)) / inputs.length);
    const [draft] = await draftsOf(input, { target: 'pdf', context: { ...context, progress }, newFolder });
    if (draft === undefined) throw new Error('a route to pdf has one result');
    files.push({ path: draft.path, pages: works ? await countPages(draft, input, context) : 0 });
  }
  const progress = (percent: number) => context.progress(AS_PDF + ((100 - AS_PDF) * percent) / 100);
  const made = await operate(files, options as PdfOptions, { context: { ...context, progress }, newFolder });
  context.progress(100);
  const { contentType } = TARGETS.pdf;
  return made.map(({ path, suffix }) => ({ path, extension: 'pdf', contentType, ...(suffix && { suffix }) }));
}

async function countPages({ path }: Draft, input: LocalInput, context: EngineContext): Promise<number> {
  const { pages } = await pdfInfo({ path, password: null }, context);
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
async function draftsOf(input: LocalInput, shared: Shared): Promise<readonly Draft[]> {
  await refuseBombs(input);
  const { target, context, newFolder } = shared;
  const source = isLocked(input) ? await unlock(input, await newFolder(), context) : sourceOf(input);
  const route = routeOf(source.family, target, input);
  if (input.decryptPassword !== null && NEVER_PROTECTED.has(source.family)) warnOfUnusedPassword(input, context);
  return follow(route, { input, source, ...shared });
}

function onlyInput(inputs: readonly LocalInput[]): LocalInput {
  const [input] = inputs;
  if (input === undefined || inputs.length > 1) {
    throw new ConversionError('input_count', `A document is made of one input, not of ${inputs.length}.`);
  }
  return input;
}

/** Texts. Of other inputs the program that opens them says whether a password was needed. */
const NEVER_PROTECTED: ReadonlySet<Family> = new Set(['html', 'plain', 'markdown', 'csv']);

/** What a file that is encrypted as a whole is. */
async function unlock(input: LocalInput, folder: string, context: EngineContext): Promise<Source> {
  const { filename, decryptPassword } = input;
  if (decryptPassword === null) {
    const message = `${filename} is encrypted. Give its password as decrypt_password of the input.`;
    throw new ConversionError('input_password_needed', message);
  }
  const family = await unlockedFamily(input, decryptPassword, folder, context);
  if (family !== 'other') return { family, filter: null };
  throw new ConversionError(
    'input_wrong_type',
    `${filename} is encrypted, and no document of a kind that is read here.`,
  );
}

function routeOf(family: Family, target: Target, input: LocalInput): Route {
  const found = ROUTES[family][target];
  if (isRoute(found)) return found;
  throw refusal(target, input);
}

function refusal(target: Target, { filename }: LocalInput): ConversionError {
  const message = `${filename} is a picture: making ${target} of it needs recognition of its text (option ocr), which is not part of this version yet.`;
  return new ConversionError('option_unsupported', message, { details: { option: 'ocr', target } });
}

async function follow(route: Route, work: Work): Promise<readonly Draft[]> {
  const { context, input } = work;
  let drafts: readonly Draft[] = [{ path: input.path, format: 'source' }];
  for (const [index, step] of route.steps.entries()) {
    context.signal.throwIfAborted();
    const progress = (percent: number) => context.progress((100 * index + percent) / route.steps.length);
    drafts = await runStep(step, drafts, { ...work, context: { ...context, progress } });
    progress(100);
  }
  if (route.loses !== undefined) context.warn('output_limited', LOSSES[route.loses]);
  warnOfMacros(input, context);
  return drafts;
}

/** Formats whose files hold macros by their name; no target keeps them. */
const WITH_MACROS: ReadonlySet<string> = new Set(['docm', 'xlsm', 'pptm']);

function warnOfMacros({ filename, format }: LocalInput, context: EngineContext): void {
  if (!WITH_MACROS.has(format?.name ?? '')) return;
  context.warn('output_limited', `The macros of ${filename} are not in the result; they were not run either.`);
}

function toOutput({ path, sheet }: Draft, target: Target, several: boolean): OutputFile {
  const { contentType } = TARGETS[target];
  return { path, extension: target, contentType, ...(several && { suffix: `-${sheet}` }) };
}
