import { type ClientRequest, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Transform } from 'node:stream';
import { onTestFinished } from 'vitest';

export interface SeenRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
}

export interface S3Proxy {
  readonly endpoint: string;
  /** Requests in the order of arrival. */
  readonly seen: readonly SeenRequest[];
}

export interface ProxyFaults {
  /** Whether to change the last byte of a request's body on its way to the server. */
  readonly damages?: (request: SeenRequest) => boolean;
  /** Bytes of the response's body after which the connection is cut; Infinity: never. */
  readonly cutsAfter?: (request: SeenRequest) => number;
  /** Called before a request is passed on, which happens when the promise settles. */
  readonly before?: (request: SeenRequest) => Promise<void> | void;
}

/** Starts a proxy for an S3 server on loopback, until the test ends. It keeps the Host header, which is signed. */
export async function proxyS3(endpoint: string, { damages, before, cutsAfter }: ProxyFaults): Promise<S3Proxy> {
  const seen: SeenRequest[] = [];
  const forward = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method = '', url: path = '', headers } = incoming;
    const about = { method, path, headers };
    seen.push(about);
    await before?.(about);
    const onward: ClientRequest = request(`${endpoint}${path}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(cutter(outgoing, cutsAfter?.(about) ?? Number.POSITIVE_INFINITY)).pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    if (damages?.(about) === true) incoming.pipe(damageLastByte()).pipe(onward);
    else incoming.pipe(onward);
  };
  const server = createServer((incoming, outgoing) => void forward(incoming, outgoing));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(
    () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  );
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

/** Passes bytes on and then resets the receiving connection. */
function cutter(outgoing: ServerResponse, bytes: number): Transform {
  let left = bytes;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const passed = chunk.subarray(0, left);
      left -= passed.length;
      if (left > 0) done(null, passed);
      // The reset is delayed so that the client has read the bytes before.
      else outgoing.write(passed, () => setTimeout(() => outgoing.destroy(), 100));
    },
  });
}

function damageLastByte(): Transform {
  let kept: Buffer | null = null;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      if (kept !== null) this.push(kept);
      kept = Buffer.from(chunk);
      done();
    },
    flush(done) {
      if (kept !== null) kept[kept.length - 1] = (kept.at(-1) ?? 0) ^ 1;
      done(null, kept);
    },
  });
}
