/** Largest message of a client, bytes: an input of 24 MiB in base64, and what surrounds it. */
export const MAX_REQUEST_BYTES = 33 * 1024 ** 2;
