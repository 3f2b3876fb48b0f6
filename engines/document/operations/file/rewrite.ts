import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../../../src/task/errors.ts';
import { allDone } from '../../../../src/util/concurrency.ts';
import { runGhostscript } from '../../../../tools/programs/ghostscript/ghostscript.ts';
import { answerOf, pikepdfCall } from '../../../../tools/programs/pikepdf/pikepdf-script.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import type { PdfJob } from '../operation.ts';
import { type Distillation, distillArguments } from '../quality/distill-arguments.ts';

const SCRIPT = new URL('./carry_over.py', import.meta.url);

/** A rewritten PDF, and what it lost. */
export interface Rewritten {
  readonly file: PdfFile;
  readonly bytes: number;
  /** What the file had and the new one does not: `tags`, `form fields`. */
  readonly lost: readonly string[];
  readonly repaired: boolean;
  /** Whether its text differs from Ghostscript's file because characters of ligatures were repaired. */
  readonly repairedText: boolean;
}

export interface RewriteSettings {
  readonly distillation: Distillation;
  /** Whether objects are packed, if the version allows it (from 1.5 on). */
  readonly pack: boolean;
  /** The file that Ghostscript reads, made by withDrawnFields. */
  readonly drawn: PdfFile;
}

/**
 * Runs one pass of Ghostscript. Afterwards the new file gets back what it can of what Ghostscript drops: language, properties, XMP, how it
 * is first shown, and output intents unless colours were changed; characters of ligatures are repaired. Throws ConversionError as
 * runGhostscript does.
 * @param meanwhile runs on Ghostscript's file, whose pages look like those of the result, while the dropped content is restored
 */
export async function rewrite(
  file: PdfFile,
  { distillation, pack, drawn }: RewriteSettings,
  job: PdfJob,
  onProgress: (share: number) => void = () => {},
  meanwhile: (path: string) => Promise<void> = async () => {},
): Promise<Rewritten> {
  const path = join(await job.newFolder(), 'document.pdf');
  const settings = {
    intents: distillation.color === null,
    pack: pack && distillation.version !== '1.4',
    gray: distillation.color === 'Gray',
  };
  const carryOver = (distilled: string) => pikepdfCall(SCRIPT, [JSON.stringify(settings), file.path, distilled, path]);
  const begun: Promise<void>[] = [];
  const args = distillArguments(distillation);
  const running = runGhostscript(drawn, args, carryOver, job, onProgress, (at) => {
    const work = meanwhile(at);
    // It may fail before Ghostscript has ended, but is awaited only then: an unhandled rejection would end the process.
    work.catch(() => {});
    begun.push(work);
  });
  const [distilled] = await allDone([
    running,
    running.then(
      () => allDone(begun),
      () => allDone(begun),
    ),
  ]);
  const { pages, lost, repairedText } = answerOf(distilled.followed) as Pick<Rewritten, 'lost' | 'repairedText'> & {
    pages: number;
  };
  await rm(distilled.path);
  if (pages === 0)
    throw new ConversionError('input_damaged', 'The PDF is damaged: none of its pages could be written.');
  return {
    file: { ...file, path, pages },
    bytes: (await stat(path)).size,
    lost,
    repaired: distilled.repaired || pages !== file.pages,
    repairedText,
  };
}

/** Warns of what the result of a rewrite lacks; `options` are those that asked for it. */
export function warnOfLosses(
  { lost, repaired }: Pick<Rewritten, 'lost' | 'repaired'>,
  options: readonly string[],
  job: PdfJob,
): void {
  const { context } = job;
  const asked = options.join(', ');
  if (lost.length > 0) {
    const message = `Option ${asked} rewrites the pages; the result no longer has: ${lost.join(', ')}.`;
    context.warn('output_limited', message, { option: options[0], lost });
  }
  if (repaired) {
    context.warn('input_damaged', 'The PDF had errors, which were repaired or left out; check its pages.', {});
  }
}
