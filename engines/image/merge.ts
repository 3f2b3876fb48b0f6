import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram } from '../../src/process/programs.ts';
import type { OutputFile } from '../../src/runner/engine.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { LocalInput, WorkContext } from '../../src/work/context.ts';
import { QPDF } from '../../tools/programs/qpdf/programs.ts';
import { joinTiffs } from './encode/join-tiff.ts';
import { FINISHER_LIMITS } from './encode/programs.ts';
import { tooManyPages } from './limit-errors.ts';
import { MAX_PAGES } from './limits.ts';
import type { TargetFacts } from './targets.ts';

/** Progress, %, at which every page is ready. */
const PAGES = 95;

/**
 * Makes one output of all pictures, pages and frames of all inputs, in their order. Throws ConversionError, including `input_bomb`.
 * @param convert makes the outputs of one input, a page each, in the folder of its context
 */
export async function mergeInputs(
  inputs: readonly LocalInput[],
  target: TargetFacts,
  convert: (input: LocalInput, context: WorkContext) => Promise<OutputFile[]>,
  context: WorkContext,
): Promise<OutputFile[]> {
  if (inputs.length === 0) throw new ConversionError('input_count', 'Option merge needs at least one input.');
  const pages: string[] = [];
  for (const [index, input] of inputs.entries()) {
    const workFolder = join(context.workFolder, `input-${index + 1}`);
    await mkdir(workFolder);
    const progress = (percent: number): void => context.progress((PAGES * (index + percent / 100)) / inputs.length);
    pages.push(...(await convert(input, { ...context, workFolder, progress })).map(({ path }) => path));
    if (pages.length > MAX_PAGES) throw tooManyPages(pages.length);
  }
  const path = join(context.workFolder, `merged.${target.name}`);
  if (pages.length === 1) {
    const message = 'Option merge has no effect: there is one picture.';
    context.warn('option_no_effect', message, { option: 'merge' });
  }
  await (target.name === 'pdf' ? joinPdfs(pages, path, context) : joinTiffs(pages, path, context.signal));
  for (const page of pages) await rm(page, { force: true });
  return [{ path, extension: target.name, contentType: target.contentType }];
}

async function joinPdfs(pages: readonly string[], output: string, context: WorkContext): Promise<void> {
  await context.run({
    name: QPDF.name,
    path: await findProgram(QPDF),
    // Without a random identifier two runs give the same bytes.
    args: ['--empty', '--deterministic-id', '--pages', ...pages, '--', output],
    limits: FINISHER_LIMITS,
  });
}
