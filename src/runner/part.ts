import { validateConversion } from '../catalog/index.ts';
import { partFolder, type WorkContext } from '../work/context.ts';
import type { EngineRequest, OutputFile } from './engine.ts';
import { loadEngine } from './engines.ts';

/**
 * Has the engine of another category do a part of the work, in a folder of its own inside that of the task, with the defaults
 * of options that are not given. Throws what that engine does.
 */
export async function convertParts(
  category: string,
  request: EngineRequest,
  context: WorkContext,
): Promise<OutputFile[]> {
  // Loaded here: engines that use each other would else import each other.
  const engine = await loadEngine(category);
  const { options } = validateConversion({ category, ...request });
  const workFolder = await partFolder(context, category);
  return engine.convert({ ...request, options }, { ...context, workFolder });
}

/** The same if there is one output. */
export async function convertPart(category: string, request: EngineRequest, context: WorkContext): Promise<OutputFile> {
  const [output, ...others] = await convertParts(category, request, context);
  if (output === undefined || others.length > 0)
    throw new Error(`a part of the work has one output, not ${others.length}`);
  return output;
}
