import { access, constants, realpath, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isAbsolute } from 'node:path';
import type { ProgramDescription } from '../../src/process/programs.ts';
import { type Environment, environment } from '../../src/settings/read.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { ImageOptions } from './options.ts';

export type ModelName = NonNullable<ImageOptions['colorize_model_name']> | 'upscale';

/** Environment variables in which an operator names the file of each model. No package includes a model. */
export const MODEL_VARIABLES: Readonly<Record<ModelName, string>> = {
  generic: 'COLORIZE_MODEL_GENERIC',
  nature_people: 'COLORIZE_MODEL_NATURE_PEOPLE',
  upscale: 'UPSCALE_MODEL',
};

/** The npm package that runs models. */
export const RUNTIME = 'onnxruntime-node';

/**
 * Returns the path of the model's file, with links resolved. Throws ConversionError `colorize_model_unavailable` or
 * `upscale_model_unavailable` if the operator names none or an unreadable one, or if the package that runs it is not installed.
 */
export async function requireModel(name: ModelName, env: Environment = environment()): Promise<string> {
  const variable = MODEL_VARIABLES[name];
  const path = env[variable];
  if (!path) throw unavailable(name, `no model is installed for it: set ${variable} to an ONNX file`);
  const file = isAbsolute(path) ? await readableFile(path) : null;
  if (file === null) throw unavailable(name, `${variable} does not name a readable file by its absolute path`, path);
  if (!isRuntimeInstalled()) {
    throw unavailable(name, `the npm package ${RUNTIME} is not installed (npm install --global ${RUNTIME})`);
  }
  return file;
}

/** Reports for `convertd doctor` which models can be used. Their paths are left to the operator. */
export async function describeModels(env: Environment = environment()): Promise<ProgramDescription[]> {
  const names = Object.keys(MODEL_VARIABLES) as ModelName[];
  return Promise.all(
    names.map(async (name) => {
      const isUsable = await requireModel(name, env).then(
        () => true,
        () => false,
      );
      return {
        name: `model ${name}`,
        version: isUsable ? 'usable' : null,
        package: `${RUNTIME} (npm) and a file named by ${MODEL_VARIABLES[name]}`,
        need: 'optional' as const,
        neededFor: [name === 'upscale' ? 'image/* upscale_factor' : `image/* colorize_model_name=${name}`],
      };
    }),
  );
}

/** Checks without loading the package: its library takes time and memory. */
export function isRuntimeInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve(RUNTIME);
    return true;
  } catch {
    return false;
  }
}

export function unavailable(name: ModelName, why: string, log?: string): ConversionError {
  const [code, option, use] =
    name === 'upscale'
      ? (['upscale_model_unavailable', 'upscale_factor', 'upscale_factor'] as const)
      : (['colorize_model_unavailable', 'colorize_model_name', `colorize_model_name ${name}`] as const);
  return new ConversionError(code, `${use} cannot be used here: ${why}.`, {
    details: { option, model: name },
    ...(log !== undefined && { log }),
  });
}

/** Loads a model in the pixel process. Throws ConversionError as `unavailable` makes it if the package or the file does not work. */
export async function openModel(path: string, name: ModelName) {
  const runtime = await import('onnxruntime-node').catch((error: unknown) => {
    throw unavailable(name, 'the package onnxruntime-node does not start', String(error));
  });
  // Log errors only: the warnings are about the machine.
  const options = { executionProviders: ['cpu'], logSeverityLevel: 3 } as const;
  const session = await runtime.InferenceSession.create(path, options).catch((error: unknown) => {
    throw unavailable(name, 'its file is not a model that can be read', String(error));
  });
  return { runtime, session };
}

/** Whether a size that a model states allows another; names are for any. */
export const allows = (dimension: number | string | undefined, size: number | string | undefined): boolean =>
  typeof dimension !== 'number' || typeof size !== 'number' || dimension === size;

/** Returns a size that a model fixes. Null: any. */
export const fixedOf = (dimension: number | string | undefined): number | null =>
  typeof dimension === 'number' && dimension > 0 ? dimension : null;

async function readableFile(path: string): Promise<string | null> {
  try {
    await access(path, constants.R_OK);
    return (await stat(path)).isFile() ? await realpath(path) : null;
  } catch {
    return null;
  }
}
