const GiB = 1024 ** 3;

/** Limits of one conversion, however LibreOffice is started. A typical document takes 60 MiB; the limit is for large ones. */
export const OFFICE_LIMITS = { memoryBytes: 2 * GiB, fileBytes: 4 * GiB, cpuSeconds: 30 * 60 } as const;

/** Memory of the process that forks a child for each conversion, bytes. */
export const OFFICE_HOST_BYTES = GiB;
