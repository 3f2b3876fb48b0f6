import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';

/** An event stream to one client (WHATWG HTML, Server-sent events). */
export interface EventStream {
  /** Body of the answer. */
  readonly body: Readable;
  /** Aborted when nobody reads any more, or the stream was ended. */
  readonly ended: AbortSignal;
  /** @param data sent as JSON, in one line */
  send(event: string, data: unknown, id?: string): void;
  /**
   * Sends a comment, which clients ignore, so that proxies do not close an idle connection. Ends a stream whose client has read nothing
   * since the last one.
   */
  beat(): void;
  /** Resolves when the client has read what was sent, or the stream has ended. */
  drained(): Promise<void>;
  /** Ends the stream; what was sent still arrives. */
  end(): void;
}

/** Headers that make an answer arrive event by event: no cache, no compression, and no buffering by nginx. */
export const EVENT_STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
} as const;

/** Time after which a client that has lost its connection reconnects, ms. */
const RETRY_MS = 2000;

export function openEventStream(): EventStream {
  const body = new PassThrough();
  const ended = new AbortController();
  // The client has disconnected; an error of its connection ends the stream as well.
  body.once('close', () => ended.abort()).on('error', () => {});
  const write = (text: string): void => {
    if (body.writable) body.write(text);
  };
  let stuck = false;
  body.on('drain', () => {
    stuck = false;
  });
  write(`retry: ${RETRY_MS}\n\n`);
  return {
    body,
    ended: ended.signal,
    send: (event, data, id) =>
      write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    beat: () => {
      if (stuck) body.destroy();
      stuck = body.writableNeedDrain;
      write(':\n\n');
    },
    drained: async () => {
      if (body.writableNeedDrain) await once(body, 'drain', { signal: ended.signal }).catch(() => {});
    },
    end: () => {
      body.end();
      ended.abort();
    },
  };
}
