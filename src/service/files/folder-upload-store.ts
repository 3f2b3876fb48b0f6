import { constants } from 'node:fs';
import { type FileHandle, open, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { INPUTS_FOLDER } from '../../files/fetch/allowed-locations.ts';
import { makeFolder } from '../../files/stores/folder-store.ts';
import { ConversionError } from '../../task/errors.ts';
import type { FileBackend } from './backend.ts';
import { type ArrivedInFolder, noSuchUpload, type ResumableUploadStore } from './resumable-upload-store.ts';

/** Bytes that may be lost when the process crashes. */
const COMMIT_BYTES = 8 * 1024 ** 2;

/** Name of the arriving bytes in the folder of the file. */
const NAME = 'arriving';

/** Receives files in a folder: each grows in its final place. @param own folder of the store */
export function createFolderArriving(
  own: string,
  { store }: Pick<FileBackend, 'store'>,
): ResumableUploadStore<ArrivedInFolder> {
  const pathOf = (id: string): string => {
    if (!/^[\w-]+$/.test(id)) throw new Error(`not the id of an upload: ${id}`);
    return join(own, INPUTS_FOLDER, id, NAME);
  };
  return {
    begin: () => ({ kind: 'folder', size: 0, file: null }),
    async append({ id, filename, length }, state, content, commit) {
      if (state.file !== null) return state;
      const path = pathOf(id);
      const handle = await openPart(path);
      let kept = state;
      let size = state.size;
      try {
        const present = (await handle.stat()).size;
        if (present < state.size) throw noSuchUpload();
        const keep = async () => {
          if (size === kept.size) return;
          kept = { ...kept, size };
          await commit(kept);
        };
        try {
          for await (const chunk of content) {
            await write(handle, chunk, size);
            size += chunk.length;
            if (size - kept.size >= COMMIT_BYTES) await keep();
          }
        } catch (error) {
          if (error instanceof ConversionError && error.code === 'disk_full') {
            // Removes what has arrived, too: others need the space.
            await handle.truncate(0);
            await commit({ ...kept, size: 0 });
          } else await keep();
          throw error;
        }
        await keep();
        if (size < length) return kept;
        // A request that broke off may have written beyond the recorded length.
        await handle.truncate(length);
      } finally {
        await handle.close();
      }
      const whole = { ...kept, file: await store(id, filename, path) };
      await commit(whole);
      return whole;
    },
    async discard({ id }) {
      const path = pathOf(id);
      await rm(path, { force: true });
      // Only if nothing else is in it.
      await rmdir(dirname(path)).catch(() => {});
    },
  };
}

async function openPart(path: string): Promise<FileHandle> {
  try {
    await makeFolder(dirname(path));
    return await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);
  } catch (cause) {
    throw notWritten(cause);
  }
}

/** Throws ConversionError `disk_full`, `output_store_failed`. */
async function write(handle: FileHandle, chunk: Buffer, position: number): Promise<void> {
  try {
    for (let done = 0; done < chunk.length; ) {
      const { bytesWritten } = await handle.write(chunk, done, chunk.length - done, position + done);
      done += bytesWritten;
    }
  } catch (cause) {
    throw notWritten(cause);
  }
}

function notWritten(cause: unknown): ConversionError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  return new ConversionError(isFull ? 'disk_full' : 'output_store_failed', 'The file could not be stored.', { cause });
}
