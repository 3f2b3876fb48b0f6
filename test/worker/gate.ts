import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A web server that holds its files back: a task that fetches one runs as long as the test wants, without processor time. */
export interface Gate {
  /** Value for ALLOWED_ADDRESSES. */
  readonly address: string;
  /** URL of a file that is served once it is opened. */
  url(name: string): string;
  /** Number of requests for the file so far, one per attempt at its task. */
  requests(name: string): number;
  /** Answers all requests for the file, including later ones, with this content. */
  open(name: string, content: string): void;
}

export async function startGate(): Promise<Gate> {
  const waiting = new Map<string, ServerResponse[]>();
  const counts = new Map<string, number>();
  const contents = new Map<string, string>();
  const server = createServer((request, response) => {
    const name = (request.url ?? '').slice(1);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    const content = contents.get(name);
    if (content === undefined) waiting.set(name, [...(waiting.get(name) ?? []), response]);
    else response.end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    url: (name) => `http://${address}/${name}`,
    requests: (name) => counts.get(name) ?? 0,
    open: (name, content) => {
      contents.set(name, content);
      for (const response of waiting.get(name) ?? []) response.end(content);
      waiting.delete(name);
    },
  };
}
