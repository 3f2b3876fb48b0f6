import type { EnginePlan, RequestOf } from '../../src/runner/engine.ts';
import { isLocked, sourceOf } from '../../tools/formats/office-files/families.ts';
import { refuseUnreadMarkup } from '../../tools/formats/text/markup.ts';
import type { catalog } from './catalog.ts';
import { recognitionOf } from './recognition.ts';
import { isRoute, LOSSES, ROUTES, type Step } from './routes.ts';
import { isSubtitleTarget } from './targets.ts';

/** Programs of a step, as `describe` names them; steps that are missing here are done by convertd itself. */
const PROGRAMS: Readonly<Partial<Record<Step['step'], readonly string[]>>> = {
  office: ['LibreOffice'],
  openPdf: ['qpdf', 'pdfinfo'],
  postscriptToPdf: ['Ghostscript'],
  pdfToText: ['pdftotext'],
};

/**
 * Returns the programs and losses of the routes of the inputs. What is known only once a file is open, such as the kind of a locked one or
 * whether there is text to recognise, is left out.
 */
export function planOf({ target, options, inputs }: RequestOf<typeof catalog>): EnginePlan {
  if (isSubtitleTarget(target) || recognitionOf(target, options) !== null) return { programs: null, losses: [] };
  const open = inputs.filter((input) => !isLocked(input));
  if (target !== 'txt') for (const input of open) if (sourceOf(input).family === 'plain') refuseUnreadMarkup(input);
  const routes = open.map((input) => ROUTES[sourceOf(input).family][target]).filter(isRoute);
  const byChromium = target === 'pdf' && options.engine === 'chromium' ? ['chromium-headless-shell'] : null;
  const programs = byChromium ?? routes.flatMap(({ steps }) => steps.flatMap(({ step }) => PROGRAMS[step] ?? []));
  const losses = routes.flatMap(({ loses }) => (loses === undefined ? [] : [LOSSES[loses]]));
  return { programs: [...new Set(programs)], losses: [...new Set(losses)] };
}
