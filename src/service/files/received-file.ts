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
