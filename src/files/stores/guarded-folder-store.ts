import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConversionError } from '../../task/errors.ts';
import { type OpenedFolder, openFolder, RefusedPath } from '../folders/opened-folder.ts';
import { partName } from '../new-file.ts';
import { checkOutputName, openOutput, storeError, syncFolder, writeCopy } from './folder-store.ts';
import type { OutputStore } from './output-store.ts';

/**
 * A folder as the output store if other users may write to it or to a folder above it. It is created if it does not exist. If a link is on
 * the way to it, nothing is stored. Files are copied, never moved there and checked afterwards, because others could exchange them.
 * @param location absolute
 */
export function createGuardedFolderStore(location: string): OutputStore {
  return {
    async put(path, { filename: name, signal }) {
      signal.throwIfAborted();
      try {
        checkOutputName(name);
        const digest = await withFolder(location, { make: true }, async (folder) => {
          const output = await openOutput(path);
          const part = folder.at(partName());
          try {
            const copied = await writeCopy(part, output, signal);
            await rename(part, folder.at(name));
            await syncFolder(folder.path);
            return copied;
          } catch (error) {
            await rm(part, { force: true }).catch(() => {});
            throw error;
          } finally {
            await output.handle.close();
          }
        });
        return { uri: pathToFileURL(join(location, name)).href, ...digest };
      } catch (error) {
        signal.throwIfAborted();
        throw refusedOr(error, name);
      }
    },
    async remove(name) {
      try {
        checkOutputName(name);
        await withFolder(location, { make: false }, (folder) => rm(folder.at(name), { force: true }));
      } catch (error) {
        throw refusedOr(error, name);
      }
    },
  };
}

async function withFolder<Result>(
  location: string,
  options: { readonly make: boolean },
  use: (folder: OpenedFolder) => Promise<Result>,
): Promise<Result> {
  const folder = await openFolder(location, options);
  try {
    return await use(folder);
  } finally {
    await folder.close();
  }
}

function refusedOr(error: unknown, name: string): unknown {
  if (!(error instanceof RefusedPath)) return storeError(error, name);
  return new ConversionError('output_store_failed', `The output "${name}" could not be stored: ${error.message}.`);
}
