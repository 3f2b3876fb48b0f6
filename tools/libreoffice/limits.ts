const GiB = 1024 ** 3;

/**
 * What one conversion may use, however LibreOffice is started. A usual document takes 60 MiB; this is for large ones.
 */
export const OFFICE_LIMITS = { memoryBytes: 2 * GiB, fileBytes: 4 * GiB, cpuSeconds: 30 * 60 } as const;

/** What the process that forks a child for each conversion takes itself, bytes. */
export const OFFICE_HOST_BYTES = GiB;
