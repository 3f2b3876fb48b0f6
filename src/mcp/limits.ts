/** Bytes of one message of a client: an input in base64 of 24 MiB, and what surrounds it. */
export const MAX_REQUEST_BYTES = 33 * 1024 ** 2;
