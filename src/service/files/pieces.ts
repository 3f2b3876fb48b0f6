/** A stream that is read in pieces of requested sizes. */
export interface Pieces {
  /** Yields at most so many bytes, fewer at the end. Never throws. */
  take(bytes: number): AsyncGenerator<Buffer>;
  /** Whether the stream is at its end. */
  ended(): boolean;
  /** Whether it is at its end because it broke off. */
  failed(): boolean;
  /** Throws the error with which the stream broke off, if it has. */
  throwFailure(): void;
}

/** @param onTaken is called with each chunk that is handed out */
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
