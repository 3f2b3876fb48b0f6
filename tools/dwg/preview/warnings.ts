import { ConversionError } from '../../../src/task/errors.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import type { PreviewResult } from './job.ts';

/**
 * Tells the user what of the drawing is not in its picture.
 * @throws ConversionError `input_damaged` where nothing of the drawing could be read
 */
export function warnOfPreview(
  { shapes, missing, unread, layout }: PreviewResult,
  filename: string,
  { warn }: Pick<WorkContext, 'warn'>,
): void {
  const lost = total(unread);
  if (shapes === 0 && lost > 0) {
    throw new ConversionError('input_damaged', `None of the objects of ${filename} can be read.`, {
      details: { unread },
    });
  }
  if (lost > 0) {
    warn('output_limited', `Objects of the drawing that could not be read are not in the picture: ${list(unread)}.`, {
      unread,
    });
  }
  if (total(missing) > 0) {
    const message = `Entities that cannot be drawn here are not in the picture, or only as a frame: ${list(missing)}.`;
    warn('output_limited', message, { missing });
  }
  if (layout !== null) {
    warn('output_limited', `The model of the drawing is empty; the picture shows its sheet "${layout}".`, { layout });
  }
  if (shapes === 0) {
    warn('output_limited', `${filename} has nothing to be seen on layers that are on: the picture is empty.`);
  }
}

const total = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

const list = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([type, count]) => `${count} ${type}`)
    .join(', ');
