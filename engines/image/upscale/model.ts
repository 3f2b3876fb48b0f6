import { ConversionError } from '../../../src/task/errors.ts';
import { allows, fixedOf, openModel, unavailable } from '../models.ts';

/**
 * A model that enlarges pictures, like the ONNX versions of Real-ESRGAN, or of ESPCN, which takes brightness alone: one input of the type
 * float32 and the shape 1 x channels x height x width, 0 to 1, and an output of the same shape but for its larger sides.
 */
export interface Enlarger {
  /** Planes of a tile: red, green and blue, or brightness. */
  readonly channels: 1 | 3;
  readonly tile: { readonly width: number; readonly height: number };
  /** How many times larger its output is. */
  readonly scale: number;
  /** @param planes of a tile, 0 to 1. Throws ConversionError `conversion_failed`. */
  enlarge(planes: Float32Array): Promise<Float32Array>;
}

/** Side of the tiles of a model that takes any: its memory does not grow with the picture. */
const USUAL_SIDE = 256;
/** Smaller tiles would hardly have an inside. */
const MIN_SIDE = 64;
const MAX_SCALE = 16;

const NAME = 'upscale';

/** Loads a model in the pixel process. Throws ConversionError `upscale_model_unavailable` if the file is not such a model. */
export async function loadEnlarger(path: string): Promise<Enlarger> {
  const { runtime, session } = await openModel(path, NAME);
  const [input, ...others] = session.inputMetadata;
  const [output] = session.outputNames;
  const otherKind = () => unavailable(NAME, 'its file is a model of another kind');
  if (input?.isTensor !== true || input.type !== 'float32' || input.shape.length !== 4) throw otherKind();
  const [count, ofPixel, rows, columns] = input.shape;
  if (others.length > 0 || output === undefined || !allows(count, 1)) throw otherKind();
  const channels = fixedOf(ofPixel) ?? 3;
  if (channels !== 1 && channels !== 3) throw otherKind();
  const tile = { width: fixedOf(columns) ?? USUAL_SIDE, height: fixedOf(rows) ?? USUAL_SIDE };
  if (Math.min(tile.width, tile.height) < MIN_SIDE) throw otherKind();

  const run = async (planes: Float32Array, width: number, height: number) => {
    const tensor = new runtime.Tensor('float32', planes, [1, channels, height, width]);
    const results = await session.run({ [input.name]: tensor }).catch((error: unknown) => {
      const message = `The model could not enlarge a part of ${width} x ${height} pixels.`;
      throw new ConversionError('conversion_failed', message, { log: String(error) });
    });
    const result = results[output];
    const [, made, high = 0, wide = 0] = result?.dims ?? [];
    const scale = wide / width;
    const isPicture = made === channels && scale === high / height && Number.isInteger(scale) && scale > 1;
    if (!(result?.data instanceof Float32Array) || !isPicture || scale > MAX_SCALE)
      throw unavailable(NAME, 'what its model returns is not the picture, enlarged');
    return { data: result.data, scale };
  };

  // A small tile tells the scale; not all models state it.
  const [width, height] = [fixedOf(columns) ?? MIN_SIDE, fixedOf(rows) ?? MIN_SIDE];
  const { scale } = await run(new Float32Array(channels * width * height), width, height);
  return { channels, tile, scale, enlarge: async (planes) => (await run(planes, tile.width, tile.height)).data };
}
