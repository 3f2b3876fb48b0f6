import { convertPart } from '../../../src/runner/part.ts';
import type { OptionValues } from '../../../src/task/types.ts';
import type { LocalInput, WorkContext } from '../../../src/work/context.ts';
import type { Readable } from './readable.ts';

/** Converts any document to a docx, with the document category. Throws what that throws. */
export async function prepareOffice(input: LocalInput, context: WorkContext): Promise<Readable> {
  return { path: await asDocument('docx', {}, input, context), format: 'docx' };
}

/** Converts an input with the document category and returns the path of the result. */
export async function asDocument(
  target: 'docx' | 'html' | 'pdf',
  options: OptionValues,
  input: LocalInput,
  context: WorkContext,
): Promise<string> {
  const { path } = await convertPart('document', { target, options, inputs: [input] }, context);
  return path;
}
