export interface StoreFile {
  /** Safe name (see `safeFilename`) in the store; an existing file is replaced. */
  readonly filename: string;
  readonly contentType: string;
  readonly signal: AbortSignal;
  /** Local files that it may not replace: inputs that are used in place. */
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
   * Takes a finished file and stores it completely under its name, or not at all. The file at `path` may be gone afterwards.
   * @throws ConversionError `disk_full`, `output_store_failed`; the signal's reason if it was aborted
   */
  put(path: string, file: StoreFile): Promise<StoredFile>;
  /**
   * Removes what `put` stored under the name, if it exists.
   * @throws ConversionError `output_store_failed`
   */
  remove(filename: string): Promise<void>;
}
