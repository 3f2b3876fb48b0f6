import { rm } from 'node:fs/promises';
import { ConversionError } from '../../../../src/task/errors.ts';
import { allDone } from '../../../../src/util/concurrency.ts';
import type { Comparison } from '../../../../tools/formats/pdf-compare/compare.ts';
import { type Difference, differencesOf } from '../../../../tools/formats/pdf-compare/differences.ts';
import { type Look, lookAt } from '../../../../tools/formats/pdf-compare/look.ts';
import type { ColorChange, Tolerance } from '../../../../tools/formats/pdf-compare/picture-difference.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import type { PdfJob } from '../operation.ts';
import type { Distillation } from '../quality/distill-arguments.ts';
import { prepare, type Ready } from '../quality/ready-for-ghostscript.ts';
import { type RewriteSettings, type Rewritten, rewrite } from './rewrite.ts';

/** A rewritten PDF, and how its pages differ beyond what was asked for. Empty if no difference was found. */
export interface Checked extends Rewritten {
  readonly differences: readonly Difference[];
}

export interface CheckedSettings extends Omit<RewriteSettings, 'drawn'> {
  readonly ready: Ready;
}

/**
 * Runs one pass of Ghostscript and compares its result with the input: the text of all pages, and how some of them look. If Ghostscript
 * fails to open the file or changes text, and the file was not prepared for it, prepares it and repeats the pass. Throws what rewrite and
 * lookAt throw.
 */
export async function rewriteChecked(
  file: PdfFile,
  { distillation, pack, ready }: CheckedSettings,
  job: PdfJob,
  onProgress: (share: number) => void = () => {},
): Promise<Checked> {
  const { parts, tolerance } = comparisonOf(distillation);
  const pass = async (drawn: PdfFile): Promise<Made> => {
    let look: Look | null = null;
    const lookAtPages = async (path: string): Promise<void> => {
      look = await lookAt({ ...file, path }, parts, job);
    };
    // Colours of annotations are converted after Ghostscript.
    const meanwhile = tolerance.colors === 'gray' ? undefined : lookAtPages;
    const made = await rewrite(file, { distillation, pack, drawn }, job, onProgress, meanwhile);
    const seen: Look = look ?? (await lookAt(made.file, parts, job));
    if (!made.repairedText || !parts.text) return { made, look: seen };
    const { texts } = await lookAt(made.file, { text: true, pictures: false }, job);
    return { made, look: { ...seen, texts } };
  };
  const [before, first] = await allDone([
    lookAt(ready.file, parts, job),
    pass(ready.file).catch((error: unknown) => {
      if (error instanceof ConversionError && error.code === 'input_damaged' && !ready.prepared) return error;
      throw error;
    }),
  ]);
  if (!(first instanceof ConversionError)) {
    const checked = check(before, first, tolerance);
    if (ready.prepared || !checked.differences.some(({ kind }) => kind === 'text')) return checked;
    await rm(first.made.file.path);
  }
  return check(before, await pass((await prepare(ready, job)).file), tolerance);
}

interface Made {
  readonly made: Rewritten;
  readonly look: Look;
}

function check(before: Look, { made, look }: Made, tolerance: Tolerance): Checked {
  return { ...made, differences: differencesOf(before, look, tolerance) };
}

const COLORS = { RGB: 'rgb', Gray: 'gray', CMYK: 'inks' } as const satisfies Record<string, ColorChange>;

/** Returns what a pass must leave unchanged. Removed content cannot be compared, nor the look of pages that lack some. */
export const comparisonOf = ({
  color,
  images,
  remove,
}: Pick<Distillation, 'color' | 'images' | 'remove'>): Comparison => ({
  tolerance: { colors: color === null ? 'none' : COLORS[color], dpi: images.downsample?.dpi ?? null },
  parts: { text: !remove.includes('TEXT'), pictures: remove.length === 0 },
});
