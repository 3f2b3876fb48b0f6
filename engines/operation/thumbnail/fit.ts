import type { TargetOptions } from '../../../src/catalog/definition.ts';
import { pngSize } from '../../../src/files/png-size.ts';
import type { OutputFile, PageChoice } from '../../../src/runner/engine.ts';
import type { OptionValues } from '../../../src/task/types.ts';
import { type LocalInput, type WorkContext, within } from '../../../src/work/context.ts';
import type { catalog } from '../catalog.ts';
import { ifOffered, makePictures } from '../pictures.ts';
import { standIn } from '../stand-in.ts';

type Options = TargetOptions<typeof catalog, 'thumbnail'>;

/**
 * Makes pictures of the requested pages at the size that the options ask for: if one side is given, the other follows; if both are given,
 * the picture fits into them. The shape is always kept.
 */
export async function fittedPictures(
  input: LocalInput,
  { width, height, dpi, interlace, thumbnail_target: target }: Options,
  choose: PageChoice,
  context: WorkContext,
): Promise<OutputFile[]> {
  const density: OptionValues = dpi === undefined ? {} : { dpi };
  const shown = interlace === undefined ? {} : ifOffered(target, { progressive: true });
  if (width === undefined || height === undefined) {
    const side: OptionValues = { ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
    return makePictures(input, { target, options: { ...side, ...density, ...shown }, pages: choose }, context);
  }
  const drawn = target === 'png' ? { ...density, ...shown } : density;
  const fitted = await fitInto({ width, height }, input, drawn, choose, within(context, 0, 80));
  if (target === 'png') return fitted;
  const made: OutputFile[] = [];
  for (const [index, picture] of fitted.entries()) {
    const share = within(context, 80 + (20 * index) / fitted.length, 80 + (20 * (index + 1)) / fitted.length);
    const source = await standIn(input, picture.path);
    const [only] = await makePictures(source, { target, options: { ...density, ...shown } }, share);
    if (only !== undefined) made.push({ ...picture, ...only });
  }
  return made;
}

/** Makes PNGs of the pages: as wide as the box, and those that are too high then as high as the box. */
async function fitInto(
  box: { readonly width: number; readonly height: number },
  input: LocalInput,
  density: OptionValues,
  choose: PageChoice,
  context: WorkContext,
): Promise<OutputFile[]> {
  let chosen: readonly number[] = [];
  const remember: PageChoice = (count) => {
    chosen = [...new Set(choose(count))].sort((one, other) => one - other);
    return chosen;
  };
  const options = { width: box.width, ...density };
  const wide = await makePictures(input, { target: 'png', options, pages: remember }, within(context, 0, 50));
  const sizes = await Promise.all(wide.map(({ path }) => pngSize(path)));
  const isTooHigh = sizes.map(({ height }) => height > box.height);
  const again = chosen.filter((_, index) => isTooHigh[index]);
  if (again.length === 0) return wide;
  const high = await makePictures(
    input,
    { target: 'png', options: { height: box.height, ...density }, pages: () => again },
    within(context, 50, 100),
  );
  return wide.map((each, index) => {
    const other = isTooHigh[index] ? high.shift() : undefined;
    return other === undefined ? each : { ...each, path: other.path };
  });
}
