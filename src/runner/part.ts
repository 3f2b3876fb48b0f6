import { validateConversion } from '../catalog/index.ts';
import { partFolder, type WorkContext } from '../work/context.ts';
import type { EngineRequest, OutputFile } from './engine.ts';
import { loadEngine } from './engines.ts';

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
