import { locateProgram } from '../../src/process/programs.ts';
import { ConversionError } from '../../src/task/errors.ts';
import { type LocalInput, type WorkContext, warnOfUnusedPassword, within } from '../../src/work/context.ts';
import { markupOf } from '../../tools/formats/markup/languages.ts';
import { type Project, projectText, unpackProject } from '../../tools/formats/markup/project.ts';
import { type Family, isDrawing, isLocked, type Source, sourceOf } from '../../tools/formats/office-files/families.ts';
import { refuseBombs } from '../../tools/formats/office-files/safety.ts';
import { refuseUnreadMarkup } from '../../tools/formats/text/markup.ts';
import type { Recognition } from '../../tools/programs/ocr/options.ts';
import { PANDOC } from '../../tools/programs/pandoc/programs.ts';
import { withWholePages } from '../../tools/programs/pikepdf/cut-pages.ts';
import { asReadable } from './iwork.ts';
import { warnOfMarkdownOptions } from './markdown.ts';
import { warnOfOfficeOptions, warnOfTextOrder } from './options.ts';
import { type Asked, asDocument } from './other-kinds.ts';
import {
  isRoute,
  LOSSES,
  latexRoute,
  MARKDOWN_WITHOUT_PANDOC,
  pagesRoute,
  ROUTES,
  type Route,
  recognisedRoute,
  type Step,
} from './routes.ts';
import { warnOfLook } from './steps/look.ts';
import { unlockedFamily } from './steps/office.ts';
import { isRecognised, warnOfNothingRecognised } from './steps/recognise.ts';
import { runStep } from './steps/run.ts';
import { type Draft, only, type PageLook, type Work } from './steps/step.ts';
import { turnUpright } from './steps/upright.ts';
import type { PageTarget, Target } from './targets.ts';

/** What all steps of a conversion share. */
export type Shared = Omit<Work, 'input' | 'source'> & Asked;

/** Takes one input through the steps of its route (routes.ts). Throws ConversionError as the steps do. */
export async function convertInput(given: LocalInput, shared: Shared): Promise<readonly Draft[]> {
  const { text, project } = await withProject(given, shared.context);
  const document = await asDocument(await withWholePages(text, shared.context), shared);
  const input = await asReadable(document, shared);
  await refuseBombs(input);
  const { target, context, newFolder, recognition } = shared;
  const source = isLocked(input) ? await unlock(input, await newFolder(), context) : sourceOf(input);
  if (source.family === 'plain' && target !== 'txt') refuseUnreadMarkup(input);
  if (input.decryptPassword !== null && NEVER_PROTECTED.has(source.family)) warnOfUnusedPassword(input, context);
  const isTypeset = shared.byLatex === true && latexRoute(source.family, false) !== null;
  warnOfOfficeOptions(shared, { filename: input.filename, family: isTypeset ? null : source.family }, context);
  warnOfLook(unusedLook(source.family, target, shared.markdown.look), input, context);
  const work = { input, source, ...shared, ...(project !== null && { project }) };
  const routeTo = await routesOf(source.family, shared);
  if (recognition === null) return runRoute(routeTo(target, input), sourceDraft(input), work);
  const scan = await pagesToRecognise(recognition, { ...work, context: within(context, 0, LOOKED_FOR_SCANS) });
  const rest = { ...work, context: within(context, LOOKED_FOR_SCANS, 100) };
  if (scan === null) return runRoute(routeTo(target, input), sourceDraft(input), rest);
  const route = recognisedRoute(target, recognition.mode);
  if (shared.turnsUpright !== true) return runRoute(route, scan, rest);
  const upright = await turnUpright(scan, input, { ...rest, context: within(rest.context, 0, TURNED) });
  return runRoute(route, upright, { ...rest, context: within(rest.context, TURNED, 100) });
}

/** Returns what of the look no page of this input has: those of Markdown that a browser prints do not come here. */
function unusedLook(family: Family, target: PageTarget, look: PageLook): PageLook {
  if (family === 'markdown' && target === 'html') return {};
  if (family !== 'markup') return look;
  const { css } = look;
  return target === 'pdf' || css === undefined ? {} : { css };
}

/** Returns the text of a zip of a text and its files, and those files; other inputs as they are. */
async function withProject(
  input: LocalInput,
  context: WorkContext,
): Promise<{ text: LocalInput; project: Project | null }> {
  const found = projectText(input) === null ? null : await unpackProject(input, context);
  return found ?? { text: input, project: null };
}

/** Progress, %, until it is known whether there is text to recognise. */
const LOOKED_FOR_SCANS = 10;
/** Progress of recognition, %, when all pages are upright. */
const TURNED = 30;

const sourceDraft = ({ path }: LocalInput): Draft => ({ path, format: 'source' });

/** Returns the pages of an input if there is text to recognise in them; else warns why not. */
async function pagesToRecognise(recognition: Recognition, work: Work): Promise<Draft | null> {
  const { input, source } = work;
  const steps = pagesRoute(source.family, isDrawing(input));
  if (steps === null) {
    warnOfNothingRecognised(`${input.filename} is a text`, work);
    return null;
  }
  // Warnings of these steps count only if their result is used.
  const warnings: Parameters<WorkContext['warn']>[] = [];
  const warn: WorkContext['warn'] = (...warning) => warnings.push(warning);
  const pages = only(await runSteps(steps, sourceDraft(input), { ...work, context: { ...work.context, warn } }));
  if (!(await isRecognised(pages, recognition, work))) return null;
  for (const warning of warnings) work.context.warn(...warning);
  return pages;
}

/** Families of texts. For other inputs the program that opens them reports whether a password was needed. */
const NEVER_PROTECTED: ReadonlySet<Family> = new Set([
  'html',
  'plain',
  'subtitles',
  'markdown',
  'markup',
  'typst',
  'csv',
  'mail',
]);

/** Returns the password of a file that is encrypted as a whole. Throws ConversionError `input_password_needed` if none was given. */
export function passwordOf({ filename, decryptPassword }: LocalInput): string {
  if (decryptPassword !== null) return decryptPassword;
  const message = `${filename} is encrypted. Give its password as decrypt_password of the input.`;
  throw new ConversionError('input_password_needed', message);
}

/** Returns the family of a file that is encrypted as a whole. */
async function unlock(input: LocalInput, folder: string, context: WorkContext): Promise<Source> {
  const { filename } = input;
  const decryptPassword = passwordOf(input);
  const family = await unlockedFamily(input, decryptPassword, folder, context);
  if (family !== 'other') return { family, filter: null };
  throw new ConversionError(
    'input_wrong_type',
    `${filename} is an encrypted file, but not a document that can be read here.`,
  );
}

/** Returns the routes of a family: those from Markdown depend on whether pandoc is installed. */
async function routesOf(
  family: Family,
  { byLatex = false, context }: Pick<Shared, 'byLatex' | 'context'>,
): Promise<(target: PageTarget, input: LocalInput) => Route> {
  if (byLatex) return (target, input) => routeByLatex(family, input, context) ?? routeOf(family, target, input);
  if (family !== 'markdown' || (await locateProgram(PANDOC)) !== null) {
    return (target, input) => routeOf(family, target, input);
  }
  return (target, input) => {
    const found = MARKDOWN_WITHOUT_PANDOC[target];
    return isRoute(found) ? found : routeOf(family, target, input);
  };
}

/** Returns the route of an input by LaTeX; null, with a warning, if LaTeX does not typeset it. */
function routeByLatex(family: Family, input: LocalInput, context: WorkContext): Route | null {
  const found = latexRoute(family, markupOf(input)?.reader === 'latex');
  if (found !== null) return found;
  const message = `Option engine has no effect: LaTeX typesets LaTeX, Markdown and other markup, but not ${input.filename}.`;
  context.warn('option_no_effect', message, { option: 'engine' });
  return null;
}

/** Returns the route of an input. Throws ConversionError `input_wrong_type` where its text has to be recognised first. */
export function routeOf(family: Family, target: PageTarget, input: LocalInput): Route {
  const found = ROUTES[family][target];
  if (isRoute(found)) return found;
  throw refusal(target, input);
}

function refusal(target: Target, { filename }: LocalInput): ConversionError {
  const message = `${filename} is a picture: ${target} can only be made of its text. Give option ocr to have it recognised.`;
  return new ConversionError('input_wrong_type', message, { details: { option: 'ocr', target } });
}

async function runRoute(route: Route, first: Draft, work: Work): Promise<readonly Draft[]> {
  const { context, input } = work;
  const drafts = await runSteps(route.steps, first, work);
  if (route.loses !== undefined) context.warn('output_limited', LOSSES[route.loses]);
  warnOfMarkdownOptions(route, work);
  warnOfTextOrder(route, work);
  warnOfMacros(input, context);
  return drafts;
}

async function runSteps(steps: readonly Step[], first: Draft, work: Work): Promise<readonly Draft[]> {
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

/** Formats whose files hold macros, by name; no target keeps them. */
const WITH_MACROS: ReadonlySet<string> = new Set(['docm', 'xlsm', 'pptm']);

function warnOfMacros({ filename, format }: LocalInput, context: WorkContext): void {
  if (!WITH_MACROS.has(format?.name ?? '')) return;
  context.warn('output_limited', `The macros of ${filename} were not run and are not in the result.`);
}
