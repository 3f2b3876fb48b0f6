const GiB = 1024 ** 3;

/** What one conversion may use, however calibre is started. A usual book takes 150 MiB, as a PDF 300; this is for large ones. */
export const BOOK_LIMITS = { memoryBytes: 2 * GiB, fileBytes: 4 * GiB, cpuSeconds: 30 * 60 } as const;

/** What the process that forks a child for each conversion takes itself, bytes. */
export const BOOK_HOST_BYTES = GiB;
