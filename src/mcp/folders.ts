import { readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isBelow } from '../files/fetch/local-source.ts';
import { UniqueNames } from '../files/unique-names.ts';
import { ConversionError } from '../task/errors.ts';

/** The folders of this machine that clients may use, including everything below them. */
export interface Folders {
  /** Folder that relative paths of clients start from. */
  readonly working: string;
  readonly read: readonly string[];
  readonly write: readonly string[];
}

/**
 * Returns the folders that the flags name. Without flags, this is the working folder, for reading and writing, unless it is the home folder
 * or one above it: programs are often started there by chance. Over HTTP there are none, because clients are elsewhere.
 */
export function allowedFolders(
  flags: { readonly read?: readonly string[]; readonly write?: readonly string[] },
  { working, home, isRemote }: { readonly working: string; readonly home: string; readonly isRemote: boolean },
): Folders {
  const isChance = working === home || isBelow(home, working);
  const fallback = isRemote || isChance ? [] : [working];
  const absolute = (folders: readonly string[]) => folders.map((folder) => resolve(working, folder));
  return { working, read: absolute(flags.read ?? fallback), write: absolute(flags.write ?? fallback) };
}

/**
 * Returns the real path of a folder that outputs may be saved in; it need not exist. A link that leads out of the allowed folders is
 * refused. Throws ConversionError `output_store_refused`.
 */
export async function outputFolder(asked: string, { working, write }: Folders): Promise<string> {
  const path = await realPathOfNew(resolve(working, asked));
  const allowed = await Promise.all(write.map((folder) => realpath(folder).catch(() => null)));
  if (allowed.some((folder) => folder !== null && (path === folder || isBelow(path, folder)))) return path;
  const message = `Outputs may not be saved in ${JSON.stringify(basename(asked))}: it is not in a folder that this server may write to. Leave output_folder out to get the outputs in the answer, or have the server started with --write FOLDER.`;
  throw new ConversionError('output_store_refused', message, { details: { argument: 'output_folder' } });
}

/** Resolves a path whose last parts may not exist yet. */
async function realPathOfNew(path: string): Promise<string> {
  return realpath(path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || dirname(path) === path) throw unusable(error);
    return join(await realPathOfNew(dirname(path)), basename(path));
  });
}

const unusable = (cause: unknown): ConversionError =>
  cause instanceof ConversionError
    ? cause
    : new ConversionError('output_store_refused', 'The output_folder is not a folder that can be used.', {
        cause,
        details: { argument: 'output_folder' },
      });

/** Names of outputs that replace nothing: neither files of a folder, nor outputs of conversions that run at the same time. */
export class FolderNames {
  readonly #inUse = new Map<string, { readonly names: UniqueNames; users: number }>();

  /** Lends the names of a folder to a function. */
  async using<Result>(folder: string, work: (names: UniqueNames) => Promise<Result>): Promise<Result> {
    const entry = this.#inUse.get(folder) ?? { names: new UniqueNames(), users: 0 };
    this.#inUse.set(folder, entry);
    entry.users += 1;
    try {
      entry.names.reserve(await readdir(folder).catch(() => []));
      return await work(entry.names);
    } finally {
      entry.users -= 1;
      if (entry.users === 0) this.#inUse.delete(folder);
    }
  }
}
