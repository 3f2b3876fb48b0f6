import { ConversionError } from '../../src/task/errors.ts';
import type { LocalInput } from '../../src/work/context.ts';
import type { FilmOptions } from './read-options.ts';

export interface FilmInputs {
  /** Inputs from which the film is made. */
  readonly films: readonly LocalInput[];
  /** With option `cover`: the input that becomes the cover. */
  readonly cover: LocalInput | null;
}

/**
 * Separates the picture of option `cover` from the other inputs: the second of two, or with `merge` the only picture. Throws
 * ConversionError `input_count` or `input_wrong_type`.
 */
export function separateCover(
  inputs: readonly LocalInput[],
  { cover, merge }: Pick<FilmOptions, 'cover' | 'merge'>,
): FilmInputs {
  if (!cover) return { films: inputs, cover: null };
  if (merge) return amongMany(inputs);
  const [film, picture] = inputs;
  if (film === undefined || picture === undefined || inputs.length > 2) {
    const message = `Option cover takes two inputs, the film and the picture of its cover, not ${inputs.length}; with merge it takes more.`;
    throw wrong('input_count', message);
  }
  if (picture.format?.kind === 'image') return { films: [film], cover: picture };
  throw wrong('input_wrong_type', `${picture.filename} cannot be a cover: it is not a picture by its content.`);
}

function amongMany(inputs: readonly LocalInput[]): FilmInputs {
  const pictures = inputs.filter(({ format }) => format?.kind === 'image');
  const films = inputs.filter((input) => !pictures.includes(input));
  const [cover] = pictures;
  if (cover !== undefined && pictures.length === 1 && films.length > 0) return { films, cover };
  const found = pictures.length === inputs.length ? 'there are pictures alone' : `there are ${pictures.length}`;
  throw wrong('input_count', `Options merge and cover take films and one picture, the cover; ${found}.`);
}

const wrong = (code: 'input_count' | 'input_wrong_type', message: string) =>
  new ConversionError(code, message, { details: { option: 'cover' } });
