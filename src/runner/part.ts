import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineContext } from './engine.ts';

/** The context of a part of the work, whose progress is so much of the whole: percent from, percent to. */
export function within(context: EngineContext, from: number, to: number): EngineContext {
  return { ...context, progress: (percent) => context.progress(from + ((to - from) * percent) / 100) };
}

/** A new, empty folder inside the work folder of a task, with a name that begins so. */
export function partFolder(context: EngineContext, prefix: string): Promise<string> {
  return mkdtemp(join(context.workFolder, `${prefix}-`));
}
