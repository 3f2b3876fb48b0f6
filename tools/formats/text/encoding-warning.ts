import type { LocalInput, WorkContext } from '../../../src/work/context.ts';
import type { InputEncoding } from './steps.ts';

/** Warns if the encoding of a text was guessed. */
export function warnOfEncoding(
  { encoding, confident }: InputEncoding,
  { input, context }: { readonly input: LocalInput; readonly context: WorkContext },
): void {
  if (confident) return;
  const message = `${input.filename} does not say what encoding it has; it was read as ${encoding}.`;
  context.warn('output_limited', message, { encoding });
}
