import { constants } from 'node:fs';
import { copyFile, link, open, readdir, realpath, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { INPUTS_FOLDER } from '../../files/fetch/allowed-locations.ts';
import { isBelow, resolveLocalSource } from '../../files/fetch/local-source.ts';
import { lastChange } from '../../files/folders/last-change.ts';
import { createFolderStore, makeFolder } from '../../files/stores/folder-store.ts';
import { ConversionError } from '../../task/errors.ts';
import { type FileBackend, fileGone, seen, storedName, TO_ITS_END } from './backend.ts';
import { smallFileReader } from './read-small.ts';

/** Size of a read, bytes. Fewer and larger reads make a download fast. */
const READ_BYTES = 256 * 1024;

/** Matches the URL of a file without a host, encoded slashes and other characters that paths do not have. */
const LOCAL = /^file:\/\/\/(?!.*%(?:2f|5c|00))[^?#]*$/i;

/** Matches a URL whose path needs no decoding. */
const PLAIN = /^file:\/\/((?:\/(?!\.)[\w.-]+)+)$/;

/** Like `fileURLToPath`, which takes ten times as long. */
const pathOf = (location: string): string => PLAIN.exec(location)?.[1] ?? fileURLToPath(location);

/** Copies a file; leaves no part of it if this fails. */
async function copyWhole(source: string, target: string): Promise<void> {
  await copyFile(source, target, constants.COPYFILE_FICLONE).catch(async (error: unknown) => {
    await rm(target, { force: true });
    throw error;
  });
}

/** Removes empty folders of an attempt and its task, or of an input; never a store itself, nor the folder of all inputs. */
async function removeEmptyFolders(folder: string, stores: readonly string[]): Promise<void> {
  if (basename(folder) === INPUTS_FOLDER || !stores.some((store) => folder.startsWith(`${resolve(store)}${sep}`)))
    return;
  const isGone = await rmdir(folder).then(
    () => true,
    () => false,
  );
  if (isGone) await removeEmptyFolders(dirname(folder), stores);
}

/** Error codes if a file cannot have a second name: another file system, or one without hard links. The file is then copied. */
const NO_LINK: readonly string[] = ['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP'];

/**
 * Stores files in folders.
 * @param own folder for received files; null if the store is not a folder
 * @param folders folders that may be read and removed from
 */
export function createFolderFiles(own: string | null, folders: readonly string[]): FileBackend {
  const readSmall = smallFileReader(folders);
  const inputs = (id: string): string => {
    if (own === null || !/^[\w-]+$/.test(id)) throw new Error(`no folder for received file ${id}`);
    return join(own, INPUTS_FOLDER, id);
  };
  const find = async (location: string) => {
    try {
      return (await resolveLocalSource(new URL(location), folders)).path;
    } catch (error) {
      // A path outside of the folders is a defect or an attack, about which the client learns nothing.
      if (error instanceof ConversionError && error.code === 'input_not_found') throw fileGone();
      throw error instanceof ConversionError ? new Error(error.message, { cause: error }) : error;
    }
  };
  return {
    async store(id, filename, path) {
      const { contentType, facts } = await seen(path);
      const stored = await createFolderStore(inputs(id)).put(path, {
        filename: storedName(filename),
        contentType,
        signal: TO_ITS_END,
      });
      return { location: stored.uri, size: stored.size, checksum: stored.checksum, contentType, facts };
    },
    async copy(location, id, filename) {
      const source = await find(location);
      const folder = inputs(id);
      const target = join(folder, storedName(filename));
      try {
        await makeFolder(folder);
        // A second name for the same bytes takes no time or space, and the first can be removed. Outputs are replaced, never changed.
        await link(source, target).catch(async (error: NodeJS.ErrnoException) => {
          if (!NO_LINK.includes(error.code ?? '')) throw error;
          await copyWhole(source, target);
        });
      } catch (cause) {
        // Only if it is empty: another process may store the same input.
        await rmdir(folder).catch(() => {});
        if ((cause as NodeJS.ErrnoException).code === 'ENOENT') throw fileGone();
        const full = (cause as NodeJS.ErrnoException).code === 'ENOSPC';
        throw new ConversionError(full ? 'disk_full' : 'output_store_failed', 'The input could not be stored.', {
          cause,
        });
      }
      return pathToFileURL(target).href;
    },
    async read(location, range) {
      const handle = await open(await find(location), constants.O_RDONLY | constants.O_NOFOLLOW);
      return handle.createReadStream({ highWaterMark: READ_BYTES, ...(range !== null && range) });
    },
    readSmall: async (location, start, most) =>
      LOCAL.test(location) ? readSmall(pathOf(location), start, most) : null,
    async pathInStore(location) {
      if (own === null) return null;
      const path = await find(location);
      const root = await realpath(own);
      return isBelow(path, root) ? relative(root, path).split(sep).join('/') : null;
    },
    async remove(location) {
      const path = fileURLToPath(location);
      if (!folders.some((folder) => resolve(path).startsWith(`${resolve(folder)}${sep}`))) {
        throw new Error('a file outside of the stores is not removed');
      }
      await rm(path, { force: true });
      await removeEmptyFolders(dirname(path), folders);
    },
    async *receivedBefore(time) {
      if (own === null) return;
      const root = join(own, INPUTS_FOLDER);
      for (const id of await readdir(root).catch(() => [])) {
        for (const name of await readdir(join(root, id)).catch(() => [])) {
          const path = join(root, id, name);
          const info = await stat(path).catch(() => null);
          if (info !== null && lastChange(info) < time) yield { id, location: pathToFileURL(path).href };
        }
      }
    },
  };
}
