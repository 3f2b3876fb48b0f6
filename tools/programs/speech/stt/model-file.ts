import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { ModelType } from './model-description.ts';
import { ModelError } from './model-error.ts';

/** A model whose files all exist. */
export interface Model {
  readonly type: ModelType;
  /** Absolute paths, links resolved, by their names in MODEL_FILES. */
  readonly files: Readonly<Record<string, string>>;
  /** Folder of all files, links resolved. */
  readonly folder: string;
  /** Longest piece of sound, seconds. */
  readonly maxSeconds: number;
  /** Bytes of all files in the folder: large models keep their weights in files that only the model itself refers to. */
  readonly size: number;
}

/** Reads the `model.json` of a folder. Null if there is none. Throws ModelError if it is invalid or a file is missing. */
export async function readModel(path: string): Promise<Model | null> {
  const text = await readFile(join(path, 'model.json'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw new ModelError(`its model.json cannot be read (${error.code})`);
  });
  if (text === null) return null;
  // Loaded on demand: loading the schema library takes longer than most documents.
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

/** The description file of a model. */
const MODEL_JSON = { name: 'model.json', kind: 'file' } as const;

/** Returns the bytes of the files directly in a folder. */
export async function sizeOf(folder: string): Promise<number> {
  const files = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ name }) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The description file that names the files of a folder, and the kind of folder. */
export interface NamedBy {
  readonly name: string;
  readonly kind: 'file' | 'folder';
}

/**
 * Returns the absolute path of a file or folder, which must be inside `folder` even with links resolved, because the description may be
 * untrusted. Throws ModelError.
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
  // Only distinguished inside the folder: other files of the machine must not be revealed.
  if (path !== null && !path.startsWith(folder + sep)) {
    throw new ModelError(`its ${json} names a ${kind} outside the folder as its ${name}`);
  }
  const found = path === null ? null : await stat(path);
  if (path === null || !(kind === 'file' ? found?.isFile() : found?.isDirectory()))
    throw new ModelError(`the ${kind} that its ${json} names as its ${name} is not there`);
  return path;
}
