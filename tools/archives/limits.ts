const MiB = 1024 ** 2;
const GiB = 1024 ** 3;

/** What an input archive may unpack to. */
export interface ArchiveLimits {
  /** Bytes of everything that comes out of it, in whatever layer. */
  readonly maxBytes: number;
  /** Files and folders. */
  readonly maxEntries: number;
  /** Unpacked bytes for each byte of the input. */
  readonly maxRatio: number;
  /** Up to here the ratio is not checked: a small bomb does no harm, and a few zeros compress without limit. */
  readonly ratioFreeBytes: number;
  /** Bytes of one name, which is what file systems allow. */
  readonly maxNameBytes: number;
  /** Bytes of a name with its folders; the work folder's own path needs some of the system's 4096. */
  readonly maxPathBytes: number;
  /** Folders inside each other. */
  readonly maxDepth: number;
  /** Bytes of the text in which 7-Zip lists the entries; about 500 an entry. */
  readonly maxListingBytes: number;
}

/**
 * Documents and programs compress 2 to 20 times, logs and database dumps up to about 100 times. Deflate ends at 1032,
 * bzip2 makes 1 of 700,000 zeros: what is above 300 was made to be.
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

/** Files of one archive that become inputs (inputs/zip), each of which may be a conversion of its own. */
export const MAX_INPUT_FILES = 1000;

/** For those: more entries than files, as folders and what is left out are among them. */
export const INPUT_ARCHIVE_LIMITS: ArchiveLimits = { ...DEFAULT_ARCHIVE_LIMITS, maxEntries: 10 * MAX_INPUT_FILES };

/** Bytes that an input of this size may unpack to. */
export function unpackedBytesAllowed(inputBytes: number, limits: ArchiveLimits): number {
  return Math.min(limits.maxBytes, Math.max(limits.ratioFreeBytes, inputBytes * limits.maxRatio));
}
