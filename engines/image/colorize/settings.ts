import { access, constants, realpath, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isAbsolute } from 'node:path';
import type { ProgramDescription } from '../../../src/process/programs.ts';
import { type Environment, environment } from '../../../src/settings/read.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { ImageOptions } from '../options.ts';

type ModelName = NonNullable<ImageOptions['colorize_model_name']>;

/** Environment variables in which an operator names the file of each model. No package includes a model. */
export const MODEL_VARIABLES: Readonly<Record<ModelName, string>> = {
  generic: 'COLORIZE_MODEL_GENERIC',
  nature_people: 'COLORIZE_MODEL_NATURE_PEOPLE',
};

/** The npm package that runs models. */
export const RUNTIME = 'onnxruntime-node';

/**
 * Returns the path of the model's file, with links resolved. Throws ConversionError `colorize_model_unavailable` if the operator names none
 * or an unreadable one, or if the package that runs it is not installed.
 */
export async function requireModel(name: ModelName, env: Environment = environment()): Promise<string> {
  const variable = MODEL_VARIABLES[name];
  const path = env[variable];
  if (!path) throw unavailable(name, `no model is installed for it: set ${variable} to an ONNX file`);
  const file = isAbsolute(path) ? await readableFile(path) : null;
  if (file === null) throw unavailable(name, `${variable} does not name a readable file by its absolute path`, path);
  if (!isRuntimeInstalled()) throw unavailable(name, `the npm package ${RUNTIME} is not installed`);
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
        neededFor: [`image/* colorize_model_name=${name}`],
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
  return new ConversionError('colorize_model_unavailable', `colorize_model_name ${name} cannot be used here: ${why}.`, {
    details: { option: 'colorize_model_name', model: name },
    ...(log !== undefined && { log }),
  });
}

async function readableFile(path: string): Promise<string | null> {
  try {
    await access(path, constants.R_OK);
    return (await stat(path)).isFile() ? await realpath(path) : null;
  } catch {
    return null;
  }
}
