/** A digest in progress. */
export interface Digester {
  /** Processes the next bytes. Buffers made by `buffers` may be overwritten; others are left unchanged. */
  update(data: Uint8Array): void;
  /** Returns the digest of everything processed, in PHP's byte order. Call once, last. */
  digest(): Uint8Array;
  /**
   * Returns buffers of `size` bytes each, which `update` processes without copying. Call at most once, before the first `update`. If it is
   * missing, any memory will do.
   */
  buffers?(count: number, size: number): Uint8Array[];
}

/** How a digest is made, and what HMAC needs to know about it. */
export interface DigestMethod {
  /** Block size in bytes, to which HMAC pads its key. */
  readonly blockSize: number;
  /** Creates a digester for one message. End each before creating the next: some share their memory. */
  create(): Digester;
}

/**
 * Returns HMAC (RFC 2104) over any digest: the inner digest takes the data, the outer one the key and the inner result. A key longer than a
 * block is replaced by its digest; an empty key is valid.
 */
export function createHmac(method: DigestMethod, key: Uint8Array): Digester {
  const padded = new Uint8Array(method.blockSize);
  padded.set(key.length > method.blockSize ? digestOf(method, key) : key);
  const inner = method.create();
  // Buffers must be requested before the first update, so the key is added with the first data.
  let started = false;
  const start = (): void => {
    if (!started) inner.update(padded.map((byte) => byte ^ 0x36));
    started = true;
  };
  return {
    ...(inner.buffers ? { buffers: inner.buffers.bind(inner) } : {}),
    update(data) {
      start();
      inner.update(data);
    },
    digest() {
      start();
      const result = inner.digest();
      const outer = method.create();
      outer.update(padded.map((byte) => byte ^ 0x5c));
      outer.update(result);
      return outer.digest();
    },
  };
}

function digestOf(method: DigestMethod, data: Uint8Array): Uint8Array {
  const digester = method.create();
  digester.update(data);
  return digester.digest();
}
