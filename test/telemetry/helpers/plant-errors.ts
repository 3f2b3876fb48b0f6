import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

/* For a process under test: a request with `?plant=rejection` or `?plant=exception` causes an unexpected error. */

const plants: Readonly<Record<string, () => void>> = {
  rejection: () => void Promise.reject(new Error('planted rejection')),
  exception: () => {
    throw new Error('planted exception');
  },
};

subscribe('http.server.request.start', (message) => {
  const { url } = (message as { request: IncomingMessage }).request;
  const plant = plants[/[?&]plant=(\w+)/.exec(url ?? '')?.[1] ?? ''];
  if (plant !== undefined) setImmediate(plant);
});
