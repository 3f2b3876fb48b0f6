import { stat } from 'node:fs/promises';
import { validateConversion } from '../catalog/index.ts';
import { validateInputOptions } from '../catalog/validate-input.ts';
import { identify } from '../files/identify.ts';
import type { OptionValues } from '../task/types.ts';
import { type LocalInput, partFolder, type WorkContext } from '../work/context.ts';
import type { EngineRequest, OutputFile } from './engine.ts';
import { loadEngine } from './engines.ts';
import { loadInputEngine, requireInputEngine } from './input-engines.ts';

/**
 * Makes the engine of another category do a part of the work, in a folder of its own inside that of the task, with defaults for options
 * that are not given. Throws the errors of that engine.
 */
export async function convertParts(
  category: string,
  request: EngineRequest,
  context: WorkContext,
): Promise<OutputFile[]> {
  // Loaded here, because engines that use each other would otherwise import each other.
  const engine = await loadEngine(category);
  const { options } = validateConversion({ category, ...request });
  const workFolder = await partFolder(context, category);
  return engine.convert({ ...request, options }, { ...context, workFolder });
}

/** Does the same for a single output. */
export async function convertPart(category: string, request: EngineRequest, context: WorkContext): Promise<OutputFile> {
  const [output, ...others] = await convertParts(category, request, context);
  if (output === undefined || others.length > 0)
    throw new Error(`a part of the work has one output, not ${others.length}`);
  return output;
}

/** Files that an input engine is asked to open an input to. */
export interface PartOpening {
  readonly engine: string;
  readonly options: OptionValues;
  /** The conversion that they are opened for. */
  readonly conversion: { readonly category: string; readonly target: string };
}

/**
 * Makes an input engine open an input that is already here, in a folder of its own, as inputs with the same id. Throws the errors of that
 * engine.
 */
export async function openParts(
  input: LocalInput,
  { engine: name, options: given, conversion }: PartOpening,
  context: WorkContext,
): Promise<LocalInput[]> {
  const found = requireInputEngine(name);
  const { options } = validateInputOptions(found, given);
  const { decryptPassword } = input;
  const credentials = decryptPassword === null ? {} : { decrypt_password: decryptPassword };
  const opened = await (await loadInputEngine(found)).open(
    {
      engine: name,
      options,
      input: { type: 'remote', id: input.id, filename: input.filename, source: '', credentials },
    },
    {
      ...context,
      conversion,
      workFolder: await partFolder(context, name),
      fetch: async () => ({ ...input, checksum: null, facts: {} }),
    },
  );
  // One after another, because there can be a thousand.
  const inputs: LocalInput[] = [];
  for (const { path, filename, decryptPassword: password = decryptPassword } of opened) {
    const { size } = await stat(path);
    inputs.push({ id: input.id, path, filename, size, format: await identify(path), decryptPassword: password });
  }
  return inputs;
}
