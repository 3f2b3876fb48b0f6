import type { TargetOptions } from '../../src/catalog/definition.ts';
import { SIZE_OPTIONS } from '../../src/catalog/options/picture-size.ts';
import type { OutputFile } from '../../src/runner/engine.ts';
import { ConversionError } from '../../src/task/errors.ts';
import { contentText } from '../../src/work/content-text.ts';
import type { LocalInput, WorkContext } from '../../src/work/context.ts';
import type { catalog } from './catalog.ts';
import { makePictures, ownTarget, remadeKinds } from './pictures.ts';

/** Options of which one has to be given. */
const SIZES = ['width', 'height', 'aspect_ratio'] as const;

/**
 * Resizes a picture, keeping its format unless another is asked for. Throws ConversionError `option_invalid` without a size, `input_wrong_type`, and what making it
 * throws.
 */
export async function resizeImage(
  input: LocalInput,
  options: TargetOptions<typeof catalog, 'resize-image'>,
  context: WorkContext,
): Promise<OutputFile[]> {
  if (SIZES.every((name) => options[name] === undefined)) throw sizeMissing();
  const target = options.resize_target ?? ownTarget(input);
  if (target === null) throw notResized(input);
  const sizes = Object.fromEntries(Object.entries(options).filter(([name]) => Object.hasOwn(SIZE_OPTIONS, name)));
  return makePictures(input, { target, options: sizes }, context);
}

function sizeMissing(): ConversionError {
  const message = 'Option width is missing: give the new width or height, or an aspect_ratio.';
  return new ConversionError('option_invalid', message, { details: { option: 'width' } });
}

function notResized(input: LocalInput): ConversionError {
  const message = `${contentText(input)}. Pictures that can be resized in their own format are ${remadeKinds().join(', ')}; for others use a target of the category image with width and height.`;
  return new ConversionError('input_wrong_type', message, { details: { format: input.format?.name ?? null } });
}
