import type { InferenceSession } from 'onnxruntime-node';
import { ConversionError } from '../../../src/task/errors.ts';
import type { ImageOptions } from '../options.ts';
import type { Pixels } from '../picture.ts';
import { pixelsOfPlanes, planesOfGrey } from './chroma.ts';
import { unavailable } from './settings.ts';

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

type ModelName = NonNullable<ImageOptions['colorize_model_name']>;

/** Loads a model in the pixel process. Throws ConversionError `colorize_model_unavailable` if the file is not such a model. */
export async function loadColourist(path: string, name: ModelName): Promise<Colourist> {
  const runtime = await import('onnxruntime-node').catch((error: unknown) => {
    throw unavailable(name, 'the package onnxruntime-node does not start', String(error));
  });
  // Log errors only: the warnings are about the machine.
  const options = { executionProviders: ['cpu'], logSeverityLevel: 3 } as const;
  const session = await runtime.InferenceSession.create(path, options).catch((error: unknown) => {
    throw unavailable(name, 'its file is not a model that can be read', String(error));
  });
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
  const isOf = (dimension: number | string | undefined, size: number | string | undefined): boolean =>
    typeof dimension !== 'number' || typeof size !== 'number' || dimension === size;
  if (!isOf(channels, 3) || !isOf(height, width)) throw unavailable(name, 'its file is a model of another kind');
  return { input: input.name, output, fixedSide: typeof height === 'number' && height > 0 ? height : null };
}
