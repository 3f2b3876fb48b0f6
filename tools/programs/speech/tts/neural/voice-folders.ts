import { readFile, realpath } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { type Environment, environment } from '../../../../../src/settings/read.ts';
import { ConversionError } from '../../../../../src/task/errors.ts';
import { ModelError } from '../../stt/model-error.ts';
import { resolveInside, sizeOf } from '../../stt/model-file.ts';
import { MODELS_VARIABLE } from '../../stt/models.ts';
import type { Locale } from '../voices.ts';
import type { Description, VoiceType } from './voice-description.ts';

/** Subfolder of a language's folder, which may also contain a model for speech recognition. */
const SUBFOLDER = 'voice';
const DESCRIPTION = 'voice.json';

/** A neural voice whose files all exist. */
export interface NeuralVoice {
  /** Name of the language's folder: `en-GB`. */
  readonly name: string;
  readonly type: VoiceType;
  readonly license: string;
  /** Absolute paths of files and folders, links resolved, by sherpa-onnx's names. */
  readonly paths: Readonly<Record<string, string>>;
  /** Folder that contains everything, links resolved. */
  readonly folder: string;
  readonly speaker: number;
  readonly speed: number;
  /** Bytes of its files. */
  readonly size: number;
}

/**
 * Returns the neural voice for a locale: from the locale's folder, otherwise from the language's. Throws ConversionError
 * `speech_model_unavailable` if there is no usable one, saying what to install.
 */
export async function requireVoice(locale: Locale, env: Environment = environment()): Promise<NeuralVoice> {
  const root = env[MODELS_VARIABLE];
  if (!root) throw voiceUnavailable(locale, `${MODELS_VARIABLE} is not set. ${howToInstall(locale)}`);
  if (!isAbsolute(root)) throw voiceUnavailable(locale, `${MODELS_VARIABLE} must name a folder by its absolute path`);
  for (const name of foldersOf(locale)) {
    const voice = await readVoice(name, join(root, name, SUBFOLDER)).catch((error: unknown) => {
      if (!(error instanceof ModelError)) throw error;
      throw voiceUnavailable(locale, `the folder ${name}/${SUBFOLDER} cannot be used: ${error.message}`);
    });
    if (voice !== null) return voice;
  }
  throw voiceUnavailable(locale, `no voice for it is installed. ${howToInstall(locale)}`);
}

/** Returns the error for a locale without a neural voice. `reason` ends the sentence. */
export function voiceUnavailable(locale: Locale, reason: string, log?: string): ConversionError {
  const message = `There is no neural voice for ${locale} here: ${reason.replace(/\.$/, '')}. Without tts_voice neural, the standard voice reads.`;
  return new ConversionError('speech_model_unavailable', message, {
    source: 'conversion',
    details: { option: 'tts_voice', value: 'neural', variable: MODELS_VARIABLE },
    ...(log === undefined ? {} : { log }),
  });
}

const foldersOf = (locale: Locale): string[] => [locale, locale.split('-')[0] ?? locale];

const howToInstall = (locale: Locale): string =>
  `Put a voice of sherpa-onnx with its ${DESCRIPTION} into ${foldersOf(locale)
    .map((name) => `${name}/${SUBFOLDER}`)
    .join(' or ')} inside the folder that ${MODELS_VARIABLE} names (tools/programs/speech/README.md has an example)`;

async function readVoice(name: string, path: string): Promise<NeuralVoice | null> {
  const text = await readFile(join(path, DESCRIPTION), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw new ModelError(`its ${DESCRIPTION} cannot be read (${error.code})`);
  });
  if (text === null) return null;
  // Loaded on demand, as for models: loading the schema library takes longer than most documents.
  const { parseVoiceDescription, VOICE_TYPES } = await import('./voice-description.ts');
  const description: Description = parseVoiceDescription(text);
  const { type, license, files, folders, speaker, speed } = description;
  const folder = await realpath(path);
  const needed = new Set<string>([...VOICE_TYPES[type].files, ...Object.keys(files)]);
  const named = [
    ...[...needed].map((part) => [part, files[part], 'file'] as const),
    ...Object.entries(folders).map(([part, place]) => [part, place, 'folder'] as const),
  ];
  const paths = await Promise.all(
    named.map(async ([part, place, kind]) => {
      return [part, await resolveInside(folder, part, place, { name: DESCRIPTION, kind })] as const;
    }),
  );
  return { name, type, license, paths: Object.fromEntries(paths), folder, speaker, speed, size: await sizeOf(folder) };
}
