import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { validateConversion } from '../catalog/index.ts';
import type { EngineContext, EngineRequest, OutputFile } from './engine.ts';
import { loadEngine } from './engines.ts';

/** The context of a part of the work, whose progress is so much of the whole: percent from, percent to. */
export function within(context: EngineContext, from: number, to: number): EngineContext {
  return { ...context, progress: (percent) => context.progress(from + ((to - from) * percent) / 100) };
}

/** A new, empty folder inside the work folder of a task, with a name that begins so. */
export function partFolder(context: EngineContext, prefix: string): Promise<string> {
  return mkdtemp(join(context.workFolder, `${prefix}-`));
}

/**
 * Has the engine of another category do a part of the work, in a folder of its own inside that of the task, with the defaults
 * of options that are not given. Throws what that engine does.
 */
export async function convertParts(
  category: string,
  request: EngineRequest,
  context: EngineContext,
): Promise<OutputFile[]> {
  // Loaded here: engines that use each other would else import each other.
  const engine = await loadEngine(category);
  const { options } = validateConversion({ category, ...request });
  const workFolder = await partFolder(context, category);
  return engine.convert({ ...request, options }, { ...context, workFolder });
}

/** The same where there is one output. */
export async function convertPart(
  category: string,
  request: EngineRequest,
  context: EngineContext,
): Promise<OutputFile> {
  const [output, ...others] = await convertParts(category, request, context);
  if (output === undefined || others.length > 0)
    throw new Error(`a part of the work has one output, not ${others.length}`);
  return output;
}
