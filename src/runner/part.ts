import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
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
 * Has the engine of another category do a part of the work, in a folder of its own inside that of the task. Returns its only
 * output. Throws what that engine does.
 */
export async function convertPart(
  category: string,
  request: EngineRequest,
  context: EngineContext,
): Promise<OutputFile> {
  // Loaded here: engines that use each other would else import each other.
  const engine = await loadEngine(category);
  const workFolder = await partFolder(context, category);
  const [output, ...others] = await engine.convert(request, { ...context, workFolder });
  if (output === undefined || others.length > 0)
    throw new Error(`a part of the work has one output, not ${others.length}`);
  return output;
}
