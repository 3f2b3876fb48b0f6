/** A digest under way. */
export interface Digester {
  /**
   * Take in the next bytes. Those of a buffer made by `buffers` may be overwritten; others are left alone.
   */
  update(data: Uint8Array): void;
  /** The digest of everything taken in, in PHP's order of bytes. Call once, last. */
  digest(): Uint8Array;
  /**
   * Buffers that `update` takes without copying, each of `size` bytes. Call at most once, before the first `update`.
   * Without it, any memory is as good.
   */
  buffers?(count: number, size: number): Uint8Array[];
}

/** How a digest is made, and what HMAC needs to know of it. */
export interface DigestMethod {
  /** Bytes: HMAC pads its key to this length. */
  readonly blockSize: number;
  /** A digester for one message. End each before making the next: some share their memory. */
  create(): Digester;
}

/**
 * HMAC (RFC 2104) over any digest: the inner digest takes the data, the outer one the key and the inner result.
 * A key longer than a block is replaced by its digest; an empty key is a key.
 */
export function createHmac(method: DigestMethod, key: Uint8Array): Digester {
  const padded = new Uint8Array(method.blockSize);
  padded.set(key.length > method.blockSize ? digestOf(method, key) : key);
  const inner = method.create();
  // Buffers must be asked for before the first update, so the key goes in with the first data.
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
