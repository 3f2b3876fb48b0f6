import type { TargetOptions } from '../../src/catalog/definition.ts';
import { verifyOutput } from '../../src/files/verify-output.ts';
import { defineEngine, type OutputFile, type RequestOf } from '../../src/runner/engine.ts';
import { onlyInput } from '../../src/runner/only-input.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { OptionValues } from '../../src/task/types.ts';
import { forEachConcurrently } from '../../src/util/concurrency.ts';
import { type LocalInput, type WorkContext, within } from '../../src/work/context.ts';
import { warnOfCadOptions } from '../../tools/formats/dwg/preview/options.ts';
import { pdfInfo } from '../../tools/formats/pdf-text/info.ts';
import { warmUpOffice } from '../../tools/programs/libreoffice/convert.ts';
import type { PdfFile } from '../../tools/programs/qpdf/pdf-work.ts';
import { catalog } from './catalog.ts';
import { withChosenPages } from './chosen-pages.ts';
import { closePools } from './close.ts';
import { describePrograms } from './describe.ts';
import { drawingsOf, drawingsOfPdf } from './drawings.ts';
import { isLegacyTarget, withProperties } from './legacy-properties.ts';
import { withAttachments } from './mail-attachments.ts';
import { packMarkup } from './markdown.ts';
import { isNamed, NAMES_INPUTS, sortInputs } from './named-inputs.ts';
import { namingInput } from './naming-input.ts';
import { isWorkAsked, operate, pdfAAtOnce } from './operations/operations.ts';
import { markdownOf, officeAskedOf, textOrderOf, warnOfOfficeOptions, warnOfUnusedOptions } from './options.ts';
import { withAuthor, withMetadata } from './pdf-metadata.ts';
import { convertInput, type Shared } from './pipeline.ts';
import { planOf } from './plan.ts';
import { recognitionOf } from './recognition.ts';
import { isPrintedAnyway, makesOwnPage, printAskedOf, printByChromium, withoutPaper } from './steps/chromium.ts';
import { rewrite } from './steps/pdf.ts';
import { pdfExportOf } from './steps/pdf-export.ts';
import { workOnScans } from './steps/scans.ts';
import { type Draft, folderMaker, only, type PrintAsked } from './steps/step.ts';
import { convertToSubtitles, withSubtitlesRead } from './subtitles.ts';
import { type DocumentOptions, isSubtitleTarget, type PageTarget, TARGETS, type Target } from './targets.ts';

/**
 * The engine of the document category: one input goes through the steps that the route table has for the family of its content and the
 * target.
 */
export const engine = defineEngine(catalog, {
  appliesMetadata: (target) => target === 'pdf' || isLegacyTarget(target),
  combinesInputs: ({ options }) => isJoined(options) || NAMES_INPUTS.some((option) => options[option] !== undefined),
  usesAsItIs: ({ target, options }, input) => target === 'pdf' && isNamed(input, options),
  convert,
  plan: planOf,
  describe: describePrograms,
  warmUp: warmUpOffice,
  close: closePools,
});

/** Returns whether several inputs become one. A text that is laid on pages takes the place of the second input. */
const isJoined = ({ merge, stamp, watermark, stamp_text: text, overlay }: OptionValues): boolean =>
  merge === true || overlay !== undefined || ((stamp === true || watermark === true) && text === undefined);

async function convert(request: RequestOf<typeof catalog>, context: WorkContext): Promise<OutputFile[]> {
  const { target } = request;
  const outputs = isSubtitleTarget(target)
    ? [await convertToSubtitles(target, request.inputs, request.options, context)]
    : await convertToPages(target, await withSubtitlesRead(request, context), context);
  await forEachConcurrently(outputs, VERIFIED_AT_ONCE, ({ path, extension }) =>
    verifyOutput(path, target, extension === 'zip' ? 'zip' : TARGETS[target].identifiedAs),
  );
  return outputs;
}

/** Looking at a file is mostly waiting: a thousand files take 0.07 seconds this way, one after the other 0.24. */
const VERIFIED_AT_ONCE = 8;

/** Converts the input along the route table. */
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
  if (request.target === 'pdf') {
    return convertToPdf({ ...request, options: withMetadata(request.options, request.metadata, context) }, shared);
  }
  const given = onlyInput(request.inputs, 'A document');
  const { pages }: DocumentOptions = request.options;
  const input = await withChosenPages(given, pages, shared);
  const { metadata } = request;
  if (metadata === undefined || !isLegacyTarget(target)) return convertOne(input, shared);
  return convertOne(await withProperties(input, target, metadata, shared), shared);
}

async function convertOne(input: LocalInput, shared: Shared): Promise<OutputFile[]> {
  const drafts = await convertInput(input, shared);
  if (shared.markdown.pictures === 'files') return [await packMarkup(only(drafts), input, shared)];
  return drafts.map((draft) => toOutput(draft, shared.target, drafts.length > 1));
}

/** Options with which the picture itself is placed, not a page that contains it. */
const PLACES_PICTURE = ['alignment', 'stamp_scale', 'stamp_angle'] as const;

/** Progress, %, at which every input is a PDF; the rest is for the work on the PDFs. */
const AS_PDF = 60;

/** Converts each input to a PDF, works on its scans, and then works on the PDFs. */
async function convertToPdf(
  { inputs: given, options }: RequestOf<typeof catalog, 'pdf'>,
  shared: Shared,
): Promise<OutputFile[]> {
  const { context, newFolder } = shared;
  const { converted, attached, keys, values } = sortInputs(given, options);
  const inputs = isJoined(options) ? converted : [onlyInput(converted, 'A document')];
  const files: PdfFile[] = [];
  /** Whether a browser has laid all of them out for the paper. */
  let arePrinted = true;
  let author: string | undefined;
  const works = isWorkAsked(options);
  const pdfExport = pdfExportOf(options);
  for (const input of inputs) {
    const share = AS_PDF / inputs.length;
    const isStamp = files.length === 1 && options.merge !== true;
    const part = {
      ...shared,
      ...(pdfExport !== undefined && { pdfExport }),
      attachments: options.attachments,
      pdfA: pdfAAtOnce(options),
      byLatex: options.engine === 'latex',
      turnsUpright: options.auto_rotate === true,
      print: printAskedOf(options),
      // For a stamp or watermark that has a position of its own.
      pictureAlone: PLACES_PICTURE.some((option) => options[option] !== undefined) && isStamp,
      losslessPictures: isStamp,
      context: within(context, share * files.length, share * (files.length + 1)),
    };
    const { draft, pages } = await namingInput(inputs.length > 1 ? input.filename : undefined, async () => {
      const made = await workOnScans(await makePdf(input, options, part), input, options, part);
      return { draft: made, pages: works ? await countPages(made, input, context) : 0 };
    });
    arePrinted &&= draft.isPrinted === true;
    const { path, pdfA } = draft;
    author = draft.author;
    files.push({ path, pages, filename: input.filename, ...(pdfA && { pdfA }) });
  }
  const work = withAuthor(arePrinted ? withoutPaper(options) : options, inputs.length > 1 ? undefined : author);
  const job = {
    context: within(context, AS_PDF, 100),
    newFolder,
    attachments: attached,
    keys,
    ...(values && { values }),
  };
  const made = await operate(files, work, job, inputs);
  const own = await Promise.all(
    made.map(async (each) => (isGiven(each, inputs) ? { ...each, path: await rewrite(each.path, shared) } : each)),
  );
  context.progress(100);
  const { contentType } = TARGETS.pdf;
  return own.map(({ path, suffix }) => ({ path, extension: 'pdf', contentType, ...(suffix && { suffix }) }));
}

async function makePdf(
  input: LocalInput,
  options: TargetOptions<typeof catalog, 'pdf'>,
  shared: Shared & { readonly print: PrintAsked },
): Promise<Draft> {
  const isOwn = makesOwnPage(input);
  if (isOwn && options.engine === 'libreoffice') {
    const message = `Option engine has no effect: a browser prints the page that is made of ${input.filename}.`;
    shared.context.warn('option_no_effect', message, { option: 'engine' });
  }
  if ((options.engine === 'chromium' && !isOwn) || (await isPrintedAnyway(input, options, shared))) {
    warnOfOfficeOptions(shared, { filename: input.filename, family: null }, shared.context);
    return withAttachments(await printByChromium(input, shared), input, options, shared);
  }
  return withAttachments(only(await convertInput(input, shared)), input, options, shared);
}

/** Returns whether a result still is the input file, because nothing had to be done. */
const isGiven = ({ path }: PdfFile, inputs: readonly LocalInput[]): boolean =>
  inputs.some((input) => input.path === path);

async function countPages(draft: Draft, input: LocalInput, context: WorkContext): Promise<number> {
  const pages = draft.pages ?? (await pdfInfo({ path: draft.path, password: null }, context)).pages;
  if (pages > MAX_PAGES) throw tooManyPages(input, pages);
  return pages;
}

/** More pages than any book has, since a small file can claim any number. */
const MAX_PAGES = 20_000;

function tooManyPages({ filename }: LocalInput, pages: number): ConversionError {
  const message = `${filename} has ${pages} pages, and no more than ${MAX_PAGES} are worked on.`;
  return new ConversionError('input_bomb', message, { details: { pages, limit_pages: MAX_PAGES } });
}

function toOutput({ path, sheet }: Draft, target: Target, several: boolean): OutputFile {
  const { contentType, extension = target } = TARGETS[target];
  return { path, extension, contentType, ...(several && { suffix: `-${sheet}` }) };
}
