import { findEntry, listEntries } from '../../src/catalog/index.ts';
import type { OutputFile, PageChoice } from '../../src/runner/engine.ts';
import { convertParts } from '../../src/runner/part.ts';
import type { OptionValues } from '../../src/task/types.ts';
import type { LocalInput, WorkContext } from '../../src/work/context.ts';

/* All that is asked of the category image, and how. */

export interface PictureRequest {
  readonly target: string;
  readonly options: OptionValues;
  /** Pages to use. Default: all. */
  readonly pages?: PageChoice;
}

/** Makes pictures of an input, one for each page or frame in order; an animation is a single one if the target supports it. */
export function makePictures(
  input: LocalInput,
  { target, options, pages }: PictureRequest,
  context: WorkContext,
): Promise<OutputFile[]> {
  return convertParts('image', { target, options, inputs: [input], ...(pages && { pages }) }, context);
}

/** Saves the first page or frame as a PNG. @returns its path */
export async function firstAsPng(input: LocalInput, options: OptionValues, context: WorkContext): Promise<string> {
  const [made] = await makePictures(input, { target: 'png', options, pages: () => [0] }, context);
  if (made === undefined) throw new Error('a picture has a first page');
  return made.path;
}

/** Formats that the category image would not preserve: it makes pixels of a drawing, and frames of an animation. */
const NOT_REMADE: ReadonlySet<string> = new Set(['apng', 'eps', 'svg']);

/** Returns the target of the category image that a picture already is. Null if it cannot be written as its own format. */
export function ownTarget({ format }: LocalInput): string | null {
  if (format?.kind !== 'image' || NOT_REMADE.has(format.name)) return null;
  const target = format.name === 'jpx' ? 'jp2' : format.name;
  return findEntry('image', target) === undefined ? null : target;
}

/** Returns the kinds of pictures that can be rewritten, for messages. */
export const remadeKinds = (): string[] =>
  listEntries({ category: 'image' })
    .map(({ target }) => target)
    .filter((target) => !NOT_REMADE.has(target) && target !== 'pdf');

/** Returns those of some options that a target has, since the options of the category image may grow. */
export function ifOffered(target: string, options: OptionValues): OptionValues {
  const offered = findEntry('image', target)?.options ?? {};
  return Object.fromEntries(Object.entries(options).filter(([name]) => Object.hasOwn(offered, name)));
}
