import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * A web server whose files wait: a task that fetches one runs for as long as the test wants, and costs no processor.
 */
export interface Gate {
  /** For ALLOWED_ADDRESSES. */
  readonly address: string;
  /** URL of a file that comes when it is let through. */
  url(name: string): string;
  /** Requests for the file so far: the tries of its task. */
  requests(name: string): number;
  /** Answers all requests for the file, those to come too, with this content. */
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
