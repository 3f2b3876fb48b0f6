const GiB = 1024 ** 3;

/** Limits of one conversion, however calibre is started. A typical book takes 150 MiB, as a PDF 300; the limit is for large ones. */
export const BOOK_LIMITS = { memoryBytes: 2 * GiB, fileBytes: 4 * GiB, cpuSeconds: 30 * 60 } as const;

/** Memory of the process that forks a child for each conversion, bytes. */
export const BOOK_HOST_BYTES = GiB;
