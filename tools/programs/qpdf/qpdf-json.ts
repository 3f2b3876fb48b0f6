import { ConversionError } from '../../../src/task/errors.ts';

/** A line of qpdf's JSON with a decimal number, alone or after its key. */
const NUMBER_LINE = /^(\s*(?:"(?:[^"\\\n]|\\.)*": )?)([+-]?)([0-9]*)\.([0-9]*)(,?)$/gm;

/**
 * Parses the output of `qpdf --json=2`. qpdf 11 writes some numbers as in the PDF, where `5.`, `+.5` and `00.5` are valid, but in JSON they
 * are not; it writes each value on a separate line. Throws ConversionError `input_damaged`.
 */
export function parseQpdfJson<Json>(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    // Numbers are replaced only if parsing fails: most files have none of these.
  }
  try {
    return JSON.parse(text.replace(NUMBER_LINE, withJsonNumber)) as Json;
  } catch (error) {
    throw new ConversionError('input_damaged', 'The PDF is too damaged: its objects cannot be read.', {
      cause: error,
    });
  }
}

function withJsonNumber(_: string, before: string, sign: string, whole: string, part: string, after: string): string {
  const digits = whole.replace(/^0+(?=[0-9])/, '') || '0';
  return `${before}${sign === '-' ? '-' : ''}${digits}.${part || '0'}${after}`;
}
