import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../../../src/task/errors.ts';
import { compare } from '../../../../tools/formats/pdf-compare/compare.ts';
import { type Difference, describeDifferences } from '../../../../tools/formats/pdf-compare/differences.ts';
import { type Changed, shrinkImages } from '../../../../tools/formats/pdf-images/change-images.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { runQpdf } from '../../../../tools/programs/qpdf/qpdf.ts';
import type { PdfJob } from '../operation.ts';
import { type Distillation, shrinkingOf } from '../quality/distill-arguments.ts';
import { versionArguments } from './pdf-version.ts';
import { comparisonOf } from './rewrite-checked.ts';

/** A file that Ghostscript would spoil. */
export interface Spoiled {
  readonly file: PdfFile;
  /** PDF version of the file. */
  readonly version: string;
  readonly differences: readonly Difference[];
  /** The options that ask for Ghostscript. */
  readonly asked: readonly string[];
  readonly distillation: Distillation;
  readonly pack: boolean;
}

/**
 * Applies what it can of the options if Ghostscript would spoil pages: only the images are made smaller, with a warning. Throws
 * ConversionError `conversion_failed` if colours, removals or a lower version are asked for, as there is no other way to do these.
 */
export async function withoutRewriting(spoiled: Spoiled, job: PdfJob): Promise<PdfFile> {
  const { file, version, differences, asked } = spoiled;
  const { options, context } = job;
  const impossible = asked.find(
    (name) => name === 'color' || name === 'filters' || (name === 'version' && (options.version ?? version) < version),
  );
  if (impossible !== undefined) throw refusal(impossible, differences);
  const { file: made, changed, left } = await withSmallerImages(spoiled, job);
  const kept = Object.entries(left).map(([reason, count]) => `${count} (${reason})`);
  const message = [
    `Option ${asked.join(', ')} rewrites the pages, which would spoil some of this PDF (${describeDifferences(differences)}).`,
    made === file ? 'So it stays as it is.' : `So only images were changed (${changed}), and nothing else.`,
    ...(kept.length > 0 ? [`Images that were not: ${kept.join(', ')}.`] : []),
  ].join(' ');
  context.warn('output_limited', message, { option: asked[0], pages: pagesOf(differences), left });
  return options.version === undefined ? made : relabel(made, options.version, job);
}

/** Returns the file itself if it cannot be made smaller, or not without spoiling pages either. */
async function withSmallerImages({ file, version, distillation, pack }: Spoiled, job: PdfJob): Promise<Changed> {
  try {
    const made = await shrinkImages(file, shrinkingOf(distillation.images, pack && version !== '1.4'), job);
    const asItIs = { ...made, file, changed: 0 };
    const isSmaller = (await stat(made.file.path)).size < (await stat(file.path)).size;
    if (!isSmaller || (made.changed === 0 && !pack)) return asItIs;
    const differences = await compare(file, made.file, comparisonOf({ ...distillation, color: null }), job);
    return differences.length > 0 ? asItIs : made;
  } catch (error) {
    // The file is too damaged to be taken apart.
    if (error instanceof ConversionError && error.code === 'input_damaged') return { file, changed: 0, left: {} };
    throw error;
  }
}

const MOST_PAGES_NAMED = 1000;

export const pagesOf = (differences: readonly Difference[]): number[] =>
  [...new Set(differences.map(({ page }) => page))].slice(0, MOST_PAGES_NAMED);

/** Returns the error that an option cannot be applied to a PDF. */
export function refusal(option: string, differences: readonly Difference[]): ConversionError {
  const message = `Option ${option} cannot be applied to this PDF, as its pages would not be what they were: ${describeDifferences(differences)}.`;
  return new ConversionError('conversion_failed', message, { details: { option, pages: pagesOf(differences) } });
}

/** Labels the file with a version that includes everything of its own. */
export async function relabel(file: PdfFile, version: string, job: PdfJob): Promise<PdfFile> {
  const output = join(await job.newFolder(), 'document.pdf');
  await runQpdf({ input: file.path, options: versionArguments(version), output }, job);
  return { ...file, path: output };
}
