import { ConversionError } from '../../src/task/errors.ts';

/** A line of qpdf's JSON that is a number with a point, alone or after its key. */
const NUMBER_LINE = /^(\s*(?:"(?:[^"\\\n]|\\.)*": )?)([+-]?)([0-9]*)\.([0-9]*)(,?)$/gm;

/**
 * Reads what `qpdf --json=2` writes. qpdf 11 writes some numbers as they are in the PDF, where `5.`, `+.5` and `00.5` are
 * right and in JSON are not; it writes each value on a line of its own. Throws ConversionError `input_damaged`.
 */
export function parseQpdfJson<Json>(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    // Not twice over the whole text where once will do: most files have none of these numbers.
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
