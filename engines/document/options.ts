import type { OptionDefinitions } from '../../src/catalog/definition.ts';
import type { WorkContext } from '../../src/work/context.ts';
import type { Family } from '../../tools/formats/office-files/families.ts';
import { optionsWithoutEffect } from '../../tools/programs/ocr/options.ts';
import { catalog } from './catalog.ts';
import type { Route, Step } from './routes.ts';
import { warnOfExportOptions } from './steps/pdf-export.ts';
import type { MarkdownAsked, TextOrder, Work } from './steps/step.ts';
import type { DocumentOptions, Target } from './targets.ts';

/** Warns of given options that have no effect without `ocr`. */
export function warnOfUnusedOptions(target: Target, values: DocumentOptions, context: WorkContext): void {
  const definitions: OptionDefinitions = catalog.targets[target].options;
  const defaults = Object.fromEntries(Object.entries(definitions).map(([name, each]) => [name, each.default]));
  for (const option of optionsWithoutEffect(values, defaults)) {
    const message = `Option ${option} has no effect without ocr: true.`;
    context.warn('option_no_effect', message, { option });
  }
}

/** Returns the order of plain text that the options ask for. */
export function textOrderOf(options: DocumentOptions): TextOrder {
  return options.text_order ?? 'reading';
}

/** Returns what the options ask of office documents. */
export function officeAskedOf({ tracked_changes: changes, hidden }: DocumentOptions): Omit<OfficeAsked, 'pdfExport'> {
  return { changes: changes ?? 'accept', showsHidden: hidden === 'include' };
}

type OfficeAsked = Pick<Work, 'changes' | 'showsHidden' | 'pdfExport'>;

/**
 * Warns of options for office documents that have no effect on an input of another kind.
 * @param family of the input; null if a browser opens it, or TeX typesets it
 */
export function warnOfOfficeOptions(
  { changes, showsHidden, pdfExport }: OfficeAsked,
  { filename, family }: { readonly filename: string; readonly family: Family | null },
  context: WorkContext,
): void {
  if (pdfExport !== undefined) warnOfExportOptions(pdfExport, { filename, family }, context);
  const warn = (option: string, what: string) =>
    context.warn('option_no_effect', `Option ${option} has no effect: ${filename} is not ${what}.`, { option });
  if (changes !== 'accept' && family !== 'writer') warn('tracked_changes', 'a text that can have tracked changes');
  if (showsHidden && family !== 'calc' && family !== 'impress') warn('hidden', 'a spreadsheet or a presentation');
}

/** Steps that make plain text from pages. */
const MAKES_TEXT: ReadonlySet<Step['step']> = new Set(['pdfToText', 'recognise']);

/** Warns if text_order has no effect on this route. */
export function warnOfTextOrder({ steps }: Route, { textOrder, target, recognition, input, context }: Work): void {
  if (target !== 'txt' || textOrder === 'reading') return;
  const isFlowed = steps.some(({ step }) => step === 'recognise') && recognition?.mode === 'text';
  const why = isFlowed
    ? 'ocr_mode text keeps the words alone'
    : steps.some(({ step }) => MAKES_TEXT.has(step))
      ? null
      : `${input.filename} has no fixed pages`;
  if (why !== null) {
    context.warn('option_no_effect', `Option text_order has no effect: ${why}.`, { option: 'text_order' });
  }
}

/** Returns what the options ask of Markdown; nothing for a target without these options. */
export function markdownOf(target: Target, options: DocumentOptions): MarkdownAsked {
  const { chunk_size: size, chunk_overlap: overlap } = catalog.targets.chunks.options;
  const { pictures = 'none', page_markers = false, engine } = options;
  // The catalog says that they are not used then.
  const { style, css } = engine === 'libreoffice' || engine === 'latex' ? {} : options;
  return {
    look: { ...(style !== undefined && { style }), ...(css !== undefined && { css }) },
    pictures,
    marksPages: page_markers || target === 'chunks',
    chunks: { size: options.chunk_size ?? size.default, overlap: options.chunk_overlap ?? overlap.default },
  };
}
