import { existsSync } from 'node:fs';
import { removeAbandonedHosts } from '../process/host-folder.ts';
import { ConversionError } from '../task/errors.ts';
import type { Engine } from './engine.ts';

const engineFile = (category: string) => new URL(`../../engines/${category}/engine.ts`, import.meta.url);

/** Whether this version has an engine for the category. The name must come from the catalog: it becomes part of a path. */
export function hasEngine(category: string): boolean {
  return existsSync(engineFile(category));
}

/** Loads `engines/<category>/engine.ts`. Throws `engine_unavailable` where the catalog knows more than this version can do. */
export async function loadEngine(category: string): Promise<Engine> {
  if (!hasEngine(category)) {
    throw new ConversionError(
      'engine_unavailable',
      `The catalog lists the category "${category}", but this version of convertd has no engine for it yet.`,
      { details: { category } },
    );
  }
  const module: { engine: Engine } = await import(engineFile(category).href);
  return module.engine;
}

/**
 * Removes what hosts of killed processes left, then starts what the engines of these categories keep warm, one after another.
 * Throws what a defect of an engine's module does.
 */
export async function warmEngines(categories: readonly string[]): Promise<void> {
  await removeAbandonedHosts();
  for (const category of categories) await (await loadEngine(category)).warmUp?.();
}
