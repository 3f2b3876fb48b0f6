import type { Readable } from 'node:stream';

export interface ReceivedFile {
  /** `file:` or `s3:` URL, as a task's input source. */
  readonly location: string;
  /** Bytes. */
  readonly size: number;
  /** MD5, hex. */
  readonly checksum: string;
  /** By its content; `application/octet-stream` where nothing recognises it. */
  readonly contentType: string;
}

export interface FileRange {
  /** First and last byte, both included. */
  readonly start: number;
  readonly end: number;
}

/** The bytes of inputs that clients send and of outputs that they fetch, in the store of outputs. */
export interface ServiceFiles {
  /**
   * Stores a stream whole or not at all, below `inputs/<input id>/`.
   * @throws ServiceError `too_large` (413) beyond `maxBytes`; ConversionError `disk_full`, `output_store_failed`
   */
  receive(
    inputId: string,
    filename: string,
    content: Readable,
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<ReceivedFile>;
  /** The bytes at a location of ours. Throws ServiceError `gone` where the file is no more. */
  read(location: string, range: FileRange | null): Promise<Readable>;
  /** Removes what is at a location of ours; nothing there is no error. */
  remove(location: string): Promise<void>;
}
