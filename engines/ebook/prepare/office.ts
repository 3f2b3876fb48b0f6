import { convertPart } from '../../../src/runner/part.ts';
import type { OptionValues } from '../../../src/task/types.ts';
import type { LocalInput, WorkContext } from '../../../src/work/context.ts';
import type { Readable } from './readable.ts';

/** A document of whatever kind as a docx, by the document category. Throws what that does. */
export async function prepareOffice(input: LocalInput, context: WorkContext): Promise<Readable> {
  return { path: await asDocument('docx', {}, input, context), format: 'docx' };
}

/** The path of what the document category makes of an input. */
export async function asDocument(
  target: 'docx' | 'html' | 'pdf',
  options: OptionValues,
  input: LocalInput,
  context: WorkContext,
): Promise<string> {
  const { path } = await convertPart('document', { target, options, inputs: [input] }, context);
  return path;
}
