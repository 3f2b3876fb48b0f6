import type { Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { unsafe } from './safety.ts';

/** A file or folder on disk after unpacking. */
export interface Found {
  /** Below the root, a character for each byte: names need not be valid text yet. */
  readonly raw: string;
  readonly kind: 'file' | 'folder';
  /** Bytes; 0 for folders. */
  readonly size: number;
  readonly mode: number;
  readonly modified: Date;
}

/** The path of a raw name on disk. */
export function pathOfRaw(root: string, raw: string): Buffer {
  return Buffer.concat([Buffer.from(`${root}/`), Buffer.from(raw, 'latin1')]);
}

/**
 * Everything below `root`. Throws `input_unsafe` for anything but files and folders, no symbolic link passes here, and for a file
 * that has another name outside `root`.
 */
export async function walk(root: string): Promise<Found[]> {
  const found: Found[] = [];
  const shared = new Map<number, SharedFile>();
  const pending = [''];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const prefix = folder === '' ? '' : `${folder}/`;
    const names = await readdir(pathOfRaw(root, folder), 'latin1');
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
  for (const { names, links, raw } of shared.values()) {
    if (names !== links) throw unsafe('holds a hard link to what is not in it', raw);
  }
  return found;
}

/** A file of several names. */
interface SharedFile {
  /** Those found so far. */
  readonly names: number;
  /** Those that the file system counts. */
  readonly links: number;
  readonly raw: string;
}

function toFound(raw: string, stats: Stats): Found {
  if (stats.isSymbolicLink()) throw unsafe('holds a symbolic link', raw);
  if (!stats.isFile() && !stats.isDirectory()) throw unsafe('holds a special file', raw);
  const kind = stats.isFile() ? 'file' : 'folder';
  return { raw, kind, size: kind === 'file' ? stats.size : 0, mode: stats.mode & 0o7777, modified: stats.mtime };
}
