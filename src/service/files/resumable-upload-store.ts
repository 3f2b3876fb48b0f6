import { ServiceError } from '../errors.ts';
import type { ReceivedFile } from './received-file.ts';

/** A file that arrives by several requests, which may go to different replicas of the service. */
export interface ResumableUpload {
  /** Random; also the name of its folder below `inputs/`. */
  readonly id: string;
  /** Safe file name. */
  readonly filename: string;
  /** Bytes of the whole file. */
  readonly length: number;
}

interface ArrivedSoFar {
  /** Bytes that have been stored. */
  readonly size: number;
  /** The file, once it is complete. */
  readonly file: ReceivedFile | null;
}

export interface ArrivedInFolder extends ArrivedSoFar {
  readonly kind: 'folder';
}

export interface ArrivedInS3 extends ArrivedSoFar {
  readonly kind: 's3';
  /** Id of the multipart upload. Null before the first part. */
  readonly multipart: string | null;
  /** Tags of its parts, in order. */
  readonly etags: readonly string[];
  /** Bytes after the parts, in their own object: fewer than a part has. */
  readonly tail: number;
  /** State of the MD5 of all bytes. Null if there are none yet. */
  readonly md5: string | null;
}

/** State of an arriving file that the next request needs to continue, in any replica. Stored as JSON. */
export type Arrived = ArrivedInFolder | ArrivedInS3;

/** Records the progress of the file. Throws if this request may not continue it; then nothing more is stored. */
export type Commit<State extends Arrived = Arrived> = (state: State) => Promise<void>;

/** Operations of one kind of store on files that arrive by several requests. One request at a time continues a file. */
export interface ResumableUploadStore<State extends Arrived = Arrived> {
  /** Returns the state of a file of which nothing has arrived yet. */
  begin(): State;
  /**
   * Adds bytes, and completes the file when all have arrived; also without further bytes, if that failed before. Bytes that came before the
   * content failed are kept.
   * @param content ends with an error if the request breaks off
   * @param commit is called whenever more is safely stored, so that a crash costs little
   * @throws errors of the content and of `commit`; ServiceError `no_such_upload` if what had arrived is lost; ConversionError `disk_full`,
   *   `output_store_failed`
   */
  append(file: ResumableUpload, state: State, content: AsyncIterable<Buffer>, commit: Commit<State>): Promise<State>;
  /** Removes what has arrived, but not a complete file. Does not fail if there is nothing. */
  discard(file: ResumableUpload, state: State): Promise<void>;
}

/** Error for an unknown upload, also if what had arrived is lost. */
export const noSuchUpload = (): ServiceError =>
  new ServiceError('no_such_upload', 'There is no such upload; it may have expired. Start it again.');
