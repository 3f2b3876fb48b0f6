import { pathToFileURL } from 'node:url';
import { listCategories } from '../catalog/index.ts';
import {
  allCategories,
  categoryOf,
  EngineError,
  engineFile,
  type FoundCategory,
  messageOf,
} from '../catalog/registry.ts';
import { abandonedProcessFolders } from '../process/folders/process-folder.ts';
import { COMMON } from '../settings/common.ts';
import { type Environment, environment, readSetting } from '../settings/read.ts';
import { ConversionError } from '../task/errors.ts';
import type { Engine } from './engine.ts';
import { closeInputEngines } from './input-engines.ts';

/** Throws Error if a category in the setting `name` has no engine. */
export function requireCategories(name: string, categories: readonly string[]): void {
  const possible = listCategories();
  const impossible = categories.filter((category) => !possible.includes(category));
  if (impossible.length === 0) return;
  throw new Error(`${name} names ${impossible.join(', ')}, which has no engine here. Possible: ${possible.join(', ')}`);
}

/**
 * Returns briefly why this installation does not convert to a category; null if it does. `CATEGORIES` lists the categories that an
 * installation offers, for every command; an engine may still do a part of another category's work. Throws Error if `CATEGORIES` lists a
 * category without an engine.
 */
export function whyNotOffered(category: string, env: Environment = environment()): string | null {
  const offered = readSetting('CATEGORIES', COMMON.CATEGORIES, env);
  requireCategories('CATEGORIES', offered);
  return offered.length === 0 || offered.includes(category) ? null : `left out here by CATEGORIES=${offered.join(',')}`;
}

/** Whether this installation converts to a category. Throws as `whyNotOffered` does. */
export const isOffered = (category: string, env: Environment = environment()): boolean =>
  whyNotOffered(category, env) === null;

/** Throws ConversionError `engine_unavailable` if this installation does not convert to the category. */
export function requireOffered(category: string): void {
  const why = whyNotOffered(category);
  if (why === null) return;
  const message = `This installation does not convert to the category "${category}": its setting CATEGORIES leaves it out.`;
  throw new ConversionError('engine_unavailable', message, { details: { category } });
}

/** The engines that were loaded, by category. */
const loaded = new Map<string, Promise<Engine>>();

/**
 * Returns the engine of a category, which is loaded at its first use. Throws ConversionError `engine_unavailable` if there is none,
 * EngineError if one of ENGINES_DIR does not load.
 */
export async function loadEngine(name: string): Promise<Engine> {
  const category = categoryOf(name);
  if (category === undefined) {
    const message = `This installation has no engine for the category "${name}".`;
    throw new ConversionError('engine_unavailable', message, { details: { category: name } });
  }
  const engine = loaded.get(name) ?? importEngine(category);
  loaded.set(name, engine);
  return engine;
}

async function importEngine(category: FoundCategory): Promise<Engine> {
  const { href } = pathToFileURL(engineFile(category));
  if (category.isOwn) return ((await import(href)) as { engine: Engine }).engine;
  const { engine }: { engine?: unknown } = await import(href).catch((cause: unknown) => {
    throw new EngineError(category.folder, `its engine.ts does not load: ${messageOf(cause)}`, { cause });
  });
  if (isEngine(engine, category.catalog.category)) return engine;
  throw new EngineError(
    category.folder,
    'its engine.ts does not export "engine", made by defineEngine with its catalog.',
  );
}

function isEngine(value: unknown, category: string): value is Engine {
  const methods = ['combinesInputs', 'convert', 'describe', 'warmUp', 'close'] as const;
  const engine = (value ?? {}) as Partial<Engine>;
  return engine.category === category && methods.every((name) => typeof engine[name] === 'function');
}

/**
 * Finds the engines and loads those of ENGINES_DIR, so that their errors show at the start and not with the first task. Throws Error as
 * `allCategories` does, and EngineError.
 */
export async function checkEngines(): Promise<void> {
  const further = [...allCategories().values()].filter(({ isOwn }) => !isOwn);
  await Promise.all(further.map(({ catalog }) => loadEngine(catalog.category)));
}

/**
 * Removes what killed processes left, then starts the warm processes of these categories' engines, one engine after another, even if one
 * fails. Throws AggregateError with the errors of defective engine modules.
 */
export async function warmEngines(categories: readonly string[]): Promise<void> {
  await removeAbandoned();
  const failures: unknown[] = [];
  for (const category of categories) {
    try {
      await (await loadEngine(category)).warmUp();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some engines could not be warmed up');
}

/** Stops looking for what killed processes left, which begins with the first start of engines. */
let endLooks = (): void => {};

async function removeAbandoned(): Promise<void> {
  endLooks();
  const abandoned = abandonedProcessFolders();
  endLooks = abandoned.watch();
  await abandoned.look().catch(() => {});
}

/** Ends the warm processes of all used engines and input engines, when the process ends. A later conversion starts them again. */
export async function closeEngines(): Promise<void> {
  endLooks();
  await Promise.allSettled([...loaded.values()].map(async (engine) => (await engine).close()));
  await closeInputEngines();
}
