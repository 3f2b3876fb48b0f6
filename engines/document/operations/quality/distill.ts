import { rm, stat } from 'node:fs/promises';
import { allDone } from '../../../../src/util/concurrency.ts';
import { refuseTooManyPages } from '../../../../tools/programs/ghostscript/ghostscript.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { versionOf } from '../file/pdf-version.ts';
import { warnOfLosses } from '../file/rewrite.ts';
import { rewriteChecked } from '../file/rewrite-checked.ts';
import { relabel, withoutRewriting } from '../file/without-rewriting.ts';
import type { Operation, PdfJob, PdfOptions } from '../operation.ts';
import { distillationOf } from './distill-arguments.ts';
import { readyForGhostscript } from './ready-for-ghostscript.ts';

const OPTIONS = ['filters', 'color', 'quality', 'dpi', 'images_quality', 'compression', 'version'] as const;

/**
 * Changes colour, density and quality of images, removes content and sets the PDF version, all in one pass of Ghostscript.
 *
 * - `dpi` and `images_quality` override what `quality` or `compression` strong say about images, `color` what they say about colours;
 *   `quality` overrides `compression` strong, which has the images of quality ebook.
 * - `dpi` brings images down to that density; none is made denser. Black and white images and those with a palette get a half, a third and
 *   so on of their density, whichever is the next below, since Ghostscript omits whole rows of those.
 * - `images_quality` is the quality of JPEG; images that are not photos stay lossless.
 * - `color` also converts the shown colour of spot inks (Separation), which stay inks of their own.
 * - `version`: a lower one than the file's is rewritten; a higher one or the same is only labelled, since each version includes all earlier
 *   ones. Without it the result keeps the file's version, but at least 1.4.
 * - `compression` strong and the qualities minimum, screen and ebook, alone or together, never make a file larger.
 *
 * If a page of the result differs beyond what is asked for, the file is not rewritten: without-rewriting.ts.
 */
export const distill: Operation = {
  name: 'distill',
  options: OPTIONS,
  asked: (options) => askedOf(options).length > 0,
  async run(files, job) {
    const result: PdfFile[] = [];
    for (const file of files) result.push(await distillFile(file, job, result.length / files.length, 1 / files.length));
    return result;
  },
};

/** Returns the options that ask for this operation; `compression` basic is left to qpdf. */
function askedOf(options: PdfOptions): string[] {
  return OPTIONS.filter((name) => {
    if (name === 'compression') return options.compression === 'strong';
    return name === 'filters' ? (options.filters ?? []).length > 0 : options[name] !== undefined;
  });
}

async function distillFile(file: PdfFile, job: PdfJob, from: number, share: number): Promise<PdfFile> {
  refuseTooManyPages(file);
  const { options } = job;
  const asked = askedOf(options);
  const isVersionAlone = asked.every((name) => name === 'version');
  // Only a version alone may become a mere label.
  const reading = isVersionAlone ? null : readyForGhostscript(file, job);
  const [current, readyMeanwhile] = await allDone([versionOf(file, job), Promise.resolve(reading)]);
  if (isVersionAlone && options.version !== undefined && current <= options.version) {
    return relabel(file, options.version, job);
  }
  const settings = {
    distillation: distillationOf(options, options.version ?? current),
    pack: options.compression === 'strong',
    ready: readyMeanwhile ?? (await readyForGhostscript(file, job)),
  };
  const result = await rewriteChecked(file, settings, job, (done) => job.context.progress(100 * (from + share * done)));
  if (result.differences.length > 0) {
    await rm(result.file.path);
    return withoutRewriting({ file, version: current, differences: result.differences, asked, ...settings }, job);
  }
  if (isOnlyForSize(options, asked) && result.bytes >= (await stat(file.path)).size) {
    await rm(result.file.path);
    return file;
  }
  warnOfLosses(result, asked, job);
  return result.file;
}

/** The qualities below Ghostscript's default. */
const SMALL: readonly (string | undefined)[] = ['minimum', 'screen', 'ebook'];

/** Whether only a smaller file is requested. */
const isOnlyForSize = ({ quality }: PdfOptions, asked: readonly string[]): boolean =>
  asked.every((name) => name === 'compression' || (name === 'quality' && SMALL.includes(quality)));
