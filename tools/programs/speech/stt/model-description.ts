import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { ModelError } from './model-error.ts';

/*
 * `model.json` describes the files of a model folder:
 *
 *     { "type": "whisper", "files": { "encoder": "base-encoder.onnx", "decoder": "base-decoder.onnx", "tokens": "base-tokens.txt" } }
 */

/** The kinds of models that sherpa-onnx runs on whole pieces of sound, and the files of each. */
export const MODEL_FILES = {
  moonshine: ['encoder', 'mergedDecoder', 'tokens'],
  whisper: ['encoder', 'decoder', 'tokens'],
  transducer: ['encoder', 'decoder', 'joiner', 'tokens'],
  nemo_transducer: ['encoder', 'decoder', 'joiner', 'tokens'],
  nemo_ctc: ['model', 'tokens'],
  zipformer_ctc: ['model', 'tokens'],
  paraformer: ['model', 'tokens'],
  sense_voice: ['model', 'tokens'],
} as const satisfies Record<string, readonly string[]>;

export type ModelType = keyof typeof MODEL_FILES;

/**
 * Longest piece of sound for a model, seconds. Whisper ignores what is beyond 29.5. Moonshine got 10 % of the words of synthetic speech
 * wrong at 20 and 28 seconds, 12 at 10, and 22 at 6: truncated sentences are recognised worse.
 */
const PIECE = { minimum: 5, maximum: 29, default: 28 };

const ModelDescription = Type.Object(
  {
    type: Type.String(),
    files: Type.Record(Type.String(), Type.String({ minLength: 1 })),
    maxSeconds: Type.Optional(Type.Number(PIECE)),
  },
  { additionalProperties: false },
);

/** Content of a `model.json`. */
export type Description = Static<typeof ModelDescription> & { readonly type: ModelType; readonly maxSeconds: number };

/** Parses a `model.json`. Throws ModelError if it is invalid. */
export function parseDescription(text: string): Description {
  const value = parseJson(text);
  if (!Value.Check(ModelDescription, value)) {
    const [first] = Value.Errors(ModelDescription, value);
    throw new ModelError(`its model.json is wrong: ${first?.instancePath || 'the object'} ${first?.message ?? ''}`);
  }
  const { type, files, maxSeconds = PIECE.default } = value;
  if (!isModelType(type)) {
    throw new ModelError(`its model.json has the type ${type}; known are ${Object.keys(MODEL_FILES).join(', ')}`);
  }
  const names: readonly string[] = MODEL_FILES[type];
  const unknown = Object.keys(files).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new ModelError(
      `its model.json names a file "${unknown}"; a model of the type ${type} has ${names.join(', ')}`,
    );
  }
  return { type, files, maxSeconds };
}

function isModelType(type: string): type is ModelType {
  return Object.hasOwn(MODEL_FILES, type);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ModelError('its model.json is no JSON');
  }
}
