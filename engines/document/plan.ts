import type { EnginePlan, RequestOf } from '../../src/runner/engine.ts';
import type { LocalInput } from '../../src/work/context.ts';
import { isLatexName, isTypstName, markupOf } from '../../tools/formats/markup/languages.ts';
import { projectText } from '../../tools/formats/markup/project.ts';
import { type Family, isLocked, sourceOf } from '../../tools/formats/office-files/families.ts';
import { isMarkdownName } from '../../tools/formats/text/kinds.ts';
import { refuseUnreadMarkup } from '../../tools/formats/text/markup.ts';
import type { catalog } from './catalog.ts';
import { sortInputs } from './named-inputs.ts';
import { familyOfOther, isSound } from './other-kinds.ts';
import { hasNoTransparency, wantsTags } from './pdf-a-levels.ts';
import { isPictureFile } from './picture-files.ts';
import { passwordOf, routeOf } from './pipeline.ts';
import { recognitionOf } from './recognition.ts';
import { LOSSES, latexRoute, type Step } from './routes.ts';
import { isReadAsLines } from './subtitles.ts';
import { isSubtitleTarget, type PageTarget } from './targets.ts';

/** What `describe` calls the browser. */
const BROWSER = 'chromium-headless-shell';

/** Programs of a step, as `describe` names them; steps that are missing here are done by convertd itself. */
const PROGRAMS: Readonly<Partial<Record<Step['step'], readonly string[]>>> = {
  office: ['LibreOffice'],
  openPdf: ['qpdf', 'pdfinfo'],
  typstToPdf: ['typst-ts-node-compiler'],
  latexToPdf: ['LaTeX'],
  postscriptToPdf: ['gs'],
  printPage: [BROWSER],
  pdfToText: ['pdftotext'],
  readSource: ['pandoc'],
  readDraft: ['pandoc'],
  writeTree: ['pandoc'],
  printHtml: [BROWSER],
};

/** Families that Chromium prints (option engine). */
const PRINTED: ReadonlySet<Family> = new Set(['html', 'markdown']);

/**
 * Returns the programs and losses of the routes of the inputs. What is known only once a file is open, such as the kind of a locked one, is
 * left out. Throws ConversionError `input_wrong_type`, `input_password_needed` and `option_invalid` as a conversion does.
 */
export function planOf(request: RequestOf<typeof catalog>): EnginePlan {
  const { target, options } = request;
  const inputs = request.target === 'pdf' ? sortInputs(request.inputs, request.options).converted : request.inputs;
  if (isSubtitleTarget(target)) return { programs: [...new Set(inputs.flatMap(subtitleReaders))], losses: [] };
  const isRecognised = recognitionOf(target, options) !== null;
  const engine = target === 'pdf' ? options.engine : 'libreoffice';
  const isPrinted = target === 'pdf' && engine === undefined && !hasNoTransparency(options.pdf_a);
  const usesChromium = (family: Family): boolean =>
    engine === 'chromium' ||
    (isPrinted && (family === 'markdown' || (family === 'html' && target === 'pdf' && wantsTags(options))));
  const locked = inputs.filter(isLocked);
  for (const input of locked) passwordOf(input);
  const plans = inputs
    .filter((input) => !locked.includes(input))
    .map((input): EnginePlan => {
      const isPage = engine === 'chromium' && input.format?.name === 'zip' && projectText(input) === null;
      if (isPage) return { programs: [BROWSER], losses: [] };
      const isLines = isReadAsLines(input, { target, options });
      const family = isLines ? 'subtitles' : familyOf(input, target);
      if (isRecognised) return { programs: ['tesseract'], losses: [] };
      if (usesChromium(family) && PRINTED.has(family)) return { programs: [BROWSER], losses: [] };
      const typeset = engine === 'latex' ? latexRoute(family, isLatexInput(input)) : null;
      const { steps, loses } = typeset ?? routeOf(family, target, input);
      const ofBook = input.format?.kind === 'ebook' ? ['calibre'] : [];
      const ofLines = isLines ? subtitleReaders(input) : [];
      const programs = [...ofBook, ...ofLines, ...steps.flatMap(({ step }) => PROGRAMS[step] ?? [])];
      return { programs, losses: loses === undefined ? [] : [LOSSES[loses]] };
    });
  const each = (name: 'programs' | 'losses') => [...new Set(plans.flatMap((plan) => plan[name] ?? []))];
  return { programs: each('programs'), losses: each('losses') };
}

function isLatexInput(input: LocalInput): boolean {
  const text = projectText(input);
  return text === null ? markupOf(input)?.reader === 'latex' : isLatexName(text);
}

/** Returns the programs that read subtitles; whether those of a film are pictures is known only once it is open. */
function subtitleReaders(input: LocalInput): readonly string[] {
  if (isPictureFile(input)) return ['ffmpeg', 'tesseract'];
  return isSound(input) ? ['ffmpeg'] : [];
}

function familyOf(input: LocalInput, target: PageTarget): Family {
  const text = projectText(input);
  if (text !== null) return isMarkdownName(text) ? 'markdown' : isTypstName(text) ? 'typst' : 'markup';
  const family = familyOfOther(input, target) ?? sourceOf(input).family;
  if (family === 'plain' && target !== 'txt') refuseUnreadMarkup(input);
  return family;
}
