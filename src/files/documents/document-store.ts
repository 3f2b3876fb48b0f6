/**
 * Small texts stored next to outputs, in the same folder or bucket: what a worker must find again after a crash, on any machine. Not for
 * files: a document is held in memory.
 */
export interface DocumentStore {
  /**
   * @param key bare name, at most 200 characters of `A-Za-z0-9._-`, not beginning with a dot
   * @returns null if there is no such document
   * @throws ConversionError `output_store_failed`
   */
  read(key: string): Promise<string | null>;
  /**
   * Replaces an existing document: a reader sees the old text or the new one, never a part.
   * @throws ConversionError `disk_full`, `output_store_failed`
   */
  write(key: string, text: string): Promise<void>;
  /**
   * Writes only if there is no such document: if several try at once, one succeeds.
   * @returns whether this call wrote it
   * @throws as `write` does
   */
  create(key: string, text: string): Promise<boolean>;
  /** Removes documents that were last written before the date. @returns how many */
  removeOlderThan(date: Date): Promise<number>;
}

/** Returns the key. @throws TypeError if it is invalid, which is the caller's defect: users do not provide keys */
export function checkDocumentKey(key: string): string {
  if (!/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/.test(key)) throw new TypeError(`not a key of a document: ${key}`);
  return key;
}
