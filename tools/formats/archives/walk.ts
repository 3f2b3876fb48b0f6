import type { Stats } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { unsafe } from './safety.ts';

/** A file or folder on disk after unpacking. */
export interface Found {
  /** Path below the root, a character for each byte: names may not be valid text yet. */
  readonly raw: string;
  readonly kind: 'file' | 'folder';
  /** Bytes; 0 for folders. */
  readonly size: number;
  readonly mode: number;
  readonly modified: Date;
}

/** Returns the path of a raw name on disk. */
export function pathOfRaw(root: string, raw: string): Buffer {
  return Buffer.concat([Buffer.from(`${root}/`), Buffer.from(raw, 'latin1')]);
}

/** Files examined at once: with all files of a large folder, other work would wait for seconds. */
const AT_ONCE = 256;

/**
 * Returns everything below `root`. Throws `input_unsafe` for anything but files and folders, including symbolic links, and for a file that
 * has another name outside `root`.
 */
export async function walk(root: string): Promise<Found[]> {
  const found: Found[] = [];
  const shared = new Map<number, SharedFile>();
  const pending = [''];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const prefix = folder === '' ? '' : `${folder}/`;
    for await (const names of namesIn(pathOfRaw(root, folder))) {
      const below = await Promise.all(
        names.map(async (name) => ({
          raw: `${prefix}${name}`,
          stats: await lstat(pathOfRaw(root, `${prefix}${name}`)),
        })),
      );
      for (const { raw, stats } of below) {
        const each = toFound(raw, stats);
        found.push(each);
        if (each.kind === 'folder') pending.push(raw);
        else if (stats.nlink > 1) {
          shared.set(stats.ino, { names: (shared.get(stats.ino)?.names ?? 0) + 1, links: stats.nlink, raw });
        }
      }
    }
  }
  for (const { names, links, raw } of shared.values()) {
    if (names !== links) throw unsafe('holds a hard link to what is not in it', raw);
  }
  return found;
}

/** Yields the names in a folder, some at a time. */
async function* namesIn(folder: Buffer): AsyncGenerator<string[]> {
  let names: string[] = [];
  for await (const { name } of await opendir(folder, { encoding: 'latin1', bufferSize: AT_ONCE })) {
    if (names.push(name) < AT_ONCE) continue;
    yield names;
    names = [];
  }
  yield names;
}

/** A file with several names. */
interface SharedFile {
  /** Number of names found so far. */
  readonly names: number;
  /** Number of names counted by the file system. */
  readonly links: number;
  readonly raw: string;
}

function toFound(raw: string, stats: Stats): Found {
  if (stats.isSymbolicLink()) throw unsafe('holds a symbolic link', raw);
  if (!stats.isFile() && !stats.isDirectory()) throw unsafe('holds a special file', raw);
  const kind = stats.isFile() ? 'file' : 'folder';
  return { raw, kind, size: kind === 'file' ? stats.size : 0, mode: stats.mode & 0o7777, modified: stats.mtime };
}
