import { ConversionError } from '../../../../src/task/errors.ts';
import type { WorkContext } from '../../../../src/work/context.ts';
import type { PreviewOptions, PreviewResult, PreviewSheet } from './job.ts';

type Warn = WorkContext['warn'];

/**
 * Warns the user about content of the drawing that is missing in its pictures.
 * @throws ConversionError `input_damaged` if nothing of the drawing could be read
 */
export function warnOfPreview(
  { sheets, unread, isInstead, unknownLayers }: PreviewResult,
  options: PreviewOptions,
  filename: string,
  { warn }: Pick<WorkContext, 'warn'>,
): void {
  const lost = total(unread);
  if (lost > 0 && sheets.every(({ shapes }) => shapes === 0)) {
    throw new ConversionError('input_damaged', `None of the objects of ${filename} can be read.`, {
      details: { unread },
    });
  }
  if (lost > 0) {
    warn('output_limited', `Objects of the drawing that could not be read are not in the picture: ${list(unread)}.`, {
      unread,
    });
  }
  const missing = most(sheets.map((sheet) => sheet.missing));
  if (total(missing) > 0) {
    const message = `Entities that cannot be drawn here are not in the picture, or only as a frame: ${list(missing)}.`;
    warn('output_limited', message, { missing });
  }
  const [first] = sheets;
  if (isInstead && first !== undefined) {
    const message = `The model of the drawing is empty; the picture shows its sheet "${first.layout}".`;
    warn('output_limited', message, { layout: first.layout });
  }
  warnOfLayers(unknownLayers, filename, warn);
  for (const sheet of sheets) warnOfSheet(sheet, options, filename, warn);
}

function warnOfLayers(unknown: readonly string[], filename: string, warn: Warn): void {
  if (unknown.length === 0) return;
  const message = `${filename} has no layer ${unknown.map((name) => `"${name}"`).join(', ')}.`;
  warn('option_no_effect', message, { layers: unknown });
}

function warnOfSheet({ layout, shapes, beyond }: PreviewSheet, options: PreviewOptions, filename: string, warn: Warn) {
  const what = layout === null ? filename : `Layout "${layout}" of ${filename}`;
  if (shapes === 0) {
    const layers = options.layers === null ? 'layers that are on' : 'the layers of cad_layers';
    warn('output_limited', `${what} has nothing visible on ${layers}: the picture is empty.`);
  }
  if (beyond !== null) {
    const size = `${Math.ceil(beyond.width)} x ${Math.ceil(beyond.height)} mm`;
    const message = `${what} is ${size} at that scale, more than its page: what is beyond the page is not in the result.`;
    warn('output_limited', message, { option: 'cad_scale' });
  }
}

/** Returns the maximum of each type, because layouts show the same model. */
function most(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const result: Record<string, number> = {};
  for (const [type, count] of counts.flatMap((each) => Object.entries(each))) {
    result[type] = Math.max(result[type] ?? 0, count);
  }
  return result;
}

const total = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

const list = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([type, count]) => `${count} ${type}`)
    .join(', ');
