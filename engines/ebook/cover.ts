import { onlyInput } from '../../src/runner/only-input.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { LocalInput } from '../../src/work/context.ts';
import type { Cover } from '../../tools/programs/calibre/job.ts';

/** Formats of pictures that every reading device shows unchanged. */
const COVERS: Readonly<Record<string, Cover['format']>> = { gif: 'gif', jpg: 'jpeg', jpeg: 'jpeg', png: 'png' };

interface Inputs {
  readonly book: LocalInput;
  readonly cover?: Cover;
}

/**
 * Returns the book of a conversion, and with option `cover` the second input, its cover.
 *
 * @throws ConversionError `input_count` for another number of inputs, `input_wrong_type` for a cover of a format that books do not hold
 */
export function inputsOf(inputs: readonly LocalInput[], takesCover: boolean): Inputs {
  if (!takesCover) return { book: onlyInput(inputs, 'A book') };
  const [book, picture] = inputs;
  if (book === undefined || picture === undefined || inputs.length > 2) {
    const message = `Option cover takes two inputs, the book and the picture of its cover, not ${inputs.length}.`;
    throw new ConversionError('input_count', message, { details: { option: 'cover' } });
  }
  const format = COVERS[picture.format?.name ?? ''];
  if (format !== undefined) return { book, cover: { path: picture.path, format } };
  const message = `${picture.filename} cannot be a cover: it is no JPEG, PNG or GIF by its content. Convert it to one of these first.`;
  throw new ConversionError('input_wrong_type', message, { details: { option: 'cover' } });
}
