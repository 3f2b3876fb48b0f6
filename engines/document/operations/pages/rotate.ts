import { join } from 'node:path';
import {
  countPages,
  eachPage,
  pageRange,
  type Run,
  selectPages,
  warnOfMissing,
} from '../../../../src/runner/page-list.ts';
import { ConversionError } from '../../../../src/task/errors.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { runQpdf } from '../../../../tools/programs/qpdf/qpdf.ts';
import type { Operation, PdfJob, PdfOptions } from '../operation.ts';

/** Pages that all items together may name; a few bytes of option must not keep the process busy. */
const MOST_NAMED = 1_000_000;

type Rotations = NonNullable<PdfOptions['rotate']>;

/**
 * Turns pages clockwise from how they are shown, in addition to their present rotation. Items apply in their order: a page that two items
 * name is turned twice. Page numbers past the end are ignored with a warning.
 */
export const rotate: Operation = {
  name: 'rotate',
  options: ['rotate'],
  asked: (options) => (options.rotate ?? []).some(({ angle }) => (angle ?? 0) !== 0),
  async run(files, job) {
    const result: PdfFile[] = [];
    for (const file of files) result.push(await rotateFile(file, job.options.rotate ?? [], job));
    return result;
  },
};

async function rotateFile(file: PdfFile, items: Rotations, job: PdfJob): Promise<PdfFile> {
  const { angles, missing } = anglesOf(items, file.pages);
  warnOfMissing('rotate', missing, file.pages, job.context);
  const options = rotateArguments(angles);
  if (options.length === 0) return file;
  const output = join(await job.newFolder(), 'document.pdf');
  await runQpdf({ input: file.path, options: ['@-'], pages: options, output }, job);
  return { ...file, path: output };
}

/** Returns the total rotation of each page, degrees clockwise; index 0 is page 1. */
export function anglesOf(items: Rotations, pages: number): { angles: readonly number[]; missing: readonly string[] } {
  const angles = new Uint16Array(pages);
  const missing: string[] = [];
  let named = 0;
  for (const { pages: text, angle } of items) {
    const selected = selectPages(text ?? '1-last', 'rotate', pages);
    missing.push(...selected.missing);
    named += countPages(selected.pages);
    if (named > MOST_NAMED) throw tooMany();
    for (const page of new Set(eachPage(selected.pages))) {
      angles[page - 1] = ((angles[page - 1] ?? 0) + (angle ?? 0)) % 360;
    }
  }
  return { angles: [...angles], missing };
}

function tooMany(): ConversionError {
  const message = `The items of option rotate name more than ${MOST_NAMED} pages together. Use fewer items.`;
  return new ConversionError('option_invalid', message, { details: { option: 'rotate', limit: MOST_NAMED } });
}

/** Returns one argument per angle: `--rotate=+90:1-3,7`. */
export function rotateArguments(angles: readonly number[]): string[] {
  return [90, 180, 270].flatMap((angle) => {
    const runs: Run[] = angles.flatMap((one, index) => (one === angle ? [{ from: index + 1, to: index + 1 }] : []));
    return runs.length === 0 ? [] : [`--rotate=+${angle}:${pageRange(runs)}`];
  });
}
