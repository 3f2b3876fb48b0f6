import { existsSync } from 'node:fs';
import { listCategories } from '../catalog/index.ts';
import { removeAbandonedHosts } from '../process/host-folder.ts';
import { list } from '../settings.ts';
import { ConversionError } from '../task/errors.ts';
import type { Engine } from './engine.ts';

const engineFile = (category: string) => new URL(`../../engines/${category}/engine.ts`, import.meta.url);

/** Whether this version has an engine for the category. The name must come from the catalog: it becomes part of a path. */
export function hasEngine(category: string): boolean {
  return existsSync(engineFile(category));
}

/**
 * The categories that a variable lists; null where it lists none. Throws Error where one of them has no engine.
 * @param name of the variable, for the message
 */
export function namedCategories(env: NodeJS.ProcessEnv, name: string): readonly string[] | null {
  const possible = listCategories().filter(hasEngine);
  const named = list(env[name]);
  const impossible = named.filter((category) => !possible.includes(category));
  if (impossible.length > 0) {
    throw new Error(
      `${name} names ${impossible.join(', ')}, which has no engine here. Possible: ${possible.join(', ')}`,
    );
  }
  return named.length === 0 ? null : [...new Set(named)];
}

/**
 * Why this installation does not convert to a category, in a few words; null where it does. `CATEGORIES` lists those that an
 * installation offers, for every command; an engine may still do a part of another category's work. Throws Error where
 * `CATEGORIES` lists what has no engine.
 */
export function whyNotOffered(category: string, env: NodeJS.ProcessEnv = process.env): string | null {
  if (!hasEngine(category)) return 'no engine in this version';
  const offered = namedCategories(env, 'CATEGORIES');
  return offered === null || offered.includes(category) ? null : `left out here by CATEGORIES=${offered.join(',')}`;
}

/** Whether this installation converts to a category. Throws like `whyNotOffered`. */
export const isOffered = (category: string, env: NodeJS.ProcessEnv = process.env): boolean =>
  whyNotOffered(category, env) === null;

/** Throws ConversionError `engine_unavailable` where this installation does not convert to the category. */
export function requireOffered(category: string): void {
  const why = whyNotOffered(category);
  if (why === null) return;
  const message = hasEngine(category)
    ? `This installation does not convert to the category "${category}": its setting CATEGORIES leaves it out.`
    : `The catalog lists the category "${category}", but this version of convertd has no engine for it yet.`;
  throw new ConversionError('engine_unavailable', message, { details: { category } });
}

/** Loads `engines/<category>/engine.ts`. Throws `engine_unavailable` where the catalog knows more than this version can do. */
export async function loadEngine(category: string): Promise<Engine> {
  if (!hasEngine(category)) requireOffered(category);
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
