import type { InferenceSession } from 'onnxruntime-node';
import { ConversionError } from '../../../src/task/errors.ts';
import { allows, fixedOf, type ModelName, openModel, unavailable } from '../models.ts';
import type { Pixels } from '../picture.ts';
import { pixelsOfPlanes, planesOfGrey } from './chroma.ts';

/**
 * A model that colours pictures, like the ONNX versions of DeOldify: one input and one output of the type float32 and the shape 1 x 3 x
 * side x side, red, green and blue from 0 to 255. The caller chooses the side unless the file fixes it.
 */
export interface Colourist {
  /** Side that the file fixes. Null: any side. */
  readonly fixedSide: number | null;
  /** @param grey a square picture, one byte a pixel. Throws ConversionError `conversion_failed`. */
  colour(grey: Uint8Array, side: number): Promise<Pixels>;
}

/** Loads a model in the pixel process. Throws ConversionError `colorize_model_unavailable` if the file is not such a model. */
export async function loadColourist(path: string, name: ModelName): Promise<Colourist> {
  const { runtime, session } = await openModel(path, name);
  const { input, output, fixedSide } = shapeOf(session, name);
  return {
    fixedSide,
    async colour(grey, side) {
      const tensor = new runtime.Tensor('float32', planesOfGrey(grey), [1, 3, side, side]);
      const results = await session.run({ [input]: tensor }).catch((error: unknown) => {
        const message = `The model ${name} could not colour the picture at a side of ${side} pixels.`;
        throw new ConversionError('conversion_failed', message, { log: String(error) });
      });
      const result = results[output];
      const [, channels, height, width] = result?.dims ?? [];
      if (!(result?.data instanceof Float32Array) || channels !== 3 || !height || !width)
        throw unavailable(name, 'what it returns is not a picture');
      return pixelsOfPlanes(result.data, width, height);
    },
  };
}

function shapeOf(session: InferenceSession, name: ModelName) {
  const [input, ...others] = session.inputMetadata;
  const [output] = session.outputNames;
  const isPicture = input?.isTensor === true && input.type === 'float32' && input.shape.length === 4;
  if (!isPicture || others.length > 0 || output === undefined)
    throw unavailable(name, 'its file is a model of another kind');
  const [, channels, height, width] = input.shape;
  if (!allows(channels, 3) || !allows(height, width)) throw unavailable(name, 'its file is a model of another kind');
  return { input: input.name, output, fixedSide: fixedOf(height) };
}
