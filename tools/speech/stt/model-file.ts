import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { ModelType } from './model-description.ts';
import { ModelError } from './model-error.ts';

/** A model whose files all exist. */
export interface Model {
  readonly type: ModelType;
  /** Absolute paths, links resolved, by their names in MODEL_FILES. */
  readonly files: Readonly<Record<string, string>>;
  /** Links resolved; all files lie in it. */
  readonly folder: string;
  /** Seconds. */
  readonly maxSeconds: number;
  /** Bytes of all files in the folder: large models keep their numbers in files that only the model itself names. */
  readonly size: number;
}

/** Reads the `model.json` of a folder. Null: it has none. Throws ModelError where that is wrong or a file is not there. */
export async function readModel(path: string): Promise<Model | null> {
  const text = await readFile(join(path, 'model.json'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw new ModelError(`its model.json cannot be read (${error.code})`);
  });
  if (text === null) return null;
  // Loaded where it is needed: the library of schemas takes longer than most documents.
  const { MODEL_FILES, parseDescription } = await import('./model-description.ts');
  const { type, files, maxSeconds } = parseDescription(text);
  const folder = await realpath(path);
  const names: readonly string[] = MODEL_FILES[type];
  const resolved = await Promise.all(
    names.map(async (name) => [name, await resolveFile(folder, name, files[name])] as const),
  );
  return {
    type,
    files: Object.fromEntries(resolved),
    folder,
    maxSeconds,
    size: await sizeOf(folder),
  };
}

async function sizeOf(folder: string): Promise<number> {
  const files = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ name }) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The file, which must lie in the folder whatever links lead to: a folder may come from elsewhere. */
async function resolveFile(folder: string, name: string, file: string | undefined): Promise<string> {
  if (file === undefined) throw new ModelError(`its model.json does not say which file the ${name} is`);
  const path = await realpath(join(folder, file)).catch(() => null);
  // Told apart only inside the folder: what else is on the machine is nobody's business.
  if (path !== null && !path.startsWith(folder + sep)) {
    throw new ModelError(`its model.json names a file outside the folder as its ${name}`);
  }
  if (path === null || !(await stat(path)).isFile())
    throw new ModelError(`the file that its model.json names as its ${name} is not there`);
  return path;
}
