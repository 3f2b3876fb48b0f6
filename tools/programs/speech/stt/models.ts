import { realpath, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join } from 'node:path';
import { type Environment, environment } from '../../../../src/settings/read.ts';
import { ConversionError } from '../../../../src/task/errors.ts';
import type { SpokenLanguage } from './languages.ts';
import { ModelError } from './model-error.ts';
import { type Model, readModel } from './model-file.ts';

/** Environment variable with the models' folder: one subfolder for each language, and VOICE_ACTIVITY_FILE. */
export const MODELS_VARIABLE = 'SPEECH_MODELS';

/** The model that detects speech in any language: Silero's, version 4 or later. */
export const VOICE_ACTIVITY_FILE = 'silero_vad.onnx';

/** The npm package that runs models. */
export const RUNTIME = 'sherpa-onnx-node';

/** The model for one language. */
export interface SpeechModel {
  /** Name of the model's folder: `en`. */
  readonly name: string;
  readonly model: Model;
  /** Absolute path of the voice activity model, links resolved. */
  readonly voiceActivity: string;
}

/**
 * Returns the model for a language. Throws ConversionError `speech_model_unavailable` if there is no usable one, saying what to install.
 */
export async function requireModel(language: SpokenLanguage, env: Environment = environment()): Promise<SpeechModel> {
  const root = env[MODELS_VARIABLE];
  if (!root) throw unavailable(language, `${MODELS_VARIABLE} is not set. ${howToInstall(language)}`);
  if (!isAbsolute(root))
    throw unavailable(language, `${MODELS_VARIABLE} must name a folder by its absolute path`, root);
  const { name, model } = await findModel(root, language);
  const voiceActivity = await realpath(join(root, VOICE_ACTIVITY_FILE)).catch(() => null);
  if (voiceActivity === null || !(await stat(voiceActivity)).isFile()) {
    const reason = `${VOICE_ACTIVITY_FILE} is missing in the folder that ${MODELS_VARIABLE} names; scripts/speech-models.mjs puts it there`;
    throw unavailable(language, reason);
  }
  return { name, model, voiceActivity };
}

/** Returns the error for a language that cannot be recognised here. `reason` ends the sentence. */
export function unavailable({ locale }: SpokenLanguage, reason: string, log?: string): ConversionError {
  const message = `Speech in ${locale} cannot be recognised here: ${reason.replace(/\.$/, '')}.`;
  return new ConversionError('speech_model_unavailable', message, {
    details: { option: 'language_stt', value: locale, variable: MODELS_VARIABLE },
    ...(log === undefined ? {} : { log }),
  });
}

/**
 * Returns the folders of the npm package that runs models, and of its libraries for this machine. Throws ConversionError `program_missing`
 * if they are not installed.
 * @param purpose what needs it: recognising speech
 * @param from the module that looks for it
 */
export function requireRuntime(purpose: string, from: string = import.meta.url): readonly string[] {
  const folders = findRuntime(from);
  if (folders !== null) return folders;
  const message = `The npm package ${RUNTIME} is not installed for this machine, and ${purpose} needs it: npm install --global ${RUNTIME}`;
  throw new ConversionError('program_missing', message, { details: { program: RUNTIME, package: RUNTIME } });
}

/** Finds the package without loading it, because its library takes time and memory. Null if it is not installed. */
export function findRuntime(from: string = import.meta.url): readonly string[] | null {
  const require = createRequire(from);
  try {
    const folder = dirname(require.resolve(`${RUNTIME}/package.json`));
    // Next to it in a checkout, inside it where npm installed it globally.
    const binary = createRequire(join(folder, 'package.json')).resolve(
      `sherpa-onnx-${process.platform}-${process.arch}/package.json`,
    );
    return [folder, dirname(binary)];
  } catch {
    return null;
  }
}

async function findModel(root: string, language: SpokenLanguage): Promise<{ name: string; model: Model }> {
  for (const name of language.folders) {
    const model = await readModel(join(root, name)).catch((error: unknown) => {
      if (!(error instanceof ModelError)) throw error;
      throw unavailable(language, `the model folder ${name} cannot be used: ${error.message}`);
    });
    if (model !== null) return { name, model };
  }
  throw unavailable(language, `no model for it is installed. ${howToInstall(language)}`);
}

function howToInstall({ folders, code }: SpokenLanguage): string {
  const names = folders.join(' or ');
  if (code === 'en') {
    return `Run "node scripts/speech-models.mjs FOLDER", which puts a small English model into FOLDER/en, and set ${MODELS_VARIABLE} to FOLDER`;
  }
  return `Put a model of sherpa-onnx with its model.json into a folder named ${names} inside the one that ${MODELS_VARIABLE} names (tools/programs/speech/README.md has an example)`;
}
