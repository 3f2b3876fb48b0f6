import { ConversionError } from '../../../src/task/errors.ts';
import type { LocalInput } from '../../../src/work/context.ts';
import { READ_FORMATS } from '../../../tools/formats/subtitles/model.ts';

/** The purpose of each input, in the given order. */
export interface Roles {
  readonly films: readonly LocalInput[];
  readonly pictures: readonly LocalInput[];
  readonly sound: LocalInput | null;
  readonly subtitles: readonly LocalInput[];
}

const SUBTITLE_FORMATS: ReadonlySet<string> = new Set(READ_FORMATS);

type Role = 'film' | 'picture' | 'sound' | 'subtitles';

/** Names of texts whose content does not show that they are subtitles. */
const SUBTITLES = /\.(srt|vtt|ass|ssa)$/i;

/**
 * Returns what the inputs of a merged film are, by their content. Throws ConversionError `input_wrong_type` for a file that does not fit
 * into a film, `input_count` if there is neither film nor picture, or too many of something.
 */
export function rolesOf(inputs: readonly LocalInput[]): Roles {
  const of = (wanted: Role) => inputs.filter((input) => roleOf(input) === wanted);
  const [films, pictures, sounds, subtitles] = [of('film'), of('picture'), of('sound'), of('subtitles')];
  if (films.length > 0 && pictures.length > 0) {
    throw wrong(
      'input_wrong_type',
      'Videos and pictures cannot be merged with each other: give only videos or only pictures.',
    );
  }
  if (films.length + pictures.length === 0) {
    throw wrong('input_count', 'Option merge needs a video, or pictures that become one.');
  }
  if (sounds.length > 1) throw wrong('input_count', `Option merge accepts one audio file, not ${sounds.length}.`);
  return { films, pictures, sound: sounds[0] ?? null, subtitles };
}

function roleOf({ filename, format }: LocalInput): Role {
  if (format?.kind === 'video') return 'film';
  if (format?.kind === 'image') return 'picture';
  if (format?.kind === 'audio') return 'sound';
  if (SUBTITLE_FORMATS.has(format?.name ?? '') || (format?.kind === 'text' && SUBTITLES.test(filename)))
    return 'subtitles';
  const message = `${filename} has no place in a film: it is not a film, picture, sound or file of subtitles (${READ_FORMATS.join(', ')}).`;
  throw wrong('input_wrong_type', message);
}

const wrong = (code: 'input_wrong_type' | 'input_count', message: string) =>
  new ConversionError(code, message, { details: { option: 'merge' } });
