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
    names.map(async (name) => [name, await resolveInside(folder, name, files[name], MODEL_JSON)] as const),
  );
  return {
    type,
    files: Object.fromEntries(resolved),
    folder,
    maxSeconds,
    size: await sizeOf(folder),
  };
}

/** What describes a model. */
const MODEL_JSON = { name: 'model.json', kind: 'file' } as const;

/** Bytes of the files in a folder, without its folders. */
export async function sizeOf(folder: string): Promise<number> {
  const files = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ name }) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The text that names the files of a folder, and what is named. */
export interface NamedBy {
  readonly name: string;
  readonly kind: 'file' | 'folder';
}

/**
 * The absolute path of a file or a folder, which must lie in `folder` whatever links lead to: that may come from elsewhere. Throws
 * ModelError.
 * @param name what it is there for
 */
export async function resolveInside(
  folder: string,
  name: string,
  file: string | undefined,
  { name: json, kind }: NamedBy,
): Promise<string> {
  if (file === undefined) throw new ModelError(`its ${json} does not say which ${kind} the ${name} is`);
  const path = await realpath(join(folder, file)).catch(() => null);
  // Told apart only inside the folder: what else is on the machine is nobody's business.
  if (path !== null && !path.startsWith(folder + sep)) {
    throw new ModelError(`its ${json} names a ${kind} outside the folder as its ${name}`);
  }
  const found = path === null ? null : await stat(path);
  if (path === null || !(kind === 'file' ? found?.isFile() : found?.isDirectory()))
    throw new ModelError(`the ${kind} that its ${json} names as its ${name} is not there`);
  return path;
}
