/** A stream that is taken in pieces of the sizes that are asked for. */
export interface Pieces {
  /** At most so many bytes, fewer at the end. Never throws. */
  take(bytes: number): AsyncGenerator<Buffer>;
  /** Whether nothing more comes. */
  ended(): boolean;
  /** Whether that is because the stream broke off. */
  failed(): boolean;
  /** Throws what it broke off with, if it has. */
  throwFailure(): void;
}

/** @param onTaken sees each chunk that is handed out */
export function inPieces(content: AsyncIterable<Buffer>, onTaken: (chunk: Buffer) => void): Pieces {
  const chunks = content[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  let ended = false;
  let failure: { readonly error: unknown } | null = null;
  const more = async (): Promise<void> => {
    try {
      const { done, value } = await chunks.next();
      if (done) ended = true;
      else rest = value;
    } catch (error) {
      ended = true;
      failure = { error };
    }
  };
  return {
    async *take(bytes) {
      for (let left = bytes; left > 0; ) {
        if (rest.length === 0) await more();
        if (ended) return;
        const chunk = rest.subarray(0, left);
        rest = rest.subarray(chunk.length);
        left -= chunk.length;
        onTaken(chunk);
        yield chunk;
      }
    },
    ended: () => ended,
    failed: () => failure !== null,
    throwFailure: () => {
      if (failure !== null) throw failure.error;
    },
  };
}
