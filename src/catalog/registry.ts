import { existsSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMMON } from '../settings/common.ts';
import { readSetting } from '../settings/read.ts';
import { moduleFile } from '../util/module-file.ts';
import type { CategoryCatalog } from './definition.ts';

/** A category with an engine. */
export interface FoundCategory {
  readonly catalog: CategoryCatalog;
  /** Absolute path of its folder, which contains `engine.ts` and `catalog.ts`. */
  readonly folder: string;
  /** Whether it is part of convertd, not of ENGINES_DIR. */
  readonly isOwn: boolean;
}

/** An engine of ENGINES_DIR cannot be used. The operator must repair it: this error ends the start, and is never the error of a task. */
export class EngineError extends Error {
  override readonly name = 'EngineError';

  /** @param folder folder of the engine */
  constructor(folder: string, reason: string, options?: ErrorOptions) {
    super(`The engine in ${folder} cannot be used: ${reason}`, options);
  }
}

const OWN_ENGINES = fileURLToPath(new URL('../../engines/', import.meta.url));
const CATALOG_FILE = 'catalog.ts';
const ENGINE_FILE = 'engine.ts';

/** Returns the path of a file of an engine: our own are built in the npm package, those of ENGINES_DIR are sources or JavaScript. */
const fileOf = (folder: string, file: string): string | undefined =>
  [file, file.replace(/ts$/, 'js')].map((name) => join(folder, name)).find((path) => existsSync(path));

/** Loads a module synchronously, because everything that reads the catalog is synchronous. */
const load = createRequire(import.meta.url);

let found: ReadonlyMap<string, FoundCategory> | undefined;

/**
 * Returns the categories by name, in alphabetical order: a folder each in `engines/` and in the folders of ENGINES_DIR. They are looked up
 * once a process. Throws Error if ENGINES_DIR names something that is not a folder of engines, EngineError for an engine in it that cannot
 * be used.
 */
export function allCategories(): ReadonlyMap<string, FoundCategory> {
  found ??= findCategories(readSetting('ENGINES_DIR', COMMON.ENGINES_DIR));
  return found;
}

/** Returns the category of a name, or undefined. Throws as `allCategories` does. */
export const categoryOf = (name: string): FoundCategory | undefined => allCategories().get(name);

/** The file that exports a category's engine. */
export const engineFile = ({ folder }: Pick<FoundCategory, 'folder'>): string =>
  fileOf(folder, ENGINE_FILE) ?? join(folder, ENGINE_FILE);

/** Returns convertd's own categories, and those of further folders of engines. Throws as `allCategories` does. */
export function findCategories(furtherFolders: readonly string[]): ReadonlyMap<string, FoundCategory> {
  const own = engineFolders(OWN_ENGINES).map(readOwn);
  const all = new Map(own.map((category) => [category.catalog.category, category]));
  for (const folder of furtherFolders.flatMap(furtherEngineFolders)) {
    const category = readFurther(folder, [...all.values()]);
    all.set(category.catalog.category, category);
  }
  return new Map([...all].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the folders in `parent` that contain an engine or a part of one. */
function engineFolders(parent: string): string[] {
  return readdirSync(parent)
    .map((name) => join(parent, name))
    .filter((folder) => [ENGINE_FILE, CATALOG_FILE].some((file) => fileOf(folder, file) !== undefined));
}

function furtherEngineFolders(named: string): string[] {
  const parent = resolve(named);
  if (!statSync(parent, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Error(`ENGINES_DIR names ${named}, which is not a folder`);
  }
  const folders = engineFolders(parent);
  if (folders.length > 0) return folders;
  throw new Error(
    `ENGINES_DIR names ${named}, where no folder has an ${ENGINE_FILE}: it must hold one folder per engine`,
  );
}

/** A test checks our own catalogs against the schema, because checking at each start would cost time. */
function readOwn(folder: string): FoundCategory {
  const { catalog }: { catalog: CategoryCatalog } = load(join(folder, moduleFile(CATALOG_FILE)));
  return { catalog, folder, isOwn: true };
}

function readFurther(folder: string, known: readonly FoundCategory[]): FoundCategory {
  for (const file of [CATALOG_FILE, ENGINE_FILE]) {
    if (fileOf(folder, file) === undefined) throw new EngineError(folder, `it has no ${file}.`);
  }
  const catalog = checked(exportedCatalog(folder), folder);
  const { category } = catalog;
  if (category !== basename(folder)) {
    throw new EngineError(folder, `its catalog is of the category "${category}"; name the folder so.`);
  }
  const same = known.find((each) => each.catalog.category === category);
  if (same !== undefined) {
    throw new EngineError(folder, `there is a category "${category}" already, ${whose(same)}. Choose another name.`);
  }
  refuseKnownIds(catalog, folder, known);
  return { catalog, folder, isOwn: false };
}

function exportedCatalog(folder: string): unknown {
  try {
    return (load(fileOf(folder, CATALOG_FILE) ?? folder) as { catalog?: unknown }).catalog;
  } catch (cause) {
    throw new EngineError(folder, `its ${CATALOG_FILE} does not load: ${messageOf(cause)}`, { cause });
  }
}

function checked(catalog: unknown, folder: string): CategoryCatalog {
  if (catalog === undefined) throw new EngineError(folder, `its ${CATALOG_FILE} does not export "catalog".`);
  // Loaded here: the schema compiler takes longer than most commands, and only further engines need it.
  const { catalogProblems } = load(moduleFile('./check-catalog.ts')) as typeof import('./check-catalog.ts');
  const problems = catalogProblems(catalog);
  if (problems.length === 0) return catalog as CategoryCatalog;
  throw new EngineError(folder, `its catalog is wrong: ${problems.join('; ')}.`);
}

/** Refuses a known id: an id means one target forever, in whatever category. */
function refuseKnownIds({ targets }: CategoryCatalog, folder: string, known: readonly FoundCategory[]): void {
  const taken = new Map(
    known.flatMap(({ catalog }) =>
      Object.entries(catalog.targets).map(([target, { id }]) => [id, `${catalog.category}/${target}`]),
    ),
  );
  for (const [target, { id }] of Object.entries(targets)) {
    const owner = taken.get(id);
    if (owner !== undefined) {
      throw new EngineError(folder, `the id ${id} of its target ${target} is that of ${owner}. Choose another one.`);
    }
  }
}

const whose = ({ isOwn, folder }: FoundCategory): string => (isOwn ? "one of convertd's own" : `in ${folder}`);

/** Returns the first line of an import error; Node adds source code below it. */
export const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
