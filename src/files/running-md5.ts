/** MD5 of bytes that several processes handle one after the other: the state is kept between them. */
export interface RunningMd5 {
  update(bytes: Uint8Array): void;
  /** Returns the state from which `runningMd5` continues, base64. It contains up to 63 of the bytes themselves. */
  state(): string;
  /** Returns the MD5 in hex; call it last. */
  digest(): string;
}

/**
 * @param state null if there are no bytes so far
 * @returns null if the state is from another build of the library
 */
export async function runningMd5(state: string | null): Promise<RunningMd5 | null> {
  const { createMD5 } = await import('hash-wasm');
  const hasher = await createMD5();
  hasher.init();
  if (state !== null) {
    try {
      hasher.load(Buffer.from(state, 'base64'));
    } catch {
      return null;
    }
  }
  return {
    update: (bytes) => void hasher.update(bytes),
    state: () => Buffer.from(hasher.save()).toString('base64'),
    digest: () => hasher.digest('hex'),
  };
}
