import { basename } from 'node:path';
import { stem } from '../../src/files/filename.ts';
import { verifyOutput } from '../../src/files/verify-output.ts';
import type { OutputFile } from '../../src/runner/engine.ts';
import { packFiles } from '../../src/runner/pack.ts';
import type { LocalInput } from '../../src/work/context.ts';
import { PICTURE_FOLDER } from '../../tools/formats/text/steps.ts';
import type { Route, Step } from './routes.ts';
import type { Draft, Work } from './steps/step.ts';
import { TARGETS } from './targets.ts';

/** Returns whether a step knows where pages or slides begin. */
const knowsPages = (step: Step): boolean =>
  step.step === 'pdfToHtml' || step.step === 'recognise' || (step.step === 'office' && step.save === 'fodp');

/** Warns of Markdown options that have no effect on this route. */
export function warnOfMarkdownOptions({ steps }: Route, { markdown, target, input, context }: Work): void {
  const has = (...names: Step['step'][]) => steps.some(({ step }) => names.includes(step));
  if (markdown.marksPages && target === 'md' && !steps.some(knowsPages)) {
    const message = `Option page_markers has no effect: ${input.filename} has no fixed pages.`;
    context.warn('option_no_effect', message, { option: 'page_markers' });
  }
  if (markdown.pictures === 'none') return;
  const why = has('recognise')
    ? 'of pages whose text is recognised, only that is kept'
    : has('htmlToMarkdown', 'writeTree')
      ? null
      : `${input.filename} is Markdown and stays what it is`;
  if (why !== null) {
    context.warn('option_no_effect', `Option pictures has no effect: ${why}.`, { option: 'pictures' });
  }
}

/** Packs markup and its pictures as one zip: the text under the input's name, and the folder that it links to. */
export async function packMarkup(
  { path, pictures = [] }: Draft,
  input: LocalInput,
  { target, context, newFolder }: Pick<Work, 'target' | 'context' | 'newFolder'>,
): Promise<OutputFile> {
  await verifyOutput(path, target, null);
  const named = (file: string, filename: string) => ({ path: file, filename, contentType: '', inputIds: [] });
  const name = stem(input.filename);
  const files = [
    named(path, `${name}.${TARGETS[target].extension ?? target}`),
    ...pictures.map((picture) => named(picture, `${PICTURE_FOLDER}/${basename(picture)}`)),
  ];
  const packed = await packFiles(files, name, await newFolder(), context.signal);
  return { path: packed.path, extension: 'zip', contentType: packed.contentType };
}
