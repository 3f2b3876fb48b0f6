import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { moduleFile } from '../util/module-file.ts';
import type { OptionDefinitions } from './definition.ts';
import { SLIDE_OPTIONS } from './options/slide.ts';

/**
 * Ways to read an input: `inputs/<name>/catalog.ts` exports it as `catalog`. It is data, like the catalogs of engines, and loads only this
 * folder: the service uses it for every input that names an engine.
 */
export interface InputCatalog {
  /** The engines by their names in an input's `engine`. */
  readonly engines: Readonly<Record<string, InputEngineEntry>>;
}

export interface InputEngineEntry {
  /** Sources that it opens: only a web address, a file from anywhere, or either: an address is then opened itself. */
  readonly source: 'address' | 'file' | 'either';
  /** For users: what it makes from the source. */
  readonly description: string;
  readonly options: OptionDefinitions;
}

/** A way to read an input, and its folder. */
export interface FoundInputEngine extends InputEngineEntry {
  readonly name: string;
  /** Absolute path of the folder with `catalog.ts` and `input-engine.ts`. */
  readonly folder: string;
}

/** Engines with which the input is the source's file itself, as without an engine. */
const AS_IT_IS: ReadonlySet<string> = new Set(['auto', 'file']);

const FOLDER = fileURLToPath(new URL('../../inputs/', import.meta.url));
const CATALOG_FILE = moduleFile('catalog.ts');

/** Loads a module synchronously, because everything that reads catalogs is synchronous. */
const load = createRequire(import.meta.url);

let found: ReadonlyMap<string, FoundInputEngine> | undefined;

/** Returns the ways to read an input other than as the file itself, by name in alphabetical order; looked up once a process. */
export function inputEngines(): ReadonlyMap<string, FoundInputEngine> {
  found ??= new Map(
    foundIn(FOLDER)
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((each) => [each.name, each]),
  );
  return found;
}

function foundIn(parent: string): FoundInputEngine[] {
  const folders = readdirSync(parent).map((name) => join(parent, name));
  return folders
    .filter((folder) => existsSync(join(folder, CATALOG_FILE)))
    .flatMap((folder) => {
      const { catalog }: { catalog: InputCatalog } = load(join(folder, CATALOG_FILE));
      return Object.entries(catalog.engines).map(([name, entry]) => ({ name, folder, ...entry }));
    });
}

/** An input that is the source's file itself, for the validation of its options. The job service reads `position`, which every input has. */
export const FILE_INPUT: Pick<FoundInputEngine, 'name' | 'options'> = { name: 'file', options: SLIDE_OPTIONS };

/** Whether an input with this engine is the source's file itself. */
export const isFileEngine = (engine: string): boolean => AS_IT_IS.has(engine);
