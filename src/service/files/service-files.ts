import type { Readable } from 'node:stream';
import type { ByteRange } from '../../files/s3/s3-object.ts';
import type { ReceivedFile } from './received-file.ts';
import type { ResumableUploadStore } from './resumable-upload-store.ts';
import type { UploadSpool } from './upload-spool.ts';

export type FileRange = ByteRange;

/** The bytes of inputs that clients send and of outputs that they fetch, in the store of outputs. */
export interface ServiceFiles {
  /** Uploads on their way, on this machine's disk until they are whole. */
  readonly spool: UploadSpool;
  /** Uploads that any replica with the same store can continue. */
  readonly arriving: ResumableUploadStore;
  /**
   * Stores a stream whole or not at all, below `inputs/<id>/`.
   * @param id of its own for each file, so that nothing is ever replaced; the input's, where it is made at the same time
   * @param refuse makes what is thrown beyond `maxBytes`; left out: ServiceError `too_large` (413)
   * @throws ConversionError `disk_full`, `output_store_failed`
   */
  receive(
    id: string,
    filename: string,
    content: Readable,
    maxBytes: number,
    refuse?: () => Error,
  ): Promise<ReceivedFile>;
  /** The same for a file of the spool, which is gone afterwards. */
  store(id: string, filename: string, path: string): Promise<ReceivedFile>;
  /**
   * A second file with the bytes at a location of the service, below `inputs/<id>/`, that stays when the first is removed.
   * @returns its location
   * @throws ServiceError `file_gone` where the first is no more; ConversionError `disk_full`, `output_store_failed`
   */
  copy(location: string, id: string, filename: string): Promise<string>;
  /** The bytes at a location of the service. Throws ServiceError `file_gone` if the file is no more. */
  read(location: string, range: FileRange | null): Promise<Readable>;
  /**
   * Bytes of a file in a folder, read at once.
   * @param start of the first one
   * @returns at most `most` bytes; null if there is no such file in a folder, or something is unusual: `read` says what
   */
  readSmall(location: string, start: number, most: number): Promise<Buffer | null>;
  /** Where a file is in the folder that is the store, with slashes; null if it is not in there. Throws ServiceError `file_gone`. */
  pathInStore(location: string): Promise<string | null>;
  /** Removes what is at a location of the service, and its folder where that is empty then. Nothing there is no error, nor is a web address. */
  remove(location: string): Promise<void>;
  /**
   * Ids below `inputs/` whose file has been there since before the time; for who looks for files that no input has.
   * @param time ms since 1970
   */
  receivedBefore(time: number): AsyncIterable<{ readonly id: string; readonly location: string }>;
}
