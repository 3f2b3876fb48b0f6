export interface StoreFile {
  /** Safe name (see `safeFilename`) in the store; what has that name already is replaced. */
  readonly filename: string;
  readonly contentType: string;
  readonly signal: AbortSignal;
  /** Local files that it may not replace: the inputs that are used where they lie. */
  readonly protectedPaths?: readonly string[];
}

export interface StoredFile {
  readonly uri: string;
  /** Bytes. */
  readonly size: number;
  /** MD5, 32 lower-case hex digits. */
  readonly checksum: string;
}

/** Where finished outputs go. */
export interface OutputStore {
  /**
   * Take over a finished file: whole under its name, or not at all. The file at `path` may be gone afterwards.
   * @throws ConversionError `disk_full`, `output_store_failed`; the signal's reason where that was aborted
   */
  put(path: string, file: StoreFile): Promise<StoredFile>;
  /**
   * Take away what `put` stored under the name; one that is not there is no error.
   * @throws ConversionError `output_store_failed`
   */
  remove(filename: string): Promise<void>;
}
