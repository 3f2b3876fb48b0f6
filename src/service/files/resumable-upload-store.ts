import { ServiceError } from '../errors.ts';
import type { ReceivedFile } from './received-file.ts';

/** A file that arrives by several requests, which replicas of the service may share. */
export interface ResumableUpload {
  /** Random; its folder below `inputs/` has this name. */
  readonly id: string;
  /** Safe. */
  readonly filename: string;
  /** Bytes of the whole file. */
  readonly length: number;
}

interface ArrivedSoFar {
  /** Bytes that are kept. */
  readonly size: number;
  /** The file, when all of it is there. */
  readonly file: ReceivedFile | null;
}

export interface ArrivedInFolder extends ArrivedSoFar {
  readonly kind: 'folder';
}

export interface ArrivedInS3 extends ArrivedSoFar {
  readonly kind: 's3';
  /** Id of the multipart upload; null before the first part. */
  readonly multipart: string | null;
  /** Of its parts, in order. */
  readonly etags: readonly string[];
  /** Bytes behind the parts, in an object of their own: less than a part. */
  readonly tail: number;
  /** State of the MD5 of all bytes; null if there are none yet. */
  readonly md5: string | null;
}

/** How much of a file has arrived: the state that the next request needs to continue, in any replica. Stored as JSON. */
export type Arrived = ArrivedInFolder | ArrivedInS3;

/** Records the progress of the file. Throws if this request may not continue it; then nothing more is stored. */
export type Commit<State extends Arrived = Arrived> = (state: State) => Promise<void>;

/** What one kind of store does with files that arrive by several requests. One request at a time continues a file. */
export interface ResumableUploadStore<State extends Arrived = Arrived> {
  /** Nothing has arrived yet. */
  begin(): State;
  /**
   * Adds bytes, and makes the file of them when it is whole; without further bytes too, where that failed before. What came before the
   * content failed is kept.
   * @param content ends with an error where the request breaks off
   * @param commit is called whenever more is safely stored, so that a crash costs little
   * @throws what the content throws and `commit`; ServiceError `no_such_upload` where what had arrived is lost; ConversionError
   *   `disk_full`, `output_store_failed`
   */
  append(file: ResumableUpload, state: State, content: AsyncIterable<Buffer>, commit: Commit<State>): Promise<State>;
  /** Removes what has arrived; not a whole file. Nothing there is no error. */
  discard(file: ResumableUpload, state: State): Promise<void>;
}

/** Also where what had arrived is lost. */
export const noSuchUpload = (): ServiceError =>
  new ServiceError('no_such_upload', 'There is no such upload; it may have expired. Start it again.');
