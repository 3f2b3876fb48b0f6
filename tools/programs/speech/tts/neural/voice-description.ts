import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { ModelError } from '../../stt/model-error.ts';

/*
 * `voice.json` describes the files of a voice:
 *
 *     { "type": "vits", "license": "CC-BY-4.0",
 *       "files": { "model": "en_GB-alba-medium.onnx", "tokens": "tokens.txt" }, "folders": { "dataDir": "espeak-ng-data" } }
 */

/** Parts of a voice type, by sherpa-onnx's names. */
interface Parts {
  readonly files: readonly string[];
  /** Files that only some voices of the type have. */
  readonly optionalFiles: readonly string[];
  /** Folders that only some voices have. */
  readonly folders: readonly string[];
}

/** The types of voices that sherpa-onnx supports and that need only a text. */
export const VOICE_TYPES = {
  // Voices of Piper, MMS, Coqui and similar.
  vits: { files: ['model', 'tokens'], optionalFiles: ['lexicon'], folders: ['dataDir'] },
  matcha: { files: ['acousticModel', 'vocoder', 'tokens'], optionalFiles: ['lexicon'], folders: ['dataDir'] },
  kokoro: { files: ['model', 'voices', 'tokens'], optionalFiles: ['lexicon'], folders: ['dataDir'] },
  kitten: { files: ['model', 'voices', 'tokens'], optionalFiles: [], folders: ['dataDir'] },
} as const satisfies Record<string, Parts>;

export type VoiceType = keyof typeof VOICE_TYPES;

const Names = Type.Record(Type.String(), Type.String({ minLength: 1 }));

const VoiceDescription = Type.Object(
  {
    type: Type.String(),
    license: Type.String({ minLength: 1, maxLength: 100 }),
    files: Names,
    folders: Type.Optional(Names),
    speaker: Type.Optional(Type.Integer({ minimum: 0 })),
    speed: Type.Optional(Type.Number({ minimum: 0.5, maximum: 2 })),
  },
  { additionalProperties: false },
);

/** Content of a `voice.json`. */
export type Description = Required<Static<typeof VoiceDescription>> & { readonly type: VoiceType };

/** Parses a `voice.json`. Throws ModelError if it is invalid. */
export function parseVoiceDescription(text: string): Description {
  const value = parseJson(text);
  if (!Value.Check(VoiceDescription, value)) {
    const [first] = Value.Errors(VoiceDescription, value);
    throw new ModelError(`its voice.json is wrong: ${first?.instancePath || 'the object'} ${first?.message ?? ''}`);
  }
  const { type, license, files, folders = {}, speaker = 0, speed = 1 } = value;
  if (!isVoiceType(type)) {
    throw new ModelError(`its voice.json has the type ${type}; known are ${Object.keys(VOICE_TYPES).join(', ')}`);
  }
  const parts: Parts = VOICE_TYPES[type];
  refuseUnknown(type, 'file', Object.keys(files), [...parts.files, ...parts.optionalFiles]);
  refuseUnknown(type, 'folder', Object.keys(folders), parts.folders);
  return { type, license, files, folders, speaker, speed };
}

function refuseUnknown(type: string, kind: string, given: readonly string[], known: readonly string[]): void {
  const unknown = given.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new ModelError(
    `its voice.json names a ${kind} "${unknown}"; a voice of the type ${type} has ${known.join(', ')}`,
  );
}

const isVoiceType = (type: string): type is VoiceType => Object.hasOwn(VOICE_TYPES, type);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ModelError('its voice.json is no JSON');
  }
}
