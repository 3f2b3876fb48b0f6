const MiB = 1024 ** 2;
const GiB = 1024 ** 3;

/** Limits for unpacking an input archive. */
export interface ArchiveLimits {
  /** Most unpacked bytes, of all layers together. */
  readonly maxBytes: number;
  /** Most files and folders. */
  readonly maxEntries: number;
  /** Most unpacked bytes for each byte of the input. */
  readonly maxRatio: number;
  /** Unpacked bytes below which the ratio is not checked: a small bomb is harmless, and zeros compress without limit. */
  readonly ratioFreeBytes: number;
  /** Longest name in bytes, as file systems allow. */
  readonly maxNameBytes: number;
  /** Longest name with its folders, bytes; the work folder's own path needs some of the system's 4096. */
  readonly maxPathBytes: number;
  /** Most nested folders. */
  readonly maxDepth: number;
  /** Longest listing of 7-Zip, bytes; about 500 for each entry. */
  readonly maxListingBytes: number;
}

/**
 * Documents and programs compress 2 to 20 times, logs and database dumps up to about 100 times. Deflate reaches at most 1032, bzip2
 * compresses 700,000 zeros to 1 byte: a ratio above 300 is intentional.
 */
export const DEFAULT_ARCHIVE_LIMITS: ArchiveLimits = {
  maxBytes: 32 * GiB,
  maxEntries: 200_000,
  maxRatio: 300,
  ratioFreeBytes: 256 * MiB,
  maxNameBytes: 255,
  maxPathBytes: 3000,
  maxDepth: 128,
  maxListingBytes: 256 * MiB,
};

/** Most files of one archive that become inputs (inputs/zip), each of which may be its own conversion. */
export const MAX_INPUT_FILES = 1000;

/** Limits for input archives: more entries than files, because folders and skipped entries count too. */
export const INPUT_ARCHIVE_LIMITS: ArchiveLimits = { ...DEFAULT_ARCHIVE_LIMITS, maxEntries: 10 * MAX_INPUT_FILES };

/** Returns the bytes that an input of this size may unpack to. */
export function unpackedBytesAllowed(inputBytes: number, limits: ArchiveLimits): number {
  return Math.min(limits.maxBytes, Math.max(limits.ratioFreeBytes, inputBytes * limits.maxRatio));
}
