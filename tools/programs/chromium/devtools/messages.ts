import type { Readable } from 'node:stream';

/**
 * Longest message of the browser, bytes: a picture of a page is one. A browser that has been taken over could send endless ones, and they
 * are read in this process.
 */
export const LONGEST = 192 * 1024 ** 2;

/**
 * How much of each period messages may be handled before the browser has to wait for the next one, milliseconds: a page that causes events
 * without an end takes half of this process's time at most.
 */
const PERIOD_MS = 500;
const BUSY_MS = 250;

/** The browser sent something that is not a message, or too long. */
export class BrowserMessageError extends Error {
  override readonly name = 'BrowserMessageError';
}

/**
 * Reads the messages of a browser from its pipe: JSON, each ended by a NUL.
 * @param onMessage called with each message
 * @param onEnd called once, when nothing more comes; with an error if the browser broke the rules
 */
export function readMessages(
  stream: Readable,
  onMessage: (message: Record<string, unknown>) => void,
  onEnd: (error: BrowserMessageError | null) => void,
): void {
  let parts: Buffer[] = [];
  let length = 0;
  let period = { began: performance.now(), busy: 0 };
  let isEnded = false;
  const end = (error: BrowserMessageError | null) => {
    if (isEnded) return;
    isEnded = true;
    parts = [];
    stream.off('data', read);
    onEnd(error);
  };
  const take = (part: Buffer) => {
    const text = parts.length === 0 ? part.toString() : Buffer.concat([...parts, part]).toString();
    parts = [];
    length = 0;
    onMessage(JSON.parse(text) as Record<string, unknown>);
  };
  const read = (chunk: Buffer) => {
    const started = performance.now();
    let from = 0;
    try {
      for (let at = chunk.indexOf(0); at >= 0 && !isEnded; at = chunk.indexOf(0, from)) {
        take(chunk.subarray(from, at));
        from = at + 1;
      }
    } catch (error) {
      end(new BrowserMessageError('a message that is not JSON', { cause: error }));
      return;
    }
    if (from < chunk.length) {
      const rest = from === 0 ? chunk : chunk.subarray(from);
      parts.push(rest);
      length += rest.length;
    }
    if (length > LONGEST) {
      end(new BrowserMessageError(`a message of more than ${LONGEST} bytes`));
      return;
    }
    const now = performance.now();
    if (now - period.began > PERIOD_MS) period = { began: started, busy: 0 };
    period.busy += now - started;
    if (period.busy < BUSY_MS) return;
    stream.pause();
    setTimeout(() => stream.resume(), PERIOD_MS);
    period = { began: now + PERIOD_MS, busy: 0 };
  };
  stream.on('data', read);
  stream.once('end', () => end(null));
  stream.once('close', () => end(null));
  stream.once('error', () => end(null));
}
