import type { Readable } from 'node:stream';
import type { ByteRange } from '../../files/s3/s3-object.ts';
import type { ReceivedFile } from './received-file.ts';
import type { ResumableUploadStore } from './resumable-upload-store.ts';
import type { UploadSpool } from './upload-spool.ts';

export type FileRange = ByteRange;

/** The bytes of inputs that clients send and of outputs that they fetch, in the output store. */
export interface ServiceFiles {
  /** Arriving uploads, on this machine's disk until they are complete. */
  readonly spool: UploadSpool;
  /** Uploads that any replica with the same store can continue. */
  readonly arriving: ResumableUploadStore;
  /**
   * Stores a whole stream or nothing, below `inputs/<id>/`.
   * @param id unique for each file, so that nothing is ever replaced; the input's id, if it is made at the same time
   * @param refuse makes the error beyond `maxBytes`; default: ServiceError `too_large` (413)
   * @throws ConversionError `disk_full`, `output_store_failed`
   */
  receive(
    id: string,
    filename: string,
    content: Readable,
    maxBytes: number,
    refuse?: () => Error,
  ): Promise<ReceivedFile>;
  /** Like `receive`, for a file of the spool, which is then gone. */
  store(id: string, filename: string, path: string): Promise<ReceivedFile>;
  /**
   * Makes a second file, below `inputs/<id>/`, with the bytes at a location of the service. It stays when the first is removed.
   * @returns its location
   * @throws ServiceError `file_gone` if the first file is gone; ConversionError `disk_full`, `output_store_failed`
   */
  copy(location: string, id: string, filename: string): Promise<string>;
  /** Reads the bytes at a location of the service. Throws ServiceError `file_gone` if the file is gone. */
  read(location: string, range: FileRange | null): Promise<Readable>;
  /**
   * Reads bytes of a file in a folder, in one go.
   * @param start offset of the first byte
   * @returns at most `most` bytes; null if there is no such file in a folder, or something is unusual: `read` reports it
   */
  readSmall(location: string, start: number, most: number): Promise<Buffer | null>;
  /** Returns the path of a file in the folder of the store, with slashes. Null if it is not in there. Throws ServiceError `file_gone`. */
  pathInStore(location: string): Promise<string | null>;
  /** Removes the file at a location of the service, and its folder if that is then empty. Ignores missing files and web addresses. */
  remove(location: string): Promise<void>;
  /**
   * Lists ids below `inputs/` whose file has existed since before the time; for the search for files without an input.
   * @param time ms since 1970
   */
  receivedBefore(time: number): AsyncIterable<{ readonly id: string; readonly location: string }>;
}
