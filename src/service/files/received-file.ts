import type { Facts } from '../../files/facts/facts.ts';

export interface ReceivedFile {
  /** `file:` or `s3:` URL, as a task's input source. */
  readonly location: string;
  /** Bytes. */
  readonly size: number;
  /** MD5, hex. */
  readonly checksum: string;
  /** Media type by its content; `application/octet-stream` if it is not recognised. */
  readonly contentType: string;
  /** What else it says about itself. */
  readonly facts: Facts;
}
